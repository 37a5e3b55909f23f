#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// What FFmpeg defines as macros with casts, which Swift doesn't import.
static inline int pose3d_averror(int code) { return AVERROR(code); }
static inline int pose3d_averror_eof(void) { return AVERROR_EOF; }
static inline int pose3d_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int64_t pose3d_no_pts(void) { return AV_NOPTS_VALUE; }
