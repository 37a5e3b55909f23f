internal import Pose3D
internal import PoseImaging

/// Tells what to change in front of the camera. What is wrong for a moment only isn't told.
struct FramingGuide {
  private var since: [LiveGuidance: Double] = [:]

  /// Seconds for which something has to be wrong before it is reported.
  private static let patience = 0.5
  /// The mean of a picture's brightness, 0…255, below which it is dark: a third of what exposure aims at.
  private static let dark = 40.0
  /// The least height of a person, and the brim at the sides, as shares of the picture's.
  private static let (least, brim) = (1.0 / 3, 0.01)
  /// Pixels from one whose brightness is looked at to the next.
  private static let step = 97

  /// The faults of a frame, the most important first.
  ///
  /// - Parameters:
  ///   - poses: those who are followed, the most prominent first.
  ///   - others: the number of other people.
  mutating func add(
    _ picture: ColorImage, _ poses: [Pose2D], others: Int, at time: Double
  ) -> [LiveGuidance] {
    var now: Set<LiveGuidance> = []
    if picture.brightness(every: Self.step) < Self.dark { now.insert(.tooDark) }
    if let pose = poses.first { now.formUnion(Self.faults(of: pose)) } else { now.insert(.nobody) }
    if others > 0 { now.insert(.otherPeople) }
    since = since.filter { now.contains($0.key) }
    for fault in now where since[fault] == nil { since[fault] = time }
    return LiveGuidance.allCases.filter { fault in
      since[fault].map { time - $0 >= Self.patience } ?? false
    }
  }

  private static func faults(of pose: Pose2D) -> Set<LiveGuidance> {
    let (width, height) = (Double(pose.imageWidth), Double(pose.imageHeight))
    func isOutside(_ keypoint: Keypoint) -> Bool {
      guard let point = pose.point(keypoint) else { return true }
      return point.y >= height - 1 || point.y < 0
    }
    let head = pose.point(.nose)
    let feetOut = isOutside(.leftAnkle) && isOutside(.rightAnkle)
    let headOut = head.map { $0.y < 0 } ?? true
    var faults: Set<LiveGuidance> = []
    if isOutside(.leftKnee) && isOutside(.rightKnee) || feetOut && headOut {
      faults.insert(.tooNear)
    } else if feetOut {
      faults.insert(.feetOutside)
    } else if headOut {
      faults.insert(.headOutside)
    }
    let trunk: [Keypoint] = [.leftShoulder, .rightShoulder, .leftHip, .rightHip]
    let edge = brim * width
    if trunk.contains(where: { pose.point($0).map { $0.x < edge || $0.x > width - edge } ?? false })
    {
      faults.insert(.tooFarAside)
    }
    let ys = pose.points.values.map(\.y)
    let xs = pose.points.values.map(\.x)
    if faults.isEmpty, let top = ys.min(), let bottom = ys.max(), let left = xs.min(),
      let right = xs.max(), max(bottom - top, right - left) < least * height
    {
      faults.insert(.tooFar)
    }
    return faults
  }
}

/// Advice for changes in front of the camera, for a better view of the person. The raw value is the
/// word in files and messages.
public enum LiveGuidance: String, Sendable, CaseIterable {
  /// Little light.
  case tooDark
  /// No person is in the frame.
  case nobody
  /// So much of the body is outside the picture that angles are guesses.
  case tooNear
  /// The feet are below the picture's edge.
  case feetOutside
  /// The head is above it.
  case headOutside
  /// The body reaches over the left or right edge.
  case tooFarAside
  /// The person fills less than a third of the picture's height, which Apple's 3D body pose asks for.
  case tooFar
  /// More people are in the picture than are followed.
  case otherPeople

  /// The advice, as a sentence to the person.
  public var sentence: String {
    switch self {
    case .tooDark: "It is too dark. Turn on a light, or face the window."
    case .nobody: "No person is in the image. Stand where the camera sees your whole body."
    case .tooNear: "You are too near. Step back until your whole body is in the image."
    case .feetOutside: "Your feet are outside the image. Step back, or tilt the camera down."
    case .headOutside: "Your head is outside the image. Step back, or tilt the camera up."
    case .tooFarAside: "You are at the edge of the image. Move to the middle."
    case .tooFar: "You are far away. Come nearer, until you fill half the image's height."
    case .otherPeople:
      "Another person is in the image. Only one person is measured: the others should step out."
    }
  }
}
