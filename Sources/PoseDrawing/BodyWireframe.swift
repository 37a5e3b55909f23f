internal import Pose3D

/// One person of a wireframe.
struct BodyWireframe: Sendable {
  /// A line between two points of a body; details (face, fingers, feet) are thinner.
  private struct Bone {
    let ends: (Keypoint, Keypoint)
    var isDetail = false
  }

  /// The points that are drawn, on the canvas.
  let points: [Keypoint: CanvasPoint]
  /// The person's height in pixels if it stood upright, as far as it can be told.
  let stature: Double
  let font: Double
  private let line: Double
  private(set) var figure = WireframeFigure()

  /// - Parameters:
  ///   - canvas: its size, to which the pose's picture is scaled.
  ///   - hands: of which the body's own few points are left out.
  init(of pose: Pose2D, canvas: SIMD2<Double>, minimumConfidence: Double, hands: [HandWireframe]) {
    let scale = canvas / SIMD2(Double(pose.imageWidth), Double(pose.imageHeight))
    let points = pose.points.compactMapValues { point -> CanvasPoint? in
      let place = (CanvasPoint(point.x, point.y) + 0.5) * scale
      return point.confidence >= minimumConfidence && place.length.isFinite ? place : nil
    }
    let shortSide = canvas.min()
    self.points = points
    stature = Self.stature(of: points)
    line = max(1.2, shortSide * 0.0015, min(stature * 0.011, shortSide * 0.014))
    font = max(9, shortSide * 0.018, min(stature * 0.046, shortSide * 0.040))
    let replaced = Self.fingers.filter { side in
      guard let wrist = points[side.wrist] else { return false }
      return hands.contains { $0.isAt(wrist) }
    }.flatMap(\.points)
    draw(besides: Set(replaced))
  }

  private mutating func draw(besides hidden: Set<Keypoint>) {
    let detail = max(1, line * 0.6)
    for bone in Self.bones {
      guard let start = points[bone.ends.0], let end = points[bone.ends.1],
        !hidden.contains(bone.ends.0), !hidden.contains(bone.ends.1)
      else { continue }
      let (a, b) = (BodySide(of: bone.ends.0), BodySide(of: bone.ends.1))
      let width = bone.isDetail ? detail : line
      figure.strokes.append(
        .init(
          segment: Segment(start: start, end: end), width: width, casing: max(0.8, width * 0.28),
          color: (a == b || b == .middle ? a : a == .middle ? b : .middle).color))
    }
    for keypoint in Keypoint.allCases where !Self.unmarked.contains(keypoint) {
      guard let centre = points[keypoint], !hidden.contains(keypoint) else { continue }
      let radius = Self.details.contains(keypoint) ? line * 0.75 : line * 1.15
      figure.marks.append(
        .init(
          centre: centre, radius: radius, casing: max(0.8, line * 0.28),
          color: BodySide(of: keypoint).color))
    }
  }

  /// The label of the person's number: beside the head.
  func number(_ number: Int, textWidth: TextWidth) -> Label? {
    guard let top = points.values.min(by: { ($0.y, $0.x) < ($1.y, $1.x) }) else { return nil }
    let shoulders = Self.middle(points[.leftShoulder], points[.rightShoulder])
    let head = points[.topHead] ?? points[.nose]
    let headwards = shoulders.flatMap { from in head.flatMap { ($0 - from).normalized } }
    let reach = points[.topHead] == nil && head != nil ? 0.13 * stature : 1.5 * line
    return Label(
      [TextRun(text: "\(number)", size: font, isBold: true)], side: .middle, anchor: head ?? top,
      direction: headwards ?? CanvasPoint(0, -1), markRadius: reach, textWidth: textWidth)
  }

  // MARK: What belongs to a body

  /// The trunk and the limbs as Apple's PoseNet sample joins them, then what other detectors see
  /// besides.
  private static let bones: [Bone] = {
    let trunk: [(Keypoint, Keypoint)] = [
      (.leftShoulder, .rightShoulder), (.leftHip, .rightHip), (.leftShoulder, .leftHip),
      (.rightShoulder, .rightHip), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
      (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist), (.leftHip, .leftKnee),
      (.leftKnee, .leftAnkle), (.rightHip, .rightKnee), (.rightKnee, .rightAnkle),
      (.root, .spine), (.spine, .centerShoulder), (.centerShoulder, .centerHead),
      (.centerHead, .topHead),
    ]
    let details: [(Keypoint, Keypoint)] = [
      (.nose, .leftEye), (.leftEye, .leftEar), (.nose, .rightEye), (.rightEye, .rightEar),
      (.leftWrist, .leftThumb), (.leftWrist, .leftIndex), (.leftWrist, .leftPinky),
      (.leftIndex, .leftPinky),
      (.rightWrist, .rightThumb), (.rightWrist, .rightIndex), (.rightWrist, .rightPinky),
      (.rightIndex, .rightPinky),
      (.leftAnkle, .leftHeel), (.leftHeel, .leftToe), (.leftAnkle, .leftToe),
      (.leftToe, .leftSmallToe),
      (.rightAnkle, .rightHeel), (.rightHeel, .rightToe), (.rightAnkle, .rightToe),
      (.rightToe, .rightSmallToe),
    ]
    return details.map { Bone(ends: $0, isDetail: true) } + trunk.map { Bone(ends: $0) }
  }()

  /// A wrist, and the points of the hand beyond it.
  private static let fingers: [(wrist: Keypoint, points: [Keypoint])] = [
    (.leftWrist, [.leftThumb, .leftIndex, .leftPinky]),
    (.rightWrist, [.rightThumb, .rightIndex, .rightPinky]),
  ]

  /// Points with a smaller mark.
  private static let details: Set<Keypoint> = [
    .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftThumb, .rightThumb, .leftIndex,
    .rightIndex, .leftPinky, .rightPinky, .leftToe, .rightToe, .leftSmallToe, .rightSmallToe,
    .leftHeel, .rightHeel,
  ]

  /// Points without a mark: they would lie on others'.
  private static let unmarked: Set<Keypoint> = [
    .leftEyeInner, .leftEyeOuter, .rightEyeInner, .rightEyeOuter, .mouthLeft, .mouthRight,
  ]

  // MARK: How large it is

  /// The largest of what the box around the points, the trunk and the shoulders say, which are all
  /// too small where something is hidden or turned away. Ratios of an adult's figure: the trunk is
  /// 0.3, the width of the shoulders 0.23 of the height (Winter 2009, figure 4.1: 0.288 and 0.259,
  /// with what lies between joint centres and the detectors' points).
  private static func stature(of points: [Keypoint: CanvasPoint]) -> Double {
    let extent = WireframeFigure.extent(of: points.values)
    guard let left = points[.leftShoulder], let right = points[.rightShoulder] else {
      return extent
    }
    let shoulders = (left - right).length / 0.23
    let trunk = middle(points[.leftHip], points[.rightHip]).map {
      ((left + right) / 2 - $0).length / 0.3
    }
    return max(extent, shoulders, trunk ?? 0)
  }

  private static func middle(_ a: CanvasPoint?, _ b: CanvasPoint?) -> CanvasPoint? {
    guard let a, let b else { return nil }
    return (a + b) / 2
  }
}

extension BodySide {
  /// The side of a point, by its name.
  init(of keypoint: Keypoint) {
    let name = keypoint.rawValue
    self =
      name.hasPrefix("left") || name == "mouthLeft"
      ? .left : name.hasPrefix("right") || name == "mouthRight" ? .right : .middle
  }
}
