import Foundation
import TestSupport
import Testing

/// An installation of which a part is missing, cut short or of another kind: the sentence names the
/// part and what to do.
@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct BrokenInstallationTests {
  private static let remedy = "run `scripts/setup` (or `make demo`) in the Pose3D checkout"

  /// The checkout's installation with one file changed: `nil` leaves it out.
  private func installation(
    _ folder: TemporaryFolder, file: String, _ bytes: Data?
  ) throws -> String {
    let files = FileManager.default
    for name in ["openvino", "models"] {
      let source = Checkout.path(".deps/\(name)")
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      for entry in try files.contentsOfDirectory(atPath: source) {
        // Without the heavy model the full one is used.
        guard "\(name)/\(entry)" != file, !entry.contains("heavy") else { continue }
        try files.createSymbolicLink(
          atPath: folder.path("\(name)/\(entry)"), withDestinationPath: "\(source)/\(entry)")
      }
    }
    if let bytes { _ = try folder.file(file, bytes) }
    return folder.path
  }

  private func model(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: Checkout.path(".deps/models/\(name)")))
  }

  /// Models of bodies, then of hands; the command that needs them.
  private static let models = [
    ("pose_detection.tflite", "detect"), ("pose_landmark_full_pruned.tflite", "detect"),
    ("palm_detection_full.tflite", "hands"), ("hand_landmark_full.tflite", "hands"),
  ]

  @Test(arguments: models)
  func `a model that is missing`(name: String, command: String) async throws {
    let folder = try TemporaryFolder()
    let assets = try installation(folder, file: "models/\(name)", nil)
    let run = try await CommandLineRun([command, DetectTests.astronaut], assets: assets)
    #expect(run.exitCode == 69)
    #expect(
      run.errors.hasPrefix(
        "error: the detection runtime is incomplete: \(folder.path) lacks models/\(name); "
          + Self.remedy))
  }

  @Test(arguments: models)
  func `a model that was cut short`(name: String, command: String) async throws {
    let folder = try TemporaryFolder()
    let whole = try model(name)
    let assets = try installation(
      folder, file: "models/\(name)", whole.prefix(whole.count / 2))
    let run = try await CommandLineRun([command, DetectTests.astronaut], assets: assets)
    #expect(run.exitCode == 69)
    #expect(run.errors.hasPrefix("error: \(folder.path)/models/\(name): the model "))
    #expect(run.errors.contains(Self.remedy))
    #expect(run.output.isEmpty)
  }

  @Test(arguments: zip(models, models.dropFirst() + models.prefix(1)))
  func `a model of another kind`(
    wanted: (name: String, command: String), found: (name: String, command: String)
  ) async throws {
    let folder = try TemporaryFolder()
    let assets = try installation(folder, file: "models/\(wanted.name)", model(found.name))
    let run = try await CommandLineRun([wanted.command, DetectTests.astronaut], assets: assets)
    #expect(run.exitCode == 69)
    #expect(run.errors.hasPrefix("error: \(folder.path)/models/\(wanted.name): "))
    #expect(run.errors.contains(Self.remedy))
    #expect(run.output.isEmpty)
  }

  @Test func `without the heavy model the full one is used, which only the doctor reports`()
    async throws
  {
    let folder = try TemporaryFolder()
    let assets = try installation(folder, file: "", nil)
    for effort in ["standard", "best"] {
      let arguments = ["detect", DetectTests.astronaut, "--effort", effort, "-o", "-"]
      let run = try await CommandLineRun(arguments, assets: assets)
      let full = try await CommandLineRun(arguments + ["--model", "full"])
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output == full.output)
    }
    let doctor = try await CommandLineRun(["doctor"], assets: assets)
    #expect(doctor.exitCode == 0)
    #expect(
      doctor.output.contains(
        "the heavy landmark model is not installed, so the full one is used, which is less exact"))
  }

  @Test(arguments: [Data(), Data("hello".utf8), Data([0x7F] + "ELF".utf8)])
  func `a runtime that is no library`(bytes: Data) async throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.path(".deps/openvino"))
    let name = try #require(names.first { $0.hasPrefix("libopenvino_c.") })
    let folder = try TemporaryFolder()
    let assets = try installation(folder, file: "openvino/\(name)", bytes)
    let run = try await CommandLineRun(["detect", DetectTests.astronaut], assets: assets)
    #expect(run.exitCode == 69)
    #expect(
      run.errors.hasPrefix(
        "error: \(folder.path)/openvino/\(name): the detection runtime can't be loaded ("))
    #expect(run.errors.contains(Self.remedy))
  }

  @Test func `an empty model is reported, without lines of source code`() async throws {
    let folder = try TemporaryFolder()
    let assets = try installation(folder, file: "models/pose_detection.tflite", Data())
    let run = try await CommandLineRun(["detect", DetectTests.astronaut], assets: assets)
    #expect(run.exitCode == 69)
    #expect(
      run.errors.hasPrefix(
        "error: \(folder.path)/models/pose_detection.tflite: the model is "))
    #expect(run.errors.contains(Self.remedy))
    for words in ["Exception", ".cpp", "general error"] { #expect(!run.errors.contains(words)) }
  }
}
