import DepthIO
import PoseDocuments
@testable import PoseEvaluation
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D
import TestSupport
import Testing

/// The committed case, read.
struct EvaluationCaseTests {
  private struct Truth: Decodable {
    let stature: Double
    let joints: [String: [Double]]
    let pixels: [String: [Double]]
    let visibility: [String: String]
  }

  private func committed() throws -> EvaluationCase {
    try EvaluationCase(folder: Fixture.path(Fixture.rendered))
  }

  @Test func `the case is that of its truth`() throws {
    let frame = try committed()
    let truth = try Fixture.decode(Truth.self, from: "\(Fixture.rendered)/truth.json")
    #expect(frame.name == "p039_arm_curl_front")
    #expect(frame.view == "front" && frame.sensor == "iphone_lidar_portrait")
    #expect(frame.stature == truth.stature)
    for joint in Joint.allCases {
      let (p, q) = (frame.truth[joint], frame.pixels[joint])
      #expect(truth.joints[joint.name] == [p.x, p.y, p.z])
      #expect(truth.pixels[joint.name] == [q.x, q.y])
      #expect(truth.visibility[joint.name] == frame.visibility[joint].rawValue)
    }
    #expect(frame.gravity.map { abs($0.length - 1) < 1e-12 } == true)
  }

  @Test func `pictures and depth maps are the files that it names`() throws {
    let frame = try committed()
    let image = try frame.colorImage()
    #expect(image.width == 1440 && image.height == 1920)
    let (sensor, clean) = (try frame.depthMap(.sensor), try frame.depthMap(.clean))
    #expect(sensor?.width == 192 && clean?.width == 192)
    #expect(sensor?.metres != clean?.metres)
    #expect(try frame.depthMap(.none) == nil)
  }

  @Test func `a phone's map has the confidences beside it, the clean one none`() throws {
    let frame = try committed()
    let levels = try #require(try frame.depthMap(.sensor)?.confidence)
    #expect(Set(levels) == [.low, .medium, .high])
    #expect(try frame.depthMap(.clean)?.confidence == nil)
    let folder = try TemporaryFolder()
    let plain = try folder.addCase("plain")
    try FileManager.default.removeItem(atPath: "\(plain)/confidence.png")
    #expect(try EvaluationCase(folder: plain).depthMap(.sensor)?.confidence == nil)
  }

  @Test func `confidences under another name are named, and must be there and fit`() throws {
    let folder = try TemporaryFolder()
    func frame(_ name: String, file: String) throws -> EvaluationCase {
      let key = "\"depth_file\": \"depth.png\""
      return try EvaluationCase(
        folder: folder.addCase(name, [(key, "\(key), \"confidence_file\": \"\(file)\"")]))
    }
    let same = try frame("same", file: "./confidence.png").depthMap(.sensor)?.confidence
    #expect(try same == committed().depthMap(.sensor)?.confidence)
    #expect(
      throws: FileError(
        .noSuchFile, path: "\(folder.path)/gone/case.json",
        "confidence_file sure.png: there is no such file")
    ) { try frame("gone", file: "sure.png").depthMap(.sensor) }
    #expect(
      throws: FileError(
        .invalidValue, path: "\(folder.path)/large/case.json",
        "confidence_file color.jpg: confidence is 1440×1920, depth is 192×256: a confidence for "
          + "every sample was expected")
    ) { try frame("large", file: "color.jpg").depthMap(.sensor) }
  }

  @Test func `the exact keypoints are the limbs, the crown and the nose, in the picture`() throws {
    let frame = try committed()
    let pose = frame.exactKeypoints
    #expect(pose.points.count == 14)
    for (keypoint, point) in pose.points where keypoint != .nose {
      let joint = try #require(Joint(name: keypoint.rawValue))
      #expect(SIMD2(point.x, point.y) == frame.pixels[joint])
    }
    #expect(pose.points.values.allSatisfy { $0.confidence == 1 })
    #expect(pose.points[.root] == nil && pose.points[.spine] == nil)
    let nose = try #require(pose.points[.nose])
    let tip = try #require(frame.noseTip)
    let projected = try #require(frame.camera.pixel(of: tip))
    #expect(SIMD2(nose.x, nose.y) == projected)
  }

  @Test func `points outside the picture are not given`() throws {
    let folder = try TemporaryFolder()
    let frame = try EvaluationCase(
      folder: folder.addCase(
        "cropped",
        [
          ("\"leftAnkle\": \"visible\"", "\"leftAnkle\": \"out_of_frame\""),
          ("\"noseTip\": [-0.04878", "\"noseTip\": [-9.4878"),
        ]))
    #expect(frame.exactKeypoints.points.count == 12)
    #expect(frame.exactKeypoints.points[.leftAnkle] == nil)
    #expect(frame.noisyKeypoints.points.count == 12)
    // The others' noise stays what it was.
    let whole = try committed().noisyKeypoints.points
    let size = try committed().exactKeypoints
    for (keypoint, point) in frame.noisyKeypoints.points {
      #expect(point.confidence == whole[keypoint]?.confidence)
      #expect(point != size.points[keypoint])
    }
  }

  @Test func `what only some cases say may be left out`() throws {
    let folder = try TemporaryFolder()
    let frame = try EvaluationCase(
      folder: folder.addCase(
        "bare",
        [
          ("\"case\": \"p039_arm_curl_front\", ", ""), ("\"view\": \"front\", ", ""),
          ("\"gravity_camera\":", "\"gravity\":"), ("\"noseTip\"", "\"tip\""),
          ("\"color_file\": \"color.jpg\", \"depth_file\": \"depth.png\", ", ""),
        ]))
    #expect(frame.name == "bare")
    #expect(frame.view == nil && frame.gravity == nil && frame.noseTip == nil)
    #expect(throws: refusal(frame, .invalidValue, "there is no \"color_file\"")) {
      try frame.colorImage()
    }
    #expect(throws: refusal(frame, .invalidValue, "there is no \"depth_file\"")) {
      try frame.depthMap(.sensor)
    }
  }

  private func refusal(
    _ frame: EvaluationCase, _ code: FileError.Code, _ message: String
  ) -> FileError {
    FileError(code, path: "\(frame.folder)/case.json", message)
  }

  @Test func `files that are missing, damaged or of another size are named with their key`() throws
  {
    let folder = try TemporaryFolder()
    let frame = try EvaluationCase(
      folder: folder.addCase(
        "wrong",
        [
          ("\"color.jpg\"", "\"nowhere.jpg\""), ("\"depth.png\"", "\"color.jpg\""),
          ("\"depth_scale_m\": 0.001, ", ""),
        ]))
    #expect(throws: refusal(frame, .noSuchFile, "color_file nowhere.jpg: there is no such file")) {
      try frame.colorImage()
    }
    #expect(
      throws: refusal(
        frame, .invalidValue, "there is no \"depth_scale_m\", the metres a step of depth_file")
    ) { try frame.depthMap(.sensor) }
    let other = try EvaluationCase(
      folder: folder.addCase(
        "other",
        [("\"width\": 1440", "\"width\": 1500"), ("\"depth.png\"", "\"color.jpg\"")]))
    #expect(
      throws: refusal(
        other, .invalidValue,
        "color_intrinsics are for 1500×1920, the image color.jpg is 1440×1920: give the "
          + "intrinsics of this image")
    ) { try other.colorImage() }
    #expect(
      throws: refusal(
        other, .invalidValue,
        "depth_file color.jpg: this JPEG holds no depth map: neither an iPhone's (portrait mode) nor an Android phone's (Dynamic Depth or GDepth); apps that send or edit images leave it out"
      )
    ) { try other.depthMap(.sensor) }
    #expect(
      throws: refusal(
        other, .invalidValue,
        "color_intrinsics are for 1500×1920, depth_clean_file depth_clean.png is 192×256: different "
          + "aspect ratios, so they don't show one view")
    ) { try other.depthMap(.clean) }
  }
}
