import PoseSystem
import PoseGeometry
import PoseImaging
import Kinematics
import Testing

@testable import Pose3D

/// An unknown camera, and its effect on the numbers.
struct FieldOfViewTests {
  /// The demo's frame with a camera that is off by a factor and declares so.
  private func frame() throws -> BundledFrame { try BundledFrame.all.get()[0] }

  @Test(arguments: [0.7, 0.85, 1, 1.2, 1.4])
  func `the field of view is that in which the person before the depth map is of human size`(
    factor: Double
  ) throws {
    let frame = try frame()
    let assumed = frame.camera.with(focalLengthsTimes: factor, source: .assumed, sigma: 0.18)
    let camera = try #require(
      Lifter().camera(fitting: [frame.pose], assumed: assumed, depth: frame.depth))
    #expect(camera.source == .estimated)
    let error = abs(camera.fx / frame.camera.fx - 1)
    #expect(error < 2.5 * camera.focalLengthSigma && error < 0.25, "off by \(error)")
    #expect((0.05...0.2).contains(camera.focalLengthSigma))
    let body = try Lifter().bodyPose(from: frame.pose, camera: camera, depth: frame.depth)
    #expect(body.heightEstimation == .measured)
    let off = abs(body.bodyHeight - frame.stature)
    #expect(off < 2 * body.bodyHeightSigma, "\(body.bodyHeight) ± \(body.bodyHeightSigma)")
  }

  @Test func `a person of known height makes the field of view surer`() throws {
    let frame = try frame()
    let assumed = frame.camera.with(focalLengthsTimes: 1.3, source: .assumed, sigma: 0.18)
    var told = Lifter()
    told.options.bodyHeight = frame.stature
    let (alone, known) = (
      try #require(
        Lifter().camera(fitting: [frame.pose], assumed: assumed, depth: frame.depth)),
      try #require(told.camera(fitting: [frame.pose], assumed: assumed, depth: frame.depth))
    )
    #expect(known.focalLengthSigma < alone.focalLengthSigma)
    #expect(abs(known.fx / frame.camera.fx - 1) < 0.12)
  }

  @Test func `a map without a unit, and no people, give no field of view`() throws {
    let frame = try frame()
    let assumed = frame.camera.with(focalLengthsTimes: 1, source: .assumed, sigma: 0.18)
    let relative = DepthMap(
      width: frame.depth.width, height: frame.depth.height, metres: frame.depth.metres,
      scale: .unknown)
    #expect(
      Lifter().camera(fitting: [frame.pose], assumed: assumed, depth: relative) == nil)
    #expect(Lifter().camera(fitting: [], assumed: assumed, depth: frame.depth) == nil)
  }

  @Test func `what is across the line of sight is as uncertain as the focal length`() throws {
    let frame = try frame()
    let unsure = frame.camera.with(focalLengthsTimes: 1, source: .file, sigma: 0.04)
    let (sure, other) = (
      try Lifter().bodyPose(from: frame.pose, camera: frame.camera, depth: frame.depth),
      try Lifter().bodyPose(from: frame.pose, camera: unsure, depth: frame.depth)
    )
    let height = hypot(sure.bodyHeightSigma, 0.04 * sure.bodyHeight)
    #expect(abs(other.bodyHeightSigma / height - 1) < 0.15)
    let (root, ankle) = (
      sure.cameraRelativePosition(.root), sure.cameraRelativePosition(.leftAnkle)
    )
    let added = other.covariance(.leftAnkle).yy - sure.covariance(.leftAnkle).yy
    #expect(abs(added - 0.0016 * (ankle - root).y * (ankle - root).y) < 1e-9)
    #expect(other.covariance(.leftAnkle).zz == sure.covariance(.leftAnkle).zz)
  }

  @Test func `without depth the distance carries the height's and the focal length's sigma`() throws
  {
    let frame = try frame()
    let unsure = frame.camera.with(focalLengthsTimes: 1, source: .file, sigma: 0.25)
    let body = try Lifter().bodyPose(from: frame.pose, camera: unsure)
    let z = body.cameraRelativePosition(.root).z
    let share = body.covariance(.root).zz.squareRoot() / z
    #expect(abs(share - hypot(0.25, 0.15 / 1.8)) < 0.02)
    // The body itself is that of the stated height.
    #expect(body.sigma(.leftAnkle) < 0.2)
  }

  @Test(arguments: [
    (512, 424, 512, 424, true), (424, 512, 424, 512, true), (1440, 1920, 192, 256, true),
    (1280, 1152, 640, 576, true), (640, 480, 640, 480, false), (1920, 1080, 512, 424, false),
  ])
  func `some depth maps tell their device by their size`(
    width: Int, height: Int, depthWidth: Int, depthHeight: Int, isTelling: Bool
  ) {
    let device = Camera.device(
      width: width, height: height, depthWidth: depthWidth, depthHeight: depthHeight)
    #expect((device != nil) == isTelling)
    #expect(
      isTelling == false
        || Camera.deviceName(depthWidth: depthWidth, depthHeight: depthHeight) != nil)
    if let camera = device {
      #expect(camera.source == .device && camera.focalLengthSigma == 0.04)
      #expect((1.2...1.7).contains(camera.diagonalFieldOfView))
    }
  }
}
