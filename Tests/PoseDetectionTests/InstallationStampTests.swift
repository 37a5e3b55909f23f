import Foundation
import TestSupport
import Testing

@testable import PoseDetection

@Suite("What set-up installed")
struct InstallationStampTests {
  #if os(macOS)
  private static let libraries = ["libopenvino_c.2641.dylib", "libopenvino_c.2700.dylib"]
  #else
  private static let libraries = ["libopenvino_c.so.2641", "libopenvino_c.so.2700"]
  #endif
  private static let models = [
    "pose_detection", "pose_landmark_full_pruned", "palm_detection_full", "hand_landmark_full",
  ].map { "models/\($0).tflite" }
  private static let heavy = "models/pose_landmark_heavy_pruned.tflite"

  /// An installation of files that hold their own names, as `scripts/setup` stamps one.
  private func installation() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let library = "openvino/\(Self.libraries[0])"
    for name in [library, "openvino/\(Self.libraries[1])", Self.heavy] + Self.models {
      try folder.file(name, name)
    }
    try folder.file("models/LICENSE", "a licence")
    let lines =
      ([library] + Self.models).map(Self.line) + [
        "\(String(repeating: "0", count: 64)) 9 models/LICENSE",
        "\(String(repeating: "0", count: 64)) 9 openvino/licenses/LICENSE",
        "\(String(repeating: "0", count: 64)) 9 ../models/x.tflite",
      ]
    try folder.file("stamp", (["pose3d-runtime 3"] + lines).joined(separator: "\n") + "\n")
    try folder.file("stamp-heavy", "from somewhere\n\(Self.line(Self.heavy))\n")
    return folder
  }

  private static func line(_ name: String) -> String {
    "\(SHA256.hex(Array(name.utf8))) \(name.utf8.count) \(name)"
  }

  @Test("is what counts: a library with a higher number that was put beside it doesn't")
  func stamped() throws {
    let folder = try installation()
    let assets = try DetectionAssets.locate(in: [folder.path])
    #expect(assets.runtimeLibrary == folder.path("openvino/\(Self.libraries[0])"))
    #expect(try assets.verify(recordFolder: nil) == 6)
  }

  @Test("is compared with what is there, to the last bit", arguments: models + [heavy])
  func damaged(model: String) throws {
    let folder = try installation()
    var bytes = Array(model.utf8)
    bytes[bytes.count - 1] ^= 1
    try folder.file(model, bytes)
    let assets = try DetectionAssets.locate(in: [folder.path])
    let error = try #require(throws: DetectionError.self) {
      try assets.verify(recordFolder: nil)
    }
    #expect(error.code == .modelUnusable && error.path == folder.path(model))
    let (stamp, option) = model == Self.heavy ? ("stamp-heavy", " --heavy") : ("stamp", "")
    #expect(
      error.message
        == "the file is damaged: it isn't what was installed; delete \(folder.path(stamp)) "
        + "and run `scripts/setup\(option)` in the Pose3D checkout, or give the keypoints with a file"
    )
    #expect(throws: error) { try BodyPoseDetector(assets: assets) }
    #expect(throws: error) { try HandPoseDetector(assets: assets) }
    #expect(throws: error) { try PoseNetDetector(model: model, assets: assets) }
  }

  @Test("of a package, a damaged file asks for the package again")
  func damagedPackage() throws {
    let place = try installation()
    let folder = place.path("lib/pose3d")
    let files = FileManager.default
    try files.createDirectory(atPath: place.path("lib"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for name in ["openvino", "models", "stamp"] {
      try files.moveItem(atPath: place.path(name), toPath: "\(folder)/\(name)")
    }
    try place.file("lib/pose3d/\(Self.models[0])", "something else")
    let assets = try DetectionAssets.locate(in: [folder])
    let error = #expect(throws: DetectionError.self) { try assets.verify(recordFolder: nil) }
    #expect(
      error?.message
        == "the file is damaged: it isn't what was installed; install pose3d again, or give the "
        + "keypoints with a file")
  }

  @Test("a library that is damaged isn't loaded")
  func damagedLibrary() throws {
    let folder = try installation()
    try folder.file("openvino/\(Self.libraries[0])", "something else")
    let assets = try DetectionAssets.locate(in: [folder.path])
    let error = #expect(throws: DetectionError.self) { try assets.inventory() }
    #expect(error?.code == .runtimeUnusable && error?.path == assets.runtimeLibrary)
  }

  @Test("is compared again when size or time has changed, and always on request")
  func again() throws {
    let (folder, records) = (try installation(), try TemporaryFolder())
    let assets = try DetectionAssets.locate(in: [folder.path])
    try assets.verify(recordFolder: records.path)
    #expect(records.contents.count == 1)
    let model = folder.path(Self.models[0])
    var before = stat()
    try #require(stat(model, &before) == 0)
    let file = try #require(FileHandle(forUpdatingAtPath: model))
    try file.write(contentsOf: Data("M".utf8))
    try file.close()
    #expect(throws: DetectionError.self) { try assets.verify(recordFolder: records.path) }
    // The same size and the same time: no comparison, unless requested.
    let times = [before.st_atim, before.st_mtim]
    try #require(utimensat(AT_FDCWD, model, times, 0) == 0)
    #expect(try assets.verify(recordFolder: records.path) == 6)
    #expect(throws: DetectionError.self) {
      try assets.verify(recordFolder: records.path, isForced: true)
    }
  }

  @Test("without a stamp there is nothing to compare with")
  func unstamped() throws {
    let folder = try installation()
    for name in ["stamp", "stamp-heavy"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    let assets = try DetectionAssets.locate(in: [folder.path])
    #expect(assets.runtimeLibrary == folder.path("openvino/\(Self.libraries[1])"))
    #expect(try assets.verify(recordFolder: nil, isForced: true) == nil)
  }
}
