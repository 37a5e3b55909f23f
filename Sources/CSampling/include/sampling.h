// The one loop of the pictures' way into a network that is worth C: bilinear samples along a line
// of a picture. Swift's SIMD types convert their lanes one by one, and have no prefetch: the same
// loop in Swift takes two to three times as long. It is no API: `PoseDetection` wraps it.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A line of samples, in 1/32 pixel steps that are rounded half to even: sample `i` is at
/// column * i + row + origin.
typedef struct {
  double column[2], row[2], origin[2];
} sampling_line;

/// An RGB picture, 3 * width * height bytes.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t width, height;
} sampling_picture;

/// Writes the samples `first` ..< `first + count` of a line, three numbers each: the level, rounded
/// to 8 bits, times `scale` plus `offset`.
///
/// Every sample must lie in the picture, left of its last column but one and above its last row.
/// `ahead` is how many bytes later the samples are that are wanted soon, which are fetched into the
/// cache; they may be outside the picture.
void sampling_fill_inside(
    const sampling_picture *picture, const sampling_line *line, ptrdiff_t first, ptrdiff_t count,
    ptrdiff_t ahead, float scale, float offset, float *output);

/// The same for samples anywhere. Outside the picture is black, or else the nearest pixel of it.
void sampling_fill_anywhere(
    const sampling_picture *picture, int is_black_outside, const sampling_line *line,
    ptrdiff_t first, ptrdiff_t count, float scale, float offset, float *output);
