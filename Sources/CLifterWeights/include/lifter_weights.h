#ifndef POSE3D_LIFTER_WEIGHTS_H
#define POSE3D_LIFTER_WEIGHTS_H
#include <stddef.h>

/// The lifting network's weights (`lifter_f16.bin`), compiled into the program so that it can be
/// copied anywhere and needs no file at run time. Returns the first byte, sets `*size` to the count.
const unsigned char *pose3d_lifter_weights(size_t *size);

#endif
