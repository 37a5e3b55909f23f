package import PoseDocuments
internal import DepthIO
public import PoseImaging
public import PoseMotion

/// The names of the members by which our schemas describe frames, people, joints and feet: each stands
/// here once, for those who write it and those who read it.
enum SchemaName: String {
  // A frame.
  case index
  case time
  case cut
  case turn
  case people

  // A person.
  case id
  case confidence
  case bodyHeight
  case bodyHeightSigma
  case heightEstimation
  case orientation
  case orientationToGravity
  case cameraFromBody
  case boneLengths
  case sides
  case joints
  case feet
  case verticalReference
  case angles
  case filled
  case raw
  case swappedLimbs

  // A joint; `confidence` and `sigma` too.
  case name
  case parent
  case position
  case localPosition
  case localTransform
  case cameraPosition
  case image
  case imageNormalized
  case sigma
  case covariance
  case source
  case eulerAngles
  case visionAngles

  // What was measured of a person, joint by joint in their order.
  case cameraPositions
  case sigmas
  case covariances
  case sources

  // The limbs whose sides are distinguished.
  case arms
  case legs

  // The feet and their points.
  case left
  case right
  case heel
  case toe

  // Three angles of a rotation, and a measured angle.
  case pitch
  case yaw
  case roll
  case value
  case reason
}

extension JSONValue {
  /// An object with members of our schemas.
  static func members(_ members: [(SchemaName, JSONValue)]) -> JSONValue {
    .object(members.map { ($0.rawValue, $1) })
  }
}

extension DocumentNode {
  /// The member of an object; `nil` when it isn't there, is null, or this is no object.
  subscript(name: SchemaName) -> DocumentNode? { self[name.rawValue] }

  /// A member that has to be there; throws a problem when it isn't, or is null.
  func member(_ name: SchemaName) throws(Problem) -> DocumentNode {
    guard let member = self[name] else {
      throw Problem("\(place) has no \"\(name.rawValue)\"", at: path)
    }
    return member
  }
}

/// The image or video that a document of this program was made from.
public struct DocumentOrigin: Sendable {
  /// The picture or video as the user named it; `nil` when the document names none.
  public let file: String?
  /// The camera in whose frame the joints are; `nil` when it names none.
  public let camera: Camera?
  /// How many times slower than life the video plays.
  public let slowMotion: Double
  /// The warnings in the document, a sentence each.
  public let warnings: [String]
  /// The prescribed angles by which its repetitions were judged; empty without a prescription.
  public let targets: [AngleTarget]

  /// The origin in the bytes of a `pose3d.skeleton/1` document, JSON or JSON Lines; `nil` for any other file.
  public init?(bytes: [UInt8]) {
    func node(in bytes: some Sequence<UInt8>) -> DocumentNode? {
      try? DocumentNode(parsing: Array(bytes))
    }
    func document(in bytes: some Sequence<UInt8>) -> DocumentNode? {
      node(in: bytes).flatMap { $0["schema"]?.string == SkeletonDocument.schema ? $0 : nil }
    }
    // The first of JSON Lines; that of an indented document is a bracket.
    guard
      let document = document(in: bytes.prefix { $0 != UInt8(ascii: "\n") }) ?? document(in: bytes)
    else { return nil }
    // JSON Lines have at their end what needs all frames, if they were written to their end.
    let summary =
      document["frames"] == nil
      ? node(in: Self.lastLine(of: bytes))?["summary"] ?? document : document
    file = document["video"]?["file"]?.string ?? document["inputs"]?["image"]?["file"]?.string
    camera = document["camera"].flatMap { CameraFile.camera(in: $0) }
    let slow = (try? document["video"]?["slowMotion"]?.number()) ?? 1
    // What no video plays by isn't used.
    slowMotion = (0.001...1000).contains(slow) ? slow : 1
    warnings =
      (try? summary["warnings"]?.list(of: "sentences"))?.compactMap(\.string) ?? []
    targets = AngleTarget.targets(in: summary)
  }

  /// The last line that has anything. Searched from the end: recordings have hundreds of megabytes.
  private static func lastLine(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    guard let end = bytes.lastIndex(where: { $0 != newline }) else { return [] }
    let start = bytes[..<end].lastIndex(of: newline).map { $0 + 1 } ?? 0
    return bytes[start...end]
  }
}

// The members that documents have in common.
extension JSONValue {
  /// The first members of a document: its schema, and the program that wrote it.
  package static func head(schema: String, version: String) -> [(String, JSONValue)] {
    [("schema", .string(schema)), ("generator", generator(version: version))]
  }

  /// The program that writes a document.
  static func generator(version: String) -> JSONValue {
    .object([("name", .string("pose3d")), ("version", .string(version))])
  }

  /// The units of a motion.
  package static let motionUnits = JSONValue.object([
    ("length", .string("metre")), ("angle", .string("degree")), ("time", .string("second")),
  ])
}
