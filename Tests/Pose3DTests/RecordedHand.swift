import PoseGeometry
import Pose3D
import Testing

/// Hands that MediaPipe recorded from photographs: the world landmarks of its test data
/// (mediapipe/tasks/testdata/vision/*_landmarks.pbtxt, Apache License 2.0), to a tenth of a millimetre.
struct RecordedHand: Sendable, CustomTestStringConvertible {
  let name: String
  let shown: Set<Finger>
  /// x, y, z in tenths of a millimetre, in the order of `HandJoint`.
  let numbers: [Double]

  var testDescription: String { name }

  var pose: HandPose {
    let places = HandJoint.allCases.enumerated().map { index, joint in
      (joint, Vector3(numbers[3 * index], numbers[3 * index + 1], numbers[3 * index + 2]) / 1e4)
    }
    return HandPose(
      points: [:], worldLandmarks: Dictionary(uniqueKeysWithValues: places), imageWidth: 1,
      imageHeight: 1)
  }

  static let all = [
    RecordedHand(
      name: "thumb_up", shown: [.thumb],
      numbers: [
        470, 472, 395, 504, 122, 166, 438, -203, 122, 225, -483, 87, 118, -695, 29, 95, -195, 16,
        -79, -221, -146, -28, -199, -94, 91, -164, 55, -31, -40, 49, -169, -99, -163, -67, -27,
        -156, 79, -104, 50, -78, 116, -6, -211, 93, -180, -66, 134, -171, 81, 84, -52, -108, 321,
        -7, -199, 283, -145, -96, 267, -192, 40, 251, -148,
      ]),
    RecordedHand(
      name: "fist", shown: [],
      numbers: [
        -86, 817, 61, 273, 619, -87, 499, 354, -167, 503, 52, -289, 156, -63, -317, 292, -25, 12,
        345, -176, -208, 340, -59, -257, 287, 111, -94, 15, -48, 56, 105, -197, -270, 132, 71,
        -348, 140, 117, -40, -199, -7, -3, -109, -85, -287, -53, 127, -342, -27, 217, -117, -388,
        119, -76, -308, 11, -227, -183, 139, -328, -242, 225, -236,
      ]),
    RecordedHand(
      name: "victory", shown: [.index, .middle],
      numbers: [
        130, 916, 112, 373, 638, -100, 398, 371, -291, 188, 124, -487, -129, 10, -445, 257, -80,
        -58, 280, -381, -104, 301, -599, -146, 273, -780, -327, 13, -50, 56, -24, -446, -38, -92,
        -663, -216, -93, -893, -374, -175, 37, 47, -220, -100, -237, -129, 83, -377, -2, 268,
        -373, -349, 223, -3, -359, 107, -173, -236, 187, -284, -137, 335, -260,
      ]),
    RecordedHand(
      name: "pointing_up", shown: [.index],
      numbers: [
        169, 863, 358, 419, 567, 195, 504, 318, 23, 433, 90, -250, 160, 50, -369, 245, -135, 41,
        248, -413, -29, 259, -619, -102, 231, -797, -315, 7, -60, 49, 77, -170, -297, 175, 90,
        -369, 145, 175, -113, -181, 61, -27, -102, 53, -347, 44, 284, -330, 39, 361, -75, -318,
        299, -89, -240, 215, -276, -85, 319, -324, -129, 387, -172,
      ]),
  ]
}
