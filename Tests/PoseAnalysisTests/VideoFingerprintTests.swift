import PoseAnalysis
import DepthIO
import PoseDetection
import PoseDocuments
import Foundation
import PoseImaging
import PoseMotion
import Pose3D
import TestSupport
import Testing
import PoseVideo

/// When an interrupted run may go on: the same contents, and the same settings.
struct VideoFingerprintTests {
  @Test func `settings are the same text in every process`() {
    var settings = settings()
    settings.reading.depth.depthUnit = .millimetres
    settings.measurement.camera.file = "camera.json"
    let text = VideoFingerprint.description(of: settings)
    #expect(text.contains("linear") && text.contains("camera.json"))
    // Swift names a private type by an address.
    #expect(!text.contains("$") && !text.contains("unknown context"))
  }

  private func settings(_ change: (inout VideoAnalysis.Settings) -> Void = { _ in })
    -> VideoAnalysis.Settings
  {
    var settings = VideoAnalysis.Settings(path: Fixture.path("video/squats.mp4"))
    change(&settings)
    return settings
  }

  private func fingerprint(
    _ change: (inout VideoAnalysis.Settings) -> Void = { _ in }
  ) throws -> VideoFingerprint {
    try VideoFingerprint(of: settings(change), version: "1")
  }

  @Test(
    arguments: [
      { $0.measurement.bodyHeight = 1.7 }, { $0.reading.from = 0.5 }, { $0.reading.to = 2 },
      { $0.reading.every = 2 }, { $0.reading.frameRate = 25 }, { $0.reading.usesOwnDepth = false },
      { $0.reading.depth.depthUnit = .millimetres }, { $0.reading.depth.channel = "Z" },
      { $0.measurement.camera.diagonalFieldOfView = 1.1 },
      { $0.measurement.camera.name = "left" },
      { $0.measurement.detection.maximumPeople = 2 },
      { $0.measurement.detection.model = .heavy }, { $0.measurement.detection.effort = .best },
      { $0.measurement.detection.modelLayout = .halpe26 },
      { $0.measurement.detection.minimumConfidence = 0.4 },
      { $0.measurement.motion.repairs = false },
    ] as [@Sendable (inout VideoAnalysis.Settings) -> Void])
  func `every setting that decides what is measured is in it`(
    change: @Sendable (inout VideoAnalysis.Settings) -> Void
  ) throws {
    #expect(try fingerprint(change) != fingerprint())
  }

  @Test(
    arguments: [
      { $0.jobs = 7 }, { $0.reading.threads = 3 }, { $0.measurement.detection.threads = 4 },
      { $0.measurement.detection.cacheFolder = nil }, { $0.measurement.motion.longestGap = 3 },
      { $0.measurement.exercise = .named(.squat) }, { $0.measurement.detection.effort = .standard },
      { $0.measurement.targets = ["kneeFlexion=80..100"].compactMap { try? AngleTarget($0) } },
    ] as [@Sendable (inout VideoAnalysis.Settings) -> Void])
  func `how fast it is done and what follows are not`(
    change: @Sendable (inout VideoAnalysis.Settings) -> Void
  ) throws {
    #expect(try fingerprint(change) == fingerprint())
  }

  @Test func `contents count, and names don't`() throws {
    let folder = try TemporaryFolder()
    let video = try FileBytes.read(Fixture.path("video/squats.mp4"))
    let copy = try folder.file("copy.mp4", Data(video))
    let other = try folder.file("other.mp4", Data(video.dropLast() + [1]))
    #expect(try fingerprint { $0.path = copy } == fingerprint())
    #expect(try fingerprint { $0.path = other } != fingerprint())
  }

  @Test(arguments: ["0000.png", "color/0000.png", "depth/0000.png", "extra/0000.txt"])
  func `every file of a folder of frames is in it, and a pipe does not stop it`(
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["0000.png", "color/0000.png", "depth/0000.png", "extra/0000.txt"] {
      try folder.file(name, "an image of \(name)")
    }
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let before = try fingerprint { $0.path = folder.path }
    #expect(try fingerprint { $0.path = folder.path } == before)
    try folder.file(name, "an image of Name")
    #expect(try fingerprint { $0.path = folder.path } != before)
    #expect(
      try fingerprint { $0.depthPath = folder.path } != fingerprint { $0.depthPath = nil })
  }

  @Test func `other models are another run`() throws {
    let folder = try TemporaryFolder()
    for name in ["openvino/libopenvino_c.so.1", "openvino/libopenvino_c.1.dylib"]
      + [
        "pose_detection", "pose_landmark_full_pruned", "palm_detection_full", "hand_landmark_full",
      ].map({ "models/\($0).tflite" })
    {
      try folder.file(name, name)
    }
    let assets = try DetectionAssets.locate(in: [folder.path])
    let fingerprint = { try VideoFingerprint(of: settings(), version: "1", assets: assets) }
    let before = try fingerprint()
    try folder.file("models/hand_landmark_full.tflite", "other hands")
    #expect(try fingerprint() == before)
    for name in ["pose_detection", "pose_landmark_full_pruned"] {
      let before = try fingerprint()
      try folder.file("models/\(name).tflite", "another model")
      #expect(try fingerprint() != before)
    }
    // A top-down model doesn't find people by itself.
    let withONNX = {
      try VideoFingerprint(
        of: settings { $0.measurement.detection.model = .file(Fixture.path("onnx/simcc_17.onnx")) },
        version: "1", assets: assets)
    }
    let beforeONNX = try withONNX()
    try folder.file("models/pose_landmark_full_pruned.tflite", "a third model")
    #expect(try withONNX() != beforeONNX)
  }

  @Test func `a camera file of other contents is another run`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("camera.json", Data("{\"fx\": 1}".utf8))
    let before = try fingerprint { $0.measurement.camera.file = FileInput(path) }
    _ = try folder.file("camera.json", Data("{\"fx\": 2}".utf8))
    let after = try fingerprint { $0.measurement.camera.file = FileInput(path) }
    let output = folder.path("out.jsonl")
    _ = try VideoJournal(of: output, fingerprint: before)
    #expect(
      try VideoJournal.checkpoint(of: output, fingerprint: before)?.checkpoint.frames.isEmpty
        == true)
    let error = #expect(throws: FileError.self) {
      try VideoJournal.checkpoint(of: output, fingerprint: after)
    }
    #expect(error?.code == .mismatch)
    #expect(
      error?.problem
        == "the interrupted run had other inputs or settings (different: the camera file)")
  }

  @Test func `what is no journal is refused, and none is nothing`() throws {
    let folder = try TemporaryFolder()
    let output = folder.path("out.jsonl")
    let fingerprint = try fingerprint()
    #expect(try VideoJournal.checkpoint(of: output, fingerprint: fingerprint) == nil)
    _ = try folder.file("out.jsonl.resume", Data())
    #expect(try VideoJournal.checkpoint(of: output, fingerprint: fingerprint) == nil)
    for text in ["\n", "{}\n", "[1]\n", "{\"pose3d.resume\": 1, \"of\": \"squats.mp4\"}\n"] {
      _ = try folder.file("out.jsonl.resume", Data(text.utf8))
      #expect(throws: FileError.self) {
        try VideoJournal.checkpoint(of: output, fingerprint: fingerprint)
      }
    }
  }
}
