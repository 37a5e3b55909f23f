#include "lifter_weights.h"

// SwiftPM's resource bundles are looked up by path at run time and stop the program when it was
// moved without them; an array written out in Swift takes minutes to compile. #embed does neither.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const _Alignas(16) unsigned char weights[] = {
#embed "lifter_f16.bin"
};
static const _Alignas(16) unsigned char temporal_weights[] = {
#embed "temporal_f16.bin"
};
#pragma clang diagnostic pop

const unsigned char *pose3d_lifter_weights(size_t *size) {
  *size = sizeof weights;
  return weights;
}

const unsigned char *pose3d_temporal_weights(size_t *size) {
  *size = sizeof temporal_weights;
  return temporal_weights;
}
