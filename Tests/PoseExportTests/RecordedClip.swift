import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
@testable import PoseExport
import TestSupport

/// A clip of `fixtures/motion/clips` as it is exported.
enum RecordedClip {
  static let names = ["squat", "turning", "jumping_jack", "walk", "lunge", "curl"]

  private struct File: Decodable {
    var name: String
    var frames: [[Int]]
  }

  /// The joints of a clip's frames in a camera's frame, in metres.
  static func joints(_ name: String) throws -> [PerJoint<Vector3>] {
    let clips = try Fixture.decode([File].self, from: "motion/clips/clips.json")
    guard let clip = clips.first(where: { $0.name == name }) else {
      preconditionFailure("no clip \(name)")
    }
    return clip.frames.map { row in
      PerJoint { joint in
        let place = row[joint.rawValue * 3..<joint.rawValue * 3 + 3].map { Double($0) / 1000 }
        return Vector3(place[0], place[1], place[2])
      }
    }
  }

  /// People in a level camera's frame, `nil` where one isn't there; frames at 30 a second, or at these
  /// times.
  static func sequence(
    of people: [[PerJoint<Vector3>?]], times: [Double]? = nil, sigma: Double? = nil,
    options: PoseSequence.Options = .init()
  ) -> PoseSequence {
    let frames = people[0].indices.map { frame in
      PoseRecording.Frame(
        index: frame, time: times?[frame] ?? Double(frame) / 30,
        people: people.enumerated().compactMap { number, joints in
          joints[frame].map {
            PoseObservation(
              BodyEstimate(positions: $0, sigmas: sigma.map { PerJoint(repeating: $0) }),
              id: number + 1)
          }
        })
    }
    var recording = PoseRecording(
      frames: frames, world: WorldAxes(cameraGravity: nil), isInCameraFrame: true)
    recording.hasSettledIdentities = true
    return PoseSequence(recording, options: options)
  }

  /// A clip as it was measured; of some of its frames.
  static func measured(_ name: String, frames: Range<Int>? = nil) throws -> PoseClip {
    let joints = try joints(name)
    let part = frames.map { Array(joints[$0]) } ?? joints
    return try PoseClip(of: sequence(of: [part], options: untouched), joints: .measured, path: name)
  }

  /// A clip repaired and smoothed.
  static func processed(_ name: String) throws -> PoseClip {
    try PoseClip(of: sequence(of: [joints(name)]), path: name)
  }

  /// Nothing is done to what was measured.
  static var untouched: PoseSequence.Options {
    var options = PoseSequence.Options()
    options.smoothing = .none
    options.repairs = false
    options.holdsBones = false
    options.groundsFeet = false
    options.liftsOverTime = false
    options.longestGap = 0
    return options
  }

  /// Two people, the second of whom is gone in frames 20…49.
  static func two() throws -> PoseClip {
    let second = try joints("turning").enumerated().map { frame, joints in
      (20..<50).contains(frame) ? nil : joints.map { $0 + Vector3(1, 0, 0.5) }
    }
    let first = try joints("squat")
    return try PoseClip(
      of: sequence(of: [first, Array(second.prefix(first.count))]), path: "two.jsonl")
  }
}
