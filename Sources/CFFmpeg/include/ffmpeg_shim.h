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
#include "layouts.h"

/// Loads the libraries, once: those of the release whose headers this was compiled with, else of the newest one that
/// layouts.h has; NULL, or why none can be had. Safe from any thread. FFmpeg's functions may be called after it returned
/// NULL, and those alone that ffmpeg_shim.c lists: others don't link. The fields of its structures are where
/// `pose3d_layout` says, and not where the headers say.
const char *pose3d_ffmpeg_load(void);
/// The release that is loaded, 5; before one is, that of the headers.
int pose3d_ffmpeg_release(void);
/// The oldest and the newest release that can be loaded.
const char *pose3d_ffmpeg_oldest(void);
const char *pose3d_ffmpeg_newest(void);
/// Loads libavdevice, too, once, which knows cameras; NULL, or why it can't be had. It is a package of
/// its own. Safe from any thread.
const char *pose3d_ffmpeg_load_devices(void);
/// The number in the name of that package and its file, 59, of the loaded release.
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

/// How many entries a stream's index has.
int pose3d_index_count(const AVStream *stream);
/// One of them, by its place.
const AVIndexEntry *pose3d_index_entry(AVStream *stream, int place);

/// libswscale's context, which is a type of its own for Swift since FFmpeg 8.
typedef struct pose3d_scaler pose3d_scaler;
/// A scaler of pictures of a size and a pixel format, bicubic: the one that is given, if it is such a one. That one is
/// freed, else. NULL when nothing converts them.
/// - is_exact: rounds exactly, which costs the fast loops.
pose3d_scaler *pose3d_scaler_make(
    pose3d_scaler *given, int width, int height, enum AVPixelFormat format, int to_width,
    int to_height, enum AVPixelFormat to_format, int is_exact);
/// Converts from one colour matrix (`SWS_CS_…`) and range to another.
void pose3d_scaler_colors(
    pose3d_scaler *scaler, int matrix, int is_full, int to_matrix, int to_is_full);
/// Converts a picture from its first row on.
void pose3d_scaler_convert(
    pose3d_scaler *scaler, const uint8_t *const planes[], const int strides[], int height,
    uint8_t *const to[], const int to_strides[]);
/// Frees a scaler; nothing for NULL.
void pose3d_scaler_free(pose3d_scaler *scaler);

/// The nine numbers of the matrix that turns a stream's pictures upright; NULL without one.
const int32_t *pose3d_display_matrix(const AVStream *stream);

/// Opens no other file and no address for a context's file from here on, whatever that says.
void pose3d_refuse_opening(AVFormatContext *context);
