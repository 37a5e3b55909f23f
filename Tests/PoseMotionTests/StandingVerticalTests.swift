import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
@testable import PoseMotion
import TestSupport
import Testing

/// The vertical from people who stand before a camera that looks up or down.
struct StandingVerticalTests {
  private static let degree = Double.pi / 180

  /// Squats seen by a camera that looks down by `pitch` and is turned clockwise by `roll`, in degrees.
  private static func recording(
    pitch: Double, roll: Double = 0, gravity: Vector3? = nil, _ squat: GroundedSquat
  ) -> PoseRecording {
    let turn =
      Rotation.about(.z, by: -roll * degree) * Rotation.about(.x, by: pitch * degree)
    let middle = DocumentedSquat.positions(kneeFlexion: 0)[.root]
    let transform = RigidTransform(rotation: turn, translation: middle - turn * middle)
    var recording = squat.recording()
    recording = PoseRecording(
      frames: recording.frames.map { frame in
        var frame = frame
        for index in frame.people.indices {
          frame.people[index].body = frame.people[index].body.moved(by: transform)
        }
        return frame
      }, camera: DocumentedSquat.camera, gravity: gravity)
    return recording
  }

  /// The mean of an angle in degrees, given a measurement of it with a sigma and what is expected, by summing over the
  /// angles.
  private static func mean(
    of measured: Double, sigma: Double, expected: [(share: Double, sigma: Double)]
  ) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for angle in stride(from: -90.0, through: 90, by: 0.05) {
      let prior = expected.reduce(0) {
        $0 + $1.share / $1.sigma * exp(-angle * angle / (2 * $1.sigma * $1.sigma))
      }
      let weight = prior * exp(-(angle - measured) * (angle - measured) / (2 * sigma * sigma))
      (sum, weights) = (sum + weight * angle, weights + weight)
    }
    return sum / weights
  }

  @Test(arguments: [-20.0, -10, 0, 10, 20], [-4.0, 0, 4])
  func `a camera's pitch and roll are found within their sigmas, drawn a little towards level`(
    pitch: Double, roll: Double
  ) throws {
    let recording = Self.recording(pitch: pitch, roll: roll, GroundedSquat())
    let world = try #require(PoseSequence(recording).world)
    #expect(world.source == .posture)
    let (found, turned) = (world.cameraPitch / Self.degree, world.cameraRoll / Self.degree)
    let (sigma, turnedSigma) = (
      world.tiltSigma.pitch / Self.degree, world.tiltSigma.roll / Self.degree
    )
    // The body's mass isn't straight above its feet: the arms are stretched out.
    let wanted = Self.mean(of: pitch, sigma: 6, expected: [(2.0 / 3, 8), (1.0 / 3, 20)])
    let wantedRoll = Self.mean(of: roll, sigma: 3, expected: [(0.8, 3), (0.2, 12)])
    #expect(abs(found - wanted) < 2.5, "pitch \(found) of \(pitch), \(wanted) expected")
    #expect(abs(turned - wantedRoll) < 1, "roll \(turned) of \(roll), \(wantedRoll) expected")
    #expect(abs(found - pitch) < 2 * sigma && abs(turned - roll) < 2 * turnedSigma)
    #expect(sigma > 4.5 && sigma < 7 && turnedSigma > 2 && turnedSigma < 3)
  }

  @Test func `a camera that moves has no one vertical`() {
    var recording = Self.recording(pitch: 10, GroundedSquat())
    #expect(PoseSequence(recording).world?.source == .posture)
    recording.isCameraMoving = true
    #expect(PoseSequence(recording).world?.source == .camera)
  }

  /// The feet's points lie on the floor in the frame of the upright camera, whose axis y points down.
  private static var height: Double {
    let body = GroundedSquat().recording().frames[0].people[0].body
    return [body.leftFoot, body.rightFoot].compactMap { $0 }.flatMap { [$0.heel.y, $0.toe.y] }.max()
      ?? .nan
  }

  @Test(arguments: [-10.0, 0, 15])
  func `the camera's height over the feet is found within its sigma`(pitch: Double) throws {
    let gravity =
      Rotation.about(.x, by: pitch * Self.degree) * Vector3(0, 1, 0)
    let measured = Self.recording(pitch: pitch, gravity: gravity, GroundedSquat())
    // The body turned about its hips: the camera moved along.
    let middle = DocumentedSquat.positions(kneeFlexion: 0)[.root]
    let truth = Self.height - middle.y + middle.dot(gravity)
    let known = try #require(PoseSequence(measured).cameraHeight)
    let sigma = try #require(known.sigma)
    #expect(abs(known.value - truth) < 0.05, "\(known.value) of \(truth)")
    let estimated = try #require(
      PoseSequence(Self.recording(pitch: pitch, GroundedSquat())).cameraHeight)
    let wider = try #require(estimated.sigma)
    #expect(wider > sigma + 0.05 && abs(estimated.value - truth) < 2 * wider)
  }

  @Test(arguments: [4.0, 2])
  func `the camera's height is that over the floor and not over a box that feet rest on for longer`(
    leaving: Double
  ) throws {
    let gravity = Vector3(0, 1, 0)
    var squat = GroundedSquat(depth: 0.3)
    // Down from a box within a fifth of a second.
    squat.footPath = { Vector3(0, -0.4 * min(1, max(0, 5 * (leaving + 0.2 - $0))), 0) }
    let known = try #require(
      PoseSequence(Self.recording(pitch: 0, gravity: gravity, squat)).cameraHeight)
    #expect(abs(known.value - Self.height) < 0.05, "\(known.value) of \(Self.height)")
  }

  @Test func `without feet the ankles show the height, and without a vertical nothing does`() throws
  {
    let gravity = Vector3(0, 1, 0)
    let recording = Self.recording(pitch: 0, gravity: gravity, GroundedSquat())
    let feetless = PoseRecording(
      frames: recording.frames.map { frame in
        var frame = frame
        for index in frame.people.indices {
          (frame.people[index].body.leftFoot, frame.people[index].body.rightFoot) = (nil, nil)
        }
        return frame
      }, camera: DocumentedSquat.camera, gravity: gravity)
    let (known, byAnkles) = (
      try #require(PoseSequence(recording).cameraHeight?.value),
      try #require(PoseSequence(feetless).cameraHeight?.value)
    )
    #expect(abs(known - byAnkles) < 0.05, "\(byAnkles) of \(known)")
    let level = PoseSequence(
      PoseRecording(frames: feetless.frames, camera: DocumentedSquat.camera, gravity: nil))
    #expect(level.world?.source == .camera && level.cameraHeight == nil)
  }

  @Test(arguments: [-20.0, 20])
  func `the trunk of a person who stands is upright before a tilted camera`(pitch: Double) throws {
    let recording = Self.recording(pitch: pitch, GroundedSquat(depth: 0.2))
    var options = PoseSequence.Options()
    options.liftsOverTime = false
    let person = try #require(PoseSequence(recording, options: options).people.first)
    let level = PersonMotion(
      id: 1, times: person.times, states: person.states, world: WorldAxes(cameraGravity: nil))
    func lean(_ person: PersonMotion) throws -> (value: Double, sigma: Double) {
      let curve = person.curve(of: .named("trunkLean"))
      let middle = curve.times.count / 2
      return (
        try #require(curve.values[middle]) / Self.degree,
        try #require(curve.sigmas[middle]) / Self.degree
      )
    }
    let (found, assumed) = (try lean(person), try lean(level))
    #expect(found.value < 10 && assumed.value > 12, "\(found), \(assumed)")
    #expect(found.sigma < assumed.sigma)
  }

  /// Degrees in the image by which the legs are turned about the hips, and all of the body; whether that may be standing.
  @Test(arguments: [
    (0.0, 0.0, true), (0, 20, true), (0, -20, true), (0, 32, false), (0, -32, false),
    (8, 0, true), (28, 0, false), (-28, 0, false), (28, -20, false),
  ])
  func `who leans the back on a wall, or all of the body far aside, shows no vertical`(
    legs: Double, all: Double, stands: Bool
  ) throws {
    var body = GroundedSquat().recording().frames[0].people[0].body
    let root = body.positions[.root]
    func turned(_ place: Vector3, by degrees: Double) -> Vector3 {
      root + Rotation.about(.z, by: degrees * Self.degree) * (place - root)
    }
    let legJoints: Set<Joint> = [.leftKnee, .rightKnee, .leftAnkle, .rightAnkle]
    body.positions = PerJoint { joint in
      turned(body.positions[joint], by: all + (legJoints.contains(joint) ? legs : 0))
    }
    func turned(_ foot: Foot?) -> Foot? {
      foot.map {
        Foot(
          heel: turned($0.heel, by: all + legs), toe: turned($0.toe, by: all + legs),
          sigma: $0.sigma)
      }
    }
    (body.leftFoot, body.rightFoot) = (turned(body.leftFoot), turned(body.rightFoot))
    #expect((StandingVertical(still: [body]) != nil) == stands)
  }

  @Test func `a stated vertical stays`() {
    let gravity = Vector3(0, 1, 0)
    let recording = Self.recording(pitch: 15, gravity: gravity, GroundedSquat())
    #expect(PoseSequence(recording).world == WorldAxes(cameraGravity: gravity))
  }

  @Test func `a video that was cut has no estimated vertical`() {
    var recording = Self.recording(pitch: 15, GroundedSquat())
    #expect(PoseSequence(recording).world?.source == .posture)
    recording.frames[60].startsShot = true
    #expect(PoseSequence(recording).world == WorldAxes(cameraGravity: nil))
  }

  @Test func `who lies, and whose feet are unknown, tell nothing`() {
    for recording in [
      Self.recording(pitch: 75, GroundedSquat(depth: 0.2)),
      Self.recording(pitch: 10, GroundedSquat(hasFeet: false)),
    ] {
      #expect(PoseSequence(recording).world == WorldAxes(cameraGravity: nil))
    }
  }

  @Test func `who sits tells nothing: a seat holds the body`() {
    var recording = Self.recording(pitch: 10, GroundedSquat(depth: 0, drift: 0))
    let seated = DocumentedSquat.positions(kneeFlexion: 1.4)
    for index in recording.frames.indices {
      for joint in Joint.allCases where ![.leftAnkle, .rightAnkle].contains(joint) {
        recording.frames[index].people[0].body.positions[joint] = seated[joint]
      }
    }
    #expect(PoseSequence(recording).world?.source == .camera)
  }

  /// The world after each frame of a live recording.
  private static func live(_ recording: PoseRecording) -> [WorldAxes?] {
    var person = OnlinePersonFilter(id: 1, world: nil, groundsFeet: true)
    var vertical = OnlineVertical()
    return recording.frames.map { frame in
      _ = person.add(frame.people[0].body, at: frame.time)
      vertical.add([person], at: frame.time)
      return vertical.world
    }
  }

  @Test(arguments: [-20.0, -10, 0, 10, 20], [-4.0, 4])
  func `a live camera's pitch and roll are found while a person stands, and don't jump`(
    pitch: Double, roll: Double
  ) throws {
    let worlds = Self.live(Self.recording(pitch: pitch, roll: roll, GroundedSquat()))
    #expect(worlds[0] == nil)
    let world = try #require(worlds.last ?? nil)
    let (found, turned) = (world.cameraPitch / Self.degree, world.cameraRoll / Self.degree)
    #expect(world.source == .posture)
    #expect(abs(found - pitch) < 2 * world.tiltSigma.pitch / Self.degree, "\(found) of \(pitch)")
    #expect(abs(turned - roll) < 2 * world.tiltSigma.roll / Self.degree, "\(turned) of \(roll)")
    let wanted = Self.mean(of: pitch, sigma: 7, expected: [(2.0 / 3, 8), (1.0 / 3, 20)])
    #expect(abs(found - wanted) < 3, "\(found) where \(wanted) was expected")
    // From level on, and no faster than a tenth of what is left from one frame to the next.
    let ups = worlds.map { $0?.up ?? Vector3(0, -1, 0) }
    for (before, after) in zip(ups, ups.dropFirst()) {
      #expect(before.angle(to: after) < 2 * Self.degree)
    }
  }

  @Test
  func
    `a live camera's vertical stays that of a level one where nobody stands on feet that are seen`()
  {
    for recording in [
      Self.recording(pitch: 75, GroundedSquat(depth: 0.2)),
      Self.recording(pitch: 10, GroundedSquat(hasFeet: false)),
    ] {
      #expect(Self.live(recording).allSatisfy { $0 == nil })
    }
  }

  @Test(arguments: [-20.0, 0, 20])
  func `a still of a person who stands on both feet shows the pitch, less surely than a video`(
    pitch: Double
  ) throws {
    var recording = Self.recording(pitch: pitch, GroundedSquat(depth: 0))
    let motion = try #require(PoseSequence(recording).world)
    recording.frames = Array(recording.frames.prefix(1))
    let still = try #require(PoseSequence(recording).world)
    #expect(still.source == .posture && still.tiltSigma.pitch > motion.tiltSigma.pitch)
    #expect(abs(still.cameraPitch / Self.degree - 0.75 * pitch) < 3, "\(still.cameraPitch)")
  }

  @Test func `a still of bent knees or of a step shows nothing`() {
    for time in [0.5, 1] {
      var recording = Self.recording(pitch: 10, GroundedSquat(depth: 1.2))
      recording.frames = recording.frames.filter { abs($0.time - time) < 0.01 }
      #expect(recording.frames.count == 1)
      #expect(PoseSequence(recording).world?.source == .camera)
    }
    var recording = Self.recording(pitch: 10, GroundedSquat(depth: 0))
    recording.frames = Array(recording.frames.prefix(1))
    let step = Vector3(0, 0, 0.7)
    recording.frames[0].people[0].body.leftFoot?.heel += step
    recording.frames[0].people[0].body.leftFoot?.toe += step
    #expect(PoseSequence(recording).world?.source == .camera)
  }

  @Test func `a document states the vertical, and a reader has the same one`() throws {
    let document = DocumentedSquat.document(
      of: Self.recording(pitch: 12, roll: 2, GroundedSquat()), detail: .standard)
    let sequence = document.sequence
    let text = DocumentedSquat.text { write in document.writeJSON(to: write) }
    let file = try withTemporaryFile(text, named: "sequence") {
      try SkeletonFile.read(contentsOf: $0)
    }
    let read = PoseSequence(try PoseRecording(file, path: "a.json"))
    #expect(read.world == sequence.world && read.world?.source == .posture)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let vertical = try #require(object?["vertical"] as? [String: Any])
    let pitch = try #require(vertical["pitch"] as? Double)
    #expect(abs(pitch - (sequence.world?.cameraPitch ?? 9) / Self.degree) < 1e-4)
    #expect(vertical["source"] as? String == "posture")
  }

  @Test func `a document states the sigma of a measured vertical, and a reader has it`() throws {
    var recording = Self.recording(pitch: 12, roll: 2, GroundedSquat())
    let gravity = try #require(recording.world.map { $0.up * -1 })
    recording.gravity = gravity
    recording.world = WorldAxes(
      cameraGravity: gravity, sigma: .init(pitch: 0.0297431, roll: 0.0297431))
    let written = recording.withWrittenVertical
    let document = DocumentedSquat.document(of: written, detail: .standard)
    let text = DocumentedSquat.text { write in document.writeJSON(to: write) }
    let file = try withTemporaryFile(text, named: "sequence") {
      try SkeletonFile.read(contentsOf: $0)
    }
    let read = PoseSequence(try PoseRecording(file, path: "a.json"))
    #expect(read.world?.source == .gravity)
    #expect(read.world?.tiltSigma == written.world?.tiltSigma)
    #expect(abs((read.world?.tiltSigma.pitch ?? 0) - 0.0297431) < 1e-7)
  }

  private static let damaged: [(from: String, to: String, problem: String)] = [
    (
      #""pitchSigma""#, #""pitchDoubt""#,
      "vertical is an object where an object with pitchSigma was expected"
    ),
    (
      #""source": "posture",\#n    "pitch": "#, #""source": "posture",\#n    "pitch": 9"#,
      "vertical.pitch is 9"
    ),
  ]

  @Test(arguments: damaged)
  func `a damaged vertical is named`(from: String, to: String, problem: String) throws {
    let document = DocumentedSquat.document(
      of: Self.recording(pitch: 12, GroundedSquat()), detail: .standard)
    let text = DocumentedSquat.text { write in document.writeJSON(to: write) }
    let broken = text.replacingOccurrences(of: from, with: to)
    try #require(broken != text)
    let error = #expect(throws: (any Error).self) {
      try withTemporaryFile(broken, named: "sequence") { try SkeletonFile.read(contentsOf: $0) }
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(String(describing: error))")
  }
}
