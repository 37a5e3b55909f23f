internal import Foundation
package import Kinematics

extension WorldAxes {
  /// How the camera stands, as people who stand show it, for people; `nil` for a vertical from elsewhere.
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
