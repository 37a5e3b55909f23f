public import PoseGeometry
import Kinematics
import PoseSystem

/// The place of a camera around a person who exercises. The camera is level across and turned towards
/// the person.
public struct CameraPlacement: Sendable, Equatable {
  /// The direction from the person to the camera around the vertical, in radians: 0 in front of the
  /// person, positive at their left, ±π behind.
  public var azimuth: Double
  /// The horizontal distance from the middle of the person's movement, in metres.
  public var distance: Double
  /// The height of the lens above the floor, in metres.
  public var height: Double

  /// A place.
  public init(azimuth: Double, distance: Double, height: Double) {
    (self.azimuth, self.distance, self.height) = (azimuth, distance, height)
  }

  /// The lens in the person's frame (x to the person's left, y up from the floor, z to the front), in
  /// metres.
  public var position: Vector3 {
    Vector3(distance * sin(azimuth), height, distance * cos(azimuth))
  }

  /// The mirror image at the person's other side.
  public var mirrored: CameraPlacement {
    CameraPlacement(azimuth: -azimuth, distance: distance, height: height)
  }

  /// Camera-from-person for a camera here that looks at a point; `nil` if the point is above or below
  /// the lens, or at it.
  func cameraFromPerson(lookingAt point: Vector3) -> RigidTransform? {
    let up = Vector3(0, 1, 0)
    guard let z = (point - position).normalized, let x = z.cross(up).normalized,
      let axes = Rotation(nearestTo: x, z.cross(x), z)
    else { return nil }
    return RigidTransform(rotation: axes, translation: position).inverse
  }
}
