public import DepthIO
internal import Foundation
public import Kinematics
public import Pose3D
package import PoseDocuments
public import PoseImaging
internal import PoseMotion

/// The skeleton file of one picture, `pose3d.skeleton/1`: the people, and everything that a reader
/// needs to understand the numbers (units, frames with their axes, orders, zero and sign of every
/// angle, inputs, camera). `schema/pose3d.skeleton.schema.json` is its contract.
public struct SkeletonDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.skeleton/1"

  /// A picture that was analysed.
  public struct ImageInput: Sendable {
    /// The file's name as the user gave it.
    public var file: String
    /// The orientation that was applied, EXIF 1–8.
    public var orientation: Int
    /// Size in pixels after that.
    public var width: Int
    /// Size in pixels after that.
    public var height: Int

    /// A picture.
    public init(file: String, orientation: Int, width: Int, height: Int) {
      self.file = file
      self.orientation = orientation
      self.width = width
      self.height = height
    }
  }

  /// A depth map that was used.
  public struct DepthInput: Sendable {
    /// The file's name as the user gave it; the picture's own where that holds the depth map.
    public var file: String
    /// The kind of file, `PNG`.
    public var format: String
    /// The frame of a recording, from 0; `nil` for a file of one.
    public var frame: Int?
    /// The file with the device's confidence, where one was given beside the map.
    public var confidenceFile: String?
    /// Size in samples.
    public var width: Int
    /// Size in samples.
    public var height: Int
    /// The unit's name, `mm`.
    public var unit: String
    /// The source of the unit.
    public var scale: DepthScale
    /// Metres a step of the file's integers; `nil` when the unit is not known.
    public var metresPerStep: Double?
    /// Share of the samples that hold a depth, 0…1.
    public var validShare: Double
    /// Median depth in metres; `nil` when no sample holds one or the unit is not known.
    public var median: Double?

    /// A depth map as it was read; `frame` is the one that was asked for, `confidenceFile` the file
    /// with its confidences where that is another.
    public init(file: String, of depth: DepthFile, frame: Int, confidenceFile: String? = nil) {
      self.file = file
      self.confidenceFile = confidenceFile
      format = depth.details.format
      self.frame = depth.details.frameCount > 1 ? frame : nil
      width = depth.map.width
      height = depth.map.height
      unit = depth.unit?.name ?? DepthUnit.metres.name
      scale = depth.map.scale
      metresPerStep = depth.unit == nil ? 1 : depth.unit?.metresPerStep
      validShare = depth.map.validShare
      median = depth.map.isMetric ? depth.map.median : nil
    }
  }

  /// The one person whom several pictures show.
  public struct SamePerson: Sendable {
    /// The pictures, as the user gave them.
    public var files: [String]
    /// Their combined proportions, which are held in each image.
    public var proportions: BodyProportions

    /// A person from their pictures.
    public init(files: [String], proportions: BodyProportions) {
      self.files = files
      self.proportions = proportions
    }
  }

  /// The source of the vertical.
  public enum GravitySource: String, Sendable {
    /// The camera file, or the calibration that is stored with the picture.
    case camera
    /// The floor in the depth map.
    case floor
    /// The caller.
    case user
  }

  /// The program's version.
  public var version: String
  /// The picture.
  public var image: ImageInput
  /// The depth map, when there was one.
  public var depth: DepthInput?
  /// The keypoint file, when there was one.
  public var keypointFile: String?
  /// The camera file, when there was one.
  public var cameraFile: String?
  /// The camera at the picture's size.
  public var camera: Camera
  /// The direction of gravity (down) in the camera's frame, when known.
  public var gravity: SIMD3<Double>?
  /// The source of the vertical; `nil` if it isn't known.
  public var gravitySource: GravitySource?
  /// The vertical of the people's angles; `nil` when unknown.
  public var vertical: WorldAxes?
  /// The people, most prominent first; may be empty.
  public var people: [BodyPose]
  /// The combination of this and other images of the same person; `nil` for a single image.
  public var samePerson: SamePerson?
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, image: ImageInput, depth: DepthInput? = nil, keypointFile: String? = nil,
    cameraFile: String? = nil, camera: Camera, gravity: SIMD3<Double>? = nil,
    gravitySource: GravitySource? = nil, vertical: WorldAxes? = nil, people: [BodyPose],
    warnings: [String] = []
  ) {
    self.version = version
    self.image = image
    self.depth = depth
    self.keypointFile = keypointFile
    self.cameraFile = cameraFile
    self.camera = camera
    self.gravity = gravity
    self.gravitySource = gravitySource
    self.vertical = vertical
    self.people = people
    self.warnings = warnings
  }

  /// The JSON text; the same document gives the same bytes.
  public var json: String {
    JSONValue.object(
      JSONValue.head(schema: Self.schema, version: version) + [
        ("units", Self.units),
        ("coordinateFrames", Self.coordinateFrames),
        ("matrixOrder", Self.matrixOrder),
        ("eulerOrder", Self.eulerOrder),
        ("angleTable", Self.angleTable),
        ("inputs", inputs),
        (
          "camera",
          JSONValue(
            camera: camera, gravity: gravity,
            [("gravitySource", .optional(gravitySource.map { .string($0.rawValue) }))])
        ),
        ("vertical", .optional(vertical.map { JSONValue(vertical: $0) })),
        ("joints", Self.jointTable),
        (
          "people",
          .array(people.map { .members(BodyCodec.document.members($0, angles: $0.angles)) })
        ),
        (
          "warnings",
          .warnings(
            warnings,
            of: [image.file, depth?.file, depth?.confidenceFile, keypointFile, cameraFile])
        ),
      ] + samePersonMember
    ).text
  }

  private var samePersonMember: [(String, JSONValue)] {
    guard let samePerson else { return [] }
    let (stature, lengths) = (samePerson.proportions.stature, samePerson.proportions.boneLengths)
    return [
      (
        "samePerson",
        .object([
          ("files", .array(samePerson.files.map(JSONValue.string))),
          ("bodyHeight", .number(stature.metres)),
          ("bodyHeightSigma", .optional(stature.sigma.map(JSONValue.number))),
          ("heightEstimation", .optional(stature.estimation.map { .string($0.rawValue) })),
          ("boneLengths", .object(lengths.map { ($0.name, .number($0.metres)) })),
          ("boneLengthSigmas", .object(lengths.map { ($0.name, .number($0.sigma)) })),
        ])
      )
    ]
  }
}

// MARK: What was analysed

extension SkeletonDocument {
  private var inputs: JSONValue {
    let depthValue = depth.map { depth in
      JSONValue.object([
        ("file", .fileName(depth.file)), ("format", .string(depth.format)),
        ("frame", .optional(depth.frame.map(JSONValue.integer))),
        ("confidenceFile", .optional(depth.confidenceFile.map(JSONValue.fileName))),
        ("width", .integer(depth.width)), ("height", .integer(depth.height)),
        ("unit", .string(depth.unit)), ("scale", .string(depth.scale.rawValue)),
        ("metresPerStep", .optional(depth.metresPerStep.map(JSONValue.number))),
        ("validShare", .number(depth.validShare)),
        ("median", .optional(depth.median.map(JSONValue.number))),
      ])
    }
    let file = { (name: String?) in
      JSONValue.optional(name.map { .object([("file", .fileName($0))]) })
    }
    return .object([
      (
        "image",
        .object([
          ("file", .fileName(image.file)), ("width", .integer(image.width)),
          ("height", .integer(image.height)), ("orientation", .integer(image.orientation)),
        ])
      ),
      ("depth", .optional(depthValue)),
      ("keypoints", file(keypointFile)),
      ("camera", file(cameraFile)),
    ])
  }
}

extension SkeletonDocument {
  /// One line per person as CSV (RFC 4180, with a header): the columns of a sequence's CSV – frame, time,
  /// person, filled, repetition, every clinical angle in degrees with its sigma, contacts –, then of every joint
  /// the position in the body's frame and its sigma, in metres, and its source. What has no value is
  /// empty.
  public var csv: String {
    let definitions = AngleDialect.clinical.angles
    let angleColumns = PoseColumns.angles(definitions)
    let jointColumns = Joint.allCases.flatMap { joint in
      ["x", "y", "z", "sigma", "source"].map { "\(joint.name)_\($0)" }
    }
    let fixed = ["frame", "time", "person", "filled", "repetition"]
    let contacts = PoseColumns.contacts
    let lines = people.map { person in
      let angles = person.skeleton.angles(definitions).flatMap { angle in
        [angle.value, angle.sigma].map(PoseColumns.degrees)
      }
      let joints = Joint.allCases.flatMap { joint in
        let place = person.position(joint)
        return [place.x, place.y, place.z, person.sigma(joint)].map(PoseColumns.metres)
          + [person.source(joint).rawValue]
      }
      let start = ["\(depth?.frame ?? 0)", "", "\(person.id)", "0", ""]
      return start + angles + contacts.map { _ in "" } + joints
    }
    return ([fixed + angleColumns + contacts + jointColumns] + lines)
      .map { $0.joined(separator: ",") + "\n" }.joined()
  }
}

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
