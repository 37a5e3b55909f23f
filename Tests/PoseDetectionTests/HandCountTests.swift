import PoseGeometry
import Pose3D
import Testing

/// The pictures of SubhiH/HandsDataset in which MediaPipe finds the hands, by its landmarks. In
/// 3_00 it takes the index finger, which touches the thumb, for stretched out.
@Suite("Fingers counted in labelled images")
struct HandCountTests {
  @Test(
    "match the label's count",
    arguments: [
      ("0_01.jpg", 0), ("1_01.jpg", 1), ("2_01.jpg", 2), ("3_01.jpg", 3), ("4_01.jpg", 4),
      ("5_00.jpg", 5), ("5_01.jpg", 5), ("two_00.jpg", 8), ("two_01.jpg", 0),
    ])
  func count(file: String, label: Int) throws {
    let goldens = try HandGolden.all(in: "real_hand_goldens.json")
    let golden = try #require(goldens.first { $0.file == file })
    let hands = golden.hands.map { hand in
      let places = zip(HandJoint.allCases, hand.world).map { ($0, Vector3($1[0], $1[1], $1[2])) }
      return HandPose(
        points: [:], worldLandmarks: Dictionary(uniqueKeysWithValues: places),
        imageWidth: golden.width, imageHeight: golden.height)
    }
    #expect(hands.fingerCount == label)
  }
}
