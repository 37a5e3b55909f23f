internal import Foundation
internal import PoseGeometry
internal import Kinematics
internal import PoseFiles

/// One person's motion as BVH: y up, facing +z in the rest pose; turns are Z, then X, then Y, in degrees.
///
/// A joint whose distance from its parent's changes has position channels too, in place of its OFFSET:
/// after the bones were held these are shoulders, neck and spine alone, of raw joints all.
struct BVHWriter {
  let clip: PoseClip
  let motion: RigMotion
  let unit: LengthUnit

  func write(to text: inout FileText) throws {
    text.write("HIERARCHY\n")
    hierarchy(of: .root, depth: 0, to: &text)
    text.write("MOTION\nFrames: \(clip.frameCount)\nFrame Time: ")
    text.write(1 / clip.rate, decimals: 9)
    text.write("\n")
    let order = Self.order(from: .root)
    var before = PerJoint(repeating: SIMD3<Double>.zero)
    for frame in clip.times.indices {
      let pose = motion.pose(at: frame)
      for joint in order {
        if joint != .root { text.write(" ") }
        if motion.moving.contains(joint) {
          vector(pose.localPlace(joint), to: &text)
          text.write(" ")
        }
        let turn = Self.turns(pose.localTurn(joint), near: before[joint])
        before[joint] = turn
        degrees(turn, to: &text)
      }
      text.write("\n")
      try text.flushIfLarge()
    }
  }

  private static func order(from joint: Joint) -> [Joint] {
    [joint] + children(of: joint).flatMap(order(from:))
  }

  private static func children(of joint: Joint) -> [Joint] {
    Joint.allCases.filter { $0.parent == joint }
  }

  private func hierarchy(of joint: Joint, depth: Int, to text: inout FileText) {
    let tab = String(repeating: "\t", count: depth)
    text.write("\(tab)\(joint == .root ? "ROOT" : "JOINT") \(joint.name)\n\(tab){\n\(tab)\tOFFSET ")
    vector(motion.rig.offsets[joint], to: &text)
    let hasPlace = motion.moving.contains(joint)
    text.write(
      "\n\(tab)\tCHANNELS \(hasPlace ? "6 Xposition Yposition Zposition" : "3")"
        + " Zrotation Xrotation Yrotation\n")
    for child in Self.children(of: joint) { hierarchy(of: child, depth: depth + 1, to: &text) }
    if let end = motion.rig.ends[joint] {
      text.write("\(tab)\tEnd Site\n\(tab)\t{\n\(tab)\t\tOFFSET ")
      vector(end, to: &text)
      text.write("\n\(tab)\t}\n")
    }
    text.write("\(tab)}\n")
  }

  private func vector(_ metres: Vector3, to text: inout FileText) {
    for (index, value) in [metres.x, metres.y, metres.z].enumerated() {
      if index > 0 { text.write(" ") }
      text.write(value / unit.metres, decimals: unit.decimals)
    }
  }

  private func degrees(_ turns: SIMD3<Double>, to text: inout FileText) {
    for index in 0..<3 {
      if index > 0 { text.write(" ") }
      text.write(turns[index] * 180 / .pi, decimals: 6)
    }
  }

  /// The turns about Z, X and Y that make a rotation, in radians: of all that do those nearest to the
  /// frame's before, so that a program that draws a curve through them doesn't spin a joint.
  static func turns(_ rotation: Rotation, near before: SIMD3<Double>) -> SIMD3<Double> {
    let angles = EulerSequence.zxy.angles(of: rotation)
    let candidates = [
      SIMD3(angles.first, angles.second, angles.third),
      SIMD3(angles.first + .pi, .pi - angles.second, angles.third + .pi),
    ].map { turns in
      let whole = ((before - turns) / (2 * .pi)).rounded(.toNearestOrAwayFromZero)
      return turns + whole * (2 * .pi)
    }
    func distance(_ turns: SIMD3<Double>) -> Double { (turns - before).length }
    return distance(candidates[1]) < distance(candidates[0]) ? candidates[1] : candidates[0]
  }
}
