#include "ffmpeg_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// Every function that is called: result, name, parameters, arguments. FFmpeg's headers hold each to
// its type, since it is defined here under its own name.
#define FUNCTIONS(X, V)                                                                           \
  V(av_dict_free, (AVDictionary **m), (m))                                                        \
  X(AVDictionaryEntry *, av_dict_get,                                                             \
    (const AVDictionary *m, const char *key, const AVDictionaryEntry *previous, int flags),       \
    (m, key, previous, flags))                                                                    \
  X(int, av_dict_set, (AVDictionary **m, const char *key, const char *value, int flags),          \
    (m, key, value, flags))                                                                       \
  X(AVRational, av_d2q, (double d, int max), (d, max))                                            \
  X(AVFrame *, av_frame_alloc, (void), ())                                                        \
  V(av_frame_free, (AVFrame **frame), (frame))                                                    \
  X(int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))                        \
  X(int, av_frame_make_writable, (AVFrame *frame), (frame))                                       \
  X(int, av_frame_ref, (AVFrame *to, const AVFrame *from), (to, from))                            \
  V(av_frame_move_ref, (AVFrame *to, AVFrame *from), (to, from))                                  \
  V(av_frame_unref, (AVFrame *frame), (frame))                                                    \
  X(const AVInputFormat *, av_find_input_format, (const char *name), (name))                      \
  V(av_free, (void *memory), (memory))                                                            \
  X(int, av_get_cpu_flags, (void), ())                                                            \
  X(enum AVPixelFormat, av_get_pix_fmt, (const char *name), (name))                               \
  X(const char *, av_get_pix_fmt_name, (enum AVPixelFormat format), (format))                     \
  V(av_log_default_callback,                                                                      \
    (void *object, int level, const char *format, va_list arguments),                             \
    (object, level, format, arguments))                                                           \
  V(av_log_set_callback, (void (*callback)(void *, int, const char *, va_list)), (callback))      \
  V(av_log_set_level, (int level), (level))                                                       \
  X(void *, av_malloc, (size_t size), (size))                                                     \
  X(const AVOption *, av_opt_find2,                                                               \
    (void *object, const char *name, const char *unit, int option_flags, int search_flags,        \
     void **owner),                                                                               \
    (object, name, unit, option_flags, search_flags, owner))                                      \
  X(const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat format), (format))       \
  X(int64_t, av_rescale_q, (int64_t a, AVRational from, AVRational to), (a, from, to))            \
  X(int, av_strerror, (int code, char *text, size_t size), (code, text, size))                    \
  X(const char *, av_version_info, (void), ())                                                    \
  X(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))                    \
  X(const AVCodecDescriptor *, avcodec_descriptor_get, (enum AVCodecID codec), (codec))           \
  X(const AVCodec *, avcodec_find_decoder, (enum AVCodecID codec), (codec))                       \
  X(const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))                    \
  V(avcodec_flush_buffers, (AVCodecContext *context), (context))                                  \
  V(avcodec_free_context, (AVCodecContext **context), (context))                                  \
  X(const char *, avcodec_get_name, (enum AVCodecID codec), (codec))                              \
  X(int, avcodec_open2, (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),  \
    (context, codec, options))                                                                    \
  X(int, avcodec_parameters_from_context,                                                         \
    (AVCodecParameters *parameters, const AVCodecContext *context), (parameters, context))        \
  X(int, avcodec_parameters_to_context,                                                           \
    (AVCodecContext *context, const AVCodecParameters *parameters), (context, parameters))        \
  X(int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame), (context, frame))      \
  X(int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet), (context, packet))  \
  X(int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame), (context, frame))   \
  X(int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet),                  \
    (context, packet))                                                                            \
  X(AVPacket *, av_packet_alloc, (void), ())                                                      \
  X(AVPacket *, av_packet_clone, (const AVPacket *packet), (packet))                              \
  V(av_packet_free, (AVPacket **packet), (packet))                                                \
  V(av_packet_move_ref, (AVPacket *to, AVPacket *from), (to, from))                               \
  X(int, av_packet_ref, (AVPacket *to, const AVPacket *from), (to, from))                         \
  V(av_packet_rescale_ts, (AVPacket *packet, AVRational from, AVRational to),                     \
    (packet, from, to))                                                                           \
  V(av_packet_unref, (AVPacket *packet), (packet))                                                \
  X(AVRational, av_guess_sample_aspect_ratio,                                                     \
    (AVFormatContext *context, AVStream *stream, AVFrame *frame), (context, stream, frame))       \
  X(int, av_interleaved_write_frame, (AVFormatContext *context, AVPacket *packet),                \
    (context, packet))                                                                            \
  X(int, av_probe_input_buffer2,                                                                  \
    (AVIOContext *io, const AVInputFormat **format, const char *url, void *log,                   \
     unsigned int offset, unsigned int max),                                                      \
    (io, format, url, log, offset, max))                                                          \
  X(int, av_read_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))          \
  X(int, av_seek_frame, (AVFormatContext *context, int stream, int64_t time, int flags),          \
    (context, stream, time, flags))                                                               \
  X(int, av_write_trailer, (AVFormatContext *context), (context))                                 \
  X(AVFormatContext *, avformat_alloc_context, (void), ())                                        \
  X(int, avformat_alloc_output_context2,                                                          \
    (AVFormatContext **context, const AVOutputFormat *format, const char *name,                   \
     const char *file),                                                                           \
    (context, format, name, file))                                                                \
  V(avformat_close_input, (AVFormatContext **context), (context))                                 \
  X(int, avformat_find_stream_info, (AVFormatContext *context, AVDictionary **options),           \
    (context, options))                                                                           \
  X(int, avformat_flush, (AVFormatContext *context), (context))                                   \
  V(avformat_free_context, (AVFormatContext *context), (context))                                 \
  X(AVStream *, avformat_new_stream, (AVFormatContext *context, const AVCodec *codec),            \
    (context, codec))                                                                             \
  X(int, avformat_open_input,                                                                     \
    (AVFormatContext **context, const char *url, const AVInputFormat *format,                     \
     AVDictionary **options),                                                                     \
    (context, url, format, options))                                                              \
  X(int, avformat_seek_file,                                                                      \
    (AVFormatContext *context, int stream, int64_t least, int64_t time, int64_t most, int flags), \
    (context, stream, least, time, most, flags))                                                  \
  X(int, avformat_write_header, (AVFormatContext *context, AVDictionary **options),               \
    (context, options))                                                                           \
  X(AVIOContext *, avio_alloc_context,                                                            \
    (unsigned char *buffer, int size, int is_written, void *stream,                               \
     int (*read)(void *, uint8_t *, int), avio_write_function write,                              \
     int64_t (*seek)(void *, int64_t, int)),                                                      \
    (buffer, size, is_written, stream, read, write, seek))                                        \
  X(int, avio_closep, (AVIOContext **io), (io))                                                   \
  V(avio_context_free, (AVIOContext **io), (io))                                                  \
  X(int, avio_open2,                                                                              \
    (AVIOContext **io, const char *url, int flags, const AVIOInterruptCB *interrupt,              \
     AVDictionary **options),                                                                     \
    (io, url, flags, interrupt, options))                                                         \
  V(sws_freeContext, (struct SwsContext *context), (context))                                     \
  X(struct SwsContext *, sws_getCachedContext,                                                    \
    (struct SwsContext *context, int width, int height, enum AVPixelFormat format, int to_width,  \
     int to_height, enum AVPixelFormat to_format, int flags, SwsFilter *from, SwsFilter *to,      \
     const double *parameters),                                                                   \
    (context, width, height, format, to_width, to_height, to_format, flags, from, to,             \
     parameters))                                                                                 \
  X(const int *, sws_getCoefficients, (int space), (space))                                       \
  X(int, sws_scale,                                                                               \
    (struct SwsContext *context, const uint8_t *const planes[], const int strides[], int top,     \
     int height, uint8_t *const to[], const int to_strides[]),                                    \
    (context, planes, strides, top, height, to, to_strides))                                      \
  X(int, sws_setColorspaceDetails,                                                                \
    (struct SwsContext *context, const int matrix[4], int is_full, const int to_matrix[4],        \
     int to_is_full, int brightness, int contrast, int saturation),                               \
    (context, matrix, is_full, to_matrix, to_is_full, brightness, contrast, saturation))

// avio_alloc_context's writer took bytes that it might change until libavformat 61.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef int (*avio_write_function)(void *, const uint8_t *, int);
#else
typedef int (*avio_write_function)(void *, uint8_t *, int);
#endif

static struct {
#define DECLARE(result, name, parameters, arguments) result(*name) parameters;
#define DECLARE_VOID(name, parameters, arguments) void(*name) parameters;
  FUNCTIONS(DECLARE, DECLARE_VOID)
#undef DECLARE
#undef DECLARE_VOID
  // What pose3d_display_matrix calls: before FFmpeg 6.1, and since then.
  uint8_t *(*side_data)(const AVStream *, enum AVPacketSideDataType, size_t *);
  const AVPacketSideData *(*coded_side_data)(
      const AVPacketSideData *, int, enum AVPacketSideDataType);
  // What pose3d_index_count and pose3d_index_entry call since FFmpeg 5.
  int (*index_count)(const AVStream *);
  const AVIndexEntry *(*index_entry)(AVStream *, int);
} library;

// MARK: Releases

// The numbers in the names of each release's libraries.
static const struct release {
  int avutil, swscale, avcodec, avformat;
} releases[] = {{56, 5, 58, 58}, {57, 6, 59, 59}, {58, 7, 60, 60},
                {59, 8, 61, 61}, {60, 9, 62, 62}, {61, 10, 63, 63}};
enum { oldest = 4, release_count = sizeof releases / sizeof *releases };

// Of the oldest release only the last version works.
#define OLDEST_WORKING "4.4"
#define NEWEST_WORKING 9
#define TEXT(words) #words
#define WORDS(number) TEXT(number)
_Static_assert(NEWEST_WORKING == oldest + release_count - 1, "NEWEST_WORKING isn't the last of releases");

// libavformat was 58 in FFmpeg 4, and has gone up by one with each since.
enum { own = LIBAVFORMAT_VERSION_MAJOR - 58 };
// FFmpeg 4 works, but its headers have other types.
_Static_assert(own >= 1 && own < release_count, "layouts.h has no column for this release of FFmpeg");

// The place among `releases` of what is loaded.
static int loaded_release = own;

static const int layouts[layout_count][release_count] = {
#define FIELD(structure, field, ...) {__VA_ARGS__},
#define CONSTANT(name, ...) {__VA_ARGS__},
    POSE3D_LAYOUTS(FIELD, FIELD, FIELD, CONSTANT)
#undef FIELD
#undef CONSTANT
};

// The headers' own column is what the headers say.
#define OF_HEADERS(a, b, c, d, e, f) \
  (own == 0 ? a : own == 1 ? b : own == 2 ? c : own == 3 ? d : own == 4 ? e : f)
#define FIELD(structure, field, ...)                                 \
  _Static_assert(offsetof(structure, field) == OF_HEADERS(__VA_ARGS__), \
                 #structure "." #field " is elsewhere: scripts/ffmpeg_layouts.py");
#define LATE(structure, field, ...)
#define EARLY(structure, field, ...)
#define CONSTANT(name, ...)                           \
  _Static_assert((int)name == OF_HEADERS(__VA_ARGS__), \
                 #name " is another number: scripts/ffmpeg_layouts.py");
POSE3D_LAYOUTS(FIELD, LATE, EARLY, CONSTANT)
#undef FIELD
#undef LATE
#undef EARLY
#undef CONSTANT

int pose3d_layout(enum pose3d_layout layout) { return layouts[layout][loaded_release]; }

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t once_devices = PTHREAD_ONCE_INIT;
static char problem[512];
static char problem_of_devices[512];

// MARK: Loading

static void say(char *text, size_t size, const char *what) {
  const char *reason = dlerror();
  snprintf(text, size, "%s can't be loaded (%s)", what, reason ? reason : "no reason given");
}

static void name_file(char *text, size_t size, const char *name, int number) {
#ifdef __APPLE__
  snprintf(text, size, "lib%s.%d.dylib", name, number);
#else
  snprintf(text, size, "lib%s.so.%d", name, number);
#endif
}

static void *opened(const char *name) {
#ifdef __APPLE__
  static const char *const folders[] = {
      "/opt/homebrew/opt/ffmpeg/lib/", "/usr/local/opt/ffmpeg/lib/", ""};
#else
  static const char *const folders[] = {""};
#endif
  enum { places = sizeof folders / sizeof *folders };
  void *library = NULL;
  for (int i = 0; i < places && !library; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s%s", folders[i], name);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  }
  return library;
}

// Whether a release is there whole; else `text` says what isn't. What was found of it stays open: another part of
// the process may use it.
static int load_release(const struct release *release, char *text, size_t size) {
  // Each before those that need it.
  const struct {
    const char *name;
    int number;
  } parts[] = {{"avutil", release->avutil},
               {"swscale", release->swscale},
               {"avcodec", release->avcodec},
               {"avformat", release->avformat}};
  enum { count = sizeof parts / sizeof *parts };
  void *loaded[count] = {NULL};
  for (int i = 0; i < count; i++) {
    char name[64];
    name_file(name, sizeof name, parts[i].name, parts[i].number);
    loaded[i] = opened(name);
    if (!loaded[i]) {
      say(text, size, name);
      return 0;
    }
  }
  // The first that has it: what a library needs is looked through, too.
#define FIND(field, name)                              \
  library.field = NULL;                                \
  for (int i = 0; i < count && !library.field; i++)    \
    *(void **)&library.field = dlsym(loaded[i], #name);
#define RESOLVE(name)        \
  FIND(name, name)           \
  if (!library.name) {       \
    say(text, size, #name);  \
    return 0;                \
  }
#define RESOLVE_RESULT(result, name, parameters, arguments) RESOLVE(name)
#define RESOLVE_VOID(name, parameters, arguments) RESOLVE(name)
  FUNCTIONS(RESOLVE_RESULT, RESOLVE_VOID)
#undef RESOLVE_RESULT
#undef RESOLVE_VOID
#undef RESOLVE
  unsigned (*version)(void) = NULL;
  *(void **)&version = dlsym(loaded[count - 1], "avformat_version");
  // What is read of a stream's index wasn't always where OLDEST_WORKING has it.
  if (release->avformat == 58 && (!version || version() < AV_VERSION_INT(58, 76, 0))) {
    snprintf(text, size, "of FFmpeg 4 is older than " OLDEST_WORKING);
    return 0;
  }
  FIND(side_data, av_stream_get_side_data)
  FIND(coded_side_data, av_packet_side_data_get)
  FIND(index_count, avformat_index_get_entries_count)
  FIND(index_entry, avformat_index_get_entry)
#undef FIND
  // Nothing of its log reaches standard error: what matters is in errors and reports.
  library.av_log_set_level(AV_LOG_QUIET);
  loaded_release = (int)(release - releases);
  return 1;
}

static void load(void) {
  // What remains, if there is none, is why those of the headers can't be had.
  char other[sizeof problem];
  int is_there = load_release(&releases[own], problem, sizeof problem);
  for (int i = release_count - 1; i >= 0 && !is_there; i--)
    if (i != own) is_there = load_release(&releases[i], other, sizeof other);
  if (is_there) problem[0] = 0;
}

const char *pose3d_ffmpeg_load(void) {
  pthread_once(&once, load);
  return problem[0] ? problem : NULL;
}

int pose3d_ffmpeg_release(void) { return oldest + loaded_release; }
const char *pose3d_ffmpeg_oldest(void) { return OLDEST_WORKING; }
const char *pose3d_ffmpeg_newest(void) { return WORDS(NEWEST_WORKING); }

// libavdevice has the number of libavformat, and one function of it is called: its headers, which are a
// package of their own, are not needed.
static void load_devices(void) {
  char name[64];
  name_file(name, sizeof name, "avdevice", releases[loaded_release].avformat);
  void *devices = opened(name);
  void (*register_all)(void) = NULL;
  if (devices) *(void **)&register_all = dlsym(devices, "avdevice_register_all");
  if (register_all) {
    register_all();
  } else {
    say(problem_of_devices, sizeof problem_of_devices, name);
  }
}

const char *pose3d_ffmpeg_load_devices(void) {
  if (pose3d_ffmpeg_load()) return problem;
  pthread_once(&once_devices, load_devices);
  return problem_of_devices[0] ? problem_of_devices : NULL;
}

int pose3d_ffmpeg_device_version(void) { return releases[loaded_release].avformat; }

// MARK: FFmpeg's functions, under their own names

_Noreturn static void missing(const char *name) {
  fprintf(stderr, "%s was called before pose3d_ffmpeg_load\n", name);
  abort();
}

// Hidden: FFmpeg's own libraries have to find each other's functions, not these.
#define FORWARD(result, name, parameters, arguments)                              \
  __attribute__((visibility("hidden"))) result name parameters {                  \
    if (!library.name) missing(#name);                                            \
    return library.name arguments;                                                \
  }
#define FORWARD_VOID(name, parameters, arguments)                                 \
  __attribute__((visibility("hidden"))) void name parameters {                    \
    if (!library.name) missing(#name);                                            \
    library.name arguments;                                                       \
  }
FUNCTIONS(FORWARD, FORWARD_VOID)

// MARK: What differs between the releases

#define PLACE(structure, field, pointer) \
  ((void *)((char *)(pointer) + pose3d_layout(layout_##structure##_##field)))

const int32_t *pose3d_display_matrix(const AVStream *stream) {
  const uint8_t *data = NULL;
  size_t size = 0;
  if (library.coded_side_data) {
    const AVCodecParameters *parameters = *(AVCodecParameters **)PLACE(AVStream, codecpar, stream);
    const AVPacketSideData *found = library.coded_side_data(
        *(AVPacketSideData **)PLACE(AVCodecParameters, coded_side_data, parameters),
        *(int *)PLACE(AVCodecParameters, nb_coded_side_data, parameters), AV_PKT_DATA_DISPLAYMATRIX);
    if (found) (data = found->data, size = found->size);
  } else if (library.side_data) {
    data = library.side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  }
  return data && size >= 36 ? (const int32_t *)data : NULL;
}

int pose3d_index_count(const AVStream *stream) {
  if (library.index_count) return library.index_count(stream);
  return *(int *)PLACE(AVStream, nb_index_entries, stream);
}

const AVIndexEntry *pose3d_index_entry(AVStream *stream, int place) {
  if (library.index_entry) return library.index_entry(stream, place);
  return *(AVIndexEntry **)PLACE(AVStream, index_entries, stream) + place;
}

pose3d_scaler *pose3d_scaler_make(
    pose3d_scaler *given, int width, int height, enum AVPixelFormat format, int to_width,
    int to_height, enum AVPixelFormat to_format, int is_exact) {
  return (pose3d_scaler *)sws_getCachedContext(
      (struct SwsContext *)given, width, height, format, to_width, to_height, to_format,
      is_exact ? SWS_BICUBIC | SWS_ACCURATE_RND : SWS_BICUBIC, NULL, NULL, NULL);
}

void pose3d_scaler_colors(
    pose3d_scaler *scaler, int matrix, int is_full, int to_matrix, int to_is_full) {
  enum { none = 0, one = 1 << 16 };
  sws_setColorspaceDetails(
      (struct SwsContext *)scaler, sws_getCoefficients(matrix), is_full,
      sws_getCoefficients(to_matrix), to_is_full, none, one, one);
}

void pose3d_scaler_convert(
    pose3d_scaler *scaler, const uint8_t *const planes[], const int strides[], int height,
    uint8_t *const to[], const int to_strides[]) {
  sws_scale((struct SwsContext *)scaler, planes, strides, 0, height, to, to_strides);
}

void pose3d_scaler_free(pose3d_scaler *scaler) {
  // Without one, FFmpeg may not be loaded either.
  if (scaler) sws_freeContext((struct SwsContext *)scaler);
}

static int refuse(
    AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)context, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

void pose3d_refuse_opening(AVFormatContext *context) {
  *(int (**)(AVFormatContext *, AVIOContext **, const char *, int, AVDictionary **))PLACE(
      AVFormatContext, io_open, context) = refuse;
}
