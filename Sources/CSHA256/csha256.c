#include "csha256.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define TURNED(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void absorb(uint32_t *state, const uint8_t *block) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
           (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t near = w[i - 2], far = w[i - 15];
    w[i] = w[i - 16] + (TURNED(far, 7) ^ TURNED(far, 18) ^ far >> 3) + w[i - 7] +
           (TURNED(near, 17) ^ TURNED(near, 19) ^ near >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t first = h + (TURNED(e, 6) ^ TURNED(e, 11) ^ TURNED(e, 25)) + ((e & f) ^ (~e & g)) +
                     constants[i] + w[i];
    uint32_t second =
        (TURNED(a, 2) ^ TURNED(a, 13) ^ TURNED(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  uint32_t added[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i++) state[i] += added[i];
}

void csha256_begin(csha256 *digest) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memset(digest, 0, sizeof *digest);
  memcpy(digest->state, start, sizeof start);
}

void csha256_add(csha256 *digest, const uint8_t *bytes, size_t count) {
  size_t filled = digest->count % 64;
  digest->count += count;
  while (count > 0) {
    if (filled == 0 && count >= 64) {
      absorb(digest->state, bytes);
      bytes += 64, count -= 64;
      continue;
    }
    size_t part = 64 - filled < count ? 64 - filled : count;
    memcpy(digest->rest + filled, bytes, part);
    bytes += part, count -= part, filled += part;
    if (filled == 64) {
      absorb(digest->state, digest->rest);
      filled = 0;
    }
  }
}

void csha256_end(csha256 *digest, uint8_t *result) {
  uint64_t bits = digest->count * 8;
  uint8_t padding[72] = {0x80};
  size_t filled = digest->count % 64, zeros = (filled < 56 ? 56 : 120) - filled;
  for (int i = 0; i < 8; i++) padding[zeros + i] = (uint8_t)(bits >> (56 - 8 * i));
  csha256_add(digest, padding, zeros + 8);
  for (int i = 0; i < 32; i++) result[i] = (uint8_t)(digest->state[i / 4] >> (24 - 8 * (i % 4)));
}
