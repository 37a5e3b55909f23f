import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseFiles
import TestSupport
import Testing

/// The person of `fixtures/skeletons/make.py`, read in every layout.
struct SkeletonFileTests {
  /// A layout's file, and what its axes and points are.
  struct Layout: Sendable, CustomTestStringConvertible {
    let file: String
    let layout: SkeletonLayout
    let unit: LengthUnit
    var isUnitInferred = false
    /// Where the file has a point of the camera frame (x right, y down, z forward).
    var axes: @Sendable (Vector3) -> Vector3 = { $0 }
    /// Up, and the direction of heading 0.
    var vertical: (up: Vector3, front: Vector3, source: WorldAxes.Source)?
    var inferred: Set<Joint> = []
    var feet = (left: true, right: true)
    var id: Int?
    var frame = 0
    var index = 0
    var time: Double?

    var testDescription: String { file }
  }

  static let layouts = [
    Layout(
      file: "k4abt.json", layout: .k4abt, unit: .millimetre,
      vertical: (Vector3(0, -1, 0), Vector3(0, 0, -1), .camera), inferred: [.topHead],
      feet: (false, false), id: 7, frame: 1, index: 4, time: 0.533333),
    Layout(
      file: "kinect2.json", layout: .kinect2, unit: .metre, axes: { Vector3(-$0.x, -$0.y, $0.z) },
      vertical: (Vector3(0, 1, 0), Vector3(0, 0, -1), .camera), inferred: [.topHead],
      feet: (false, false), id: 2),
    Layout(
      file: "mediapipe-world.json", layout: .mediapipe, unit: .metre,
      axes: { $0 - Vector3(0.1, 0.2, 3) },
      vertical: (Vector3(0, -1, 0), Vector3(0, 0, -1), .camera),
      inferred: [.spine, .topHead, .rightWrist], feet: (false, true)),
    Layout(
      file: "h36m.json", layout: .h36m, unit: .millimetre, isUnitInferred: true,
      feet: (false, false)),
    Layout(file: "named.json", layout: .named, unit: .centimetre),
    Layout(
      file: "pose2sim.trc", layout: .trc, unit: .metre, axes: { Vector3(-$0.z, -$0.y, -$0.x) },
      vertical: (Vector3(0, 1, 0), Vector3(1, 0, 0), .file), inferred: [.spine, .centerHead],
      frame: 2, index: 3, time: 0.033333),
  ]

  @Test(arguments: layouts)
  func `the same person is found in every layout`(layout: Layout) throws {
    let truth = try Self.person()
    let file = try SkeletonFile.read(contentsOf: Self.path(layout.file))
    #expect(file.layout == layout.layout && file.lengthUnit == layout.unit)
    #expect(file.isUnitInferred == layout.isUnitInferred)
    let frame = try #require(file.frames.count > layout.frame ? file.frames[layout.frame] : nil)
    #expect(frame.index == layout.index && frame.time == layout.time)
    let person = try #require(frame.people.first)
    #expect(frame.people.count == 1 && person.id == layout.id)

    let skeleton = person.skeleton
    #expect(skeleton.inferred == layout.inferred && skeleton.sigmas == nil)
    let made: Set<Joint> = [.spine, .centerHead, .topHead]
    for joint in Joint.allCases where !(made.intersection(layout.inferred).contains(joint)) {
      expect(skeleton.positions[joint], layout.axes(try #require(truth[joint.name])), joint.name)
    }
    #expect(skeleton.world?.up == layout.vertical?.up)
    #expect(skeleton.world?.front == layout.vertical?.front)
    #expect(skeleton.world?.source == layout.vertical?.source)

    #expect((skeleton.leftFoot != nil) == layout.feet.left)
    #expect((skeleton.rightFoot != nil) == layout.feet.right)
    for (foot, side) in [(skeleton.leftFoot, "left"), (skeleton.rightFoot, "right")] {
      guard let foot else { continue }
      expect(foot.heel, layout.axes(try #require(truth[side + "Heel"])), side)
      expect(foot.toe, layout.axes(try #require(truth[side + "Toe"])), side)
      #expect(foot.sigma == nil)
    }
  }

  @Test func `what a layout lacks is put where the mean body has it`() throws {
    let truth = try Self.person()
    let center = try #require(truth["centerShoulder"])
    let root = try #require(truth["root"])
    let kinect = try #require(Self.skeletons("k4abt.json").first)
    let head = kinect.positions[.centerHead]
    expect(kinect.positions[.topHead], head + (head - center) * (0.056 / 0.133), "topHead")
    let trc = try #require(Self.skeletons("pose2sim.trc").first)
    let axes = { (p: Vector3) in Vector3(-p.z, -p.y, -p.x) }
    let top = axes(try #require(truth["topHead"]))
    expect(trc.positions[.spine], axes((root + center) / 2), "spine")
    expect(
      trc.positions[.centerHead], axes(center) + (top - axes(center)) * (0.133 / 0.189), "head")
  }

  @Test func `angles of a squat are the same from every layout`() throws {
    let truth = try Self.person()
    let joint = { (name: String) in try #require(truth[name]) }
    let a = try joint("leftKnee") - joint("leftHip")
    let b = try joint("leftAnkle") - joint("leftKnee")
    let flexion = atan2(a.cross(b).length, a.dot(b))
    for layout in Self.layouts {
      let p = try #require(Self.skeletons(layout.file).first).positions
      let thigh = p[.leftKnee] - p[.leftHip]
      let shank = p[.leftAnkle] - p[.leftKnee]
      let turn = thigh.cross(shank)
      #expect(abs(atan2(turn.length, thigh.dot(shank)) - flexion) < Tolerance.exact)
      // The axes are right-handed in every layout: no person is mirrored.
      let left = p[.leftHip] - p[.rightHip]
      #expect(turn.dot(left) > 0, "\(layout.file)")
    }
  }

  @Test func `a person without all joints is left out of the frame, with a note`() throws {
    let file = try SkeletonFile.read(contentsOf: Self.path("pose2sim.trc"))
    #expect(file.frames.map(\.people.count) == [1, 0, 1])
    #expect(file.frames.map(\.index) == [1, 2, 3])
    #expect(
      file.notes == [
        "1 of 3 skeletons are left out, because of missing leftWrist",
        "the file has no spine, centerHead: inferred from the other joints; hips' and shoulders' "
          + "angles are against the line from hips to shoulders",
      ])
  }

  @Test func `notes say what was assumed`() throws {
    let file = try SkeletonFile.read(contentsOf: Self.path("h36m.json"))
    #expect(
      file.notes == [
        "the points have no names: they are read in Human3.6M's order",
        Diagnostic(
          "the lengths look like millimetres, a stature of 1.74 m, and are read so",
          remedy: .correctLengthUnit),
        Diagnostic(
          "which way is up is not known: angles against the vertical have no value",
          remedy: .nameUpAxis),
      ])
  }

  // MARK: Options

  static let axes: [(SkeletonFile.Axis, String, Vector3, Vector3)] = [
    // Without an own front: the next axis of the same sense.
    (.plusX, "h36m.json", Vector3(1, 0, 0), Vector3(0, 1, 0)),
    (.minusY, "h36m.json", Vector3(0, -1, 0), Vector3(0, 0, -1)),
    (.plusZ, "h36m.json", Vector3(0, 0, 1), Vector3(1, 0, 0)),
    (.minusZ, "named.json", Vector3(0, 0, -1), Vector3(-1, 0, 0)),
    // With one: towards the camera, or TRC's x, unless that is vertical.
    (.plusX, "k4abt.json", Vector3(1, 0, 0), Vector3(0, 0, -1)),
    (.minusX, "mediapipe-world.json", Vector3(-1, 0, 0), Vector3(0, 0, -1)),
    (.plusZ, "kinect2.json", Vector3(0, 0, 1), Vector3(1, 0, 0)),
    (.plusZ, "pose2sim.trc", Vector3(0, 0, 1), Vector3(1, 0, 0)),
    (.plusY, "pose2sim.trc", Vector3(0, 1, 0), Vector3(1, 0, 0)),
  ]

  @Test(arguments: axes)
  func `the caller's axis is up`(
    axis: SkeletonFile.Axis, file: String, up: Vector3, front: Vector3
  ) throws {
    let skeleton = try #require(Self.skeletons(file, SkeletonFile.Options(up: axis)).first)
    #expect(skeleton.world == WorldAxes(up: up, front: front, source: .file))
  }

  @Test func `the caller's sigma is that of every point without one`() throws {
    let skeleton = try #require(
      Self.skeletons("named.json", SkeletonFile.Options(sigma: 0.02)).first)
    #expect(skeleton.sigmas == PerJoint(repeating: 0.02))
    #expect(skeleton.leftFoot?.sigma == 0.02 && skeleton.rightFoot?.sigma == 0.02)
  }

  @Test(arguments: LengthUnit.allCases)
  func `the unit follows from the body's size, or from the caller`(unit: LengthUnit) throws {
    let text = try Self.h36m(scale: 1 / unit.metres)
    let file = try Self.read(text)
    #expect(file.lengthUnit == unit && file.isUnitInferred)
    let told = try Self.read(text, SkeletonFile.Options(unit: unit))
    #expect(told.lengthUnit == unit && !told.isUnitInferred)
    let truth = try Self.person()
    for skeleton in [file, told].flatMap(\.frames).flatMap(\.people).map(\.skeleton) {
      expect(skeleton.positions[.leftKnee], try #require(truth["leftKnee"]), "leftKnee")
    }
  }

  @Test(arguments: [0.3001, 0.41, 2.7, 2.999])
  func `a child and a giant are people in a stated unit`(stature: Double) throws {
    let own = Anthropometry.stature(of: try #require(Self.skeletons("h36m.json").first).positions)
    let text = try Self.h36m(scale: stature / own)
    let file = try Self.read(text, SkeletonFile.Options(unit: .metre))
    let positions = try #require(file.frames.first?.people.first).skeleton.positions
    #expect(abs(Anthropometry.stature(of: positions) - stature) < Tolerance.exact)
  }

  // MARK: Reading

  static func path(_ name: String) -> String { Fixture.path("skeletons/\(name)") }

  /// The person's points in the camera frame.
  static func person() throws -> [String: Vector3] {
    try Fixture.decode([String: [Double]].self, from: "skeletons/person.json").mapValues {
      Vector3($0[0], $0[1], $0[2])
    }
  }

  static func skeletons(
    _ name: String, _ options: SkeletonFile.Options = SkeletonFile.Options()
  ) throws -> [Skeleton] {
    try SkeletonFile.read(contentsOf: path(name), options: options).frames.flatMap(\.people)
      .map(\.skeleton)
  }

  /// The skeletons in a text that is written to a file for the length of the call. The name has no
  /// suffix: layouts are recognised by the content.
  static func read(
    _ text: String, _ options: SkeletonFile.Options = SkeletonFile.Options()
  ) throws -> SkeletonFile {
    try withTemporaryFile(text, named: "skeleton") {
      try SkeletonFile.read(contentsOf: $0, options: options)
    }
  }

  /// The person as a list in Human3.6M's order.
  static func h36m(scale: Double = 1) throws -> String {
    "[" + (try points(scale: scale).joined(separator: ", ")) + "]"
  }

  /// The person's points in Human3.6M's order, some of them another text.
  static func points(scale: Double = 1, replacing: [Joint: String] = [:]) throws -> [String] {
    let truth = try person()
    return try Joint.allCases.map { joint in
      let p = try #require(truth[joint.name]) * scale
      return replacing[joint] ?? "[\(p.x), \(p.y), \(p.z)]"
    }
  }

  private func expect(
    _ found: Vector3, _ expected: Vector3, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      (found - expected).length < Tolerance.exact, "\(name): \(found), not \(expected)",
      sourceLocation: sourceLocation)
  }
}
