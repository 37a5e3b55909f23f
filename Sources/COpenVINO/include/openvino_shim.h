// OpenVINO's C API reached through dlopen, cut down to what running a model takes. A shim in C
// because the function that compiles a model is variadic, which Swift can't call, and because
// loading at run time keeps the build free of the runtime: a machine without it still builds,
// tests and lifts. It is no API: `PoseDetection` wraps every call.
//
// A function that may fail takes a buffer and leaves the error in it, cut to `capacity` and always
// terminated. Different handles may be used from different threads at once; one handle may not.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The loaded library and a device registry of its own.
typedef struct ovs_runtime ovs_runtime;
/// A model that was read and isn't compiled yet.
typedef struct ovs_graph ovs_graph;
/// A compiled model with one inference request.
typedef struct ovs_model ovs_model;

/// Loads `libopenvino_c` from an absolute path; NULL and a reason when that fails.
ovs_runtime *ovs_runtime_open(const char *library, char *error, size_t capacity);
/// The version the library states; valid as long as the runtime.
const char *ovs_runtime_version(const ovs_runtime *runtime);
/// Frees the registry; its models must be closed before. The library itself stays loaded, since
/// its worker threads may outlive the registry.
void ovs_runtime_close(ovs_runtime *runtime);

/// Reads and compiles a model file for the CPU; `cache` is a folder for compiled models or NULL.
/// NULL and a reason when that fails. The model must not outlive its runtime.
ovs_model *ovs_model_open(
    ovs_runtime *runtime, const char *path, int threads, const char *cache, char *error,
    size_t capacity);
/// Reads a model file whose inputs may have open extents; NULL and a reason when that fails. It must
/// not outlive its runtime.
ovs_graph *ovs_graph_open(
    ovs_runtime *runtime, const char *path, char *error, size_t capacity);
/// How many inputs there are.
size_t ovs_graph_input_count(const ovs_graph *graph);
/// The shape of an input, -1 where an extent is open: writes at most `capacity` extents and returns
/// how many there are; 0 when there is no such input, or even their number is open.
size_t ovs_graph_input_shape(
    const ovs_graph *graph, size_t index, int64_t *extents, size_t capacity);
/// Gives the only input this shape and compiles the graph, which may be closed then, as
/// `ovs_model_open` does a file.
ovs_model *ovs_graph_compile(
    ovs_graph *graph, const int64_t *extents, size_t rank, int threads, const char *cache,
    char *error, size_t capacity);
/// Frees the graph. NULL is allowed.
void ovs_graph_close(ovs_graph *graph);

/// The only input's numbers, to be written before a run, and how many they are.
float *ovs_model_input(ovs_model *model, size_t *count);
/// How many outputs there are.
size_t ovs_model_output_count(const ovs_model *model);
/// An output's numbers, valid until the next run, and how many they are; NULL past the last one.
const float *ovs_model_output(ovs_model *model, size_t index, size_t *count);
/// The shape of the input, or of an output: writes at most `capacity` extents and returns how many
/// there are; 0 when there is no such tensor.
size_t ovs_model_input_shape(ovs_model *model, int64_t *extents, size_t capacity);
size_t ovs_model_output_shape(
    const ovs_model *model, size_t index, int64_t *extents, size_t capacity);
/// An output's name in the model file, cut to `capacity` and always terminated; empty when it has
/// none.
void ovs_model_output_name(const ovs_model *model, size_t index, char *name, size_t capacity);
/// Runs the model on its input; 0, or else a status and a reason.
int ovs_model_run(ovs_model *model, char *error, size_t capacity);
/// Frees the model. NULL is allowed.
void ovs_model_close(ovs_model *model);
