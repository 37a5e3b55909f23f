import PoseAnalysis
import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import simd

@testable import Vision

/// Pictures of these tests, and what this package itself finds in them.
enum VisionFixture {
  static func url(_ name: String) -> URL { URL(fileURLWithPath: Fixture.path(name)) }

  /// The demo's frame as an iPhone stores it: with its depth, absolute, and its camera's calibration.
  static let portrait = url("vision/portrait.jpg")
  static let twoPeople = url("detection/rendered_two_people.jpg")
  static let hands = url("detection/rendered_hands.jpg")
  static let nobody = url("images/nobody.png")

  /// What `pose3d analyze` measures of the most prominent person.
  static func measured(
    _ input: PictureInput, camera: CameraChoice = CameraChoice()
  ) throws -> BodyPose? {
    var options = MeasurementOptions()
    options.camera = camera
    var detection = DetectionOptions()
    detection.effort = PoseEngine.effort
    return try PictureAnalysis(of: input, options: options) {
      try BodyFinder(assets: .installed(), options: detection)
    }.people.first
  }

  /// What `pose3d detect --people all` finds.
  static func detected(
    _ image: ColorImage, region: RegionOfInterest? = nil
  ) throws -> [Pose2D] {
    var options = DetectionOptions()
    options.maximumPeople = 16
    options.effort = PoseEngine.effort
    return try BodyFinder(assets: .installed(), options: options)
      .poses(in: image, regionOfInterest: region)
  }

  /// The intrinsics of `demo/camera.json`.
  static let demoIntrinsics = matrix_float3x3(
    SIMD3(366, 0, 0), SIMD3(0, 366, 0), SIMD3(257, 207.5, 1))

  /// The person of a handler.
  static func body(_ handler: VNImageRequestHandler) throws -> VNHumanBodyPose3DObservation? {
    let request = VNDetectHumanBodyPose3DRequest()
    try handler.perform([request])
    return request.results?.first
  }

  /// The code of the error that is thrown; `nil` when none is, or one of another domain.
  static func code(_ work: () throws -> Void) -> VNErrorCode? {
    do {
      try work()
      return nil
    } catch {
      let error = error as NSError
      return error.domain == VNErrorDomain ? VNErrorCode(rawValue: error.code) : nil
    }
  }
}

extension simd_float4x4 {
  /// The last column, without its 1.
  var translation: SIMD3<Float> { simd_make_float3(columns.3) }
}
