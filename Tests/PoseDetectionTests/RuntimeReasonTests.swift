import Testing

@testable import PoseDetection

/// OpenVINO's messages in readable form.
struct RuntimeReasonTests {
  private static let core =
    "ov_core_compile_model_from_file: general error: Exception from src/inference/src/cpp/core.cpp:132: "

  @Test(arguments: [
    (
      core + "Exception from src/inference/src/model_reader.cpp:148: Unable to read the model: "
        + "\"/a b/x.tflite\" Please check that model format: \".tflite\" is supported and the model "
        + "is correct. Available frontends: tflite ir ", "Unable to read the model"
    ),
    (
      core + "Check 'false' failed at src/frontends/common/src/frontend.cpp:53: Converting input "
        + "model", "Converting input model"
    ),
    ("the model has two inputs", "the model has two inputs"), ("", "no reason given"),
  ])
  func `lines of the source code are left out`(text: String, words: String) {
    #expect(RuntimeReason(text).words == words)
    #expect(!RuntimeReason(text).isOutOfMemory)
  }

  @Test(arguments: [
    core + "Exception from src/inference/src/dev/plugin.cpp:54: std::bad_alloc",
    core
      + "Check 'false' failed at src/frontends/common/src/frontend.cpp:53: Converting input model "
      + "std::bad_alloc",
    "libopenvino.so.2641: cannot open shared object file: Cannot allocate memory", "can't alloc",
  ])
  func `too little memory is distinguished from other reasons`(text: String) {
    #expect(RuntimeReason(text).isOutOfMemory)
  }

  @Test func `a refused thread is distinguished from other reasons`() throws {
    let reason = RuntimeReason(
      Self.core
        + "Exception from src/inference/src/dev/plugin.cpp:54: Resource temporarily unavailable")
    #expect(reason.isOutOfThreads && !reason.isOutOfMemory)
    let error = try #require(
      DetectionError(exhausted: reason, path: "a.tflite", for: "to compile the model"))
    #expect(error.code == .outOfThreads)
    #expect(
      error.description
        == "a.tflite: the system refuses another thread: raise its limit of processes and threads "
        + "(ulimit -u, or that of the container)")
    #expect(DetectionError(exhausted: RuntimeReason("wrong"), path: "", for: "") == nil)
  }
}
