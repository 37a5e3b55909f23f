#include "sampling.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// The same numbers on every processor: a product isn't fused with the sum it goes into.
#pragma STDC FP_CONTRACT OFF

// Adding 1.5 * 2^52 leaves the integer, rounded half to even, in the lowest bits.
static const double rounding = 6755399441055744.0;

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

void sampling_fill(
    const uint8_t *pixels, ptrdiff_t width, const sampling_line *line, ptrdiff_t first,
    ptrdiff_t count, ptrdiff_t ahead, float scale, float offset, float *output) {
  const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi32(512);
  const __m128 scales = _mm_set1_ps(scale), offsets = _mm_set1_ps(offset);
  const __m128d column = _mm_loadu_pd(line->column), row = _mm_loadu_pd(line->row);
  const __m128d origin = _mm_loadu_pd(line->origin);
  const ptrdiff_t stride = 3 * width;
  for (ptrdiff_t i = first; i < first + count; i++, output += 3) {
    __m128d place = _mm_add_pd(_mm_add_pd(_mm_mul_pd(column, _mm_set1_pd((double)i)), row), origin);
    place = _mm_add_pd(_mm_mul_pd(place, _mm_set1_pd(32)), _mm_set1_pd(rounding));
    const __m128i bits = _mm_castpd_si128(place);
    const int32_t x = _mm_cvtsi128_si32(bits);
    const int32_t y = _mm_cvtsi128_si32(_mm_unpackhi_epi64(bits, bits));
    const uint8_t *upper = pixels + (y >> 5) * stride + 3 * (ptrdiff_t)(x >> 5);
    const uintptr_t later = (uintptr_t)upper + (uintptr_t)ahead;
    __builtin_prefetch((const void *)later);
    __builtin_prefetch((const void *)(later + (uintptr_t)stride));
    // Eight bytes are a pixel, the one on its right and two more: first the rows are mixed, then the
    // two pixels of the mixed row.
    const __m128i above = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)upper), zero);
    const __m128i below =
        _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(upper + stride)), zero);
    const __m128i mixed = _mm_add_epi16(
        _mm_mullo_epi16(above, _mm_load_si128((const __m128i *)eights[32 - (y & 31)])),
        _mm_mullo_epi16(below, _mm_load_si128((const __m128i *)eights[y & 31])));
    const __m128i pairs = _mm_unpacklo_epi16(mixed, _mm_srli_si128(mixed, 6));
    const __m128i sums =
        _mm_madd_epi16(pairs, _mm_load_si128((const __m128i *)shares[x & 31]));
    const __m128i levels = _mm_srli_epi32(_mm_add_epi32(sums, half), 10);
    const __m128 numbers = _mm_add_ps(_mm_mul_ps(_mm_cvtepi32_ps(levels), scales), offsets);
    _mm_storel_pi((__m64 *)output, numbers);
    _mm_store_ss(output + 2, _mm_movehl_ps(numbers, numbers));
  }
}

#else

static int64_t steps(double coordinate) {
  const double shifted = coordinate * 32 + rounding;
  int64_t bits, shift;
  memcpy(&bits, &shifted, sizeof bits);
  memcpy(&shift, &rounding, sizeof shift);
  return bits - shift;
}

void sampling_fill(
    const uint8_t *pixels, ptrdiff_t width, const sampling_line *line, ptrdiff_t first,
    ptrdiff_t count, ptrdiff_t ahead, float scale, float offset, float *output) {
  const ptrdiff_t stride = 3 * width;
  for (ptrdiff_t i = first; i < first + count; i++, output += 3) {
    const int64_t x = steps(line->column[0] * (double)i + line->row[0] + line->origin[0]);
    const int64_t y = steps(line->column[1] * (double)i + line->row[1] + line->origin[1]);
    const uint8_t *upper = pixels + (y >> 5) * stride + 3 * (x >> 5);
    const uintptr_t later = (uintptr_t)upper + (uintptr_t)ahead;
    __builtin_prefetch((const void *)later);
    __builtin_prefetch((const void *)(later + (uintptr_t)stride));
    const int right = x & 31, down = y & 31;
    for (int channel = 0; channel < 3; channel++) {
      const uint8_t *at = upper + channel;
      const int above = at[0] * (32 - right) + at[3] * right;
      const int below = at[stride] * (32 - right) + at[stride + 3] * right;
      const int level = (above * (32 - down) + below * down + 512) >> 10;
      const float scaled = (float)level * scale;
      output[channel] = scaled + offset;
    }
  }
}

#endif
