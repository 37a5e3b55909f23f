#include <OpenEXR/openexr.h>

// The last parameter of the library's stream functions is a variadic function, a type that Swift
// can't name. These drop it, and hand the rest on.
typedef struct {
  void *owner;
  int64_t (*read)(void *owner, void *target, uint64_t count, uint64_t offset);
  int64_t (*write)(void *owner, const void *source, uint64_t count, uint64_t offset);
} exr_memory;

static inline int64_t exr_memory_read(
    exr_const_context_t context, void *memory, void *target, uint64_t count, uint64_t offset,
    exr_stream_error_func_ptr_t error) {
  const exr_memory *self = memory;
  (void)context;
  (void)error;
  return self->read(self->owner, target, count, offset);
}

static inline int64_t exr_memory_write(
    exr_const_context_t context, void *memory, const void *source, uint64_t count,
    uint64_t offset, exr_stream_error_func_ptr_t error) {
  const exr_memory *self = memory;
  (void)context;
  (void)error;
  return self->write(self->owner, source, count, offset);
}

static inline void exr_use_memory(exr_context_initializer_t *initializer, exr_memory *memory) {
  const exr_context_initializer_t defaults = EXR_DEFAULT_CONTEXT_INITIALIZER;
  *initializer = defaults;
  initializer->user_data = memory;
  initializer->read_fn = exr_memory_read;
  initializer->write_fn = exr_memory_write;
}
