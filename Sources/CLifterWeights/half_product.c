#include "lifter_weights.h"

#include <string.h>

#define INLINED static inline __attribute__((always_inline))

/// A float from a half's bits without the instruction for it: the multiplication by 2^112 moves the
/// exponent and makes subnormals come out right.
INLINED float from_bits(uint16_t half) {
  uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
  float magnitude;
  memcpy(&magnitude, &bits, sizeof bits);
  magnitude *= 0x1p112f;
  return half & 0x8000 ? -magnitude : magnitude;
}

INLINED float from_half(uint16_t half, int converts) {
#if defined(__x86_64__) || defined(__aarch64__)
  if (converts) {
    _Float16 value;
    memcpy(&value, &half, sizeof value);
    return (float)value;
  }
#endif
  return from_bits(half);
}

/// Two rows at once, since it is reading the weights that takes the time; four inputs at once, so that
/// the sums are written back a quarter as often.
INLINED void add_products(
    const float *restrict a, const float *restrict b, const uint16_t *restrict weights,
    size_t inputs, size_t outputs, float *restrict sums_a, float *restrict sums_b, int converts) {
  size_t i = 0;
  for (; i + 4 <= inputs; i += 4, weights += 4 * outputs) {
    for (size_t o = 0; o < outputs; o++) {
      const float w0 = from_half(weights[o], converts);
      const float w1 = from_half(weights[outputs + o], converts);
      const float w2 = from_half(weights[2 * outputs + o], converts);
      const float w3 = from_half(weights[3 * outputs + o], converts);
      sums_a[o] += a[i] * w0 + a[i + 1] * w1 + a[i + 2] * w2 + a[i + 3] * w3;
      sums_b[o] += b[i] * w0 + b[i + 1] * w1 + b[i + 2] * w2 + b[i + 3] * w3;
    }
  }
  for (; i < inputs; i++, weights += outputs) {
    for (size_t o = 0; o < outputs; o++) {
      const float w = from_half(weights[o], converts);
      sums_a[o] += a[i] * w;
      sums_b[o] += b[i] * w;
    }
  }
}

#if defined(__x86_64__)
// Every processor since 2013 has these, but what is compiled for all of them may not use them.
__attribute__((target("avx2,fma,f16c"))) static void add_products_f16c(
    const float *a, const float *b, const uint16_t *weights, size_t inputs, size_t outputs,
    float *sums_a, float *sums_b) {
  add_products(a, b, weights, inputs, outputs, sums_a, sums_b, 1);
}
#endif

void pose3d_add_half_products(
    const float *rows, const uint16_t *weights, size_t inputs, size_t outputs, float *sums) {
  const float *a = rows, *b = rows + inputs;
  float *sums_a = sums, *sums_b = sums + outputs;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("f16c")) {
    add_products_f16c(a, b, weights, inputs, outputs, sums_a, sums_b);
    return;
  }
  add_products(a, b, weights, inputs, outputs, sums_a, sums_b, 0);
#else
  add_products(a, b, weights, inputs, outputs, sums_a, sums_b, 1);
#endif
}
