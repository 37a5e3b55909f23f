internal import DepthIO
internal import PoseDocuments
internal import PoseGeometry
internal import PoseMotion

// The members of the document, as far as they are not a frame's. What matters to people comes
// first, so that the beginning of the file shows it.
extension SequenceDocument {
  typealias Member = (String, JSONValue)

  var schemaMember: Member { ("schema", .string(SkeletonDocument.schema)) }

  /// The program that wrote it, and its input.
  var inputMembers: [Member] {
    [
      ("generator", .object([("name", .string("pose3d")), ("version", .string(version))])),
      ("video", videoValue), ("depth", .optional(depthValue)),
      ("cameraFile", .optional(cameraFile.map(JSONValue.fileName))),
      ("detail", .string(detail.rawValue)),
      ("processing", MotionSummary.processing(sequence.options)),
    ]
  }

  /// The members that need all frames.
  var summaryMembers: [Member] {
    MotionSummary(sequence: sequence, people: sequence.people, analyses: analyses).members
      + [
        (
          "warnings",
          .warnings(
            warnings,
            of: [video.file, depth?.file, cameraFile] + sequence.recording.views.map(\.file))
        )
      ]
  }

  /// The meaning of the numbers.
  var meaningMembers: [Member] {
    let source = gravitySource.map { JSONValue.string($0.rawValue) }
    return [
      ("units", SkeletonDocument.units.adding([("time", .string("second"))])),
      ("coordinateFrames", SkeletonDocument.coordinateFrames),
      ("matrixOrder", SkeletonDocument.matrixOrder),
      ("eulerOrder", SkeletonDocument.eulerOrder),
      ("angleTable", SkeletonDocument.angleTable),
      (
        "camera",
        .optional(
          sequence.recording.camera.map { camera in
            JSONValue(
              camera: camera, gravity: sequence.recording.gravity,
              [("gravitySource", .optional(source))])
          })
      ),
      (
        "vertical",
        .optional(
          sequence.world.map { JSONValue(vertical: $0, cameraHeight: sequence.cameraHeight) })
      ),
    ] + viewMembers + [
      ("joints", SkeletonDocument.jointTable)
    ]
  }

  /// The cameras of a recording of several, and the world in which they are placed; none of one camera's.
  private var viewMembers: [Member] {
    let recording = sequence.recording
    guard !recording.views.isEmpty else { return [] }
    return [
      ("cameras", .array(recording.views.map(RecordedView.value))),
      (
        "worldFromCamera",
        .optional(recording.worldFromFrame.map { .numbers($0.columnMajor) })
      ),
    ]
  }

  private var videoValue: JSONValue {
    .object([
      ("file", .fileName(video.file)), ("format", .string(video.format)),
      ("width", .integer(video.width)), ("height", .integer(video.height)),
      ("orientation", .integer(video.orientation)),
      ("frameRate", .optional(video.frameRate.map(JSONValue.number))),
      ("duration", .optional(video.duration.map(JSONValue.number))),
      ("from", .optional(video.from.map(JSONValue.number))),
      ("to", .optional(video.to.map(JSONValue.number))), ("every", .integer(video.every)),
      ("frames", .integer(sequence.recording.frames.count)), ("complete", .bool(video.isComplete)),
      ("corruptPackets", .integer(video.corruptPackets)), ("truncated", .bool(video.isTruncated)),
    ])
  }

  private var depthValue: JSONValue? {
    depth.map { depth in
      .object([
        ("file", .fileName(depth.file)), ("width", .integer(depth.width)),
        ("height", .integer(depth.height)), ("unit", .string(depth.unit)),
        ("framesWithout", .integer(depth.framesWithout)),
      ])
    }
  }
}

extension JSONValue {
  /// An object with further members at its end.
  fileprivate func adding(_ others: [(String, JSONValue)]) -> JSONValue {
    guard case .object(let members) = self else { preconditionFailure("only objects have members") }
    return .object(members + others)
  }
}
