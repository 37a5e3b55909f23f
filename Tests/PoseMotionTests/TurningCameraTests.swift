import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

@testable import PoseMotion

/// A camera that stands, and turns to follow a person.
struct TurningCameraTests {
  /// A person who walks past a camera 2 m away, to the right by 7 m, in the frame of a camera that looks ahead.
  private static func walk(seed: UInt64 = 1) -> PoseRecording {
    var random = RandomNumbers(seed: seed)
    var walk = SyntheticWalk()
    walk.speed = 1.2
    let frames = (0...180).map { index -> PoseRecording.Frame in
      let time = Double(index) / 30
      let markers = walk.markers(at: time)
      func place(_ name: String) -> Vector3 {
        let p = markers[name] ?? .zero
        let noise = 0.003 * Vector3(random.normal(), random.normal(), random.normal())
        // The walk goes along x with y up; the camera's y is down.
        return Vector3(p.x - 3.6, 1 - p.y, 2 - p.z) + noise
      }
      func foot(_ side: String) -> Foot {
        Foot(heel: place(side + "Heel"), toe: place(side + "Toe"), sigma: 0.02)
      }
      let body = BodyEstimate(
        positions: PerJoint { place($0.name) }, sigmas: PerJoint(repeating: 0.02),
        leftFoot: foot("left"), rightFoot: foot("right"),
        stature: Stature(metres: 1.7, sigma: 0.02, estimation: .user))
      return PoseRecording.Frame(
        index: index, time: time, people: [PoseObservation(body, id: 0)])
    }
    return PoseRecording(
      frames: frames, camera: DocumentedSquat.camera, gravity: Vector3(0, 1, 0))
  }

  /// The rotation of a camera that looks at the person's root, with the horizon level.
  private static func turns(of recording: PoseRecording) -> [Rotation] {
    recording.frames.map { frame in
      let root = frame.people[0].body.positions[.root]
      return Rotation.about(.y, by: -atan2(root.x, root.z))
    }
  }

  /// The same people in the camera's frame of each image, as a lifter measures them.
  private static func seen(_ recording: PoseRecording, _ turns: [Rotation]) -> PoseRecording {
    var seen = recording
    for (place, turn) in turns.enumerated() {
      seen.frames[place].people[0].body = recording.frames[place].people[0].body.moved(
        by: RigidTransform(rotation: turn, translation: .zero))
    }
    return seen
  }

  @Test func `a person whom a turning camera follows walks as before one that stands`() throws {
    let still = Self.walk()
    let turns = Self.turns(of: still)
    let largest = turns.map { $0.rotationVector.length }.max() ?? 0
    #expect(largest > 60 * .pi / 180)
    let turned = Self.seen(still, turns).turned(by: turns)
    #expect(abs(try #require(turned.largestTurn) - largest) < 1e-9)
    let (a, b) = (PoseSequence(still), PoseSequence(turned))
    let (one, other) = (try #require(a.people.first), try #require(b.people.first))
    #expect(one.grounding == .used && other.grounding == .used)
    for (first, second) in zip(one.states, other.states) {
      let (p, q) = (try #require(first?.body.positions), try #require(second?.body.positions))
      for joint in Joint.allCases { #expect((p[joint] - q[joint]).length < 0.05, "\(joint)") }
    }
    let gait = GaitAnalysis(of: other, in: b)
    let walk = SyntheticWalk()
    let stride = try #require(gait.measure(.strideLength, .left)?.value)
    #expect(abs(stride.value - walk.speed * walk.stride) < 0.06)
    #expect(gait.passes.allSatisfy { !$0.isTreadmill && !$0.isFollowed })
    // In the middle the left side is nearer or the right one, whichever way the camera looks.
    let heading = try #require(gait.passes.first?.heading)
    #expect(abs(abs(heading) - .pi / 2) < 0.15)
  }

  @Test func `strides are within their sigmas though a wrong field of view bends the way`() throws {
    let still = Self.walk()
    let turns = Self.turns(of: still)
    var seen = Self.seen(still, turns)
    // By too short a focal length people are as much too near as turns are too wide.
    let share = 1.3
    seen.camera = Camera(
      width: 640, height: 480, diagonalFieldOfView: .pi / 3, source: .assumed)
    for frame in seen.frames.indices {
      let body = seen.frames[frame].people[0].body
      let depth = body.positions[.root].z
      seen.frames[frame].people[0].body = body.moved(
        by: RigidTransform(
          rotation: .identity, translation: Vector3(0, 0, depth / share - depth)))
    }
    let wide = turns.map { Rotation(rotationVector: $0.rotationVector * share) }
    let sequence = PoseSequence(seen.turned(by: wide))
    let gait = GaitAnalysis(of: try #require(sequence.people.first), in: sequence)
    let walk = SyntheticWalk()
    for side in GaitAnalysis.Side.allCases {
      let stride = try #require(gait.measure(.strideLength, side)?.value)
      let sigma = try #require(stride.sigma)
      #expect(abs(stride.value - walk.speed * walk.stride) < 1.5 * sigma, "\(stride)")
      #expect(sigma < 0.25)
    }
  }

  @Test func `the root's covariance has the turn's in it, across the way to the camera`() throws {
    let turn = Rotation.about(.y, by: -1)
    var recording = Self.walk()
    recording.frames = [recording.frames[0]]
    recording.camera = Camera(
      width: 640, height: 480, diagonalFieldOfView: .pi / 3, source: .assumed)
    let share = try #require(recording.camera?.focalLengthSigma)
    let seen = Self.seen(recording, [turn])
    let body = seen.turned(by: [turn]).frames[0].people[0].body
    let (root, own) = (
      body.positions[.root],
      try #require(recording.frames[0].people[0].body.covariances?[.root])
    )
    let found = try #require(body.covariances?[.root])
    let across = try #require(Vector3(0, 1, 0).cross(root).normalized)
    let level = Vector3(root.x, 0, root.z).length
    let expected = across.dot(own * across) + share * level * (share * level)
    #expect(abs(across.dot(found * across) - expected) < 1e-9)
    let along = try #require(root.normalized)
    #expect(abs(along.dot(found * along) - along.dot(own * along)) < 1e-9)
  }

  @Test func `the heading's sigma has the turn's in it, and no other angle's`() throws {
    let still = Self.walk()
    let turns = Self.turns(of: still)
    var turned = Self.seen(still, turns).turned(by: turns)
    func sigma(_ recording: PoseRecording, _ name: String) throws -> Double {
      let person = try #require(PoseSequence(recording, options: .asMeasured).people.first)
      return try #require(person.curve(of: .named(name)).sigmas[0])
    }
    turned.camera = Camera(
      width: 640, height: 480, diagonalFieldOfView: .pi / 3, source: .assumed)
    let share = try #require(turned.camera?.focalLengthSigma)
    let heading = try sigma(still, "pelvisRotation")
    let expected = hypot(heading, share * turns[0].rotationVector.length)
    let found = try sigma(turned, "pelvisRotation")
    #expect(abs(found - expected) < 0.01, "\(found) \(heading)")
    #expect(expected > 1.5 * heading)
    let knee = try sigma(still, "leftKneeFlexion")
    #expect(abs(try sigma(turned, "leftKneeFlexion") - knee) < 1e-9)
  }

  @Test(arguments: [0.0, 0.5])
  func `who is followed by a camera that moves otherwise walks, and goes nowhere`(
    sway: Double
  ) throws {
    // The camera goes along, and by so many metres to and fro.
    var seen = Self.walk()
    for frame in seen.frames.indices {
      let body = seen.frames[frame].people[0].body
      let time = seen.frames[frame].time
      let ahead = 1.2 * time - 3.6 + sway * sin(3 * time)
      seen.frames[frame].people[0].body = body.moved(
        by: RigidTransform(rotation: .identity, translation: Vector3(-ahead, 0, 0)))
    }
    seen.isCameraMoving = true
    let sequence = PoseSequence(seen)
    let gait = GaitAnalysis(of: try #require(sequence.people.first), in: sequence)
    #expect(!gait.passes.isEmpty)
    #expect(gait.passes.allSatisfy { $0.isFollowed && !$0.isTreadmill })
    #expect(gait.passes.allSatisfy { gait.text(of: $0).contains("followed by the camera") })
    let time = try #require(gait.measure(.strideTime, .left)?.value)
    #expect(abs(time.value - SyntheticWalk().stride) < 0.05)
    #expect(gait.measure(.stepLength, .left)?.missing == .movingCamera)
  }

  @Test func `the turn between two images is on the shortest way, and none across a cut`() {
    func frame(_ index: Int, _ degrees: Double, cut: Bool = false) -> PoseRecording.Frame {
      PoseRecording.Frame(
        index: index, time: Double(index), people: [], startsShot: cut,
        turn: Vector3(0, degrees * .pi / 180, 0))
    }
    let recording = PoseRecording(
      frames: [frame(0, 0), frame(1, 170), frame(2, -170), frame(3, 0, cut: true)],
      camera: DocumentedSquat.camera, gravity: nil)
    func angle(_ time: Double) -> Double {
      recording.cameraFromFrame(at: time).rotation.rotationVector.y * 180 / .pi
    }
    #expect(abs(angle(-1)) < 1e-9 && abs(angle(0.5) - 85) < 1e-9)
    #expect(abs(angle(1.25) - 175) < 1e-9 && abs(angle(2) + 170) < 1e-9)
    #expect(abs(angle(2.5)) < 1e-9 && abs(angle(9)) < 1e-9)
    #expect(PoseRecording(frames: [], world: nil).cameraFromFrame(at: 1) == .identity)
  }

  @Test func `people are drawn where the camera saw them`() throws {
    let still = Self.walk()
    let turns = Self.turns(of: still)
    let seen = Self.seen(still, turns)
    let sequence = PoseSequence(seen.turned(by: turns), options: .asMeasured)
    for frame in [0, 40, 90, 180] {
      let pose = try #require(sequence.posesToDraw(at: frame, by: DocumentedSquat.camera).first)
      let body = seen.frames[frame].people[0].body
      for joint in Joint.allCases {
        #expect((pose.body.positions[joint] - body.positions[joint]).length < 1e-9)
      }
    }
  }
}
