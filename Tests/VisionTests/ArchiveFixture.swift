import Foundation
import Pose3D
import PoseImaging
import TestSupport

@testable import Vision

/// Observations without a detector, and their way through an archive.
enum ArchiveFixture {
  /// The demo's person as its keypoint file has them.
  static func person() throws -> Pose2D {
    struct File: Decodable {
      struct Person: Decodable { let points: [String: [Double]] }
      let width: Int
      let height: Int
      let people: [Person]
    }
    let file = try Fixture.decode(File.self, from: "demo/keypoints.json")
    let points = file.people[0].points.compactMap { name, numbers in
      Keypoint(rawValue: name).map {
        ($0, Pose2D.Point(x: numbers[0], y: numbers[1], confidence: numbers[2]))
      }
    }
    return Pose2D(
      points: Dictionary(uniqueKeysWithValues: points), imageWidth: file.width,
      imageHeight: file.height, confidence: 0.875, convention: .blazePose)
  }

  /// The demo's camera with a lens.
  static func camera(_ lens: LensDistortion? = nil) -> Camera {
    Camera(
      width: 512, height: 424, fx: 366, fy: 366, cx: 257, cy: 207.5, distortion: lens,
      source: .calibration)
  }

  /// The demo's person in space.
  static func body(_ lens: LensDistortion? = nil) throws -> BodyPose {
    var options = Lifter.Options()
    options.gravity = SIMD3(0.1, 1, 0.3)
    let (person, camera) = (try person(), camera(lens))
    var body = try Lifter(options: options).bodyPose(from: person, camera: camera)
    body.sides = Lifter().sides(of: person, camera: camera)
    return body
  }

  /// A hand of which two landmarks are missing and one is outside the image.
  static func hand(_ chirality: Pose3D.Chirality?) -> HandPose {
    var points: [HandJoint: Pose2D.Point] = [:]
    for (index, joint) in HandJoint.allCases.enumerated() where index % 10 != 3 {
      let step = Double(index)
      points[joint] = Pose2D.Point(x: 10.3 + 7.1 * step, y: 90.7 - 4.9 * step, confidence: 0.9)
    }
    return HandPose(
      points: points, chirality: chirality, confidence: 0.7, imageWidth: 140, imageHeight: 100)
  }

  /// One observation of each class, with the times of a video.
  static func observations() throws -> [VNObservation] {
    let person = try person()
    let observations: [VNObservation?] = [
      VNHumanBodyPoseObservation(person), VNHumanHandPoseObservation(hand(.left)),
      VNHumanBodyPose3DObservation(try body()), VNHumanObservation(person, upperBodyOnly: true),
      VNDetectedObjectObservation(
        requestRevision: 2, boundingBox: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.7)),
    ]
    return observations.compactMap { observation in
      observation?.timeRange = CMTimeRange(
        start: CMTime(value: 1001, timescale: 30000), duration: CMTime(value: 1, timescale: 30))
      return observation
    }
  }

  /// One point of each class.
  static func points() throws -> [any NSObject & NSSecureCoding] {
    let joint = try VNHumanBodyPose3DObservation(try body()).recognizedPoint(.leftKnee)
    let key = VNRecognizedPointKey(rawValue: "left_hand_joint")
    let place = CGPoint(x: 0.1, y: 1 / 3)
    return [
      VNPoint(x: 0.1, y: -2e-7), VNVector(xComponent: 1 / 3, yComponent: -4),
      VNDetectedPoint(location: place, confidence: 0.3),
      VNRecognizedPoint(location: place, confidence: 0.3, identifier: key),
      VNPoint3D(position: simd_float4x4(simd_quatf(angle: 1, axis: SIMD3(0.6, 0, 0.8)))),
      VNRecognizedPoint3D(position: joint.position, identifier: key), joint,
    ]
  }

  /// An object's archive.
  static func archive(_ object: Any) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  /// The object of an archive, which has to be of a class.
  static func object<Object: NSObject & NSSecureCoding>(
    of type: Object.Type, in archive: Data
  ) throws -> Object? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: archive)
  }
}
