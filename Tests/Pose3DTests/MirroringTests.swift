import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
@testable import Pose3D
import Testing

/// What the lifter reads of a mirrored picture is the mirror image of what it reads of the picture.
struct MirroringTests {
  private static func keypoint(_ keypoint: Keypoint) -> Keypoint {
    let name = keypoint.rawValue
    let other =
      name.hasPrefix("left")
      ? "right" + name.dropFirst(4) : name.hasPrefix("right") ? "left" + name.dropFirst(5) : name
    return Keypoint(rawValue: other) ?? keypoint
  }

  private static func mirrored(_ pose: Pose2D, _ camera: Camera) -> Pose2D {
    var image = pose
    image.points = [:]
    image.worldLandmarks = [:]
    for (name, point) in pose.points {
      var point = point
      point.x = Double(camera.width - 1) - point.x
      image.points[keypoint(name)] = point
    }
    for (name, p) in pose.worldLandmarks {
      image.worldLandmarks[keypoint(name)] = Vector3(-p.x, p.y, p.z)
    }
    return image
  }

  private static func mirrored(_ camera: Camera) -> Camera {
    Camera(
      width: camera.width, height: camera.height, fx: camera.fx, fy: camera.fy,
      cx: Double(camera.width - 1) - camera.cx, cy: camera.cy, source: camera.source)
  }

  private static func mirrored(_ depth: DepthMap) -> DepthMap {
    DepthMap(
      width: depth.width, height: depth.height,
      metres: (0..<depth.width * depth.height).map { index in
        depth[depth.width - 1 - index % depth.width, index / depth.width]
      })
  }

  /// The features of a person, and the network's prediction.
  private func features(
    _ pose: Pose2D, _ camera: Camera, _ options: Lifter.Options, _ depth: DepthMap?
  ) -> LifterFeatures {
    let input = LifterInput(pose, camera: camera, options: options)
    let setting = LiftingProblem(input: input, centers: input, camera: camera, options: options)
    return LifterFeatures(input, depth: depth.map(setting.readings))
  }

  private func apart(_ a: [Float], _ b: [Float]) -> Double {
    a.count == b.count ? Double(zip(a, b).map { abs($0 - $1) }.max() ?? 0) : .infinity
  }

  @Test(arguments: LiftingGoldenTests.people, [false, true])
  func `a mirrored picture gives mirrored features, and mirrored twice they are the first`(
    person: LiftingGolden.Person, hasDepth: Bool
  ) throws {
    guard person.depth != nil || !hasDepth else { return }
    let (pose, camera) = (person.pose, person.camera)
    let depth = hasDepth ? try person.depthMap() : nil
    var options = person.options
    let own = features(pose, camera, options, depth)
    options.gravity = options.gravity.map { Vector3(-$0.x, $0.y, $0.z) }
    let image = features(
      Self.mirrored(pose, camera), Self.mirrored(camera), options, depth.map(Self.mirrored))
    #expect(apart(image.values, own.mirrored) < Tolerance.exact)
    #expect(apart(image.mirrored, own.values) < Tolerance.exact)
    // A person is not their own mirror image.
    #expect(apart(own.values, own.mirrored) > 0.1)
    let (direct, other) = (
      LiftingNetwork.builtIn.predict(own), LiftingNetwork.builtIn.predict(image)
    )
    for joint in Joint.allCases {
      let p = other.positions[joint.mirrored]
      #expect(
        (direct.positions[joint] - Vector3(-p.x, p.y, p.z)).length < Tolerance.network, "\(joint)")
    }
  }

  @Test(arguments: [
    ("keypoints", LifterInput.mirrorImages), ("world", LifterInput.worldMirrorImages),
    ("places", DepthReadings.mirrorImages), ("crosses", DepthReadings.crossMirrorImages),
    ("surfaces", SurfacePoint.mirrorImages),
  ])
  func `swapped twice everything is in its place`(name: String, order: [Int]) {
    #expect(order.map { order[$0] } == Array(order.indices))
    #expect(order != Array(order.indices))
  }

  @Test func `keypoints, places and surfaces go to the ones of the other side`() {
    let names = LifterInput.keypoints
    #expect(LifterInput.mirrorImages.map { names[$0] } == names.map(Self.keypoint))
    let places = DepthReadings.places.map { Set($0.keypoints) }
    #expect(
      DepthReadings.mirrorImages.map { places[$0] } == places.map { Set($0.map(Self.keypoint)) })
    let crosses = DepthReadings.crosses
    #expect(
      DepthReadings.crossMirrorImages.map { crosses[$0] }
        == crosses.map { DepthReadings.mirrorImages[$0] })
    let surfaces = SurfacePoint.all.map { Set($0.joints) }
    #expect(
      SurfacePoint.mirrorImages.map { surfaces[$0] } == surfaces.map { Set($0.map(\.mirrored)) })
  }
}
