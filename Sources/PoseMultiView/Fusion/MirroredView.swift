import PoseMotion

internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D

/// One of several cameras whose pictures are mirrored, as selfie cameras and some webcams store them.
///
/// Mirrored, a person's left hand is a right one, in the wrong half of the picture: the rays to it pass by those of the
/// other cameras. Turned back, they meet. A camera that has been moved fits neither way.
public struct MirroredView: Sendable, Equatable {
  /// Its place among the views.
  public let view: Int
  /// The ray distance to the others at the person, root mean square over the moments in metres: as
  /// they are.
  public let distance: Double
  /// The same with its pictures turned back.
  public let distanceTurnedBack: Double

  /// The ray distances of a mirrored view, in metres: at most the first once it is turned back; as
  /// it is, at least `factor` times as much and at least the last. On rendered takes of ten people,
  /// sound views have 2 cm and are never called mirrored, those turned by 2 and 5° in one or two of
  /// 100. Of mirrored views two in three of two cameras and four in five of four are found. The
  /// missed ones show a nearly symmetric person in the middle of the frame, and do little harm.
  private static let (most, factor, least) = (0.03, 2.0, 0.035)
  /// The times that are compared, about; chosen.
  private static let moments = 40
  /// Keypoints below this confidence don't count; chosen.
  private static let minimumConfidence = 0.5
  /// The fewest keypoints with a distance; chosen.
  private static let minimumCount = 4
  /// Rays that meet behind a camera are as far from each other as this, in metres.
  private static let behind = 1.0

  /// The mirrored one of some views; `nil` where all fit as they are, or turning one of them back doesn't help.
  ///
  /// - Parameter views: two or more, the first of which has frames. In each the person who is found most surely counts.
  public init?(among views: [ViewFusion.View]) {
    let frames = views[0].keypoints.frames
    let pace = max(1, frames.count / Self.moments)
    let intervals = views.map { $0.keypoints.interval ?? 1 }
    let seen = stride(from: 0, to: frames.count, by: pace).map { index in
      zip(views, intervals).map { view, interval in
        view.keypoints.people(
          at: view.clock.local(frames[index].time), interval: interval
        ).max { $0.confidence < $1.confidence }
      }
    }
    var best: MirroredView?
    for view in views.indices {
      let others = views.indices.filter { $0 != view }
      let turnedBack = others.compactMap { Self.distance(views, seen, (view, true), $0) }.median
      let asIs = others.compactMap { Self.distance(views, seen, (view, false), $0) }.median
      guard let asIs, let turnedBack, turnedBack < Self.most, asIs > Self.least,
        asIs > Self.factor * turnedBack, turnedBack < best?.distanceTurnedBack ?? .infinity
      else { continue }
      best = MirroredView(view: view, distance: asIs, distanceTurnedBack: turnedBack)
    }
    guard let best else { return nil }
    self = best
  }

  private init(view: Int, distance: Double, distanceTurnedBack: Double) {
    (self.view, self.distance, self.distanceTurnedBack) = (view, distance, distanceTurnedBack)
  }

  /// The distance of the rays of two views to the same keypoints, root mean square over the moments
  /// of each one's median; with the sides as they are or swapped, if the person is taken to face
  /// the other way.
  private static func distance(
    _ views: [ViewFusion.View], _ seen: [[Pose2D?]], _ first: (view: Int, isTurnedBack: Bool),
    _ second: Int
  ) -> Double? {
    let squares = [false, true].compactMap { isSwapped -> Double? in
      let distances = distances(views, seen, first, second, isSwapped)
      guard !distances.isEmpty else { return nil }
      return distances.reduce(0) { $0 + min($1, largest) * min($1, largest) }
        / Double(distances.count)
    }
    return squares.min()?.squareRoot()
  }

  /// No distance counts for more, in metres.
  private static let largest = 0.3

  /// The median of each moment that shows enough.
  private static func distances(
    _ views: [ViewFusion.View], _ seen: [[Pose2D?]], _ first: (view: Int, isTurnedBack: Bool),
    _ second: Int, _ isSwapped: Bool
  ) -> [Double] {
    seen.compactMap { poses -> Double? in
      guard let one = poses[first.view], let other = poses[second] else { return nil }
      let distances = Keypoint.limbs.compactMap { keypoint -> Double? in
        let name = first.isTurnedBack != isSwapped ? keypoint.mirrored : keypoint
        guard let a = one.points[name], let b = other.points[keypoint],
          min(a.confidence, b.confidence) > minimumConfidence
        else { return nil }
        let x = first.isTurnedBack ? Double(one.imageWidth - 1) - a.x : a.x
        guard let own = ray(views[first.view], SIMD2(x, a.y)),
          let others = ray(views[second], SIMD2(b.x, b.y))
        else { return nil }
        return own.triangulated(with: others)?.distance ?? behind
      }
      return distances.count >= minimumCount ? distances.median : nil
    }
  }

  /// The ray of a pixel in the world.
  private static func ray(_ view: ViewFusion.View, _ pixel: SIMD2<Double>) -> Ray? {
    Ray(
      normalized: view.keypoints.camera.normalized(pixel), cameraFromFrame: view.cameraFromWorld)
  }
}

extension Keypoint {
  /// Those that show how a body stands.
  fileprivate static let limbs: [Keypoint] = [
    .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftHip,
    .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
  ]
}
