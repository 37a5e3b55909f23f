/* The near mode of a depth map at every pixel: what DepthMap.sample(at:window:near:) reads there.
   Median of the nearest surface that holds a fair share of the window. Built by depth.py. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static float quantile(const float *v, int n, double share) {
  double position = share * (n - 1);
  int below = (int)position, above = below + 1 < n ? below + 1 : n - 1;
  return v[below] + (v[above] - v[below]) * (float)(position - below);
}

/* depth: millimetres, 0 = no reading, `stride` pixels a row, h x w used. near, spread: metres,
   0 = no reading. `expected` and `band`: readings farther than band from expected are left out
   unless fewer than two would remain. */
void near_mode(const uint16_t *depth, int stride, int h, int w, int radius, float expected,
               float band, float *near, float *spread) {
  float values[4096], kept[4096];
  for (int row = 0; row < h; row++)
    for (int column = 0; column < w; column++) {
      int n = 0;
      for (int y = row - radius < 0 ? 0 : row - radius; y <= row + radius && y < h; y++)
        for (int x = column - radius < 0 ? 0 : column - radius; x <= column + radius && x < w; x++)
          if (depth[y * stride + x]) values[n++] = depth[y * stride + x] / 1000.0f;
      float *v = values;
      near[row * stride + column] = spread[row * stride + column] = 0;
      if (n < 2) continue;
      int k = 0;
      for (int i = 0; i < n; i++)
        if (fabsf(values[i] - expected) < band) kept[k++] = values[i];
      if (k >= 2) { v = kept; n = k; }
      qsort(v, n, sizeof(float), ascending);
      double least = fmax(2, 0.2 * n);
      int first = 0, from = 0, count = n;
      for (int i = 1; i <= n; i++)
        if (i == n || v[i] - v[i - 1] > 0.12f) {
          if (i - first >= least) { from = first; count = i - first; break; }
          first = i;
        }
      near[row * stride + column] = quantile(v + from, count, 0.5);
      spread[row * stride + column] =
          (quantile(v + from, count, 0.84) - quantile(v + from, count, 0.16)) / 2;
    }
}
