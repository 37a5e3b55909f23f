import PoseGeometry
import PoseImaging
import Kinematics
import Testing

@testable import Pose3D

/// People of whom the picture shows what is above the hips: at a desk, before a webcam.
struct CutBodyTests {
  /// The frame as if the image ended above the hips; a detector's guesses of the legs are then
  /// outside.
  private func cut(_ frame: BundledFrame, holes: Bool = false) throws -> BundledFrame {
    var cut = frame
    let hips = frame.middle(.leftHip, .rightHip)
    let shoulders = frame.middle(.leftShoulder, .rightShoulder)
    let edge = Int(hips.y - 0.1 * (hips.y - shoulders.y))
    cut.pose.imageHeight = edge
    for (keypoint, point) in frame.pose.points where point.y >= Double(edge) {
      cut.pose.points[keypoint]?.confidence = min(point.confidence, 0.25)
    }
    let scale = Double(frame.depth.height) / frame.height
    let rows = Int(Double(edge) * scale)
    cut.depth = DepthMap(
      width: frame.depth.width, height: rows,
      metres: (0..<rows * frame.depth.width).map { index in
        holes && index % 28 == 0 ? .nan : frame.depth.metres[index]
      })
    return cut
  }

  private func lifted(_ frame: BundledFrame) throws -> BodyPose {
    let camera = Camera(
      width: frame.camera.width, height: frame.pose.imageHeight, fx: frame.camera.fx,
      fy: frame.camera.fy, cx: frame.camera.cx, cy: frame.camera.cy, source: .file)
    return try Lifter().bodyPose(from: frame.pose, camera: camera, depth: frame.depth)
  }

  @Test(arguments: [false, true])
  func `their height is measured from the visible part, and has its uncertainty`(
    holes: Bool
  ) throws {
    for frame in try BundledFrame.all.get() {
      let body = try lifted(cut(frame, holes: holes))
      #expect(body.depthUse == .used, "\(frame.name): \(body.depthUse)")
      #expect(body.bodyHeightSigma > 0.045 * body.bodyHeight)
      let off = abs(body.bodyHeight - frame.stature)
      #expect(
        off < 2.5 * body.bodyHeightSigma,
        "\(frame.name): \(body.bodyHeight) ± \(body.bodyHeightSigma), not \(frame.stature)")
    }
  }

  @Test func `unseen legs have the lengths of the body's others`() throws {
    for frame in try BundledFrame.all.get() {
      let body = try lifted(cut(frame))
      #expect(body.source(.leftKnee) == .inferred && body.source(.rightAnkle) == .inferred)
      for bone in Anthropometry.bones where ["thigh", "shank"].contains(bone.name) {
        let length =
          (body.cameraRelativePosition(bone.distal) - body.cameraRelativePosition(bone.proximal))
          .length
        let ratio = length / body.bodyHeight / bone.ratio
        #expect((0.85...1.15).contains(ratio), "\(frame.name) \(bone.sidedName): \(ratio)")
      }
    }
  }
}
