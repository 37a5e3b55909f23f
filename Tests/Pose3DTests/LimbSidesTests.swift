import Testing

@testable import Pose3D

/// The distinction of left and right.
struct LimbSidesTests {
  private static let legs: [Keypoint] = [.leftHip, .leftKnee, .leftAnkle, .leftHeel, .leftToe]

  private func swappingLegs(_ pose: Pose2D) -> Pose2D {
    var swapped = pose
    for keypoint in Self.legs {
      let other = keypoint.mirrored
      (swapped.points[keypoint], swapped.points[other]) = (
        pose.points[other], pose.points[keypoint]
      )
    }
    return swapped
  }

  @Test func `a person from the front has certain sides`() throws {
    for frame in try BundledFrame.all.get() {
      let sides = Lifter().sides(of: frame.pose, camera: frame.camera)
      #expect(sides == LimbSides(arms: .certain, legs: .certain), "\(frame.name)")
    }
  }

  @Test func `legs that were swapped are uncertain`() throws {
    for frame in try BundledFrame.all.get() {
      let sides = Lifter().sides(of: swappingLegs(frame.pose), camera: frame.camera)
      #expect(sides.legs == .uncertain, "\(frame.name)")
    }
  }

  @Test func `legs below the edge of the image are unseen, and the arms stay certain`() throws {
    for frame in try BundledFrame.all.get() {
      var pose = frame.pose
      for keypoint in Self.legs.dropFirst().flatMap({ [$0, $0.mirrored] }) {
        pose.points[keypoint]?.confidence = 0.02
      }
      let sides = Lifter().sides(of: pose, camera: frame.camera)
      #expect(sides == LimbSides(arms: .certain, legs: .unseen), "\(frame.name)")
    }
  }

  @Test func `keypoints that show no person have unseen sides`() throws {
    let frame = try BundledFrame.all.get()[0]
    var empty = frame.pose
    empty.points = [:]
    #expect(
      Lifter().sides(of: empty, camera: frame.camera) == LimbSides(arms: .unseen, legs: .unseen))
  }
}
