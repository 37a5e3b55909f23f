import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// The pages of conventions in `docs/reference` held to the code: their numbers and signs, and their names.
struct ConventionTests {
  private static let camera = Camera(
    width: 640, height: 480, fx: 500, fy: 500, cx: 319.5, cy: 239.5, source: .file)

  // MARK: Pictures and cameras

  @Test func `pixels count from the centre of the top-left one, fractions from the lower left`()
    throws
  {
    let person = Figure()
    for (pixel, fraction) in [
      (SIMD2(0, 0), SIMD2(0.5 / 640, 1 - 0.5 / 480)),
      (SIMD2(-0.5, 479.5), SIMD2(0, 0)), (SIMD2(639.5, -0.5), SIMD2(1, 1)),
      (SIMD2(319.5, 239.5), SIMD2(0.5, 0.5)),
    ] as [(SIMD2<Double>, SIMD2<Double>)] {
      let ray = Vector3((pixel.x - 319.5) / 500, (pixel.y - 239.5) / 500, 1)
      let pose = try person.pose(moving: [.leftWrist: ray * 2])
      #expect(distance(try #require(pose.pixel(.leftWrist)), pixel) < Tolerance.exact)
      #expect(distance(try #require(pose.pointInImage(.leftWrist)), fraction) < Tolerance.exact)
    }
  }

  @Test func `the camera looks along z, with x to the right in the picture and y down`() throws {
    let camera = Self.camera
    let middle = try #require(camera.pixel(of: Vector3(0, 0, 2)))
    #expect(middle == SIMD2(319.5, 239.5))
    #expect(camera.pixel(of: Vector3(1, 0, 2)) == middle + SIMD2(250, 0))
    #expect(camera.pixel(of: Vector3(0, 0.5, 2)) == middle + SIMD2(0, 125))
    let pose = try Figure().pose(moving: [.leftWrist: Vector3(0, 0, -1)])
    #expect(pose.pixel(.leftWrist) == nil)
    #expect(pose.pointInImage(.leftWrist) == nil)
  }

  @Test func `a scaled picture's principal point moves by half pixels`() {
    let half = Self.camera.scaled(toWidth: 320, height: 240)
    #expect((half.fx, half.fy) == (250, 250))
    #expect((half.cx, half.cy) == (159.5, 119.5))
  }

  @Test func `without calibration the picture's diagonal spans the stated angle, or the film's`() {
    let assumed = Camera(
      width: 600, height: 800, diagonalFieldOfView: .pi / 3, source: .assumed)
    #expect(abs(assumed.fx - 500 / tan(Double.pi / 6)) < Tolerance.exact)
    let film = Camera(focalLengthIn35mmFilm: 43.27, width: 600, height: 800)
    #expect(abs(film.fx - 1000) < Tolerance.exact)
  }

  // MARK: The body's axes

  @Test func `who faces the camera has their left at +x in body, camera and picture`() throws {
    let pose = try Figure().pose()
    #expect(distance(pose.position(.leftHip), Vector3(0.1, 0, 0)) < Tolerance.exact)
    #expect(distance(pose.position(.topHead), Vector3(0, 0.85, 0)) < Tolerance.exact)
    let camera = pose.cameraRelativePosition(.leftHip) - pose.cameraRelativePosition(.root)
    #expect(distance(camera, Vector3(0.1, 0, 0)) < Tolerance.exact)
    let (left, right) = try (
      #require(pose.pixel(.leftHip)), #require(pose.pixel(.rightHip))
    )
    #expect(left.x > right.x)
    expect(pose.orientation, pitch: 0, yaw: 0, roll: 0)
    // Body x, y, z are the camera's x, −y, −z; the translation is the root.
    let matrix = pose.cameraFromBody.columnMajor
    let expected: [Double] = [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0.2, -0.1, 3, 1]
    #expect(zip(matrix, expected).allSatisfy { abs($0 - $1) < Tolerance.exact })
    #expect(pose.cameraFromBody.inverse * pose.cameraRelativePosition(.root) == .zero)
  }

  @Test func `the body's x is the hips' line exactly; y leans no more than that lets it`() throws {
    var person = Figure()
    person.body[.spine] = Vector3(0.05, 0.25, 0.03)
    let pose = try person.pose()
    let (left, right) = (pose.position(.leftHip), pose.position(.rightHip))
    for hip in [left, right] { #expect(abs(hip.y) + abs(hip.z) < Tolerance.exact) }
    #expect(left.x > 0 && right.x < 0)
    // The spine keeps its share along the hips, and has none to the front.
    let spine = pose.position(.spine)
    let up = (0.25 * 0.25 + 0.03 * 0.03).squareRoot()
    #expect(distance(spine, Vector3(0.05, up, 0)) < Tolerance.exact)
  }

  @Test func `turning to their left is +yaw`() throws {
    // Facing the picture's right: front +x of the camera, left away from it.
    let quarter = Figure(left: Vector3(0, 0, 1), up: Vector3(0, -1, 0), front: Vector3(1, 0, 0))
    expect(try quarter.pose().orientation, pitch: 0, yaw: 90, roll: 0)
    let (s, c) = (sin(0.5), cos(0.5))
    let turned = Figure(left: Vector3(c, 0, s), up: Vector3(0, -1, 0), front: Vector3(s, 0, -c))
    expect(try turned.pose().orientation, pitch: 0, yaw: 0.5 * 180 / .pi, roll: 0)
  }

  @Test func `leaning forward is +pitch`() throws {
    // The head comes towards the camera, the front looks down.
    let (s, c) = (sin(0.4), cos(0.4))
    let leaning = Figure(left: Vector3(1, 0, 0), up: Vector3(0, -c, -s), front: Vector3(0, s, -c))
    expect(try leaning.pose().orientation, pitch: 0.4 * 180 / .pi, yaw: 0, roll: 0)
  }

  @Test func `tilting to their right is +roll`() throws {
    // Their right is the picture's left: the head goes there, the left hip rises.
    let (s, c) = (sin(0.3), cos(0.3))
    let tilted = Figure(left: Vector3(c, -s, 0), up: Vector3(-s, -c, 0), front: Vector3(0, 0, -1))
    expect(try tilted.pose().orientation, pitch: 0, yaw: 0, roll: 0.3 * 180 / .pi)
  }

  @Test(arguments: [(10.0, 30.0, -20.0), (-60, -150, 100), (85, 5, 170)])
  func `pitch, yaw and roll are R = Ry(yaw) · Rx(pitch) · Rz(roll) in the body's axes`(
    pitch: Double, yaw: Double, roll: Double
  ) throws {
    let (p, y, r) = (pitch * .pi / 180, yaw * .pi / 180, roll * .pi / 180)
    func turned(_ v: Vector3) -> Vector3 {
      let z = Vector3(cos(r) * v.x - sin(r) * v.y, sin(r) * v.x + cos(r) * v.y, v.z)
      let x = Vector3(z.x, cos(p) * z.y - sin(p) * z.z, sin(p) * z.y + cos(p) * z.z)
      let y = Vector3(cos(y) * x.x + sin(y) * x.z, x.y, -sin(y) * x.x + cos(y) * x.z)
      // What faced the camera has its y and z against the camera's.
      return y * Vector3(1, -1, -1)
    }
    let person = Figure(
      left: turned(Vector3(1, 0, 0)), up: turned(Vector3(0, 1, 0)), front: turned(Vector3(0, 0, 1)))
    expect(try person.pose().orientation, pitch: pitch, yaw: yaw, roll: roll)
  }

  @Test func `at gimbal lock the roll is 0`() throws {
    // Bent forward by 90°: the head points at the camera, the front to the floor.
    let bent = Figure(left: Vector3(1, 0, 0), up: Vector3(0, 0, -1), front: Vector3(0, 1, 0))
    let angles = try bent.pose().orientation
    #expect(abs(angles.pitch - .pi / 2) < Tolerance.exact)
    #expect(angles.roll == 0)
  }

  // MARK: Gravity

  @Test func `a camera pitched down sees the tilt that gravity takes away`() throws {
    let (s, c) = (sin(20 * Double.pi / 180), cos(20 * Double.pi / 180))
    // Down in the camera's frame; upright is against it, and the front is level.
    let gravity = Vector3(0, c, s)
    let upright = Figure(left: Vector3(1, 0, 0), up: -gravity, front: Vector3(0, s, -c))
    let pose = try upright.pose(gravity: gravity * 9.81)
    expect(pose.orientation, pitch: 20, yaw: 0, roll: 0)
    expect(try #require(pose.orientationToGravity), pitch: 0, yaw: 0, roll: 0)
    #expect(distance(try #require(pose.gravity), gravity) < Tolerance.exact)

    let (t, d) = (sin(0.5), cos(0.5))
    let turned = Figure(
      left: Vector3(d, 0, 0) - t * Vector3(0, s, -c), up: -gravity,
      front: Vector3(t, 0, 0) + d * Vector3(0, s, -c))
    let turnedPose = try turned.pose(gravity: gravity)
    expect(
      try #require(turnedPose.orientationToGravity), pitch: 0, yaw: 0.5 * 180 / .pi, roll: 0)
  }

  @Test func `a camera rolled to its side sees the roll that gravity takes away`() throws {
    // Gravity to the right in the picture: the head is at its left.
    let lying = Figure(left: Vector3(0, -1, 0), up: Vector3(-1, 0, 0), front: Vector3(0, 0, -1))
    let pose = try lying.pose(gravity: Vector3(1, 0, 0))
    expect(pose.orientation, pitch: 0, yaw: 0, roll: 90)
    expect(try #require(pose.orientationToGravity), pitch: 0, yaw: 0, roll: 0)
  }

  @Test func `without gravity, or along it, there is no orientation to it`() throws {
    #expect(try Figure().pose().orientationToGravity == nil)
    #expect(try Figure().pose(gravity: Vector3(0, 0, 1)).orientationToGravity == nil)
    #expect(try Figure().pose(gravity: .zero).gravity == nil)
  }

  // MARK: Joints

  @Test func `localPosition is position less the parent's, in the body's axes`() throws {
    var person = Figure(
      left: Vector3(0, 0, 1), up: Vector3(0, -1, 0), front: Vector3(1, 0, 0))
    person.body[.leftWrist] = Vector3(0.2, 0.3, 0.25)
    let pose = try person.pose()
    for joint in Joint.allCases {
      let parent = joint.parent.map(pose.position) ?? .zero
      #expect(
        distance(pose.localPosition(joint), pose.position(joint) - parent) < Tolerance.exact)
      #expect(distance(pose.position(joint), person.body[joint]) < Tolerance.exact)
    }
    #expect(pose.localPosition(.root) == .zero)
    #expect(distance(pose.localPosition(.leftWrist), Vector3(0, 0.05, 0.25)) < Tolerance.exact)
  }

  @Test func `visionAngles are Apple's formula of the bone`() throws {
    var person = Figure()
    person.body[.leftElbow] = person.body[.leftShoulder] + Vector3(0.3, 0, 0)
    person.body[.leftWrist] = person.body[.leftElbow] + Vector3(0, 0, 0.25)
    person.body[.rightWrist] = person.body[.rightElbow] + Vector3(0.1, -0.2, 0.2)
    person.body[.topHead] = person.body[.centerHead]
    let pose = try person.pose()
    for (joint, yaw, roll) in [
      (Joint.leftKnee, 90, -90), (.leftElbow, 90, 0), (.leftHip, 90, 0), (.rightHip, 90, 180),
      (.spine, 90, 90), (.rightWrist, acos(2.0 / 3) * 180 / .pi, atan2(-2, 1) * 180 / .pi),
    ] as [(Joint, Double, Double)] {
      let angles = try #require(pose.visionAngles(joint)) * (180 / .pi)
      #expect(distance(angles, Vector3(90, yaw, roll)) < 1e-4, "\(joint): \(angles)")
    }
    #expect(abs(try #require(pose.visionAngles(.leftWrist)).y) < 1e-6)
    #expect(pose.visionAngles(.root) == nil)
    #expect(pose.visionAngles(.topHead) == nil)
  }

  // MARK: Joint angles

  /// Whether it is one of the angles of the page's table, which has both dialects.
  private static func isOfBothDialects(_ name: String) -> Bool {
    ["Elbow", "Knee", "Hip", "Shoulder"].contains { joint in
      ["Flexion", "Included"].contains { name.hasSuffix(joint + $0) }
    }
  }

  /// The angle's value in degrees.
  private func degrees(_ name: String, of person: Figure) throws -> Double {
    let angle = try #require(try person.pose().angles.first { $0.name == name })
    return try #require(angle.value) * 180 / .pi
  }

  @Test func `standing straight every flexion is 0 and every included angle 180`() throws {
    for angle in try Figure().pose().angles where Self.isOfBothDialects(angle.name) {
      let expected = angle.name.hasSuffix("Flexion") ? 0 : Double.pi
      #expect(abs(try #require(angle.value) - expected) < Tolerance.exact, "\(angle.name)")
    }
  }

  @Test func `limbs to the front count up, to the back down`() throws {
    for (wanted, direction) in [
      (90, Vector3(0, 0, 1)), (-30, Vector3(0, -cos(Double.pi / 6), -0.5)),
      (120, Vector3(0, 0.5, sin(Double.pi / 3))),
    ] as [(Double, Vector3)] {
      var person = Figure()
      person.body[.leftKnee] = person.body[.leftHip] + 0.4 * direction
      person.body[.leftElbow] = person.body[.leftShoulder] + 0.3 * direction
      for joint in ["leftHip", "leftShoulder"] {
        #expect(abs(try degrees("\(joint)Flexion", of: person) - wanted) < 1e-6)
        #expect(abs(try degrees("\(joint)Included", of: person) - (180 - wanted)) < 1e-6)
      }
      #expect(abs(try degrees("rightHipFlexion", of: person)) < 1e-6)
    }
  }

  @Test func `an arm a little behind overhead reads −170°, included 350°`() throws {
    var person = Figure()
    let angle = 10 * Double.pi / 180
    person.body[.leftElbow] =
      person.body[.leftShoulder] + 0.3 * Vector3(0, cos(angle), -sin(angle))
    #expect(abs(try degrees("leftShoulderFlexion", of: person) + 170) < 1e-6)
    #expect(abs(try degrees("leftShoulderIncluded", of: person) - 350) < 1e-6)
  }

  @Test func `hinges are unsigned`() throws {
    for front in [0.3, -0.3] {
      var person = Figure()
      person.body[.leftWrist] = person.body[.leftElbow] + Vector3(0, 0, front)
      person.body[.rightAnkle] = person.body[.rightKnee] + Vector3(0, 0, front)
      #expect(abs(try degrees("leftElbowFlexion", of: person) - 90) < 1e-6)
      #expect(abs(try degrees("rightKneeIncluded", of: person) - 90) < 1e-6)
    }
  }

  @Test func `how far away the person is makes no angle less sure`() throws {
    var near = Figure()
    near.rootSigma = 0.01
    var far = near
    far.rootSigma = 1
    for (a, b) in try zip(near.pose().angles, far.pose().angles) { #expect(a.sigma == b.sigma) }
  }

  @Test func `an angle without a value has a reason`() throws {
    func reasons(_ person: Figure) throws -> [String: JointAngle.Reason] {
      let angles = try person.pose().angles.filter { Self.isOfBothDialects($0.name) }
      for angle in angles {
        #expect((angle.value == nil) == (angle.reason != nil))
        #expect((angle.value == nil) == (angle.sigma == nil))
      }
      return Dictionary(
        uniqueKeysWithValues: angles.compactMap { angle in angle.reason.map { (angle.name, $0) } })
    }
    var person = Figure()
    person.body[.leftElbow] = person.body[.leftShoulder] + Vector3(0.3, 0, 0)
    #expect(
      try reasons(person) == [
        "leftShoulderFlexion": .gimbalLock, "leftShoulderIncluded": .gimbalLock,
      ])
    person = Figure()
    person.body[.leftWrist] = person.body[.leftElbow]
    #expect(
      try reasons(person) == [
        "leftElbowFlexion": .unobservable, "leftElbowIncluded": .unobservable,
      ])
    person = Figure()
    person.inferred = [.rightAnkle]
    #expect(
      try reasons(person) == [
        "rightKneeFlexion": .jointInferred, "rightKneeIncluded": .jointInferred,
      ])
    person.inferred = [.leftElbow]
    #expect(
      try Set(reasons(person).keys) == [
        "leftElbowFlexion", "leftElbowIncluded", "leftShoulderFlexion", "leftShoulderIncluded",
      ])
  }

  // MARK: The page's names

  private let page = Page()

  @Test func `the page's joints are the code's, with raw values and parents`() throws {
    let rows = try page.table(startingWith: "#")
    #expect(rows.count == 17)
    for (row, joint) in zip(rows, Joint.allCases) {
      #expect(
        row == [
          "\(joint.rawValue)", joint.name, joint.visionRawValue, joint.parent?.name ?? "",
        ])
    }
  }

  @Test func `the page's proportions are the code's`() throws {
    let rows = try page.table(startingWith: "bone")
    var names: [String] = []
    for bone in Anthropometry.bones where !names.contains(bone.name) {
      let row = try #require(rows.first { $0[0] == bone.name })
      names.append(bone.name)
      #expect(row[2] == "\(bone.ratio)" && row[3] == "\(Int((bone.spread * 100).rounded())) %")
      for published in bone.published {
        #expect(row[4].contains("\(published.ratio)"), "\(bone.name): \(published)")
      }
    }
    #expect(rows.map { $0[0] } == names)
  }

  @Test func `the page's angles are the catalogue's of both dialects`() throws {
    var seen: Set<String> = []
    for row in try page.table(startingWith: "flexion") {
      for (name, dialect) in zip(row, [AngleDialect.clinical, .fitness]) {
        for angle in name.components(separatedBy: ", ") {
          #expect(AngleDefinition.catalogue.first { $0.name == angle }?.dialect == dialect)
          seen.insert(angle)
        }
      }
    }
    #expect(
      seen == Set(AngleDefinition.catalogue.map(\.name).filter(Self.isOfBothDialects)))
  }

  @Test func `the pages of angles have every angle of the catalogue and of the dialects`() throws {
    let page = Page(["angles.md", "angle-dialects.md"])
    let stems = AngleDefinition.catalogue.map { definition in
      let name = definition.name
      let side = ["left", "right"].first { name.hasPrefix($0) }
      return side.map { String(name.dropFirst($0.count)) } ?? name
    }
    let formulas = try page.section("Formulas").filter { $0.hasPrefix("| `") }
    let listed = formulas.flatMap { Page.words(in: [String($0.split(separator: "|")[0])]) }
    #expect(Set(listed) == Set(stems))
    let dialects = Page.words(in: try page.section("Dialects"))
    for dialect in [AngleDialect.openSim, .sports2d] {
      for angle in dialect.angles where !angle.name.hasSuffix("_l") {
        guard !angle.name.hasPrefix("left") else { continue }
        #expect(dialects.contains(angle.name), "\(angle.name)")
      }
    }
    for dialect in AngleDialect.allCases { #expect(page.words.contains(dialect.rawValue)) }
  }

  @Test func `the page's keypoints are all that are read`() throws {
    let section = try page.section("2D keypoints")
    let listed = section.filter { $0.hasPrefix("- ") || $0.hasPrefix("  ") }
    let others = Keypoint.allCases.map(\.rawValue).filter { Joint(name: $0) == nil }
    #expect(Set(Page.words(in: listed)) == Set(others))
    let conventions = Pose2D.Convention.allCases.map(\.rawValue)
    #expect(Set(conventions).isSubset(of: Page.words(in: section)))
    #expect(page.words.contains(KeypointFile.schema))
    #expect(page.words.contains(CameraFile.schema))
  }

  @Test func `the page's words for sources, heights and reasons are the code's`() throws {
    func words(_ heading: String) throws -> [String] {
      try page.table(startingWith: heading).map { $0[0] }
    }
    let sources = try words("source")
    #expect(sources.count == 3 && sources.allSatisfy { JointSource(rawValue: $0) != nil })
    let heights = try words("heightEstimation")
    #expect(
      heights.count == 3 && heights.allSatisfy { HeightEstimation(rawValue: $0) != nil })
    let reasons = try words("reason")
    #expect(reasons.count == 4 && reasons.allSatisfy { JointAngle.Reason(rawValue: $0) != nil })
    let camera = Page.words(in: try page.section("Camera"))
    for source in [Camera.Source.calibration, .file, .exif, .user, .assumed] {
      #expect(camera.contains(source.rawValue))
    }
  }

  @Test func `the page's fields are those of the skeleton file`() throws {
    let person = try Figure().pose(gravity: Vector3(0, 1, 0))
    let text = SkeletonDocument(
      version: "1", image: .init(file: "color.jpg", orientation: 1, width: 640, height: 480),
      camera: Self.camera, people: [person]
    ).json
    for field in [
      "coordinateFrames", "position", "localPosition", "localTransform", "cameraPosition", "image",
      "imageNormalized", "sigma", "confidence", "bodyHeight", "bodyHeightSigma",
      "boneLengths", "cameraFromBody", "eulerAngles", "orientation", "orientationToGravity",
      "visionAngles", "value", "parent", "gravity", "gravitySource", "depth", "keypoints", "camera",
      "inputs",
      "warnings",
      "feet", "verticalReference",
    ] {
      #expect(page.words.contains(field), "\(field) is not on the page")
      #expect(text.contains("\"\(field)\":"), "\(field) is not in the file")
    }
    // The frames of coordinates have the same names in both.
    let frames = try page.table(startingWith: "frame").map { $0[0] }
    #expect(frames == ["image", "imageNormalized", "camera", "body"])
    for frame in frames { #expect(text.contains("\"\(frame)\": {\n      \"origin\"")) }
  }

  // MARK: Comparing

  private func expect(
    _ angles: EulerAngles, pitch: Double, yaw: Double, roll: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Vector3(angles.pitch, angles.yaw, angles.roll) * (180 / .pi)
    #expect(
      distance(found, Vector3(pitch, yaw, roll)) < 1e-6, "\(found)", sourceLocation: sourceLocation)
  }

  private func distance<V: SIMD<Double>>(_ a: V, _ b: V) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  // MARK: A person

  /// A person made by hand: the joints in the body's axes, and where these point in the camera's
  /// frame. Upright and facing the camera unless told otherwise.
  private struct Figure {
    var left = Vector3(1, 0, 0)
    var up = Vector3(0, -1, 0)
    var front = Vector3(0, 0, -1)
    var body = PerJoint<Vector3>({ (joint: Joint) in Self.standing[joint] ?? .zero })
    var inferred: Set<Joint> = []
    /// How sure the root's place in the camera's frame is.
    var rootSigma = 0.01

    init() {}

    init(left: Vector3, up: Vector3, front: Vector3) {
      (self.left, self.up, self.front) = (left, up, front)
    }

    static let standing: [Joint: Vector3] = [
      .rightHip: Vector3(-0.1, 0, 0), .rightKnee: Vector3(-0.1, -0.4, 0),
      .rightAnkle: Vector3(-0.1, -0.8, 0), .leftHip: Vector3(0.1, 0, 0),
      .leftKnee: Vector3(0.1, -0.4, 0), .leftAnkle: Vector3(0.1, -0.8, 0),
      .spine: Vector3(0, 0.25, 0), .centerShoulder: Vector3(0, 0.5, 0),
      .centerHead: Vector3(0, 0.75, 0), .topHead: Vector3(0, 0.85, 0),
      .leftShoulder: Vector3(0.2, 0.5, 0), .leftElbow: Vector3(0.2, 0.25, 0),
      .leftWrist: Vector3(0.2, 0, 0), .rightShoulder: Vector3(-0.2, 0.5, 0),
      .rightElbow: Vector3(-0.2, 0.25, 0), .rightWrist: Vector3(-0.2, 0, 0),
    ]

    /// The pose with its root at (0.2, −0.1, 3) in the camera's frame; `moving` puts joints at
    /// places of that frame.
    func pose(
      moving places: [Joint: Vector3] = [:], gravity: Vector3? = nil
    ) throws -> BodyPose {
      let estimate = BodyEstimate(
        positions: PerJoint { joint in
          let p = body[joint]
          return places[joint] ?? Vector3(0.2, -0.1, 3) + left * p.x + up * p.y + front * p.z
        },
        sigmas: PerJoint { $0 == .root ? rootSigma : 0.01 },
        sources: PerJoint { inferred.contains($0) ? .inferred : .lifted },
        stature: Stature(metres: 1.8, sigma: 0.13, estimation: .reference))
      return try #require(
        BodyPose(
          estimate, id: 0, confidence: 1, camera: ConventionTests.camera, gravity: gravity))
    }
  }

  // MARK: The page

  /// Pages of `docs/reference`, one after the other, found from this source file's place.
  private struct Page {
    let lines: [String]

    init(
      _ names: [String] = [
        "conventions.md", "body-size.md", "angle-conventions.md", "keypoint-and-camera-values.md",
      ]
    ) {
      let folder = URL(filePath: Fixture.path("")).deletingLastPathComponent()
        .appending(path: "docs/reference")
      lines = names.flatMap { (name: String) -> [String] in
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return (text ?? "").components(separatedBy: "\n")
      }
    }

    /// The words in code type.
    var words: Set<String> { Self.words(in: lines) }

    static func words(in lines: [String]) -> Set<String> {
      var words: Set<String> = []
      for line in lines {
        for (index, part) in line.components(separatedBy: "`").enumerated() where index % 2 == 1 {
          words.insert(part)
        }
      }
      return words
    }

    /// The lines below a heading, up to the next.
    func section(_ title: String) throws -> [String] {
      let start = try #require(lines.firstIndex(of: "## \(title)"), "no section \(title)")
      return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// The cells of the table whose first heading is this, row by row, without code type.
    func table(startingWith heading: String) throws -> [[String]] {
      let start = try #require(
        lines.firstIndex { $0.hasPrefix("| \(heading) |") }, "no table \(heading)")
      return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { row in
        row.dropFirst().dropLast().components(separatedBy: "|").map {
          $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
        }
      }
    }
  }
}
