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
  apriltag_family_t *families[pose3d_marker_families];
  int count;
  // Whether the families are the library's own, which frees them.
  bool is_library_family;
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

static void free_markers(apriltag_family_t *family) {
  free(family->codes);
  free(family->bit_x);
  free(family->bit_y);
  free(family->name);
  free(family);
}

// A family of markers. The library turns a code by a quarter by rotating its bits by a quarter of their
// number: so the cells of one quarter come first, then those to which a turn clockwise moves them, and
// a middle cell last.
static apriltag_family_t *make_markers(const pose3d_marker_family *markers) {
  int side = markers->side;
  uint32_t bits = (uint32_t)(side * side), quarter = bits / 4;
  apriltag_family_t *family = calloc(1, sizeof *family);
  if (!family) return NULL;
  family->codes = calloc((size_t)markers->count, sizeof *family->codes);
  family->bit_x = calloc(bits, sizeof *family->bit_x);
  family->bit_y = calloc(bits, sizeof *family->bit_y);
  family->name = calloc(1, 1);
  if (!family->codes || !family->bit_x || !family->bit_y || !family->name) {
    free_markers(family);
    return NULL;
  }
  family->ncodes = (uint32_t)markers->count;
  family->nbits = bits;
  family->width_at_border = side + 2;
  family->total_width = side + 4;
  uint32_t at = 0;
  for (int ring = 0; ring < side / 2; ring++) {
    for (int column = ring; column < side - 1 - ring; column++, at++) {
      int x = column, y = ring;
      for (uint32_t turn = 0; turn < 4; turn++) {
        family->bit_x[at + turn * quarter] = (uint32_t)(x + 1);
        family->bit_y[at + turn * quarter] = (uint32_t)(y + 1);
        int turned = side - 1 - y;
        y = x;
        x = turned;
      }
    }
  }
  if (bits % 4) family->bit_x[bits - 1] = family->bit_y[bits - 1] = (uint32_t)(side / 2 + 1);
  for (int number = 0; number < markers->count; number++) {
    uint64_t code = 0;
    for (uint32_t bit = 0; bit < bits; bit++) {
      uint32_t cell = (family->bit_y[bit] - 1) * (uint32_t)side + family->bit_x[bit] - 1;
      code = code << 1 | (markers->codes[number] >> (bits - 1 - cell) & 1);
    }
    family->codes[number] = code;
  }
  return family;
}

void pose3d_apriltag_free(pose3d_apriltag_detector *detector) {
  if (!detector) return;
  if (detector->detector) library.apriltag_detector_destroy(detector->detector);
  for (int i = 0; i < detector->count; i++) {
    if (!detector->families[i]) continue;
    if (detector->is_library_family) {
      library.tag36h11_destroy(detector->families[i]);
    } else {
      free_markers(detector->families[i]);
    }
  }
  free(detector);
}

// Adds a family whose table of codes fits in memory.
static bool add(pose3d_apriltag_detector *made, apriltag_family_t *family, int corrected) {
  library.apriltag_detector_add_family_bits(made->detector, family, corrected);
  return family->impl != NULL;
}

static pose3d_apriltag_detector *make_empty(void) {
  pose3d_apriltag_detector *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->detector = library.apriltag_detector_create();
  if (!made->detector) {
    free(made);
    return NULL;
  }
  made->detector->nthreads = 1;
  made->detector->refine_edges = true;
  return made;
}

pose3d_apriltag_detector *pose3d_apriltag_make(void) {
  pose3d_apriltag_detector *made = make_empty();
  if (!made) return NULL;
  made->is_library_family = true;
  made->count = 2;
  for (int i = 0; i < 2; i++) made->families[i] = library.tag36h11_create();
  bool is_whole = made->families[0] && made->families[1];
  if (is_whole) {
    widen(made->families[0]);
    // One corrected bit: with two, a table of 40 times the size is made, and noise is taken for tags.
    is_whole = add(made, made->families[0], 1) && add(made, made->families[1], 1);
  }
  if (!is_whole) {
    pose3d_apriltag_free(made);
    return NULL;
  }
  return made;
}

pose3d_apriltag_detector *pose3d_apriltag_make_of(
    const pose3d_marker_family *families, int count) {
  if (count < 1 || count > pose3d_marker_families) return NULL;
  for (int i = 0; i < count; i++) {
    const pose3d_marker_family *one = &families[i];
    if (one->side < 3 || one->side > 7 || one->count < 1 || one->count > 65535) return NULL;
    if (one->corrected < 0 || one->corrected > 2) return NULL;
  }
  pose3d_apriltag_detector *made = make_empty();
  if (!made) return NULL;
  made->count = count;
  for (int i = 0; i < count; i++) {
    made->families[i] = make_markers(&families[i]);
    if (!made->families[i] || !add(made, made->families[i], families[i].corrected)) {
      pose3d_apriltag_free(made);
      return NULL;
    }
  }
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
    found[i].border = detector->is_library_family && tag->family == detector->families[0] ? 2 : 1;
    found[i].family = 0;
    while (found[i].family < detector->count - 1 &&
           tag->family != detector->families[found[i].family]) {
      found[i].family++;
    }
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
