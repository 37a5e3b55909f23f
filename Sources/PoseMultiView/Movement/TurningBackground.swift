internal import Kinematics
package import Pose3D
package import PoseGeometry
package import PoseImaging

/// Follows the rotation of a camera that turns, by its background, farther than its view is wide.
///
/// Each image is registered to one of the earlier ones that were kept (`BackgroundTracker`), the one nearest to where the
/// camera is expected: it goes on turning as before. Where none is near, the image is kept itself. The errors of these
/// add up, but not with time: what comes back into view is known. A camera that is carried about doesn't turn alone: the
/// image gets larger, or smaller, and what is near moves in another way than what is far.
package struct TurningBackground: Sendable {
  private let camera: Camera
  /// Images that are kept, with the rotation and the logarithm of the scale against the first one.
  private typealias Kept = (tracker: BackgroundTracker, turn: Rotation, zoom: Double)
  private typealias Moment = (
    view: BackgroundTracker.View, turn: Rotation, zoom: Double, time: Double
  )
  private var kept: [Kept] = []
  private var last: Moment?
  /// The logarithm of the image's scale against the first one's: of a camera that only turns about 0.
  package private(set) var zoom = 0.0
  private var overlay = StillOverlay()
  /// The rotation vector in a second.
  private var speed = Vector3.zero

  // Chosen:
  /// The share of the view's shorter side by which a camera turns between two images that are kept.
  private static let step = 0.12
  /// So many of the nearest are tried.
  private static let tried = 3
  /// One standard deviation of the way from where an image is expected, in radians, and in radians a second more; by so
  /// much wider it is looked for where it isn't found, and no farther than so many of them.
  private static let surprise = (
    angle: 0.1 * Double.pi / 180, speed: 9 * Double.pi / 180, wider: 4.0, farthest: 3.0
  )
  /// The share of the variance beforehand (`surprise`) that may be left about any axis; chosen: it is 0.2 in the median
  /// before a bare wall with a skirting board, 0.05 and less before four other backgrounds.
  private static let mostOpen = 0.35
  /// The residual as a share of the contrast from which on it is looked for elsewhere.
  private static let doubtful = 0.3
  /// The share of an image's own speed in the one with which the camera is expected to go on.
  private static let news = 0.5

  /// No image was seen.
  ///
  /// - Parameter camera: at the size of the images.
  package init(camera: Camera) { self.camera = camera }

  /// The rotation of directions from the first image's camera frame into this one's; `nil` where it isn't known: then
  /// later rotations are as if the camera had gone on turning as before.
  ///
  /// - Parameters:
  ///   - image: the next one, of the camera's size.
  ///   - time: in seconds.
  ///   - people: in the camera's frame at this moment; their surroundings don't count.
  package mutating func add(
    _ image: ColorImage, at time: Double, people: [BodyEstimate]
  ) -> Rotation? {
    let view = BackgroundTracker.View(
      image,
      covered: people.compactMap { CoveredPart(outlineOf: $0, camera: camera) }
        + CoveredPart.bars(of: image) + overlay.covered)
    guard let before = last else {
      last = (view, .identity, 0, time)
      keep(view, .identity)
      return .identity
    }
    let span = time - before.time
    let expected = Rotation(rotationVector: speed * span) * before.turn
    let found = found(view, near: expected, after: before, span: span)
    // Errors of rounding would double with each product.
    let turn = Rotation(rotationVector: (found?.turn ?? expected).rotationVector)
    zoom = found?.zoom ?? zoom
    if span > 0 {
      let own = found == nil ? .zero : (turn * before.turn.inverse).rotationVector / span
      speed += (own - speed) * Self.news
    }
    last = (view, turn, zoom, time)
    if found != nil { overlay.add(view, turn, pixels: (camera.fx * camera.fy).squareRoot()) }
    let side = Double(min(camera.width, camera.height)) / (camera.fx * camera.fy).squareRoot()
    if !kept.contains(where: { Self.angle($0.turn, turn) < Self.step * side }) { keep(view, turn) }
    return found == nil ? nil : turn
  }

  /// The rotation by the kept image that fits best, or by the one before.
  private func found(
    _ view: BackgroundTracker.View, near expected: Rotation, after before: Moment, span: Double
  ) -> (turn: Rotation, zoom: Double)? {
    let near = kept.sorted { Self.angle($0.turn, expected) < Self.angle($1.turn, expected) }
      .prefix(Self.tried)
    let nearSigma = Self.surprise.angle + Self.surprise.speed * span
    var best: (turn: Rotation, zoom: Double, residual: Double)?
    for isFar in [false, true] {
      let sigma = nearSigma * (isFar ? Self.surprise.wider : 1)
      func look(_ kept: Kept) {
        guard
          let found = kept.tracker.rotation(
            of: view, near: (expected * kept.turn.inverse, sigma), isFar: isFar),
          found.variance < Self.mostOpen * nearSigma * nearSigma,
          found.residual < best?.residual ?? .infinity
        else { return }
        let turn = found.rotation * kept.turn
        guard Self.angle(turn, expected) < Self.surprise.farthest * sigma else { return }
        best = (turn, kept.zoom + found.zoom, found.residual)
      }
      for kept in near {
        look(kept)
        if let best, best.residual < Self.doubtful { return (best.turn, best.zoom) }
      }
      if let tracker = BackgroundTracker(camera: camera, first: before.view) {
        look((tracker, before.turn, before.zoom))
      }
      if let best, best.residual < Self.doubtful { return (best.turn, best.zoom) }
    }
    return best.map { ($0.turn, $0.zoom) }
  }

  private mutating func keep(_ view: BackgroundTracker.View, _ turn: Rotation) {
    if let tracker = BackgroundTracker(camera: camera, first: view) {
      kept.append((tracker, turn, zoom))
    }
  }

  private static func angle(_ a: Rotation, _ b: Rotation) -> Double {
    (a * b.inverse).rotationVector.length
  }
}
