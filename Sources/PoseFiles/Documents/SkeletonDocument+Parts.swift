package import Documents
internal import Geometry
package import Kinematics
package import Pose3D

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

// MARK: People

extension SkeletonDocument {
  private static func value(of angles: EulerAngles) -> JSONValue {
    .object([
      ("pitch", .degrees(angles.pitch)), ("yaw", .degrees(angles.yaw)),
      ("roll", .degrees(angles.roll)),
    ])
  }

  /// All that is said of a person; `angles` are those of the catalogue.
  package static func members(
    of pose: BodyPose, angles: [JointAngle]
  ) -> [(String, JSONValue)] {
    [
      ("id", .integer(pose.id)),
      ("confidence", .number(pose.confidence)),
      ("bodyHeight", .number(pose.bodyHeight)),
      ("bodyHeightSigma", .number(pose.bodyHeightSigma)),
      ("heightEstimation", .string(pose.heightEstimation.rawValue)),
      ("orientation", value(of: pose.orientation)),
      ("orientationToGravity", .optional(pose.orientationToGravity.map(value(of:)))),
      ("cameraFromBody", .numbers(pose.cameraFromBody.columnMajor)),
      ("boneLengths", JSONValue(boneLengths: pose.boneLengths)),
      ("joints", .array(Joint.allCases.map { value(of: $0, in: pose) })),
      ("feet", feet(left: pose.leftFoot, right: pose.rightFoot)),
      (
        "verticalReference",
        .string(WorldAxes(cameraGravity: pose.gravity).source.rawValue)
      ),
      ("angles", .array(angles.map(JSONValue.init))),
    ]
  }

  private static func value(of joint: Joint, in pose: BodyPose) -> JSONValue {
    let point = { (p: SIMD2<Double>?) in JSONValue.optional(p.map { .numbers([$0.x, $0.y]) }) }
    let estimate = pose.joints[joint]
    return .object([
      ("name", .string(joint.name)),
      ("parent", .optional(joint.parent.map { .string($0.name) })),
      ("position", .vector(pose.position(joint))),
      ("localPosition", .vector(pose.localPosition(joint))),
      ("localTransform", .numbers(pose.localTransform(joint).columnMajor)),
      ("cameraPosition", .vector(estimate.cameraPosition)),
      ("image", point(pose.pixel(joint))),
      ("imageNormalized", point(pose.pointInImage(joint))),
      ("confidence", .number(estimate.confidence)),
      ("sigma", .number(estimate.sigma)),
      ("source", .string(estimate.source.rawValue)),
      ("eulerAngles", value(of: pose.eulerAngles(joint))),
      (
        "visionAngles",
        .optional(
          pose.visionAngles(joint).map {
            .array([.degrees($0.x), .degrees($0.y), .degrees($0.z)])
          })
      ),
    ])
  }

  /// The feet that were found; `null` for one that wasn't.
  package static func feet(left: Foot?, right: Foot?) -> JSONValue {
    let foot = { (foot: Foot?) in
      JSONValue.optional(
        foot.map { foot in
          .object([
            ("heel", .vector(foot.heel)), ("toe", .vector(foot.toe)),
            ("sigma", .optional(foot.sigma.map(JSONValue.number))),
          ])
        })
    }
    return .object([("left", foot(left)), ("right", foot(right))])
  }
}
