// SHA-256 (FIPS 180-4), which Foundation has not on Linux. In C, because installed libraries have a
// hundred megabytes, and unoptimised Swift takes a minute for them.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A digest that is being made.
typedef struct {
  uint32_t state[8];
  uint64_t count;
  uint8_t rest[64];
} csha256;

/// The digest of nothing.
void csha256_begin(csha256 *digest);
/// Takes in bytes.
void csha256_add(csha256 *digest, const uint8_t *bytes, size_t count);
/// Writes the 32 bytes of the digest, which is then of no further use.
void csha256_end(csha256 *digest, uint8_t *result);
