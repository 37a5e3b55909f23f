internal import Foundation
package import Kinematics

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
