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
      "would make the body \(metres < 1.5 ? "smaller than 0.9 m" : "taller than 2.3 m"): check "
        + "--depth-scale and the camera (--camera, --fov)."
    case .contradictory:
      "doesn't agree with the keypoints on any body: check --depth-scale and the camera (--camera, "
        + "--fov), and that it shows the same view."
    }
  }
}
