// FFmpeg reached through dlopen: its own headers, and what Swift can't take from them. Linked, its
// libraries bring some 150 others, which every start would load, for a picture too; and whatever is
// built on this package would have to carry them. It is no API: `PoseVideo` wraps every call.
#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

/// Loads the libraries of the release whose headers this was compiled with, once; NULL, or why they
/// can't be had. Safe from any thread. FFmpeg's functions may be called after it returned NULL, and
/// those alone that ffmpeg_shim.c lists: others don't link.
const char *pose3d_ffmpeg_load(void);
/// The release whose libraries are needed, "5": FFmpeg's libraries change their names with each.
int pose3d_ffmpeg_release(void);
/// Loads libavdevice, too, once, which knows cameras; NULL, or why it can't be had. It is a package of
/// its own. Safe from any thread.
const char *pose3d_ffmpeg_load_devices(void);
/// The number in the name of that package and its file, 59.
int pose3d_ffmpeg_device_version(void);

/// Watches the next connection by HTTP that this thread opens; before `avio_open2`. FFmpeg's functions must be
/// loaded. From the first call on, FFmpeg's log in this process passes through a function of this module to
/// FFmpeg's own. A callback that the program set before is replaced: FFmpeg has no way to ask for it.
void pose3d_watch_http(void);
/// The address that HTTP is asked for, another text after each redirection: of an open connection or, for NULL,
/// of the watched one while `avio_open2` has not returned. FFmpeg owns it. NULL before the first request, and
/// for another protocol.
const char *pose3d_http_location(AVIOContext *connection);

// What FFmpeg defines as macros with casts, which Swift doesn't import.
static inline int pose3d_averror(int code) { return AVERROR(code); }
static inline int pose3d_averror_eof(void) { return AVERROR_EOF; }
static inline int pose3d_averror_exit(void) { return AVERROR_EXIT; }
static inline int pose3d_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int64_t pose3d_no_pts(void) { return AV_NOPTS_VALUE; }

// What FFmpeg moved between the releases that are supported, 5.1 to 7.

/// The nine numbers of the matrix that turns a stream's pictures upright; NULL without one.
static inline const int32_t *pose3d_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 36 ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 36 ? (const int32_t *)data : NULL;
#endif
}

/// The duration of a frame, in units of its stream's time base; 0 if it is unknown.
static inline int64_t pose3d_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}
