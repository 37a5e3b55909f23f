public import PoseDocuments
internal import DepthIO
internal import PoseImaging

extension DepthInspection {
  /// The result as JSON, `pose3d.depth/1`.
  ///
  /// - Parameters:
  ///   - version: the program's version, for the file.
  ///   - wording: makes sentences of diagnostics.
  public func json(version: String, wording: (Diagnostic) -> String = \.description) -> String {
    let details = file.details
    let optional = { (number: Double?) in JSONValue.optional(number.map(JSONValue.number)) }
    return JSONValue.object([
      ("schema", .string("pose3d.depth/1")),
      ("version", .string(version)),
      ("file", .string(path)),
      ("format", .string(details.format)),
      ("encoding", .string(details.encoding)),
      ("frame", .optional(details.frameCount > 1 ? .integer(index) : nil)),
      ("frameCount", .integer(details.frameCount)),
      ("width", .integer(map.width)),
      ("height", .integer(map.height)),
      ("storedWidth", .integer(file.storedWidth)),
      ("storedHeight", .integer(file.storedHeight)),
      ("orientation", .integer(file.orientation.rawValue)),
      ("isMoved", .bool(isMoved)),
      ("unit", .string(file.unit?.name ?? DepthUnit.metres.name)),
      ("metresPerStep", optional(file.unit == nil ? 1 : file.unit?.metresPerStep)),
      ("scale", .string(map.scale.rawValue)),
      ("minimum", optional(map.range?.lowerBound)),
      ("median", optional(map.median)),
      ("maximum", optional(map.range?.upperBound)),
      ("validShare", .number(map.validShare)),
      ("confidence", .optional(map.confidence.map(Self.shares))),
      ("camera", .optional(camera.map { JSONValue(camera: $0, gravity: gravity) })),
      ("accuracy", .optional(details.accuracy.map { .string($0.rawValue) })),
      ("quality", .optional(details.quality.map(JSONValue.string))),
      ("filtered", .optional(details.isFiltered.map(JSONValue.bool))),
      ("floor", .optional(floor.map(value(of:)))),
      ("warnings", .array(diagnostics.map { .string(wording($0)) })),
    ]).text
  }

  private static func shares(of confidence: [DepthConfidence]) -> JSONValue {
    let share = { (level: DepthConfidence) in
      JSONValue.number(Double(confidence.count { $0 == level }) / Double(confidence.count))
    }
    return .object([("low", share(.low)), ("medium", share(.medium)), ("high", share(.high))])
  }

  private func value(of floor: Floor) -> JSONValue {
    let degrees = 180 / Double.pi
    return .object([
      ("gravity", .numbers([floor.gravity.x, floor.gravity.y, floor.gravity.z])),
      ("cameraHeight", .number(floor.cameraHeight)),
      ("pitch", .number(floor.pitch * degrees)),
      ("roll", .number(floor.roll * degrees)),
      (
        "tiltFromGravity",
        .optional(gravity.map { .number(floor.tilt(from: $0) * degrees) })
      ),
    ])
  }
}
