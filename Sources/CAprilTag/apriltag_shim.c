#include "apriltag_shim.h"

#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every function that is called: the headers give their types.
#define FUNCTIONS(X)               \
  X(tag36h11_create)               \
  X(tag36h11_destroy)              \
  X(apriltag_detector_create)      \
  X(apriltag_detector_destroy)     \
  X(apriltag_detector_add_family_bits) \
  X(apriltag_detector_detect)      \
  X(apriltag_detections_destroy)

static struct {
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
#undef DECLARE
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[512];

static void failed(const char *what) {
  const char *reason = dlerror();
  snprintf(
      problem, sizeof problem,
      "%s can't be loaded (%s): install AprilTag's library, with scripts/setup or as the package "
      "libapriltag3",
      what, reason ? reason : "no reason given");
}

static void load(void) {
#ifdef __APPLE__
  static const char *const names[] = {
      "/opt/homebrew/opt/apriltag/lib/libapriltag.3.dylib",
      "/usr/local/opt/apriltag/lib/libapriltag.3.dylib", "libapriltag.3.dylib"};
#else
  static const char *const names[] = {"libapriltag.so.3"};
#endif
  enum { count = sizeof names / sizeof *names };
  void *loaded = NULL;
  for (int i = 0; i < count && !loaded; i++) loaded = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
  if (!loaded) {
    failed(names[count - 1]);
    return;
  }
#define RESOLVE(name)                                             \
  if (!(*(void **)&library.name = dlsym(loaded, #name))) {        \
    failed(#name);                                                \
    return;                                                       \
  }
  FUNCTIONS(RESOLVE)
#undef RESOLVE
}

const char *pose3d_apriltag_load(void) {
  pthread_once(&once, load);
  return problem[0] ? problem : NULL;
}

struct pose3d_apriltag_detector {
  apriltag_detector_t *detector;
  apriltag_family_t *narrow, *wide;
};

// A border of one cell more: the cells of the code move inwards.
static void widen(apriltag_family_t *family) {
  family->width_at_border += 2;
  family->total_width += 2;
  for (uint32_t i = 0; i < family->nbits; i++) {
    family->bit_x[i]++;
    family->bit_y[i]++;
  }
}

void pose3d_apriltag_free(pose3d_apriltag_detector *detector) {
  if (!detector) return;
  if (detector->detector) library.apriltag_detector_destroy(detector->detector);
  if (detector->narrow) library.tag36h11_destroy(detector->narrow);
  if (detector->wide) library.tag36h11_destroy(detector->wide);
  free(detector);
}

pose3d_apriltag_detector *pose3d_apriltag_make(void) {
  pose3d_apriltag_detector *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->detector = library.apriltag_detector_create();
  made->narrow = library.tag36h11_create();
  made->wide = library.tag36h11_create();
  if (!made->detector || !made->narrow || !made->wide) {
    pose3d_apriltag_free(made);
    return NULL;
  }
  widen(made->wide);
  // One corrected bit: with two, a table of 40 times the size is made, and noise is taken for tags.
  library.apriltag_detector_add_family_bits(made->detector, made->wide, 1);
  library.apriltag_detector_add_family_bits(made->detector, made->narrow, 1);
  made->detector->nthreads = 1;
  made->detector->refine_edges = true;
  return made;
}

int pose3d_apriltag_detect(
    pose3d_apriltag_detector *detector, const uint8_t *pixels, int width, int height,
    float decimation, pose3d_apriltag *found, int capacity) {
  detector->detector->quad_decimate = decimation;
  image_u8_t image = {.width = width, .height = height, .stride = width, .buf = (uint8_t *)pixels};
  zarray_t *tags = library.apriltag_detector_detect(detector->detector, &image);
  if (!tags) return -1;
  int count = zarray_size(tags);
  for (int i = 0; i < count && i < capacity; i++) {
    apriltag_detection_t *tag;
    zarray_get(tags, i, &tag);
    found[i].id = tag->id;
    found[i].corrected = tag->hamming;
    found[i].border = tag->family == detector->wide ? 2 : 1;
    found[i].margin = tag->decision_margin;
    memcpy(found[i].corners, tag->p, sizeof found[i].corners);
  }
  library.apriltag_detections_destroy(tags);
  return count;
}

bool pose3d_apriltag_cells(int id, bool cells[36]) {
  apriltag_family_t *family = library.tag36h11_create();
  if (!family) return false;
  bool is_known = id >= 0 && (uint32_t)id < family->ncodes && family->nbits == 36;
  if (is_known) {
    memset(cells, 0, 36 * sizeof *cells);
    for (uint32_t i = 0; i < 36; i++) {
      uint32_t x = family->bit_x[i] - 1, y = family->bit_y[i] - 1;
      if (x < 6 && y < 6) cells[6 * y + x] = family->codes[id] >> (35 - i) & 1;
    }
  }
  library.tag36h11_destroy(family);
  return is_known;
}
