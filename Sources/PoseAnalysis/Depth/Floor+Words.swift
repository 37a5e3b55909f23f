internal import Foundation
public import PoseImaging

extension Floor {
  /// The camera's downward pitch, in radians; negative if it looks up.
  var pitch: Double {
    let down = gravity
    return atan2(down.z, (down.x * down.x + down.y * down.y).squareRoot())
  }

  /// The camera's clockwise roll about its viewing direction, in radians.
  var roll: Double { atan2(gravity.x, gravity.y) }

  /// The camera's position above it, for people.
  public var words: String {
    let degrees = 180 / Double.pi
    return String(
      format: "%.2f m below the camera, which looks %.1f° %@ and is turned %.1f° %@", cameraHeight,
      abs(pitch * degrees), pitch < 0 ? "up" : "down", abs(roll * degrees),
      roll < 0 ? "counterclockwise" : "clockwise")
  }
}
