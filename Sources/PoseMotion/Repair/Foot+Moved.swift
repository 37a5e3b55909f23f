import PoseGeometry
import Kinematics

extension Foot {
  /// The foot elsewhere.
  func moved(_ move: (Vector3) -> Vector3) -> Foot {
    Foot(heel: move(heel), toe: move(toe), sigma: sigma)
  }
}
