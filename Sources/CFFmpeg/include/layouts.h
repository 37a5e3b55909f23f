// Where the fields that are used are in FFmpeg's structures, in bytes, and what its constants are that aren't the same in every
// release: 4, 5, 6, 7, 8 and 9, column by column, with 64-bit pointers. So one build works with any of these. A release keeps its
// places as long as its libraries keep their names; scripts/ffmpeg_layouts.py takes them from the headers.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>

// What a frame's duration is called.
#if LIBAVUTIL_VERSION_MAJOR < 59
#define FRAME_DURATION pkt_duration
#else
#define FRAME_DURATION duration
#endif

// LATE is a field since FFmpeg 6, EARLY one until FFmpeg 4.
#define POSE3D_LAYOUTS(FIELD, LATE, EARLY, CONSTANT) \
  FIELD(AVFrame, data, 0, 0, 0, 0, 0, 0) \
  FIELD(AVFrame, linesize, 64, 64, 64, 64, 64, 64) \
  FIELD(AVFrame, width, 104, 104, 104, 104, 104, 104) \
  FIELD(AVFrame, height, 108, 108, 108, 108, 108, 108) \
  FIELD(AVFrame, format, 116, 116, 116, 116, 116, 116) \
  FIELD(AVFrame, pict_type, 124, 124, 124, 124, 120, 120) \
  FIELD(AVFrame, pts, 136, 136, 136, 136, 136, 136) \
  FIELD(AVFrame, best_effort_timestamp, 408, 344, 344, 320, 304, 304) \
  FIELD(AVFrame, flags, 380, 316, 316, 292, 276, 276) \
  FIELD(AVFrame, color_range, 384, 320, 320, 296, 280, 280) \
  FIELD(AVFrame, colorspace, 396, 332, 332, 308, 292, 292) \
  FIELD(AVFrame, decode_error_flags, 440, 376, 376, 344, 320, 320) \
  FIELD(AVFrame, FRAME_DURATION, 424, 360, 360, 432, 408, 408) \
  FIELD(AVStream, index, 0, 0, 8, 8, 8, 8) \
  FIELD(AVStream, codecpar, 208, 208, 16, 16, 16, 16) \
  FIELD(AVStream, time_base, 24, 16, 32, 32, 32, 32) \
  FIELD(AVStream, start_time, 32, 24, 40, 40, 40, 40) \
  FIELD(AVStream, duration, 40, 32, 48, 48, 48, 48) \
  FIELD(AVStream, nb_frames, 48, 40, 56, 56, 56, 56) \
  FIELD(AVStream, disposition, 56, 48, 64, 64, 64, 64) \
  FIELD(AVStream, discard, 60, 52, 68, 68, 68, 68) \
  FIELD(AVStream, metadata, 72, 64, 80, 80, 80, 80) \
  FIELD(AVStream, avg_frame_rate, 80, 72, 88, 88, 88, 88) \
  FIELD(AVStream, r_frame_rate, 192, 200, 216, 216, 204, 204) \
  FIELD(AVCodecContext, pkt_timebase, 884, 724, 716, 92, 92, 92) \
  FIELD(AVCodecContext, thread_count, 784, 636, 636, 656, 656, 656) \
  FIELD(AVCodecContext, thread_type, 788, 640, 640, 660, 660, 660) \
  FIELD(AVCodecContext, err_recognition, 656, 520, 520, 528, 528, 528) \
  FIELD(AVCodecContext, max_pixels, 1024, 864, 856, 792, 792, 792) \
  FIELD(AVCodecContext, flags, 76, 76, 76, 64, 64, 64) \
  FIELD(AVCodecContext, width, 116, 116, 116, 116, 112, 112) \
  FIELD(AVCodecContext, height, 120, 120, 120, 120, 116, 116) \
  FIELD(AVCodecContext, pix_fmt, 136, 136, 136, 140, 136, 136) \
  FIELD(AVCodecContext, time_base, 100, 100, 100, 84, 84, 84) \
  FIELD(AVCodecContext, framerate, 872, 712, 704, 100, 100, 100) \
  FIELD(AVCodecContext, sample_aspect_ratio, 232, 216, 216, 132, 128, 128) \
  FIELD(AVCodecContext, color_range, 384, 336, 336, 160, 156, 156) \
  FIELD(AVCodecContext, colorspace, 380, 332, 332, 156, 152, 152) \
  FIELD(AVCodecContext, color_primaries, 372, 324, 324, 148, 144, 144) \
  FIELD(AVCodecContext, color_trc, 376, 328, 328, 152, 148, 148) \
  FIELD(AVCodecContext, gop_size, 132, 132, 132, 332, 332, 332) \
  FIELD(AVCodecContext, max_b_frames, 160, 160, 160, 200, 200, 200) \
  FIELD(AVCodecContext, bit_rate, 56, 56, 56, 56, 56, 56) \
  FIELD(AVFormatContext, iformat, 8, 8, 8, 8, 8, 8) \
  FIELD(AVFormatContext, pb, 32, 32, 32, 32, 32, 32) \
  FIELD(AVFormatContext, nb_streams, 44, 44, 44, 44, 44, 44) \
  FIELD(AVFormatContext, streams, 48, 48, 48, 48, 48, 48) \
  FIELD(AVFormatContext, url, 1080, 56, 56, 88, 88, 88) \
  FIELD(AVFormatContext, duration, 1096, 72, 72, 104, 104, 104) \
  FIELD(AVFormatContext, flags, 1120, 96, 96, 128, 128, 128) \
  FIELD(AVFormatContext, interrupt_callback, 1224, 200, 200, 216, 216, 216) \
  FIELD(AVFormatContext, io_open, 1464, 424, 424, 448, 448, 448) \
  FIELD(AVFormatContext, metadata, 1200, 176, 176, 192, 192, 192) \
  FIELD(AVFormatContext, duration_estimation_method, 1296, 272, 272, 300, 300, 300) \
  FIELD(AVCodecParameters, codec_type, 0, 0, 0, 0, 0, 0) \
  FIELD(AVCodecParameters, codec_id, 4, 4, 4, 4, 4, 4) \
  FIELD(AVCodecParameters, extradata, 16, 16, 16, 16, 16, 16) \
  FIELD(AVCodecParameters, extradata_size, 24, 24, 24, 24, 24, 24) \
  FIELD(AVCodecParameters, width, 56, 56, 56, 72, 72, 72) \
  FIELD(AVCodecParameters, height, 60, 60, 60, 76, 76, 76) \
  FIELD(AVCodecParameters, format, 28, 28, 28, 44, 44, 44) \
  FIELD(AVCodecParameters, video_delay, 96, 96, 96, 120, 120, 120) \
  FIELD(AVIOContext, buffer, 8, 8, 8, 8, 8, 8) \
  FIELD(AVIOContext, error, 120, 84, 84, 84, 84, 84) \
  FIELD(AVIOContext, bytes_read, 168, 200, 192, 192, 192, 192) \
  LATE(AVCodecParameters, coded_side_data, 0, 0, 176, 32, 32, 32) \
  LATE(AVCodecParameters, nb_coded_side_data, 0, 0, 184, 40, 40, 40) \
  EARLY(AVStream, index_entries, 456, 0, 0, 0, 0, 0) \
  EARLY(AVStream, nb_index_entries, 464, 0, 0, 0, 0, 0) \
  CONSTANT(AV_CODEC_ID_HEVC, 173, 173, 173, 173, 173, 172) \
  CONSTANT(AV_CODEC_ID_VP9, 167, 167, 167, 167, 167, 166) \
  CONSTANT(AV_CODEC_ID_AV1, 32797, 226, 226, 225, 225, 222) \
  CONSTANT(AV_OPT_TYPE_STRING, 5, 5, 5, 6, 6, 6) \
  CONSTANT(AV_PIX_FMT_BGR0, 123, 121, 121, 121, 121, 121) \
  CONSTANT(AV_PIX_FMT_YUVJ411P, 140, 138, 138, 138, 138, 138) \
  CONSTANT(AV_PIX_FMT_GRAY10LE, 171, 169, 169, 168, 168, 168) \
  CONSTANT(AV_PIX_FMT_GRAY10BE, 170, 168, 168, 167, 167, 167) \
  CONSTANT(AV_PIX_FMT_GRAY12LE, 169, 167, 167, 166, 166, 166) \
  CONSTANT(AV_PIX_FMT_GRAY12BE, 168, 166, 166, 165, 165, 165) \
  CONSTANT(AV_PIX_FMT_GRAY14LE, 184, 182, 182, 181, 181, 181) \
  CONSTANT(AV_PIX_FMT_GRAY14BE, 183, 181, 181, 180, 180, 180) \
  CONSTANT(AV_PIX_FMT_GRAY16LE, 30, 30, 30, 30, 30, 30) \
  CONSTANT(AV_PIX_FMT_GRAY16BE, 29, 29, 29, 29, 29, 29)

/// A row of the table: the structure and its field, or the constant.
enum pose3d_layout {
#define POSE3D_FIELD(structure, field, ...) layout_##structure##_##field,
#define POSE3D_CONSTANT(name, ...) layout_##name,
  POSE3D_LAYOUTS(POSE3D_FIELD, POSE3D_FIELD, POSE3D_FIELD, POSE3D_CONSTANT)
#undef POSE3D_FIELD
#undef POSE3D_CONSTANT
  layout_count
};

/// The place of a field in bytes, or the number of a constant, in the release that is loaded; before one is, in that of the
/// headers.
int pose3d_layout(enum pose3d_layout layout);
