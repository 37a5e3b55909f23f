public import PoseDocuments
public import Pose3D

extension BodyPose.DepthUse {
  /// The reason that a depth map was not used, as the end of a sentence that begins with its name;
  /// `nil` when it was used, or when there was none.
  public var refusal: Diagnostic? {
    switch self {
    case .notGiven, .used, .relative: nil
    case .tooLittle: "holds too little where the torso is."
    case .flat:
      "shows a flat surface where the person is, a wall or a floor: check that it shows the same view."
    case .implausibleHeight(let metres):
      "would make the body \(metres < 1.5 ? "smaller than 0.9 m" : "taller than 2.3 m"): check \(setting: .depthUnit) and the camera (\(setting: .cameraFile), \(setting: .fieldOfView))."
    case .contradictory:
      "doesn't agree with the keypoints on any body: check \(setting: .depthUnit) and the camera (\(setting: .cameraFile), \(setting: .fieldOfView)), and that it shows the same view."
    }
  }

  /// The diagnostic for depth maps of unknown unit; `name` is their file's.
  static func relativeDiagnostic(_ name: String) -> Diagnostic {
    "\(name): its unit is not known: it gives the body's shape, and height stays the reference of 1.8 m (\(setting: .bodyHeight) sets another)."
  }
}
