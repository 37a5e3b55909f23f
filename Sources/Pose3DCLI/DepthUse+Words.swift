import Foundation
import Pose3D

extension BodyPose.DepthUse {
  /// Why a depth map was not used, as the end of a sentence that begins with its name; `nil` when it
  /// was, or when there was none.
  var refusal: String? {
    switch self {
    case .notGiven, .used, .relative: nil
    case .tooLittle: "holds too little where the torso is."
    case .flat:
      "shows a flat surface where the person is, a wall or a floor: check that it shows the same view."
    case .implausibleHeight(let metres):
      String(format: "would make the body %.2f m tall, and 0.9 to 2.3 m are measured: ", metres)
        + "check --depth-scale and the camera (--camera, --fov)."
    case .contradictory:
      "doesn't agree with the keypoints on any body: check --depth-scale and the camera (--camera, "
        + "--fov), and that it shows the same view."
    }
  }
}
