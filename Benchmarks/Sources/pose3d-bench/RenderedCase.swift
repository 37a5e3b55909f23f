import DepthIO
import Foundation
import Kinematics
import Pose3D

/// A rendered frame with exact truth: a folder with `case.json`, a colour picture and depth maps.
struct RenderedCase {
  let name: String
  let imagePath: String
  let camera: Camera
  let depthPath: String
  let depthUnit: DepthUnit
  /// Joints in the camera's frame, in metres.
  let truth: PerJoint<Vector3>
  let pixels: PerJoint<SIMD2<Double>>
  let isInPicture: PerJoint<Bool>
  let noseTip: Vector3?
  let stature: Double
  let world: WorldAxes

  private struct File: Decodable {
    struct Intrinsics: Decodable {
      let width: Int
      let height: Int
      let fx: Double
      let fy: Double
      let cx: Double
      let cy: Double
    }
    struct Person: Decodable {
      let stature_m: Double
      let joints_camera_m: [String: [Double]]
      let joints_2d_px: [String: [Double]]
      let visibility: [String: String]
      let extra_joints_camera_m: [String: [Double]]?
    }
    let `case`: String
    let color_file: String
    let depth_file: String
    let depth_scale_m: Double
    let color_intrinsics: Intrinsics
    let gravity_camera: [Double]
    let persons: [Person]
  }

  /// The frames with one person in a folder of frames, in the order of their names.
  static func all(in folder: String) throws -> [RenderedCase] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try names.compactMap { name in
      let path = "\(folder)/\(name)"
      guard FileManager.default.fileExists(atPath: "\(path)/case.json"), !name.hasPrefix("seq")
      else { return nil }
      return try RenderedCase(folder: path)
    }
  }

  /// The frame in a folder; `nil` when it shows more than one person.
  init?(folder: String) throws {
    let data = try Data(contentsOf: URL(filePath: "\(folder)/case.json"))
    let file = try JSONDecoder().decode(File.self, from: data)
    guard file.persons.count == 1, let unit = DepthUnit(metresPerStep: file.depth_scale_m) else {
      return nil
    }
    let person = file.persons[0]
    let k = file.color_intrinsics
    name = file.case
    imagePath = "\(folder)/\(file.color_file)"
    depthPath = "\(folder)/\(file.depth_file)"
    depthUnit = unit
    stature = person.stature_m
    let gravity = file.gravity_camera
    world = WorldAxes(cameraGravity: Vector3(gravity[0], gravity[1], gravity[2]))
    camera = Camera(
      width: k.width, height: k.height, fx: k.fx, fy: k.fy, cx: k.cx, cy: k.cy, source: .file)
    let vector = { (v: [Double]) in Vector3(v[0], v[1], v[2]) }
    truth = PerJoint { vector(person.joints_camera_m[$0.name] ?? [0, 0, 0]) }
    pixels = PerJoint { joint in
      let p = person.joints_2d_px[joint.name] ?? [0, 0]
      return SIMD2(p[0], p[1])
    }
    isInPicture = PerJoint { person.visibility[$0.name] != "out_of_frame" }
    noseTip = person.extra_joints_camera_m?["noseTip"].map(vector)
  }

  /// The exact keypoints: limbs, top of the head and nose.
  var exactPose: Pose2D {
    var points: [Keypoint: Pose2D.Point] = [:]
    let middle: Set<Joint> = [.root, .spine, .centerShoulder, .centerHead]
    for joint in Joint.allCases where !middle.contains(joint) && isInPicture[joint] {
      guard let keypoint = Keypoint(rawValue: joint.name) else { continue }
      points[keypoint] = Pose2D.Point(x: pixels[joint].x, y: pixels[joint].y, confidence: 1)
    }
    if let noseTip, let p = camera.pixel(of: noseTip) {
      points[.nose] = Pose2D.Point(x: p.x, y: p.y, confidence: 1)
    }
    return Pose2D(points: points, imageWidth: camera.width, imageHeight: camera.height)
  }
}
