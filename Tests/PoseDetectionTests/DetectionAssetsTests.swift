import PoseDetection
import Foundation
import TestSupport
import Testing

@Suite("Looking for the runtime and its models")
struct DetectionAssetsTests {
  #if os(macOS)
  private static let pattern = "openvino/libopenvino_c.*.dylib"
  private static let libraries = ["libopenvino_c.2641.dylib", "libopenvino_c.2700.dylib"]
  #else
  private static let pattern = "openvino/libopenvino_c.so.*"
  private static let libraries = ["libopenvino_c.so.2641", "libopenvino_c.so.2700"]
  #endif
  private static let models = [
    "models/pose_detection.tflite", "models/pose_landmark_full_pruned.tflite",
    "models/palm_detection_full.tflite", "models/hand_landmark_full.tflite",
  ]
  private static let remedy =
    "run `scripts/setup` (or `make demo`) in the Pose3D checkout, "
    + "or `swift package pose3d-setup` in a package that depends on it; or set POSE3D_HOME to the "
    + "folder of another installation, or give the keypoints with a file"

  @Test("nothing anywhere: all files and all folders are named")
  func nothing() throws {
    let error = #expect(throws: DetectionError.self) {
      try DetectionAssets.locate(in: ["/nowhere/a", "/nowhere/b"])
    }
    #expect(error?.code == .notInstalled)
    #expect(
      error?.description == "the detection runtime is not installed: \(Self.pattern), "
        + "\(Self.models[0]), \(Self.models[1]), \(Self.models[2]) and \(Self.models[3]) are not in /nowhere/a or /nowhere/b; "
        + Self.remedy)
  }

  @Test("a missing folder is reported")
  func noFolder() throws {
    let error = #expect(throws: DetectionError.self) { try DetectionAssets.locate(in: []) }
    #expect(
      error?.description == "the detection runtime is not installed: \(Self.pattern), "
        + "\(Self.models[0]), \(Self.models[1]), \(Self.models[2]) and \(Self.models[3]) are not in any folder, for none was given; "
        + Self.remedy)
  }

  @Test("the fullest folder is named with what it lacks")
  func incomplete() throws {
    try withFolder(files: ["openvino/\(Self.libraries[0])"] + Self.models.dropLast()) { folder in
      let error = #expect(throws: DetectionError.self) {
        try DetectionAssets.locate(in: ["/nowhere", folder])
      }
      #expect(
        error?.description == "the detection runtime is incomplete: \(folder) lacks "
          + "\(Self.models[3]); \(Self.remedy)")
    }
    try withFolder(files: Array(Self.models.dropLast())) { folder in
      let error = #expect(throws: DetectionError.self) { try DetectionAssets.locate(in: [folder]) }
      #expect(
        error?.description == "the detection runtime is incomplete: \(folder) lacks "
          + "\(Self.pattern) and \(Self.models[3]); \(Self.remedy)")
    }
  }

  @Test("the first complete folder counts, and in it the newest library")
  func complete() throws {
    let libraries = Self.libraries.map { "openvino/\($0)" }
    try withFolder(files: libraries + Self.models) { folder in
      let assets = try DetectionAssets.locate(in: ["/nowhere", folder, "/nowhere/else"])
      #expect(assets.runtimeLibrary == "\(folder)/\(libraries[1])")
      #expect(assets.personModel == "\(folder)/\(Self.models[0])")
      #expect(assets.landmarkModel == "\(folder)/\(Self.models[1])")
      #expect(assets.palmModel == "\(folder)/\(Self.models[2])")
      #expect(assets.handModel == "\(folder)/\(Self.models[3])")
      #expect(assets.heavyLandmarkModel == nil)
    }
  }

  @Test("a file that is not a library is refused with the next step")
  func unusable() throws {
    try withFolder(files: ["openvino/\(Self.libraries[0])"] + Self.models) { folder in
      let assets = try DetectionAssets.locate(in: [folder])
      let error = try #require(throws: DetectionError.self) { try assets.inventory() }
      #expect(error.code == .runtimeUnusable)
      let sentence = error.description
      let start = "\(assets.runtimeLibrary): the detection runtime can't be loaded ("
      #expect(sentence.hasPrefix(start))
      #expect(sentence.hasSuffix("); \(Self.remedy)"))
      #expect(throws: error) { try BodyPoseDetector(assets: assets) }
    }
  }

  /// A folder with files of a few bytes, removed afterwards.
  private func withFolder(files: [String], _ body: (String) throws -> Void) throws {
    let contents = files.map { ($0, Array("none".utf8)) }
    try withTemporaryFolder(Dictionary(uniqueKeysWithValues: contents), body)
  }
}
