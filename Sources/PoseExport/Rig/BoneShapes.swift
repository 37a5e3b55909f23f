internal import PoseGeometry
internal import Kinematics

/// A body of plain bones, so that something is seen: an octahedron from each joint to the next, in the rest
/// pose, in metres.
struct BoneShapes {
  /// Corners, six a bone.
  private(set) var corners: [Vector3] = []
  /// Outward directions of length 1 at the corners.
  private(set) var normals: [Vector3] = []
  /// The joint with which each corner moves.
  private(set) var joints: [Joint] = []
  /// Triangles, three corners each, counter-clockwise from outside.
  private(set) var triangles: [Int] = []

  init(of rig: Rig) {
    for joint in Joint.allCases {
      if let parent = joint.parent {
        add(from: rig.places[parent], to: rig.places[joint], joint: parent)
      }
      if let end = rig.ends[joint] {
        add(from: rig.places[joint], to: rig.places[joint] + end, joint: joint)
      }
    }
  }

  private mutating func add(from start: Vector3, to end: Vector3, joint: Joint) {
    guard let along = (end - start).normalized else { return }
    let length = (end - start).length
    let helper = abs(along.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    guard let across = along.cross(helper).normalized else { return }
    let third = along.cross(across)
    let radius = 0.05 * length + 0.01
    let middle = start + along * (0.2 * length)
    let base = corners.count
    let ring = [across, third, -across, -third]
    corners += [start] + ring.map { middle + $0 * radius } + [end]
    normals += [-along] + ring + [along]
    joints += Array(repeating: joint, count: 6)
    for side in 0..<4 {
      let (a, b) = (base + 1 + side, base + 1 + (side + 1) % 4)
      triangles += [base, b, a, base + 5, a, b]
    }
  }
}
