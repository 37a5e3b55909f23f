import Foundation
import Kinematics
import Pose3D
import PoseGeometry
import PoseImaging
import PoseMotion
import TestSupport

@testable import PoseMultiView

/// Takes of synthetic people whose keypoints have a detector's errors: correlated in time, and different for
/// each direction from which a person is seen.
struct NoisyViews {
  var views = SyntheticViews.walker
  var azimuths = [0.0, 1.1, -0.9, 2.6]
  var duration = 8.0
  /// Pixels, one standard deviation of each keypoint, correlated over `correlation` seconds.
  var noise = 3.0
  var correlation = 0.4
  /// Pixels, one standard deviation over keypoints of what changes with the person's direction.
  var bias = 2.0
  var seed: UInt64 = 1
  /// Seconds by which each clock is ahead of what is known of it.
  var clockErrors: [Double] = []

  /// A camera that is rotated at a time, by a rotation vector in degrees in its own axes.
  struct Knock {
    var camera: Int
    var time: Double
    var degrees: Vector3

    var rotation: Vector3 { degrees * (.pi / 180) }
  }

  var places: [RigidTransform] { azimuths.map { SyntheticViews.place(azimuth: $0) } }

  /// The views, with the poses before the knock.
  func views(_ knock: Knock? = nil, people: [SyntheticViews]? = nil) -> [ViewFusion.View] {
    places.enumerated().map { index, place in
      var merged: KeypointRecording?
      for (person, one) in (people ?? [views]).enumerated() {
        var recording = recording(one, index, place, person)
        if let knock, knock.camera == index {
          let turned = RigidTransform(
            rotation: Rotation(rotationVector: knock.rotation), translation: .zero)
          let after = self.recording(one, index, turned * place, person)
          for frame in recording.frames.indices where recording.frames[frame].time >= knock.time {
            recording.frames[frame] = after.frames[frame]
          }
        }
        if var both = merged {
          for frame in both.frames.indices {
            both.frames[frame].people += recording.frames[frame].people
          }
          merged = both
        } else {
          merged = recording
        }
      }
      guard let merged else { preconditionFailure("a take shows a person") }
      return ViewFusion.View(keypoints: merged, cameraFromWorld: place)
    }
  }

  private func recording(
    _ views: SyntheticViews, _ camera: Int, _ place: RigidTransform, _ person: Int
  ) -> KeypointRecording {
    let (body, error) = (views.body, clockErrors.isEmpty ? 0 : clockErrors[camera])
    let exact = SyntheticViews(body: { body($0 + error) }, noise: 0)
    var recording = exact.recording("cam\(camera)", from: place, start: 0, duration: duration)
    var random = RandomNumbers(seed: seed &* 1009 &+ UInt64(camera * 10 + person))
    var errors: [Keypoint: SIMD2<Double>] = [:]
    var biases: [Keypoint: (SIMD2<Double>, SIMD2<Double>)] = [:]
    let names = SynchronizedFrames.points
    func normal() -> SIMD2<Double> { SIMD2(random.normal(), random.normal()) }
    for name in names {
      errors[name] = noise * normal()
      biases[name] = (bias * normal(), bias * normal())
    }
    let kept = exp(-1 / 30 / correlation)
    for index in recording.frames.indices {
      let body = exact.body(recording.frames[index].time)
      let across = place.rotation * (body[.leftHip] - body[.rightHip])
      let heading = atan2(across.z, across.x)
      var pose = recording.frames[index].people[0]
      pose.id = person + 1
      for name in names {
        let before = errors[name] ?? .zero
        let now = kept * before + noise * (1 - kept * kept).squareRoot() * normal()
        errors[name] = now
        guard let pair = biases[name] else { continue }
        let shift = now + pair.0 * sin(heading) + pair.1 * cos(heading)
        pose.points[name]?.x += shift.x
        pose.points[name]?.y += shift.y
      }
      recording.frames[index].people = [pose]
    }
    return recording
  }
}
