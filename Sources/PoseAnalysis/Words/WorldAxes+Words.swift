internal import Foundation
package import Kinematics
package import PoseMotion

extension PoseSequence {
  /// The camera's height over the floor, in words; `nil` where it isn't known.
  package var cameraHeightWords: String? {
    cameraHeight.map { height in
      String(
        format: "the camera is %.1f m%@ above the floor", height.value,
        height.sigma.map { String(format: " ± %.1f", $0) } ?? "")
    }
  }
}

extension WorldAxes {
  /// The camera's pitch and roll as standing people show them, in words; `nil` for a vertical from
  /// elsewhere.
  package var postureWords: String? {
    guard source == .posture else { return nil }
    let degrees = 180 / Double.pi
    return String(
      format:
        "the camera looks %.0f° ± %.0f° %@ and is turned %.0f° ± %.0f° %@, as standing people show",
      abs(cameraPitch * degrees), tiltSigma.pitch * degrees, cameraPitch < 0 ? "up" : "down",
      abs(cameraRoll * degrees), tiltSigma.roll * degrees,
      cameraRoll < 0 ? "counterclockwise" : "clockwise")
  }
}
