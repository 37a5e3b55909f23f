internal import PoseGeometry
internal import Pose3D

/// The expected position of a body's hand: at the end of the forearm.
struct WristView: Equatable {
  /// The body's number, if it has one.
  let bodyID: Int?
  /// The side of the body's hand.
  let chirality: Chirality
  /// The body's wrist in pixels.
  private(set) var wrist: SIMD2<Double>
  /// 0…1, the body detector's confidence in the wrist.
  let confidence: Double
  /// The forearm's direction, toward the hand; of length 1.
  let direction: SIMD2<Double>
  /// The forearm's length in pixels, as if it lay in the picture's plane.
  let forearm: Double

  /// The least confidence of a wrist that is searched.
  private static let minimumConfidence = 0.3

  /// The wrists of a body that are searched.
  static func views(of body: Pose2D) -> [WristView] {
    Chirality.allCases.compactMap { WristView(of: body, $0) }
  }

  /// `nil` when the body lacks the elbow or the wrist, or their confidence is low.
  private init?(of body: Pose2D, _ chirality: Chirality) {
    func place(_ name: Keypoint) -> SIMD2<Double>? {
      guard let point = body.points[name], point.confidence >= Self.minimumConfidence else {
        return nil
      }
      return SIMD2(point.x, point.y)
    }
    let (elbowName, wristName): (Keypoint, Keypoint) =
      chirality == .left ? (.leftElbow, .leftWrist) : (.rightElbow, .rightWrist)
    guard let elbow = place(elbowName), let wrist = place(wristName) else { return nil }
    let apart = (wrist - elbow).length
    guard apart > 0 else { return nil }
    // A forearm that points at the camera is short in the picture. It is 0.146 of the stature, the
    // shoulders are 0.259 apart and the trunk from hip to shoulder is 0.288 (Winter 2009, figure
    // 4.1; detected shoulders are a little nearer to each other).
    let shoulders = [Keypoint.leftShoulder, .rightShoulder].compactMap(place)
    let hips = [Keypoint.leftHip, .rightHip].compactMap(place)
    var lengths = [apart]
    if shoulders.count == 2 {
      lengths.append(0.6 * (shoulders[0] - shoulders[1]).length)
      if hips.count == 2 {
        lengths.append(0.25 * (shoulders[0] + shoulders[1] - hips[0] - hips[1]).length)
      }
    }
    bodyID = body.id
    self.chirality = chirality
    self.wrist = wrist
    confidence = min(body.points[wristName]?.confidence ?? 0, 1)
    direction = (wrist - elbow) / apart
    forearm = lengths.max() ?? apart
  }

  /// The square that the palm detector searches: a hand is 0.74 forearms long (Winter 2009), and
  /// the detector was made for hands that fill a third of what it sees.
  var view: SquareRegion {
    SquareRegion(center: expectedMiddle, side: 2.4 * forearm, rotation: 0)
  }

  /// The square in which the hand would be if it were stretched out.
  var expectedRegion: SquareRegion {
    SquareRegion(
      center: expectedMiddle, side: 1.3 * forearm, rotation: SquareRegion.rotation(up: direction))
  }

  private var expectedMiddle: SIMD2<Double> { wrist + direction * (0.35 * forearm) }

  /// Whether a hand begins at this wrist, within half a forearm.
  func isWrist(of hand: HandLandmarks) -> Bool { hand.wrist.distance(to: wrist) < 0.5 * forearm }

  /// The same wrist in a picture whose origin is elsewhere.
  func moved(by offset: SIMD2<Double>) -> WristView {
    var view = self
    view.wrist += offset
    return view
  }
}
