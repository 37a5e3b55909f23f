internal import PoseDocuments
internal import Foundation
internal import PoseImaging
internal import Pose3D

/// The oddities of a stated camera, and the diagnostics for a camera that fits nothing.
extension Camera {
  /// Diagonal fields of view of lenses that aren't fisheyes, in radians: from a lens of 830 mm for
  /// 35 mm film to the widest rectilinear one, 9 mm.
  private static let usualFieldsOfView = (3 * Double.pi / 180)...(135 * Double.pi / 180)
  /// Sensors' pixels are square, or nearly: anamorphic video has 4:3.
  private static let usualPixelShapes = 0.7...1.45
  /// The maximum distance of the principal point from the image's middle, in images: (0, 0) is too
  /// far.
  private static let maximumOffCentre = 0.4

  /// Whether a file, the device or the caller stated it.
  private var isStated: Bool {
    switch source {
    case .calibration, .file, .exif, .user: true
    case .device, .estimated, .assumed: false
    }
  }

  private var isFisheye: Bool { if case .fisheye = distortion { true } else { false } }

  /// The camera for people: what its numbers mean.
  private var facts: String {
    String(
      format: "a diagonal field of view of %.0f°, its axis through %.0f, %.0f of %d×%d pixels",
      diagonalFieldOfView * 180 / .pi, cx, cy, width, height)
  }

  /// A property that hardly any camera has; `nil` for an ordinary camera, and for one that was not
  /// stated.
  private var oddity: String? {
    guard isStated else { return nil }
    let degrees = String(format: "%.3g°", diagonalFieldOfView * 180 / .pi)
    if !Self.usualPixelShapes.contains(fx / fy) {
      return String(
        format: "its focal lengths fx %.4g and fy %.4g differ, as if pixels were no squares", fx, fy
      )
    }
    if diagonalFieldOfView < Self.usualFieldsOfView.lowerBound {
      return
        "its focal length of \(String(format: "%.0f", fx.rounded())) pixels makes a diagonal field of view of \(degrees), narrower than any usual lens has"
    }
    if diagonalFieldOfView > Self.usualFieldsOfView.upperBound, !isFisheye {
      return
        "its focal length of \(String(format: "%.0f", fx.rounded())) pixels makes a diagonal field of view of \(degrees), wider than any usual lens has"
    }
    let middle = SIMD2(Double(width - 1), Double(height - 1)) / 2
    let isCentral =
      abs(cx - middle.x) <= Self.maximumOffCentre * Double(width)
      && abs(cy - middle.y) <= Self.maximumOffCentre * Double(height)
    return isCentral
      ? nil
      : String(
        format: "its principal point %.0f, %.0f is far from the middle of the picture of %d×%d",
        cx, cy, width, height)
  }

  /// That the camera is odd, for the person who stated it; `nil` for an ordinary one.
  ///
  /// - Parameter file: where its intrinsics are from; `nil` for the caller's settings.
  func doubt(statedIn file: String?) -> Diagnostic? {
    oddity.map { oddity in
      "\(file.map { "\($0): " } ?? "the camera: ")\(oddity): check that the intrinsics are in pixels and of this picture. Everything is measured by them."
    }
  }

  /// The reason that a person could not be lifted, with what to check: the camera too, if nothing
  /// agrees with the keypoints.
  ///
  /// - Parameter file: the file with its intrinsics; `nil` if no file states them.
  func refusal(_ error: LiftingError, statedIn file: String?) -> String {
    guard error == .noSolution, isStated else { return error.description }
    let whose = file.map { "\($0) states a camera" } ?? "the camera is one"
    return
      "no skeleton agrees with the keypoints: \(whose) with \(facts): check that it is the one of this picture; else that the keypoints belong to one person and, when they come from a file, that left and right are the person's own"
  }
}
