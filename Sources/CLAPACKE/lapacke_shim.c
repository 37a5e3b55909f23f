// MAP_ANON and processor sets, which are not in C17.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "lapacke_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define FUNCTIONS(X)                                                                              \
  X(int, LAPACKE_dposv_work, (int, char, int, int, double *, int, double *, int))                 \
  X(int, LAPACKE_dpotri, (int, char, int, double *, int))                                         \
  X(int, LAPACKE_dpbsv_work, (int, char, int, int, int, double *, int, double *, int))            \
  X(int, LAPACKE_dgesdd_work,                                                                     \
    (int, char, int, int, double *, int, double *, double *, int, double *, int, double *, int,   \
     int *))                                                                                      \
  X(void, openblas_set_num_threads, (int))                                                        \
  X(char *, openblas_get_config, (void))

static struct {
#define DECLARE(result, name, arguments) result(*name) arguments;
  FUNCTIONS(DECLARE)
#undef DECLARE
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[512], preferred[4096];

enum { column_major = 102 };

// MARK: Memory

// What OpenBLAS maps for every thread that computes at the same time and never gives back
// (`BUFFER_SIZE`, 32 << 22 on x86-64 and no more elsewhere), and what mapping the libraries takes. OpenBLAS 0.3.29 and
// 0.3.32 map 128 MiB more while they are loaded, 0.3.21 and 0.3.26 don't (measured on Debian and Ubuntu).
static const size_t workspace = (size_t)128 << 20, margin = (size_t)8 << 20;
static const size_t libraries = (size_t)184 << 20;

// So much memory, mapped and not touched; NULL where it can't be had.
static void *reserved(size_t bytes) {
  void *place =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  return place == MAP_FAILED ? NULL : place;
}

// Whether so much could be mapped at this moment.
static bool is_free(size_t bytes) {
  void *place = reserved(bytes);
  if (place) munmap(place, bytes);
  return place != NULL;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
// Threads that compute, and the most that did so at a time: as many workspaces there are.
static int computing, workspaces;

static void begin(void) {
  pthread_mutex_lock(&mutex);
  while (computing >= workspaces && workspaces > 0 && !is_free(workspace + margin))
    pthread_cond_wait(&ended, &mutex);
  computing++;
  if (computing > workspaces) workspaces = computing;
  pthread_mutex_unlock(&mutex);
}

static void end(void) {
  pthread_mutex_lock(&mutex);
  computing--;
  pthread_cond_signal(&ended);
  pthread_mutex_unlock(&mutex);
}

// MARK: Loading

static void *opened(const char *const *names, int mode) {
  void *found = NULL;
  for (; *names && !found; names++) found = dlopen(*names, mode);
  return found;
}

static void failed(const char *what) {
  const char *reason = dlerror();
  snprintf(
      problem, sizeof problem, "%s can't be loaded (%s): install it, with scripts/setup", what,
      reason ? reason : "no reason given");
}

static void load_libraries(void) {
#ifdef __APPLE__
  static const char *const openblas_names[] = {
      "/opt/homebrew/opt/openblas/lib/libopenblas.dylib",
      "/usr/local/opt/openblas/lib/libopenblas.dylib", "libopenblas.dylib", NULL};
  static const char *const lapacke_names[] = {
      "/opt/homebrew/opt/lapack/lib/liblapacke.dylib",
      "/usr/local/opt/lapack/lib/liblapacke.dylib", "liblapacke.dylib", NULL};
#else
  static const char *const openblas_names[] = {"libopenblas.so.0", "libopenblas.so", NULL};
  static const char *const lapacke_names[] = {"liblapacke.so.3", "liblapacke.so", NULL};
#endif
  // For everybody, so that LAPACKE calls its LAPACK and not the reference one.
  const char *const chosen[] = {preferred, NULL};
  void *openblas = preferred[0] ? opened(chosen, RTLD_LAZY | RTLD_LOCAL)
                                : opened(openblas_names, RTLD_LAZY | RTLD_GLOBAL);
  if (!openblas) {
    failed("OpenBLAS");
    return;
  }
  // Some have LAPACKE in OpenBLAS.
  void *lapacke = preferred[0] ? NULL : opened(lapacke_names, RTLD_LAZY | RTLD_LOCAL);
  if (!lapacke && !preferred[0] && !dlsym(openblas, "LAPACKE_dposv_work")) {
    opened(lapacke_names, RTLD_LAZY | RTLD_LOCAL);
    failed("LAPACKE");
    return;
  }
  // Python's wheels of OpenBLAS have a prefix before every name.
#define RESOLVE(result, name, arguments)                                  \
  if (!(lapacke && (*(void **)&library.name = dlsym(lapacke, #name))) &&  \
      !(*(void **)&library.name = dlsym(openblas, #name)) &&              \
      !(*(void **)&library.name = dlsym(openblas, "scipy_" #name))) {     \
    failed(#name);                                                        \
    return;                                                               \
  }
  FUNCTIONS(RESOLVE)
#undef RESOLVE
}

// OpenBLAS starts a thread for each processor while it is loaded. It counts those that the loading thread may use:
// for that time one. The environment, which other threads may be reading, stays as it is.
static void load(void) {
  // Kept until the first workspace is taken: threads that start in between take memory, too, and OpenBLAS asks for
  // ever where there is none.
  void *place = reserved(workspace + margin);
  if (!place || !is_free(libraries)) {
    snprintf(
        problem, sizeof problem,
        "there is too little memory: linear algebra takes %zu MiB, which can't be had",
        (libraries + workspace + margin) >> 20);
    if (place) munmap(place, workspace + margin);
    return;
  }
#if defined(__linux__)
  cpu_set_t all, one;
  int is_limited = sched_getaffinity(0, sizeof all, &all) == 0;
  if (is_limited) {
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++) {
      if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
    }
    is_limited = sched_setaffinity(0, sizeof one, &one) == 0;
  }
#endif
  load_libraries();
#if defined(__linux__)
  if (is_limited) sched_setaffinity(0, sizeof all, &all);
#endif
  // If another library had loaded it before.
  if (!problem[0]) library.openblas_set_num_threads(1);
  munmap(place, workspace + margin);
  if (problem[0]) return;
  // The first workspace, while there is memory for it.
  double matrix[4] = {2, 0, 0, 2}, vector[2] = {1, 1};
  lapacke_dposv('L', 2, 1, matrix, 2, vector, 2);
}

void lapacke_prefer(const char *openblas) {
  snprintf(preferred, sizeof preferred, "%s", openblas);
}

const char *lapacke_load(void) {
  pthread_once(&once, load);
  return problem[0] ? problem : NULL;
}

const char *lapacke_openblas_config(void) {
  const char *text = library.openblas_get_config ? library.openblas_get_config() : NULL;
  return text ? text : "OpenBLAS";
}

// MARK: Computing

int lapacke_dposv(char uplo, int n, int nrhs, double *a, int lda, double *b, int ldb) {
  begin();
  int info = library.LAPACKE_dposv_work(column_major, uplo, n, nrhs, a, lda, b, ldb);
  end();
  return info;
}

int lapacke_dpotri(char uplo, int n, double *a, int lda) {
  begin();
  int info = library.LAPACKE_dpotri(column_major, uplo, n, a, lda);
  end();
  return info;
}

int lapacke_dpbsv(
    char uplo, int n, int kd, int nrhs, double *ab, int ldab, double *b, int ldb) {
  begin();
  int info = library.LAPACKE_dpbsv_work(column_major, uplo, n, kd, nrhs, ab, ldab, b, ldb);
  end();
  return info;
}

int lapacke_dgesdd(
    char jobz, int m, int n, double *a, int lda, double *s, double *u, int ldu, double *vt, int ldvt,
    double *work, int lwork, int *iwork) {
  begin();
  int info = library.LAPACKE_dgesdd_work(
      column_major, jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork);
  end();
  return info;
}
