#ifndef POSE3D_LIFTER_WEIGHTS_H
#define POSE3D_LIFTER_WEIGHTS_H
#include <stddef.h>
#include <stdint.h>

/// The lifting network's weights (`lifter_f16.bin`), compiled into the program so that it can be
/// copied anywhere and needs no file at run time. Returns the first byte, sets `*size` to the count.
const unsigned char *pose3d_lifter_weights(size_t *size);

/// The weights of the network that reads lifted joints over time (`temporal_f16.bin`), likewise.
const unsigned char *pose3d_temporal_weights(size_t *size);

/// `sums += rows · weights` for two rows, all row-major: `rows` is 2 × inputs, `weights` is inputs ×
/// outputs in half precision as the file has them, `sums` is 2 × outputs and apart from the others.
///
/// In C because Swift can't compile one function for a processor's half-precision and 256-bit
/// instructions; BLAS has no half precision and takes five times as long for so few rows.
void pose3d_add_half_products(
    const float *rows, const uint16_t *weights, size_t inputs, size_t outputs, float *sums);

#endif
