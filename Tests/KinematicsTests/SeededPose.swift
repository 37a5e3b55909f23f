import PoseGeometry
import Kinematics
import TestSupport

/// The skeletons of `fixtures/kinematics/poses.py`, bit by bit: nothing but + − × ÷ and square roots,
/// in the order that is written there.
enum SeededPose {
  static func skeleton(_ index: Int) -> Skeleton {
    var g = Source(state: RandomNumbers(seed: UInt64(1_000_000 + index)))
    let family = index % 3
    let h = 1.5 + 0.5 * g.u()
    var length: [String: Double] = [:]
    for (bone, ratio) in bones { length[bone] = ratio * h * (0.9 + 0.2 * g.u()) }
    var (limbs, trunk) = (0.0, 0.0)
    if family == 0 {
      limbs = [0.3, 1.0, 3.0][Int(3.0 * g.u())]
      trunk = 0.3 * limbs
    } else if family == 2 {
      limbs = 0.1 + 0.5 * g.u()
      trunk = 0.3 * limbs
    }
    func direction(_ neutral: Vector3, _ k: Double) -> Vector3 {
      family == 1 ? neutral : g.mixed(neutral, k)
    }
    func along(_ start: Vector3, _ direction: Vector3, _ length: Double) -> Vector3 {
      Vector3(
        start.x + length * direction.x, start.y + length * direction.y,
        start.z + length * direction.z)
    }

    let (left, up) = (Vector3(1, 0, 0), Vector3(0, 1, 0))
    var p = [Vector3](repeating: .zero, count: 21)
    func set(_ joint: Joint, _ above: Joint, _ direction: Vector3, _ length: Double) {
      p[joint.rawValue] = along(p[above.rawValue], direction, length)
    }
    let hips = direction(left, trunk)
    set(.leftHip, .root, hips, 0.5 * length["hipWidth"]!)
    set(.rightHip, .root, hips, -(0.5 * length["hipWidth"]!))
    var below = Joint.root
    for (joint, bone) in [
      (Joint.spine, "lowerTrunk"), (.centerShoulder, "upperTrunk"), (.centerHead, "neck"),
      (.topHead, "head"),
    ] {
      set(joint, below, direction(up, trunk), length[bone]!)
      below = joint
    }
    let shoulders = direction(left, trunk)
    set(.leftShoulder, .centerShoulder, shoulders, 0.5 * length["shoulderWidth"]!)
    set(.rightShoulder, .centerShoulder, shoulders, -(0.5 * length["shoulderWidth"]!))
    let limb: [(Joint, Joint, String)] = [
      (.leftShoulder, .leftElbow, "upperArm"), (.leftElbow, .leftWrist, "forearm"),
      (.leftHip, .leftKnee, "thigh"), (.leftKnee, .leftAnkle, "shank"),
    ]
    for (side, heel) in [(0, 17), (1, 19)] {
      for (above, joint, bone) in limb {
        let down = direction(Vector3(0, -1, 0), limbs)
        set(
          side == 0 ? joint : joint.mirrored, side == 0 ? above : above.mirrored, down,
          length[bone]!)
      }
      let ankle = p[(side == 0 ? Joint.leftAnkle : .rightAnkle).rawValue]
      p[heel] = along(ankle, direction(Vector3(0, -0.8, -0.6), limbs), 0.05 * h)
      p[heel + 1] = along(p[heel], direction(Vector3(0, 0, 1), limbs), 0.15 * h)
    }
    if family == 1 {
      for index in p.indices {
        let jitter = index < 17 ? 0.35 : 0.05
        for axis in 0..<3 { p[index][axis] += jitter * g.s() }
      }
    } else if family == 0 {
      let (w, x, y, z) = g.quaternion()
      let rows = [
        Vector3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        Vector3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
      ]
      p = p.map { Vector3(rows[0].dot($0), rows[1].dot($0), rows[2].dot($0)) }
    } else {
      let (c, s) = g.circle()
      p = p.map { Vector3(c * $0.x + s * $0.z, $0.y, c * $0.z - s * $0.x) }
    }
    let shift = g.vector { 3.0 * $0 }
    p = p.map { $0 + shift }
    let vertical = family == 2 ? up : g.direction()
    var front = g.direction()
    while abs(front.dot(vertical)) > 0.9 { front = g.direction() }
    let sigmas = Joint.allCases.map { _ in 0.003 + 0.027 * g.u() }
    return Skeleton(
      positions: PerJoint { p[$0.rawValue] }, sigmas: PerJoint { sigmas[$0.rawValue] },
      leftFoot: Foot(heel: p[17], toe: p[18], sigma: 0.01),
      rightFoot: Foot(heel: p[19], toe: p[20], sigma: 0.01),
      world: WorldAxes(up: vertical, front: front, source: .gravity))
  }

  private static let bones: [(String, Double)] = [
    ("lowerTrunk", 0.141), ("upperTrunk", 0.141), ("neck", 0.133), ("head", 0.056),
    ("upperArm", 0.156), ("forearm", 0.147), ("thigh", 0.241), ("shank", 0.249),
    ("hipWidth", 0.115), ("shoulderWidth", 0.210),
  ]

  /// What the poses draw.
  struct Source {
    var state: RandomNumbers

    mutating func u() -> Double { Double(state.next() >> 11) * 0x1p-53 }
    mutating func s() -> Double { 2 * u() - 1 }

    mutating func vector(_ change: (Double) -> Double = { $0 }) -> Vector3 {
      let (x, y, z) = (s(), s(), s())
      return Vector3(change(x), change(y), change(z))
    }

    private func unit(_ v: Vector3) -> Vector3 { v / v.dot(v).squareRoot() }

    mutating func direction() -> Vector3 {
      while true {
        let v = vector()
        let square = v.dot(v)
        if square > 0.01 && square <= 1 { return unit(v) }
      }
    }

    mutating func mixed(_ n: Vector3, _ k: Double) -> Vector3 {
      while true {
        let r = direction()
        let m = Vector3(n.x + k * r.x, n.y + k * r.y, n.z + k * r.z)
        if m.dot(m) > 0.01 { return unit(m) }
      }
    }

    mutating func circle() -> (c: Double, s: Double) {
      while true {
        let (c, s) = (s(), s())
        let r = c * c + s * s
        if r > 0.01 && r <= 1 { return (c / r.squareRoot(), s / r.squareRoot()) }
      }
    }

    mutating func quaternion() -> (w: Double, x: Double, y: Double, z: Double) {
      while true {
        let (w, x, y, z) = (s(), s(), s(), s())
        let r = w * w + x * x + y * y + z * z
        let length = r.squareRoot()
        if r > 0.01 && r <= 1 { return (w / length, x / length, y / length, z / length) }
      }
    }
  }
}
