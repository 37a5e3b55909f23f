import Foundation
import PoseGeometry
import PoseMotion
import PoseDocuments
import PoseFiles
import PoseImaging
import TestSupport
import Testing

/// A sequence's document matches the published schema, by an independent validator.
struct SequenceSchemaTests {
  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a sequence's document is valid, and not with what the schema forbids`() async throws {
    let folder = try TemporaryFolder()
    // The first of the two squats: validating is slow.
    let recording = PoseRecording(
      frames: Array(DocumentedSquat.recording.frames.prefix(34)), camera: DocumentedSquat.camera,
      gravity: Vector3(0, 1, 0))
    let document = try folder.file(
      "squat.json",
      DocumentedSquat.text { DocumentedSquat.document(of: recording).writeJSON(to: $0) })
    try await SchemaValidator("skeleton", definition: "sequence").expect(
      document,
      exceptWith: [
        ("\"complete\": true", "\"complete\": 1"), ("\"filled\": false", "\"filed\": false"),
        ("\"coordinateFrames\":", "\"frame\":"), ("\"time\": \"second\"", "\"time\": \"frame\""),
        ("\"kind\": \"butterworth\"", "\"kind\": \"boxcar\""), ("\"raw\": {", "\"rough\": {"),
        ("\"repetitions\": [", "\"repetition\": ["), ("\"every\": 2", "\"every\": 0"),
        ("\"effectiveOrder\": 4", "\"effectiveOrder\": 2"), ("\"measures\":", "\"measure\":"),
      ])
  }

  /// A recording by two cameras, the second of which was knocked.
  private static let knocked: PoseRecording = {
    var recording = PoseRecording(
      frames: Array(DocumentedSquat.recording.frames.prefix(8)), camera: DocumentedSquat.camera,
      gravity: Vector3(0, 1, 0))
    let place = RigidTransform(
      rotation: .about(.y, by: 1), translation: Vector3(0.5, 0, 2))
    recording.views = [
      RecordedView(name: "a", camera: DocumentedSquat.camera, cameraFromFrame: .identity),
      RecordedView(name: "b", camera: DocumentedSquat.camera, cameraFromFrame: place),
    ]
    recording.views[1].knocks = [
      .init(
        time: 2.5, timeSigma: 0.01, angle: 0.0175, angleSigma: 0.0005,
        cameraFromFrame: RigidTransform(rotation: .about(.x, by: 0.0175), translation: .zero)
          * place)
    ]
    return recording
  }()

  @Test func `the knocks of cameras are written and read back`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "knocked.json",
      DocumentedSquat.text { DocumentedSquat.document(of: Self.knocked).writeJSON(to: $0) })
    let views = try SkeletonFile.read(contentsOf: path).views
    #expect(views.map(\.knocks.count) == [0, 1])
    let (read, written) = (views[1].knocks[0], Self.knocked.views[1].knocks[0])
    #expect(read.time == 2.5 && read.timeSigma == 0.01)
    #expect(abs(read.angle - written.angle) < 1e-7)
    #expect(abs(read.angleSigma - written.angleSigma) < 1e-7)
    #expect(
      (read.cameraFromFrame.translation - written.cameraFromFrame.translation).length < 1e-5)
    #expect(views[1].cameraFromFrame(at: 2) == views[1].cameraFromFrame)
    #expect(views[1].cameraFromFrame(at: 3) == read.cameraFromFrame)
  }

  /// A document of a video in slow motion whose camera moves.
  private static let moving: SequenceDocument = {
    var recording = DocumentedSquat.recording
    // Validating is slow.
    recording.frames.removeSubrange(12...)
    recording.isCameraMoving = true
    recording.camera = Camera(
      width: 640, height: 480, diagonalFieldOfView: .pi / 3, source: .assumed)
    var document = DocumentedSquat.document(of: recording)
    document.video.slowMotion = 8
    return document
  }()

  @Test func `slow motion and a camera that moves are written and read back`() throws {
    let folder = try TemporaryFolder()
    let text = DocumentedSquat.text { Self.moving.writeJSON(to: $0) }
    let path = try folder.file("moving.json", text)
    #expect(DocumentOrigin(bytes: Array(text.utf8))?.slowMotion == 8)
    let file = try SkeletonFile.read(contentsOf: path)
    #expect(file.isCameraMoving)
    let read = try PoseRecording(file, path: path)
    #expect(read.isCameraMoving)
    #expect(read.focalLengthSigma == 0.25 && read.camera == nil)
    let wrong = try folder.file(
      "wrong.json",
      text.replacing("\"focalLengthSigma\": 0.25", with: "\"focalLengthSigma\": -0.1"))
    #expect(throws: FileError.self) { _ = try SkeletonFile.read(contentsOf: wrong) }
    let still = DocumentedSquat.text {
      DocumentedSquat.document(of: DocumentedSquat.recording).writeJSON(to: $0)
    }
    #expect(!still.contains("slowMotion") && !still.contains("moving"))
    #expect(DocumentOrigin(bytes: Array(still.utf8))?.slowMotion == 1)
  }

  /// A document of a camera that turns.
  private static let turning: SequenceDocument = {
    var recording = DocumentedSquat.recording
    recording.frames.removeSubrange(12...)
    for frame in recording.frames.indices {
      recording.frames[frame].turn = Vector3(0.01, 0.02 * Double(frame), -0.003)
    }
    return DocumentedSquat.document(of: recording)
  }()

  @Test
  func `the turns of a camera are written and read back, and places in the image are those seen`()
    throws
  {
    let folder = try TemporaryFolder()
    var document = Self.turning
    let text = DocumentedSquat.text { document.writeJSON(to: $0) }
    let path = try folder.file("turning.json", text)
    let read = try PoseRecording(SkeletonFile.read(contentsOf: path), path: path)
    for (frame, truth) in zip(read.frames, document.sequence.recording.frames) {
      #expect((try #require(frame.turn) - (truth.turn ?? .zero)).length < 1e-5)
    }
    document.detail = .full
    let node = try DocumentNode(
      parsing: Array(DocumentedSquat.text { document.writeJSON(to: $0) }.utf8))
    let last = try #require(node["frames"]?.elements?.last)
    let joint = try #require(last["people"]?.elements?.first?["joints"]?.elements?.first)
    let place = try #require(joint["cameraPosition"]).numbers()
    let turn = Rotation(rotationVector: try #require(read.frames.last?.turn))
    let pixel = try #require(
      DocumentedSquat.camera.pixel(of: turn * Vector3(place[0], place[1], place[2])))
    let written = try #require(joint["image"]).numbers()
    #expect(abs(pixel.x - written[0]) < 0.1 && abs(pixel.y - written[1]) < 0.1)
    #expect(throws: FileError.self) {
      let wrong = text.replacing("\"turn\": [0.01, 0.02, -0.003]", with: "\"turn\": [9, 0, 0]")
      _ = try SkeletonFile.read(bytes: Array(wrong.utf8), name: "wrong.json")
    }
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func
    `slow motion, cameras that turn and others that move are valid, and not what the schema forbids`()
    async throws
  {
    let folder = try TemporaryFolder()
    let turn = "\"turn\": [0.01, 0.02, -0.003]"
    let cases: [(SequenceDocument, exceptWith: [(String, String)])] = [
      (
        Self.moving,
        [
          ("\"slowMotion\": 8.0", "\"slowMotion\": 0"), ("\"moving\": true", "\"moving\": 1"),
          ("\"grounding\": \"movingCamera\"", "\"grounding\": \"moving\""),
        ]
      ),
      (
        Self.turning,
        [(turn, "\"turn\": [0.01, 0.02]"), (turn, "\"turn\": [0.01, 4, -0.003]")]
      ),
    ]
    for (number, (document, wrong)) in cases.enumerated() {
      let path = try folder.file(
        "\(number).json", DocumentedSquat.text { document.writeJSON(to: $0) })
      try await SchemaValidator("skeleton", definition: "sequence").expect(path, exceptWith: wrong)
    }
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a document with knocks is valid, and not with what the schema forbids`() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.file(
      "knocked.json",
      DocumentedSquat.text { DocumentedSquat.document(of: Self.knocked).writeJSON(to: $0) })
    try await SchemaValidator("skeleton", definition: "sequence").expect(
      document,
      exceptWith: [("\"angleSigma\": ", "\"sigma\": "), ("\"knocks\": [", "\"knock\": [")])
  }
}
