#include "ffmpeg_shim.h"

#include <pthread.h>
#include <string.h>

// FFmpeg follows redirections while it opens a connection, which it hands out only afterwards. Its log is
// the one way to the connection before: each message comes with the object that writes it.
static _Thread_local void *asking;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *location(void *object) {
  void *owner = NULL;
  const AVOption *option = av_opt_find2(object, "location", NULL, 0, AV_OPT_SEARCH_CHILDREN, &owner);
  if (!option || (int)option->type != pose3d_layout(layout_AV_OPT_TYPE_STRING)) return NULL;
  return *(char **)((char *)owner + option->offset);
}

static void logged(void *object, int level, const char *format, va_list arguments) {
  const AVClass *class = object ? *(const AVClass **)object : NULL;
  // FFmpeg's name for a connection by any protocol; of HTTP's the location is known.
  if (class && strcmp(class->class_name, "URLContext") == 0 && location(object)) asking = object;
  av_log_default_callback(object, level, format, arguments);
}

static void follow_log(void) { av_log_set_callback(logged); }

void pose3d_watch_http(void) {
  pthread_once(&once, follow_log);
  asking = NULL;
}

const char *pose3d_http_location(AVIOContext *connection) {
  void *object = connection ? (void *)connection : asking;
  return object ? location(object) : NULL;
}
