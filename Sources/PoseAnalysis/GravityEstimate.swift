internal import PoseDocuments
internal import Foundation
public import PoseImaging
public import PoseFiles

/// The vertical of an image, and its source: the one rule for it.
public struct GravityEstimate: Sendable {
  /// The floor, where the depth map shows it well enough to say which way is down.
  public let floor: Floor?
  /// The direction of gravity in the camera's frame: the stated one, else the floor's.
  public let gravity: SIMD3<Double>?
  /// The source; `nil` if there is none.
  public let source: SkeletonDocument.GravitySource?
  /// The angle between the stated direction and the floor's, in radians; `nil` without one of them.
  public let tilt: Double?

  /// The uncertainty of a floor's direction, in radians, up to which it is believed. On parts of
  /// rendered and held-out frames down to a quarter of the picture such floors are off by 3.6° at most,
  /// 1.1° at the 95th percentile; less certain ones, far slivers and slanting backs, by up to 35°.
  private static let maximumTiltSigma = 0.75 * Double.pi / 180
  /// From here on a stated direction and the floor's contradict each other, in radians.
  private static let maximumTilt = 5 * Double.pi / 180

  /// The vertical of an image: the caller's, else its calibration's, else that of a depth map of
  /// the same view. A map without a unit may be bent, and directions in the view of an assumed
  /// camera are wrong: neither shows a floor.
  init(given: SIMD3<Double>?, stated: SIMD3<Double>?, depth: DepthMap?, camera: Camera) {
    let canShow = depth?.isMetric == true && camera.isCalibrated
    let found = canShow ? depth.flatMap { Floor(in: $0, camera: camera) } : nil
    let floor = found.flatMap { $0.tiltSigma <= Self.maximumTiltSigma ? $0 : nil }
    self.floor = floor
    gravity = given ?? stated ?? floor?.gravity
    source = given != nil ? .user : stated != nil ? .camera : floor != nil ? .floor : nil
    tilt = (given ?? stated).flatMap { floor?.tilt(from: $0) }
  }

  /// The vertical of a recording whose camera stands still: that of the depth map among a few whose
  /// floor is most certain.
  init(given: SIMD3<Double>?, stated: SIMD3<Double>?, depths: [DepthMap], camera: Camera) {
    let candidates = depths.map {
      GravityEstimate(given: given, stated: stated, depth: $0, camera: camera)
    }
    let sure = candidates.filter { $0.floor != nil }.min {
      ($0.floor?.tiltSigma ?? 1) < ($1.floor?.tiltSigma ?? 1)
    }
    self = sure ?? GravityEstimate(given: given, stated: stated, depth: nil, camera: camera)
  }

  /// The floor as a line for people; `nil` when none is seen.
  public var words: String? {
    floor.map { floor in
      let use =
        tilt.map { String(format: "%.1f° off the stated gravity", $0 * 180 / .pi) }
        ?? "gravity is taken from it"
      return "floor \(floor.words); \(use)"
    }
  }

  /// The diagnostic for the user; `nil` when nothing contradicts. The files are those that state
  /// gravity and show the floor.
  func diagnostic(calibration: String, depth: String) -> Diagnostic? {
    guard let tilt, tilt > Self.maximumTilt else { return nil }
    let degrees = String(format: "%.1f°", tilt * 180 / .pi)
    guard source != .user else {
      return
        "the given vertical is \(degrees) off the floor that \(depth) shows. The given one is used; without \(setting: .gravity) it is the floor's."
    }
    return
      "\(calibration): its gravity is \(degrees) off the floor that \(depth) shows. The stated one is used; if it is the camera file that is wrong, leave out its \"gravity\"."
  }
}
