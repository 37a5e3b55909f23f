import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import TestSupport
import Testing

/// A clip of `fixtures/motion/clips`: a person at 30 frames a second, joints relative to the root.
struct MotionClip: CustomTestStringConvertible, Sendable {
  let name: String
  let frames: [PerJoint<Vector3>]

  var testDescription: String { name }

  static let all = read("clips.json")

  /// A person in a real video, at 60 frames per second, whom a detector turned over and back.
  static let wavering = read("wavering.json")[0]

  private static func read(_ name: String) -> [MotionClip] {
    struct File: Decodable {
      var name: String
      var frames: [[Int]]
    }
    guard let clips = try? Fixture.decode([File].self, from: "motion/clips/\(name)") else {
      preconditionFailure("no clips in \(name)")
    }
    return clips.map { clip in
      MotionClip(
        name: clip.name,
        frames: clip.frames.map { row in
          PerJoint { joint in
            let place = row[joint.rawValue * 3..<joint.rawValue * 3 + 3].map { Double($0) / 1000 }
            return Vector3(place[0], place[1], place[2])
          }
        })
    }
  }

  static func named(_ name: String) -> MotionClip {
    guard let clip = all.first(where: { $0.name == name }) else {
      preconditionFailure("no clip \(name)")
    }
    return clip
  }

  /// The clip in a camera's frame, the person turned about the vertical and going along a line at
  /// 0.5 m/s, 3.5 m away; with a lifter's errors, which are alike in frames next to each other (a
  /// correlation of 0.8) and twice as large in depth.
  func seen(turned degrees: Double = 0, noise: Double = 0, seed: UInt64 = 1) -> [PoseObservation] {
    var random = RandomNumbers(seed: seed)
    var errors = PerJoint<Vector3> { _ in random.place() * noise }
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return frames.enumerated().map { number, frame in
      let root = Vector3(-0.7 + 0.5 * Double(number) / 30, 0.1, 3.5)
      errors = errors.map { $0 * 0.8 + random.place() * (0.6 * noise) }
      return PoseObservation(
        BodyEstimate(
          positions: PerJoint { joint in
            let place = frame[joint]
            let turned = Vector3(place.x * c + place.z * s, place.y, place.z * c - place.x * s)
            return root + (joint == .root ? .zero : turned + errors[joint])
          }))
    }
  }
}

extension RandomNumbers {
  /// An error in a camera's frame: 1 across, 2 in depth.
  mutating func place() -> Vector3 { Vector3(normal(), normal(), 2 * normal()) }
}

extension PoseRecording {
  /// Frames with a person each, 30 per second.
  init(_ people: [[PoseObservation]]) {
    self.init(
      frames: people.enumerated().map { number, people in
        Frame(index: number, time: Double(number) / 30, people: people)
      },
      camera: Camera(
        width: 1920, height: 1080, fx: 1500, fy: 1500, cx: 959.5, cy: 539.5, source: .user),
      gravity: nil)
  }
}
