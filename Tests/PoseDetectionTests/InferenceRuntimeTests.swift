@testable import PoseDetection
import Foundation
import TestSupport
import Testing

@Suite("Runtimes that are none, or not the expected one")
struct InferenceRuntimeTests {
  private static let remedy =
    "run `scripts/setup` (or `make demo`) in the Pose3D checkout, "
    + "or `swift package pose3d-setup` in a package that depends on it; or set POSE3D_HOME to the "
    + "folder of another installation, or give the keypoints with a file"

  #if os(macOS)
  private static let systemLibrary = "/usr/lib/libSystem.B.dylib"
  #else
  private static let systemLibrary = "libm.so.6"
  #endif

  @Test("a library of another kind is refused with what it lacks")
  func otherLibrary() {
    let error = #expect(throws: DetectionError.self) {
      try InferenceRuntime(library: Self.systemLibrary)
    }
    #expect(error?.code == .runtimeUnusable)
    #expect(
      error?.description == "\(Self.systemLibrary): the detection runtime can't be loaded (the "
        + "library has no function ov_get_openvino_version: it isn't OpenVINO's C library, or one "
        + "older than 2022.3); \(Self.remedy)")
  }

  @Test(
    "a version that lacks a function, or doesn't start, is refused with its message",
    .enabled(if: StubLibrary.compiler != nil, "a C compiler makes the libraries"),
    arguments: [
      (
        "OLD",
        "the library has no function ov_core_compile_model_from_file: it isn't OpenVINO's C "
          + "library, or one older than 2022.3"
      ),
      ("BROKEN", "ov_core_create: general error: no plugin is there"),
    ])
  func otherVersion(kind: String, reason: String) async throws {
    try await StubLibrary.with(kind) { library in
      let error = #expect(throws: DetectionError.self) { try InferenceRuntime(library: library) }
      #expect(error?.code == .runtimeUnusable)
      #expect(
        error?.description
          == "\(library): the detection runtime can't be loaded (\(reason)); \(Self.remedy)")
    }
  }

  @Test(
    "a version that loads and can't read the model is named with its message",
    .enabled(if: StubLibrary.compiler != nil, "a C compiler makes the libraries"))
  func otherModelFormat() async throws {
    try await StubLibrary.with("UNABLE") { library in
      let runtime = try InferenceRuntime(library: library)
      #expect(runtime.version == "2023.0.0-stub")
      let error = #expect(throws: DetectionError.self) {
        try InferenceModel(path: #filePath, runtime: runtime, threads: 1, cacheFolder: nil)
      }
      #expect(error?.code == .modelUnusable)
      #expect(
        error?.description
          == "\(#filePath): the model can't be used (OpenVINO 2023.0.0: no plugin is "
          + "there); \(Self.remedy)")
    }
  }
}

/// Libraries with OpenVINO's functions and nothing in them.
private enum StubLibrary {
  static let compiler = ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let source = """
    #include <stddef.h>
    #include <stdlib.h>
    #include <string.h>
    typedef struct { const char *build_number, *description; } version;
    int ov_get_openvino_version(version *v) { v->build_number = "2023.0.0-stub"; return 0; }
    void ov_version_free(version *v) {}
    const char *ov_get_error_info(int status) { return "general error"; }
    const char *ov_get_last_err_msg(void) { return strdup("no plugin\\nis there"); }
    void ov_free(const char *text) { free((void *)text); }
    #ifdef BROKEN
    int ov_core_create(void **core) { return -1; }
    #else
    int ov_core_create(void **core) { *core = NULL; return 0; }
    #endif
    void ov_core_free(void *core) {}
    #ifndef OLD
    int ov_core_compile_model_from_file(
        const void *core, const char *path, const char *device, size_t count, void **model, ...) {
      return -1;
    }
    #endif
    #define UNUSED(name) int name(void) { return -1; }
    UNUSED(ov_compiled_model_free) UNUSED(ov_compiled_model_outputs_size)
    UNUSED(ov_compiled_model_create_infer_request) UNUSED(ov_infer_request_free)
    UNUSED(ov_infer_request_get_input_tensor)
    UNUSED(ov_infer_request_get_output_tensor_by_index) UNUSED(ov_infer_request_infer)
    UNUSED(ov_tensor_data) UNUSED(ov_tensor_get_byte_size) UNUSED(ov_tensor_get_size)
    UNUSED(ov_tensor_get_shape) UNUSED(ov_shape_free) UNUSED(ov_tensor_free)
    UNUSED(ov_compiled_model_output_by_index) UNUSED(ov_port_get_any_name)
    UNUSED(ov_output_const_port_free) UNUSED(ov_core_read_model) UNUSED(ov_core_compile_model)
    UNUSED(ov_model_free) UNUSED(ov_model_inputs_size) UNUSED(ov_model_const_input_by_index)
    UNUSED(ov_model_reshape_single_input) UNUSED(ov_port_get_partial_shape)
    UNUSED(ov_partial_shape_free)
    """

  /// A library of a kind, removed afterwards.
  static func with(_ kind: String, _ body: (String) throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let library = folder.path("libstub.so")
    let run = try await ChildProcess(
      try #require(compiler),
      ["-shared", "-fPIC", "-w", "-D\(kind)", "-o", library, folder.file("stub.c", source)])
    try #require(run.exitCode == 0, "\(run.errors)")
    try body(library)
  }
}
