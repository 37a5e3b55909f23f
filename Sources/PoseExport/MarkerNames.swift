internal import Kinematics

/// The naming scheme of the joints as markers. The raw value is the name on the command line.
///
/// Those of `pose2sim` and `blazepose` are the names of the marker sets that come with Pose2Sim's models
/// for OpenSim (`Markers_Body25.xml`, `Markers_BlazePose.xml`). A joint that the set has no marker
/// for is left out. Heel and big toe are there where any frame has them.
public enum MarkerNames: String, CaseIterable, Sendable {
  /// This program's and Vision's: `leftElbow`. All 17 joints.
  case vision
  /// Pose2Sim's for 25 points, in which `Neck` is the middle of the shoulders: `LElbow`. 15 joints and the
  /// top of the head, which the set doesn't use.
  case pose2sim
  /// Pose2Sim's for MediaPipe's points: `LElbow`. The 12 joints of the limbs.
  case blazepose

  /// The marker of a joint; `nil` where the set has none.
  func name(of joint: Joint) -> String? {
    if self == .vision { return joint.name }
    switch joint {
    case .root: return self == .pose2sim ? "CHip" : nil
    case .centerShoulder: return self == .pose2sim ? "Neck" : nil
    case .topHead: return self == .pose2sim ? "Head" : nil
    case .spine, .centerHead: return nil
    default: return Self.short(joint.name)
    }
  }

  /// The marker of a point of the feet.
  func name(of point: FootPoint) -> String {
    switch (self, point) {
    case (.vision, _): point.rawValue
    case (_, .leftToe): "LBigToe"
    case (_, .rightToe): "RBigToe"
    case (_, .leftHeel), (_, .rightHeel): Self.short(point.rawValue)
    }
  }

  /// `LElbow` of `leftElbow`.
  private static func short(_ name: String) -> String {
    name.hasPrefix("left") ? "L" + name.dropFirst(4) : "R" + name.dropFirst(5)
  }
}
