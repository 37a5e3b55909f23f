@testable import PoseAnalysis
import PoseDetection
import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import Testing

/// A person whose left and right are a close call is reported.
struct SequenceDoubtsTests {
  /// A person who marches on the spot before the camera, 100 frames at 30 per second; in some of
  /// them the sides are swapped.
  private func sequence(
    swapped: Range<Int>, confidence: @escaping (Int) -> Double = { _ in 1 }
  ) -> PoseSequence {
    let standing: [(Joint, Vector3)] = [
      (.root, Vector3(0, 0, 3)), (.leftHip, Vector3(0.09, 0, 3)), (.rightHip, Vector3(-0.09, 0, 3)),
      (.spine, Vector3(0, -0.24, 3)), (.centerShoulder, Vector3(0, -0.48, 3)),
      (.centerHead, Vector3(0, -0.7, 2.97)), (.topHead, Vector3(0, -0.8, 2.97)),
      (.leftShoulder, Vector3(0.18, -0.48, 3)), (.rightShoulder, Vector3(-0.18, -0.48, 3)),
      (.leftElbow, Vector3(0.22, -0.22, 3.03)), (.rightElbow, Vector3(-0.22, -0.22, 3.03)),
      (.leftWrist, Vector3(0.23, 0.02, 2.95)), (.rightWrist, Vector3(-0.23, 0.02, 2.95)),
      (.leftKnee, Vector3(0.1, 0.4, 2.97)), (.rightKnee, Vector3(-0.1, 0.4, 2.97)),
      (.leftAnkle, Vector3(0.1, 0.82, 3.01)), (.rightAnkle, Vector3(-0.1, 0.82, 3.01)),
    ]
    let frames = (0..<100).map { index in
      var positions = PerJoint(repeating: Vector3.zero)
      let lift = 0.1 * (1 - cos(Double(index) / 5))
      for (joint, place) in standing {
        positions[joint] = place
        if joint == .leftKnee { positions[joint] += Vector3(0, -lift, -lift) }
        if joint == .leftAnkle { positions[joint] += Vector3(0, -lift, 0) }
      }
      if swapped.contains(index) { positions = PerJoint { positions[$0.mirrored] } }
      let body = BodyEstimate(positions: positions, sigmas: PerJoint(repeating: 0.02))
      return PoseRecording.Frame(
        index: index, time: Double(index) / 30,
        people: [PoseObservation(body, confidence: confidence(index))])
    }
    return PoseSequence(PoseRecording(frames: frames, world: nil, isInCameraFrame: true))
  }

  @Test func `a person flipped in a third of the frames is uncertain`() throws {
    let sequence = sequence(swapped: 30..<64)
    #expect(
      sequence.doubts(after: .fast).map(\.description) == [
        "person 0: left and right are uncertain: in 34 of 100 frames they were swapped against the others, and which are right is a close call. The heavy model (effort standard) errs less, and so does a view from another side."
      ])
    #expect(
      sequence.doubts(after: .standard).map(\.description) == [
        "person 0: left and right are uncertain: in 34 of 100 frames they were swapped against the others, and which are right is a close call. A view from another side errs less."
      ])
  }

  @Test(arguments: [0..<0, 40..<52])
  func `a person flipped seldom or never is not`(swapped: Range<Int>) {
    let sequence = sequence(swapped: swapped)
    #expect(Set(sequence.repairs.map(\.frame)).count == swapped.count)
    #expect(sequence.doubts(after: .fast).isEmpty)
  }

  @Test func `a person in whom the detector is seldom sure is doubtful`() {
    // Sure in every third frame only.
    let ghost = sequence(swapped: 0..<0) { $0 % 3 == 0 ? 0.99 : 0.6 }
    #expect(
      ghost.doubts(after: .standard).map(\.description) == [
        "person 0: perhaps no person, or one of whom too little is seen: the median confidence is 0.60 in 100 frames, where people who are seen well have 0.95 and more."
      ])
    let person = sequence(swapped: 0..<0) { $0 % 3 == 0 ? 0.6 : 0.99 }
    #expect(person.doubts(after: .standard).isEmpty)
  }
}
