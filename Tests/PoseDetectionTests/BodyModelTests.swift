@testable import PoseDetection
import Foundation
import TestSupport
import Testing

@Suite("Landmark models")
struct BodyModelTests {
  private static let expected =
    "BlazePose's landmark model was expected, which takes 1×256×256×3 and gives 1×195, 1×1, "
    + "1×64×64×39, 1×117 and perhaps 1×256×256×1"
  private static let bundled = "pose_landmarks_detector.tflite"

  @Test("a pruned model of the user's is opened where it lies, with the window of `solutions`")
  func prunedFile() throws {
    try withTemporaryFile(TestModel.landmarks(hasSegmentation: false).bytes) { path in
      let file = try open(path)
      #expect(file.path == path)
      #expect(file.kernelSize == 9)
      file.discard()
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("a model with its segmentation is kept without it in the cache folder, once")
  func unprunedFile() throws {
    let model = TestModel.landmarks(hasSegmentation: true)
    try withTemporaryFile(model.bytes) { path in
      let folder = (path as NSString).deletingLastPathComponent
      let file = try open(path, cacheFolder: folder)
      #expect(file.kernelSize == 9)
      #expect((file.path as NSString).deletingLastPathComponent == folder)
      let kept = try TensorFlowLiteModel(bytes(of: file.path))
      #expect(kept.outputs == [0, 1, 3, 4].map { model.outputs[$0] })
      file.discard()
      #expect(try open(path, cacheFolder: folder).path == file.path)
      // A file that was damaged meanwhile is rewritten.
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: file.path))
      #expect(try bytes(of: open(path, cacheFolder: folder).path) == kept.bytes)
    }
  }

  @Test("without a cache folder, or one that can't be written, the copy is a temporary one")
  func temporary() throws {
    try withTemporaryFile(TestModel.landmarks(hasSegmentation: true).bytes) { path in
      for folder in [nil, "/dev/null/nowhere"] {
        let file = try open(path, cacheFolder: folder)
        let copy = FileManager.default.temporaryDirectory.standardizedFileURL.path
        #expect(file.path.hasPrefix(copy))
        #expect(FileManager.default.fileExists(atPath: file.path))
        file.discard()
        #expect(!FileManager.default.fileExists(atPath: file.path))
      }
    }
  }

  @Test(
    "a bundle's model is unpacked, with the window of the Tasks",
    arguments: [0, 2], [true, false])
  func bundle(padding: Int, hasSegmentation: Bool) throws {
    let model = TestModel.landmarks(hasSegmentation: hasSegmentation)
    let archive = StoredZIP.bytes(
      [("pose_detector.tflite", [1, 2]), (Self.bundled, model.bytes)], padding: padding)
    try withTemporaryFile(archive) { path in
      let file = try open(path)
      defer { file.discard() }
      #expect(file.kernelSize == 7)
      #expect(try TensorFlowLiteModel(bytes(of: file.path)).outputs.count == 4)
    }
  }

  @Test("errors call a model what the user called it, and advise what helps with it")
  func nameAndRemedy() throws {
    for contents in [
      TestModel.landmarks(hasSegmentation: false).bytes,
      TestModel.landmarks(hasSegmentation: true).bytes,
      StoredZIP.bytes([(Self.bundled, TestModel.landmarks(hasSegmentation: false).bytes)]),
    ] {
      try withTemporaryFile(contents) { path in
        let file = try open(path)
        defer { file.discard() }
        #expect(file.name == path && file.remedy == "give another file, or use the full model")
      }
    }
    let full = try LandmarkModelFile(.full, assets: Self.assets, cacheFolder: nil)
    #expect(full.name == full.path && full.remedy == nil)
  }

  @Test("a model of another kind is named in the error")
  func otherKinds() throws {
    let cases: [(TestModel, String)] = [
      (
        TestModel(input: [1, 224, 224, 3], outputs: [[1, 63], [1, 1], [1, 1], [1, 63]]),
        "MediaPipe's hand landmark model, which takes 1×224×224×3 numbers and gives "
          + "1×63, 1×1, 1×1, 1×63"
      ),
      (
        TestModel(input: [1, 224, 224, 3], outputs: [[1, 2254, 12], [1, 2254, 1]]),
        "BlazePose's person detector, which takes 1×224×224×3 numbers and gives "
          + "1×2254×12, 1×2254×1"
      ),
      (
        TestModel(input: [1, 257, 257, 3], outputs: [[1, 17, 17, 17]]),
        "another model, which takes 1×257×257×3 numbers and gives 1×17×17×17"
      ),
      (TestModel(input: [], outputs: []), "another model, which takes 1 numbers and gives no"),
    ]
    for (model, words) in cases {
      try expectError(model.bytes, "this is \(words); \(Self.expected)")
    }
  }

  @Test("what is no model, no bundle, empty, cut or absent is refused with what it is")
  func refused() throws {
    let model = TestModel.landmarks(hasSegmentation: true).bytes
    let bundle = StoredZIP.bytes([(Self.bundled, model)])
    try expectError(
      Array("just a text".utf8),
      "this is no model: a landmark model (.tflite) or a pose landmarker bundle (.task) was "
        + "expected")
    try expectError([], "the file is empty")
    try expectError(
      Array(model.dropLast()),
      "the model is damaged or cut short: a list of 64 elements is longer than its "
        + "\(model.count - 1) bytes")
    try expectError(
      StoredZIP.bytes([("hand_detector.tflite", [1]), ("hand_landmarks_detector.tflite", [2])]),
      "this ZIP archive has no pose_landmarks_detector.tflite; it holds hand_detector.tflite, "
        + "hand_landmarks_detector.tflite")
    try expectError(
      StoredZIP.bytes([(Self.bundled, Array(model.dropLast()))]),
      "the model is damaged or cut short: a list of 64 elements is longer than its "
        + "\(model.count - 1) bytes")
    try withTemporaryFile(Array(bundle.dropLast(40))) { path in
      let error = try #require(throws: DetectionError.self) { try open(path) }
      #expect(
        error.description.hasPrefix(
          "\(path): the ZIP archive is damaged or cut short (libzip: "))
    }
    let absent = #expect(throws: DetectionError.self) { try open("/nowhere/model.task") }
    #expect(absent?.description == "/nowhere/model.task: there is no such file")
  }

  @Test("the error about a missing heavy model has its installation command")
  func noHeavy() {
    let error = #expect(throws: DetectionError.self) {
      try LandmarkModelFile(.heavy, assets: Self.assets, cacheFolder: nil)
    }
    #expect(error?.code == .notInstalled)
    #expect(
      error?.description
        == "the heavy landmark model is not installed: run `scripts/setup --heavy` "
        + "in the Pose3D checkout, or use the full one")
  }

  private static let assets = DetectionAssets(
    runtimeLibrary: "", personModel: "", landmarkModel: "full", palmModel: "", handModel: "",
    heavyLandmarkModel: nil)

  private func open(_ path: String, cacheFolder: String? = nil) throws -> LandmarkModelFile {
    try LandmarkModelFile(.file(path), assets: Self.assets, cacheFolder: cacheFolder)
  }

  private func expectError(_ contents: [UInt8], _ sentence: String) throws {
    try withTemporaryFile(contents) { path in
      let error = #expect(throws: DetectionError.self) { try open(path) }
      #expect(error?.code == .modelUnusable)
      #expect(error?.description == "\(path): \(sentence)")
    }
  }

  private func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
