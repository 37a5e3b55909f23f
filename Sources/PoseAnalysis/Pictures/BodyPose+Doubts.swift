internal import Foundation
internal import Kinematics
public import Pose3D
public import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// Doubts about a person's skeleton, as diagnostics.
extension BodyPose {
  /// A seen joint is drawn this far from its keypoint, as a share of the body's height in the picture,
  /// or the depth map shows something this far in front of it or behind it, in metres: more than a limb
  /// is thick and the detector errs.
  private static let maximumOff = 0.08
  /// The distance in metres between a joint and its reading beyond which a doubt is stated; chosen.
  private static let maximumGap = 0.25
  /// The maximum height of both feet above the floor in a person who doesn't jump, in metres.
  private static let maximumAboveFloor = 0.35

  /// The sentences; none for a skeleton that agrees with all evidence.
  ///
  /// - Parameter floor: the floor in the camera's frame; `nil` where it isn't seen.
  func doubts(floor: Floor?) -> [Diagnostic] {
    var doubts: [Diagnostic] = []
    if isMostlyUnseen {
      doubts.append(
        "person \(id): \(unseenJoints.count) of \(Joint.allCases.count) joints are not visible: their positions, and the angles at them, are estimates from the visible ones."
      )
    }
    let limbs = [(sides?.arms, "arms"), (sides?.legs, "legs")].filter { $0.0 == .uncertain }
    if !limbs.isEmpty {
      let names = limbs.map(\.1).joined(separator: " and ")
      doubts.append(
        "person \(id): left and right are uncertain for the \(names): swapped they fit the image as well."
      )
    }
    let off = joints { joint in
      guard let keypoint = evidence?[joint].keypoint, keypoint.use == .seen,
        let distance = keypoint.distance
      else { return false }
      let z = cameraRelativePosition(.root).z
      return z > 0 && distance > Self.maximumOff * camera.fy * bodyHeight / z
    }
    if !off.isEmpty {
      doubts.append(
        "person \(id): \(off) \(off.contains(" and ") ? "are" : "is") far from where the image shows it: the keypoint doesn't fit the rest of the body."
      )
    }
    let missed = joints { joint in
      guard let depth = evidence?[joint].depth, let reading = depth.reading else { return false }
      return [.background, .foreground].contains(depth.verdict)
        && abs(reading.residual) > Self.maximumGap
    }
    if !missed.isEmpty {
      doubts.append(
        "person \(id): the depth map shows something else where \(missed) should be.")
    }
    if let floor, depthUse == .used {
      let heights = [Joint.leftAnkle, .rightAnkle].map { joint in
        floor.height(of: cameraRelativePosition(joint))
      }
      if let lower = heights.min(), lower > Self.maximumAboveFloor {
        doubts.append(
          "person \(id): both feet are \(Int((lower * 100).rounded())) cm above the floor: jumping, standing on something, or the depth is wrong."
        )
      }
    }
    return doubts
  }

  /// The names of seen joints for which something holds, as a list in words.
  private func joints(where holds: (Joint) -> Bool) -> String {
    let names = Joint.allCases.filter { source($0) != .inferred && holds($0) }.map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

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
    case .contradictsHeight(let metres):
      "makes the body about \(Self.tenths(metres)) m tall, which isn't the stated height: check \(setting: .bodyHeight), \(setting: .depthUnit) and the camera (\(setting: .cameraFile), \(setting: .fieldOfView))."
    case .contradictory:
      "doesn't agree with the keypoints on any body: check \(setting: .depthUnit) and the camera (\(setting: .cameraFile), \(setting: .fieldOfView)), and that it shows the same view."
    }
  }

  private static func tenths(_ metres: Double) -> String { String(format: "%.1f", metres) }

  /// The diagnostic for depth maps of unknown unit; `name` is their file's.
  static func relativeDiagnostic(_ name: String) -> Diagnostic {
    "\(name): its unit is not known: it gives the body's shape, and height stays the reference of 1.8 m (\(setting: .bodyHeight) sets another)."
  }
}
