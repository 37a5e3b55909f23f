// nanosleep, getpid.
#define _POSIX_C_SOURCE 200809L

#include "openvino_shim.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The part of OpenVINO's C API (openvino/c/*.h, unchanged since 2022.3) that is used: handles are
// opaque, a status of 0 is success.
typedef struct { const char *build_number, *description; } version_record;
typedef struct { int64_t rank, *extents; } shape_record;
// An extent between two bounds; both -1, or the upper one, where it is left open.
typedef struct { int64_t least, most; } extent_record;
typedef struct { extent_record rank, *extents; } open_shape_record;

#define OPENVINO_FUNCTIONS(X)                                                                     \
  X(int, ov_get_openvino_version, (version_record *))                                             \
  X(void, ov_version_free, (version_record *))                                                    \
  X(const char *, ov_get_error_info, (int))                                                       \
  X(const char *, ov_get_last_err_msg, (void))                                                    \
  X(void, ov_free, (const char *))                                                                \
  X(int, ov_core_create, (void **))                                                               \
  X(void, ov_core_free, (void *))                                                                 \
  X(int, ov_core_compile_model_from_file,                                                         \
    (const void *, const char *, const char *, size_t, void **, ...))                             \
  X(int, ov_core_read_model, (const void *, const char *, const char *, void **))                 \
  X(int, ov_core_compile_model,                                                                   \
    (const void *, const void *, const char *, size_t, void **, ...))                             \
  X(void, ov_model_free, (void *))                                                                \
  X(int, ov_model_inputs_size, (const void *, size_t *))                                          \
  X(int, ov_model_const_input_by_index, (const void *, size_t, void **))                          \
  X(int, ov_model_reshape_single_input, (const void *, open_shape_record))                        \
  X(int, ov_port_get_partial_shape, (const void *, open_shape_record *))                          \
  X(void, ov_partial_shape_free, (open_shape_record *))                                           \
  X(void, ov_compiled_model_free, (void *))                                                       \
  X(int, ov_compiled_model_outputs_size, (const void *, size_t *))                                \
  X(int, ov_compiled_model_output_by_index, (const void *, size_t, void **))                      \
  X(int, ov_port_get_any_name, (const void *, char **))                                           \
  X(void, ov_output_const_port_free, (void *))                                                    \
  X(int, ov_compiled_model_create_infer_request, (const void *, void **))                         \
  X(void, ov_infer_request_free, (void *))                                                        \
  X(int, ov_infer_request_get_input_tensor, (const void *, void **))                              \
  X(int, ov_infer_request_get_output_tensor_by_index, (const void *, size_t, void **))            \
  X(int, ov_infer_request_infer, (void *))                                                        \
  X(int, ov_tensor_data, (const void *, void **))                                                 \
  X(int, ov_tensor_get_byte_size, (const void *, size_t *))                                       \
  X(int, ov_tensor_get_size, (const void *, size_t *))                                            \
  X(int, ov_tensor_get_shape, (const void *, shape_record *))                                     \
  X(int, ov_shape_free, (shape_record *))                                                         \
  X(void, ov_tensor_free, (void *))

enum { most_outputs = 8 };

struct ovs_runtime {
#define DECLARE(result, name, arguments) result(*name) arguments;
  OPENVINO_FUNCTIONS(DECLARE)
#undef DECLARE
  void *core;
  char version[128];
};

struct ovs_graph {
  const ovs_runtime *runtime;
  void *model;
};

// Where the numbers of a tensor are, and how many.
typedef struct { float *start; size_t count; } numbers_record;

struct ovs_model {
  const ovs_runtime *runtime;
  int has_run;
  void *compiled, *request, *input;
  size_t output_count;
  void *outputs[most_outputs];
  // As they were when they were last asked for.
  numbers_record input_numbers, output_numbers[most_outputs];
};

// exit() takes OpenVINO down while other threads, as those of a server, may still be in it: of 120
// such programs 12 crashed. So exit() first waits for the calls that are under way, and later ones do
// nothing.
static atomic_int calls_under_way;
static atomic_int has_ended;
// A forked child has the count of calls, but not the threads that are in them.
static atomic_int process;

static int enter(void) {
  atomic_fetch_add(&calls_under_way, 1);
  if (!atomic_load(&has_ended)) return 1;
  atomic_fetch_sub(&calls_under_way, 1);
  return 0;
}

static void leave(void) { atomic_fetch_sub(&calls_under_way, 1); }

static void end(void) {
  if (getpid() != atomic_load(&process)) return;
  atomic_store(&has_ended, 1);
  // Calls take up to a second; a program doesn't hang because one never returns.
  const struct timespec pause = {0, 1000000};
  for (int waits = 0; atomic_load(&calls_under_way) > 0 && waits < 5000; waits++)
    nanosleep(&pause, NULL);
}

// Handlers run from the last to the first, and OpenVINO has its own for what it makes when it
// compiles a model and when it first runs it: this is called after each of these. A program that ends
// while its first model is compiled is not covered.
static void wait_at_exit(void) {
  atomic_store(&process, getpid());
  atexit(end);
}

static int refused(char *error, size_t capacity) {
  snprintf(error, capacity, "the program is ending");
  return -1;
}

// Writes "<what>: <status in words>: <OpenVINO's own message>" and returns the status. The last
// message is the whole process's, so when two threads fail at once it may be the other's; the
// status is always this call's.
static int failed(
    const ovs_runtime *r, const char *what, int status, char *error, size_t capacity) {
  const char *message = r->ov_get_last_err_msg();  // a copy, ours to free
  snprintf(
      error, capacity, "%s: %s%s%s", what, r->ov_get_error_info(status), message ? ": " : "",
      message ? message : "");
  if (message) r->ov_free(message);
  return status;
}

ovs_runtime *ovs_runtime_open(const char *library, char *error, size_t capacity) {
  void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!loaded) {
    const char *reason = dlerror();
    snprintf(error, capacity, "%s", reason ? reason : "dlopen failed");
    return NULL;
  }
  ovs_runtime *r = calloc(1, sizeof *r);
  if (!r) {
    snprintf(error, capacity, "out of memory");
    return NULL;
  }
#define RESOLVE(result, name, arguments)                                   \
  if (!(*(void **)&r->name = dlsym(loaded, #name))) {                      \
    snprintf(                                                              \
        error, capacity,                                                   \
        "the library has no function " #name                               \
        ": it isn't OpenVINO's C library, or one older than 2022.3");      \
    free(r);                                                               \
    dlclose(loaded);                                                       \
    return NULL;                                                           \
  }
  OPENVINO_FUNCTIONS(RESOLVE)
#undef RESOLVE
  version_record version;
  if (r->ov_get_openvino_version(&version) == 0) {
    snprintf(r->version, sizeof r->version, "%s", version.build_number);
    r->ov_version_free(&version);
  }
  int status = -1;
  if (enter()) {
    status = r->ov_core_create(&r->core);
    wait_at_exit();
    leave();
  }
  if (status) {
    failed(r, "ov_core_create", status, error, capacity);
    free(r);
    return NULL;
  }
  return r;
}

const char *ovs_runtime_version(const ovs_runtime *runtime) { return runtime->version; }

void ovs_runtime_close(ovs_runtime *runtime) {
  if (!runtime || !enter()) return;
  runtime->ov_core_free(runtime->core);
  free(runtime);
  leave();
}

// OpenVINO sets the locale of the process to "C" while it reads a model, and then back to what it was. Where two
// models are read side by side, the second finds the first one's "C" and leaves it: a Python program then can't write
// UTF-8 any more. The locale from before the first of several is set again after the last.
static pthread_mutex_t locale_lock = PTHREAD_MUTEX_INITIALIZER;
static int locale_readers;
static char *locale_before;

static void begin_reading(void) {
  pthread_mutex_lock(&locale_lock);
  if (locale_readers++ == 0) {
    const char *now = setlocale(LC_ALL, NULL);
    locale_before = now ? strdup(now) : NULL;
  }
  pthread_mutex_unlock(&locale_lock);
}

static void end_reading(void) {
  pthread_mutex_lock(&locale_lock);
  if (--locale_readers == 0 && locale_before) {
    const char *now = setlocale(LC_ALL, NULL);
    if (!now || strcmp(now, locale_before)) setlocale(LC_ALL, locale_before);
    free(locale_before);
    locale_before = NULL;
  }
  pthread_mutex_unlock(&locale_lock);
}

// The precision is always f32. Left alone, OpenVINO takes bf16 on processors that have it, and
// BlazePose then misses: 104 mm mean error of the world landmarks against 0.1 mm, and another
// number of persons in 13 % of the pictures. One stream and a fixed number of threads, since the
// callers run one picture at a time and share the processor themselves.
//
// What is compiled is the graph, where there is one, else the file.
static int compile(
    const ovs_runtime *r, const void *graph, const char *path, int threads, const char *cache,
    void **compiled) {
  char count[16];
  snprintf(count, sizeof count, "%d", threads);
// Without pinning: each model's thread would be bound to the same processor as every other's, and
// detectors side by side would wait for each other.
#define PROPERTIES                                                                      \
  "PERFORMANCE_HINT", "LATENCY", "NUM_STREAMS", "1", "INFERENCE_NUM_THREADS", count,    \
      "INFERENCE_PRECISION_HINT", "f32", "ENABLE_CPU_PINNING", "NO"
#define COMPILE(function, source)                                                       \
  (cache ? r->function(r->core, source, "CPU", 12, compiled, PROPERTIES, "CACHE_DIR", cache) \
         : r->function(r->core, source, "CPU", 10, compiled, PROPERTIES))
  return graph ? COMPILE(ov_core_compile_model, graph)
               : COMPILE(ov_core_compile_model_from_file, path);
#undef COMPILE
#undef PROPERTIES
}

static ovs_model *opened_inside(
    const ovs_runtime *r, const void *graph, const char *path, int threads, const char *cache,
    char *error, size_t capacity) {
  ovs_model *m = calloc(1, sizeof *m);
  if (!m) {
    snprintf(error, capacity, "out of memory");
    return NULL;
  }
  m->runtime = r;
#define CHECKED(call, ...)                                    \
  do {                                                        \
    int status = r->call(__VA_ARGS__);                        \
    if (status) {                                             \
      failed(r, #call, status, error, capacity);              \
      ovs_model_close(m);                                     \
      return NULL;                                            \
    }                                                         \
  } while (0)
  int status = compile(r, graph, path, threads, cache, &m->compiled);
  if (status) {
    failed(r, "ov_core_compile_model", status, error, capacity);
    ovs_model_close(m);
    return NULL;
  }
  CHECKED(ov_compiled_model_create_infer_request, m->compiled, &m->request);
  CHECKED(ov_infer_request_get_input_tensor, m->request, &m->input);
  CHECKED(ov_compiled_model_outputs_size, m->compiled, &m->output_count);
  if (m->output_count > most_outputs) m->output_count = most_outputs;
  for (size_t i = 0; i < m->output_count; i++)
    CHECKED(ov_infer_request_get_output_tensor_by_index, m->request, i, &m->outputs[i]);
#undef CHECKED
  return m;
}

static ovs_model *opened(
    const ovs_runtime *r, const void *graph, const char *path, int threads, const char *cache,
    char *error, size_t capacity) {
  if (!enter()) {
    refused(error, capacity);
    return NULL;
  }
  begin_reading();
  ovs_model *m = opened_inside(r, graph, path, threads, cache, error, capacity);
  end_reading();
  wait_at_exit();
  leave();
  return m;
}

ovs_model *ovs_model_open(
    ovs_runtime *runtime, const char *path, int threads, const char *cache, char *error,
    size_t capacity) {
  return opened(runtime, NULL, path, threads, cache, error, capacity);
}

ovs_graph *ovs_graph_open(
    ovs_runtime *runtime, const char *path, char *error, size_t capacity) {
  ovs_graph *g = calloc(1, sizeof *g);
  if (!g) {
    snprintf(error, capacity, "out of memory");
    return NULL;
  }
  g->runtime = runtime;
  if (!enter()) {
    refused(error, capacity);
    free(g);
    return NULL;
  }
  begin_reading();
  int status = runtime->ov_core_read_model(runtime->core, path, NULL, &g->model);
  end_reading();
  if (status) {
    failed(runtime, "ov_core_read_model", status, error, capacity);
    free(g);
  }
  leave();
  return status ? NULL : g;
}

size_t ovs_graph_input_count(const ovs_graph *graph) {
  size_t count = 0;
  if (!enter()) return 0;
  if (graph->runtime->ov_model_inputs_size(graph->model, &count)) count = 0;
  leave();
  return count;
}

size_t ovs_graph_input_shape(
    const ovs_graph *graph, size_t index, int64_t *extents, size_t capacity) {
  const ovs_runtime *r = graph->runtime;
  void *port = NULL;
  open_shape_record record = {0};
  size_t rank = 0;
  if (!enter()) return 0;
  if (!r->ov_model_const_input_by_index(graph->model, index, &port)) {
    if (!r->ov_port_get_partial_shape(port, &record)) {
      if (record.rank.least == record.rank.most && record.rank.least > 0)
        rank = (size_t)record.rank.least;
      for (size_t i = 0; i < rank && i < capacity; i++) {
        extent_record extent = record.extents[i];
        extents[i] = extent.least == extent.most ? extent.least : -1;
      }
      r->ov_partial_shape_free(&record);
    }
    r->ov_output_const_port_free(port);
  }
  leave();
  return rank;
}

ovs_model *ovs_graph_compile(
    ovs_graph *graph, const int64_t *extents, size_t rank, int threads, const char *cache,
    char *error, size_t capacity) {
  const ovs_runtime *r = graph->runtime;
  extent_record fixed[8];
  if (rank > sizeof fixed / sizeof *fixed) {
    snprintf(error, capacity, "an input of %zu extents", rank);
    return NULL;
  }
  for (size_t i = 0; i < rank; i++) fixed[i] = (extent_record){extents[i], extents[i]};
  open_shape_record record = {{(int64_t)rank, (int64_t)rank}, fixed};
  if (!enter()) {
    refused(error, capacity);
    return NULL;
  }
  int status = r->ov_model_reshape_single_input(graph->model, record);
  if (status) failed(r, "ov_model_reshape_single_input", status, error, capacity);
  leave();
  return status ? NULL : opened(r, graph->model, NULL, threads, cache, error, capacity);
}

void ovs_graph_close(ovs_graph *graph) {
  if (!graph || !enter()) return;
  graph->runtime->ov_model_free(graph->model);
  free(graph);
  leave();
}

// NULL for a tensor whose elements are not of four bytes: those of other models may be integers. When
// the program ends they are where they were: nothing is freed any more.
static float *numbers(
    const ovs_runtime *r, const void *tensor, numbers_record *known, size_t *count) {
  if (enter()) {
    void *data = NULL;
    size_t bytes = 0, elements = 0;
    int is_usable = !r->ov_tensor_data(tensor, &data) &&
                    !r->ov_tensor_get_byte_size(tensor, &bytes) &&
                    !r->ov_tensor_get_size(tensor, &elements) &&
                    bytes == elements * sizeof(float);
    *known = is_usable ? (numbers_record){data, elements} : (numbers_record){NULL, 0};
    leave();
  }
  *count = known->count;
  return known->start;
}

static size_t shape(
    const ovs_runtime *r, const void *tensor, int64_t *extents, size_t capacity) {
  shape_record record = {0};
  size_t rank = 0;
  if (!enter()) return 0;
  if (!r->ov_tensor_get_shape(tensor, &record)) {
    rank = record.rank > 0 ? (size_t)record.rank : 0;
    for (size_t i = 0; i < rank && i < capacity; i++) extents[i] = record.extents[i];
    r->ov_shape_free(&record);
  }
  leave();
  return rank;
}

size_t ovs_model_input_shape(ovs_model *model, int64_t *extents, size_t capacity) {
  return shape(model->runtime, model->input, extents, capacity);
}

size_t ovs_model_output_shape(
    const ovs_model *model, size_t index, int64_t *extents, size_t capacity) {
  if (index >= model->output_count) return 0;
  return shape(model->runtime, model->outputs[index], extents, capacity);
}

float *ovs_model_input(ovs_model *model, size_t *count) {
  return numbers(model->runtime, model->input, &model->input_numbers, count);
}

size_t ovs_model_output_count(const ovs_model *model) { return model->output_count; }

const float *ovs_model_output(ovs_model *model, size_t index, size_t *count) {
  *count = 0;
  if (index >= model->output_count) return NULL;
  return numbers(model->runtime, model->outputs[index], &model->output_numbers[index], count);
}

void ovs_model_output_name(const ovs_model *model, size_t index, char *name, size_t capacity) {
  const ovs_runtime *r = model->runtime;
  void *port = NULL;
  char *found = NULL;
  if (capacity) name[0] = 0;
  if (index >= model->output_count || !enter()) return;
  if (!r->ov_compiled_model_output_by_index(model->compiled, index, &port)) {
    if (!r->ov_port_get_any_name(port, &found)) {
      snprintf(name, capacity, "%s", found);
      r->ov_free(found);
    }
    r->ov_output_const_port_free(port);
  }
  leave();
}

int ovs_model_run(ovs_model *model, char *error, size_t capacity) {
  const ovs_runtime *r = model->runtime;
  if (!enter()) return refused(error, capacity);
  int status = r->ov_infer_request_infer(model->request);
  if (status) failed(r, "ov_infer_request_infer", status, error, capacity);
  if (!model->has_run) wait_at_exit();
  model->has_run = 1;
  leave();
  return status;
}

void ovs_model_close(ovs_model *model) {
  if (!model || !enter()) return;
  const ovs_runtime *r = model->runtime;
  for (size_t i = 0; i < most_outputs; i++)
    if (model->outputs[i]) r->ov_tensor_free(model->outputs[i]);
  if (model->input) r->ov_tensor_free(model->input);
  if (model->request) r->ov_infer_request_free(model->request);
  if (model->compiled) r->ov_compiled_model_free(model->compiled);
  free(model);
  leave();
}
