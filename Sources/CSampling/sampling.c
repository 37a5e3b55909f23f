#include "sampling.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// The same numbers on every processor: a product isn't fused with the sum it goes into.
#pragma STDC FP_CONTRACT OFF

typedef struct {
  int64_t x, y;
} place;

// A coordinate in 1/32 pixel. Adding 1.5 * 2^52 leaves the integer, rounded half to even, in the
// lowest bits.
static inline int64_t steps(double coordinate) {
  const double rounding = 6755399441055744.0;
  const double shifted = coordinate * 32 + rounding;
  int64_t bits, shift;
  memcpy(&bits, &shifted, sizeof bits);
  memcpy(&shift, &rounding, sizeof shift);
  return bits - shift;
}

static inline place place_at(const sampling_line *line, ptrdiff_t i) {
  return (place){
      steps(line->column[0] * (double)i + line->row[0] + line->origin[0]),
      steps(line->column[1] * (double)i + line->row[1] + line->origin[1])};
}

// Both functions hand over what four neighbours are: in each word a pixel in the lowest three bytes
// and the one on its right in the next three, the upper two and the lower two.
#ifdef __SSE2__

// A number in all eight lanes, and the two shares of a step in pairs of lanes.
#define EIGHT(n) {n, n, n, n, n, n, n, n}
#define SHARES(n) {32 - n, n, 32 - n, n, 32 - n, n, 32 - n, n}
#define TABLE(row)                                                                              \
  row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7), row(8), row(9), row(10),      \
      row(11), row(12), row(13), row(14), row(15), row(16), row(17), row(18), row(19), row(20), \
      row(21), row(22), row(23), row(24), row(25), row(26), row(27), row(28), row(29), row(30), \
      row(31)
static const _Alignas(16) int16_t eights[33][8] = {TABLE(EIGHT), EIGHT(32)};
static const _Alignas(16) int16_t shares[32][8] = {TABLE(SHARES)};

// First the rows are mixed, then the two pixels of the mixed row.
static inline void mix(
    uint64_t upper, uint64_t lower, place at, float scale, float offset, float *output) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i above = _mm_unpacklo_epi8(_mm_cvtsi64_si128((int64_t)upper), zero);
  const __m128i below = _mm_unpacklo_epi8(_mm_cvtsi64_si128((int64_t)lower), zero);
  const __m128i mixed = _mm_add_epi16(
      _mm_mullo_epi16(above, _mm_load_si128((const __m128i *)eights[32 - (at.y & 31)])),
      _mm_mullo_epi16(below, _mm_load_si128((const __m128i *)eights[at.y & 31])));
  const __m128i pairs = _mm_unpacklo_epi16(mixed, _mm_srli_si128(mixed, 6));
  const __m128i sums = _mm_madd_epi16(pairs, _mm_load_si128((const __m128i *)shares[at.x & 31]));
  const __m128i levels = _mm_srli_epi32(_mm_add_epi32(sums, _mm_set1_epi32(512)), 10);
  const __m128 numbers =
      _mm_add_ps(_mm_mul_ps(_mm_cvtepi32_ps(levels), _mm_set1_ps(scale)), _mm_set1_ps(offset));
  _mm_storel_pi((__m64 *)output, numbers);
  _mm_store_ss(output + 2, _mm_movehl_ps(numbers, numbers));
}

#else

static inline void mix(
    uint64_t upper, uint64_t lower, place at, float scale, float offset, float *output) {
  const int right = at.x & 31, down = at.y & 31;
  for (int channel = 0; channel < 3; channel++) {
    const int shift = 8 * channel;
    const int above = (int)(upper >> shift & 255) * (32 - right) +
                      (int)(upper >> (shift + 24) & 255) * right;
    const int below = (int)(lower >> shift & 255) * (32 - right) +
                      (int)(lower >> (shift + 24) & 255) * right;
    const float level = (float)((above * (32 - down) + below * down + 512) >> 10);
    const float scaled = level * scale;
    output[channel] = scaled + offset;
  }
}

#endif

// Eight bytes, the first of them lowest.
static inline uint64_t load(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

void sampling_fill_inside(
    const sampling_picture *picture, const sampling_line *line, ptrdiff_t first, ptrdiff_t count,
    ptrdiff_t ahead, float scale, float offset, float *output) {
  const uint8_t *pixels = picture->pixels;
  const ptrdiff_t stride = 3 * picture->width;
  const sampling_line here = *line;
  for (ptrdiff_t i = first; i < first + count; i++, output += 3) {
    const place at = place_at(&here, i);
    const uint8_t *upper = pixels + (at.y >> 5) * stride + 3 * (at.x >> 5);
    const uintptr_t later = (uintptr_t)upper + (uintptr_t)ahead;
    __builtin_prefetch((const void *)later);
    __builtin_prefetch((const void *)(later + (uintptr_t)stride));
    mix(load(upper), load(upper + stride), at, scale, offset, output);
  }
}

static inline ptrdiff_t clamped(ptrdiff_t value, ptrdiff_t count) {
  return value < 0 ? 0 : value < count ? value : count - 1;
}

// A pixel that may be outside the picture.
static inline uint64_t pixel(
    const sampling_picture *picture, int is_black_outside, ptrdiff_t x, ptrdiff_t y) {
  const ptrdiff_t column = clamped(x, picture->width), row = clamped(y, picture->height);
  if (is_black_outside && (column != x || row != y)) return 0;
  const uint8_t *at = picture->pixels + 3 * (row * picture->width + column);
  return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16;
}

void sampling_fill_anywhere(
    const sampling_picture *picture, int is_black_outside, const sampling_line *line,
    ptrdiff_t first, ptrdiff_t count, float scale, float offset, float *output) {
  const sampling_picture whole = *picture;
  const sampling_line here = *line;
  for (ptrdiff_t i = first; i < first + count; i++, output += 3) {
    const place at = place_at(&here, i);
    const ptrdiff_t x = at.x >> 5, y = at.y >> 5;
    const uint64_t upper = pixel(&whole, is_black_outside, x, y) |
                           pixel(&whole, is_black_outside, x + 1, y) << 24;
    const uint64_t lower = pixel(&whole, is_black_outside, x, y + 1) |
                           pixel(&whole, is_black_outside, x + 1, y + 1) << 24;
    mix(upper, lower, at, scale, offset, output);
  }
}
