internal import PoseDocuments
internal import Foundation
internal import PoseGeometry
internal import Kinematics

/// One person's motion as coordinates of OpenSim's full-body models (Rajagopal et al. 2016, IEEE TBME
/// 63:2068; Pose2Sim's `Model_Pose2Sim_simple.osim` has the same and, at the back, its own names):
/// degrees and metres, X to the front, Y up, Z to the right. A row for each frame in which the person is.
///
/// Coordinates that 17 joints never show are left out, and the model keeps its own values: forearm and hand,
/// toes, the turn of the head, of an ankle without foot points, and of a limb that is never bent.
struct MOTWriter {
  let clip: PoseClip
  let motion: RigMotion
  /// The file that was read, in sentences.
  let path: String

  /// From the clip's axes to OpenSim's.
  private static let openSimFromClip = Rotation(
    trusted: Vector3(0, 0, -1), Vector3(0, 1, 0), Vector3(1, 0, 0))
  /// The middle between the hips in the pelvis of Pose2Sim's model, and the hips' distance, in metres.
  private static let modelHips = (middle: Vector3(-0.0707, -0.0661, 0), width: 0.167)
  /// The longest time across which a coordinate that isn't seen is taken for known, in seconds.
  private static let memory = 0.5

  private var person: PoseClip.Person { motion.person }

  /// The frames that are written.
  private var frames: [Int] {
    person.isPresent.indices.filter { person.isPresent[$0] && motion.sources?[$0] == $0 }
  }

  func write(to text: inout FileText) throws {
    let frames = frames
    let names = columns
    text.write("Coordinates\nversion=1\nnRows=\(frames.count)\nnColumns=\(names.count + 1)\n")
    text.write("inDegrees=yes\n\nUnits are S.I. units (second, meters, Newtons, ...)\n")
    text.write(
      "If the header above contains a line with 'inDegrees', this indicates whether rotational values "
        + "are in degrees (yes) or radians (no).\n\nendheader\n")
    text.write("time\t" + names.joined(separator: "\t") + "\n")
    var before = Before()
    let ankles = Dictionary(uniqueKeysWithValues: seenAnkles.map { ($0, dorsiflexion($0)) })
    for frame in frames {
      text.write(clip.times[frame], decimals: 6)
      let values = values(at: frame, &before, ankles)
      for name in names {
        text.write(UInt8(ascii: "\t"))
        text.write(values[name] ?? 0, decimals: 6)
      }
      text.write("\n")
      try text.flushIfLarge()
    }
  }

  /// The coordinates' names in the order of the model.
  private var columns: [String] {
    let pelvis = ["tilt", "list", "rotation", "tx", "ty", "tz"].map { "pelvis_\($0)" }
    let legs = [(Limb.rightLeg, "r"), (.leftLeg, "l")].flatMap { limb, side in
      var names = ["hip_flexion_\(side)", "hip_adduction_\(side)"]
      if isTwistSeen(limb) { names.append("hip_rotation_\(side)") }
      names.append("knee_angle_\(side)")
      if seenAnkles.contains(limb) { names.append("ankle_angle_\(side)") }
      return names
    }
    let trunk = [
      "L5_S1_Flex_Ext", "L5_S1_Lat_Bending", "L5_S1_axial_rotation", "neck_flexion", "neck_bending",
    ]
    let arms = [(Limb.rightArm, "r"), (.leftArm, "l")].flatMap { limb, side in
      var names = ["arm_flex_\(side)", "arm_add_\(side)"]
      if isTwistSeen(limb) { names.append("arm_rot_\(side)") }
      names.append("elbow_flex_\(side)")
      return names
    }
    return pelvis + legs + trunk + arms
  }

  // MARK: A row

  /// The turns in the frame before, to which those of pelvis and arms stay near.
  private struct Before {
    var pelvis = SIMD3<Double>.zero
    /// In the middle of what arms do: 45° forward.
    var arms = [Limb.leftArm: SIMD3(Double.pi / 4, 0, 0), .rightArm: SIMD3(Double.pi / 4, 0, 0)]
  }

  private func values(
    at frame: Int, _ before: inout Before, _ ankles: [Limb: [Double]]
  ) -> [String: Double] {
    let pose = motion.pose(at: frame)
    var values: [String: Double] = [:]
    func set(_ names: [String], _ turns: SIMD3<Double>, isLeft: Bool = false) {
      for (index, name) in names.enumerated() {
        // On the left adduction and internal rotation are positive too.
        values[name] = turns[index] * (isLeft && index > 0 ? -1 : 1) * 180 / .pi
      }
    }
    func turns(_ rotation: Rotation, near: SIMD3<Double>? = nil) -> SIMD3<Double> {
      let turned = Self.openSimFromClip * rotation * Self.openSimFromClip.inverse
      if let near { return BVHWriter.turns(turned, near: near) }
      let angles = EulerSequence.zxy.angles(of: turned)
      return SIMD3(angles.first, angles.second, angles.third)
    }
    let pelvis = pose.turns[.root]
    let thorax = pose.turns[.spine]
    before.pelvis = turns(pelvis, near: before.pelvis)
    set(["pelvis_tilt", "pelvis_list", "pelvis_rotation"], before.pelvis)
    let place = pelvisPlace(pose)
    for (name, value) in zip(["tx", "ty", "tz"], [place.x, place.y, place.z]) {
      values["pelvis_\(name)"] = value
    }
    for (limb, side) in [(Limb.rightLeg, "r"), (.leftLeg, "l")] {
      set(
        ["hip_flexion_\(side)", "hip_adduction_\(side)", "hip_rotation_\(side)"],
        turns(pelvis.inverse * pose.turns[limb.proximal]), isLeft: side == "l")
      values["knee_angle_\(side)"] = bend(limb, pose)
      values["ankle_angle_\(side)"] = ankles[limb]?[frame]
    }
    set(
      ["L5_S1_Flex_Ext", "L5_S1_Lat_Bending", "L5_S1_axial_rotation"],
      turns(pelvis.inverse * thorax))
    set(["neck_flexion", "neck_bending"], turns(thorax.inverse * pose.turns[.centerHead]))
    for (limb, side, turn) in [(Limb.rightArm, "r", -1.0), (.leftArm, "l", 1)] {
      // The model's arms hang where the rig's are out to the sides.
      let hanging = pose.turns[limb.proximal] * Rotation.about(.z, by: turn * .pi / 2)
      let angles = turns(thorax.inverse * hanging, near: before.arms[limb])
      before.arms[limb] = angles
      set(
        ["arm_flex_\(side)", "arm_add_\(side)", "arm_rot_\(side)"], angles, isLeft: side == "l")
      values["elbow_flex_\(side)"] = bend(limb, pose)
    }
    return values
  }

  /// The angle between the limb's two bones in degrees.
  private func bend(_ limb: Limb, _ pose: RigPose) -> Double {
    Self.degrees(
      pose.places[limb.middle] - pose.places[limb.proximal],
      pose.places[limb.distal] - pose.places[limb.middle])
  }

  private static func degrees(_ a: Vector3, _ b: Vector3) -> Double {
    atan2(a.cross(b).length, a.dot(b)) * 180 / .pi
  }

  /// The origin of the model's pelvis, so that the middle of its hips is the root: of the model scaled to
  /// the distance between the person's hips.
  private func pelvisPlace(_ pose: RigPose) -> Vector3 {
    let width = 2 * motion.rig.offsets[.leftHip].length
    let offset = Self.modelHips.middle * (width / Self.modelHips.width)
    let root = Self.openSimFromClip * pose.places[.root]
    let turn = Self.openSimFromClip * pose.turns[.root] * Self.openSimFromClip.inverse
    return root - turn * offset
  }

  // MARK: What isn't always seen

  private func isTwistSeen(_ limb: Limb) -> Bool { seen(limb).contains(true) }

  private func seen(_ limb: Limb) -> [Bool] {
    // There are none of a person without a trunk.
    Limb.allCases.firstIndex(of: limb).flatMap { place in
      motion.twists.indices.contains(place) ? motion.twists[place].isSeen : nil
    } ?? []
  }

  /// The legs whose foot is ever seen.
  private var seenAnkles: [Limb] {
    let frames = frames
    return [.rightLeg, .leftLeg].filter { leg in frames.contains { isFootSeen(leg, $0) } }
  }

  private func isFootSeen(_ leg: Limb, _ frame: Int) -> Bool { foot(leg, frame) != nil }

  private func foot(_ leg: Limb, _ frame: Int) -> Vector3? {
    let (heel, toe) =
      leg == .leftLeg ? (FootPoint.leftHeel, FootPoint.leftToe) : (.rightHeel, .rightToe)
    guard person.isPresent[frame], let heel = person.foot(heel, frame),
      let toe = person.foot(toe, frame), (toe - heel).length > 1e-6
    else { return nil }
    return toe - heel
  }

  /// 90° less the angle between shank and foot in each frame, in degrees; where the foot isn't seen on the
  /// line between the frames before and after.
  private func dorsiflexion(_ leg: Limb) -> [Double] {
    var known: [(frame: Int, value: Double)] = []
    for frame in frames {
      guard let foot = foot(leg, frame) else { continue }
      let shank = person.position(leg.middle, frame) - person.position(leg.distal, frame)
      known.append((frame, 90 - Self.degrees(shank, foot)))
    }
    var result = Array(repeating: known.first?.value ?? 0, count: clip.frameCount)
    for (a, b) in zip(known, known.dropFirst()) {
      let span = clip.times[b.frame] - clip.times[a.frame]
      for frame in a.frame..<b.frame {
        let share = (clip.times[frame] - clip.times[a.frame]) / span
        result[frame] = a.value + (b.value - a.value) * share
      }
    }
    if let last = known.last {
      for frame in last.frame..<clip.frameCount { result[frame] = last.value }
    }
    return result
  }

  /// The diagnostics for the user: the coordinates that aren't in the file, and those that aren't
  /// seen for longer than half a second.
  var diagnostics: [Diagnostic] {
    var absent: [String] = []
    var diagnostics: [Diagnostic] = []
    for (limb, name) in [
      (Limb.rightLeg, "hip_rotation_r"), (.leftLeg, "hip_rotation_l"), (.rightArm, "arm_rot_r"),
      (.leftArm, "arm_rot_l"),
    ] {
      let seen = seen(limb)
      if !seen.contains(true) {
        absent.append(name)
      } else if let seconds = longUnseen({ seen[$0] }) {
        diagnostics.append(
          "\(path): \(name) isn't seen for \(seconds) s, in stretches of more than 0.5 s in which the limb is straight: what was seen before and after stands there"
        )
      }
    }
    for (leg, name) in [(Limb.rightLeg, "ankle_angle_r"), (.leftLeg, "ankle_angle_l")] {
      if !seenAnkles.contains(leg) {
        absent.append(name)
      } else if let seconds = longUnseen({ isFootSeen(leg, $0) }) {
        diagnostics.append(
          "\(path): \(name) isn't seen for \(seconds) s, in stretches of more than 0.5 s: the line between what was seen before and after stands there"
        )
      }
    }
    if !absent.isEmpty {
      diagnostics.insert(
        "\(path): \(absent.joined(separator: ", ")) can't be seen in any frame: MOT is written without, and the model keeps its own",
        at: 0)
    }
    return diagnostics
  }

  /// The frames that are written, a list for each time that the person is there without a gap.
  private var presentStretches: [[Int]] {
    var stretches: [[Int]] = []
    for frame in frames {
      if let last = stretches.last?.last, !person.isPresent[last...frame].contains(false) {
        stretches[stretches.count - 1].append(frame)
      } else {
        stretches.append([frame])
      }
    }
    return stretches
  }

  /// The seconds, to a tenth, of all stretches of more than half a second in which something isn't seen of a person who
  /// is there; `nil` where there is none.
  private func longUnseen(_ isSeen: (Int) -> Bool) -> String? {
    var long: [Double] = []
    for stay in presentStretches {
      let marks = [stay.first, stay.last].compactMap { $0 } + stay.filter(isSeen)
      let sorted = marks.sorted()
      long += zip(sorted, sorted.dropFirst())
        .map { clip.times[$1] - clip.times[$0] }.filter { $0 > Self.memory + 1e-9 }
    }
    guard !long.isEmpty else { return nil }
    return PoseClip.text((long.reduce(0, +) * 10).rounded() / 10)
  }
}
