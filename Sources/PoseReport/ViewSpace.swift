internal import PoseGeometry
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// The space in which a page shows the people of a clip: metres, y up, the floor at 0, z towards who looks.
struct ViewSpace {
  /// Whether the feet were seen, so that there is a floor to stand on.
  let hasFloor: Bool
  /// Whether it is known which way is up; else the camera is taken to be level.
  let isUpright: Bool
  private let axes: Rotation
  private let origin: Vector3

  init(of clip: ReportClip) {
    let world = clip.sequence.world ?? WorldAxes(cameraGravity: nil)
    axes = world.axes
    isUpright = world.source != .camera
    let feet = clip.people.flatMap { person in
      person.states.compactMap { state in
        state.map { [$0.body.positions[.leftAnkle], $0.body.positions[.rightAnkle]] }
      }.flatMap { $0 }
    }
    let roots = clip.people.flatMap { person in
      person.states.compactMap { $0?.body.positions[.root] }
    }
    // A jumping person isn't always on the floor, and a point that went astray is below it.
    let heights = feet.map { $0.dot(world.up) }.filter(\.isFinite).sorted()
    hasFloor = !heights.isEmpty
    let floor = heights.isEmpty ? 0 : heights[heights.count / 20] - Self.ankleHeight
    let middle = roots.reduce(Vector3.zero, +) * (1 / Double(max(1, roots.count)))
    let level = middle - world.up * middle.dot(world.up)
    origin = (level.x.isFinite ? level : .zero) + world.up * floor
  }

  /// Of an adult's ankle over the floor, 0.039 of the stature.
  ///
  /// Winter, Biomechanics and Motor Control of Human Movement, 4th ed., figure 4.1.
  private static let ankleHeight = 0.039 * Anthropometry.referenceHeight

  /// A joint's place.
  func placed(_ position: Vector3) -> Vector3 {
    let offset = position - origin
    // The world's x is to the left of who faces along z: for who looks at them, to the right.
    return Vector3(offset.dot(axes.x), offset.dot(axes.y), offset.dot(axes.z))
  }
}
