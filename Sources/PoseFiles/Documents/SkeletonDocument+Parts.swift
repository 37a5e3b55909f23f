package import PoseDocuments
internal import Kinematics

// MARK: What the numbers mean

extension SkeletonDocument {
  // What a document of a sequence shares with that of a picture: the values of its members.

  package static let matrixOrder = JSONValue.string("column-major")
  package static let eulerOrder = JSONValue.string(
    "R = Ry(yaw) · Rx(pitch) · Rz(roll), intrinsic Y-X-Z")

  package static let units = JSONValue.object([
    ("length", .string("metre")), ("angle", .string("degree")), ("image", .string("pixel")),
  ])

  private static func frame(
    _ origin: String, _ x: String, _ y: String, _ z: String? = nil
  ) -> JSONValue {
    var axes: [(String, JSONValue)] = [("x", .string(x)), ("y", .string(y))]
    if let z { axes.append(("z", .string(z))) }
    return .object([("origin", .string(origin)), ("axes", .object(axes))])
  }

  package static let coordinateFrames = JSONValue.object([
    ("image", frame("centre of the top-left pixel", "right", "down")),
    ("imageNormalized", frame("lower-left corner, 0…1", "right", "up")),
    ("camera", frame("optical centre", "right", "down", "forward")),
    (
      "body",
      frame(
        "root (mid-hip)", "the person's left (rightHip → leftHip)",
        "up the trunk (root → spine, made orthogonal to x)", "to the person's front")
    ),
  ])

  package static let angleTable = JSONValue.array(
    AngleDefinition.catalogue.map(JSONValue.init))

  package static let jointTable = JSONValue.array(
    Joint.allCases.map { joint in
      .object([
        ("name", .string(joint.name)), ("rawValue", .string(joint.visionRawValue)),
        ("parent", .optional(joint.parent.map { .string($0.name) })),
      ])
    })
}
