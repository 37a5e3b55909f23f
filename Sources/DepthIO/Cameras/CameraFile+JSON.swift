internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

extension CameraFile {
  /// This as a `pose3d.camera/1` document, with a line break at its end. The same file always gives
  /// the same text: the order is the schema's, numbers are rounded to 1e-6.
  public var json: String {
    var members: [(String, JSONValue)] = [
      ("schema", .string(Self.schema)), ("color", JSONValue(intrinsics: color)),
    ]
    if let depth { members.append(("depth", JSONValue(intrinsics: depth))) }
    if let depthUnit {
      // Not rounded: a step may be shorter than 1e-6 m.
      let value = depthUnit.metresPerStep.map(JSONValue.exact)
      members.append(("depthUnit", value ?? .string(DepthUnit.relative.name)))
    }
    if let colorFromDepth {
      members.append(
        ("colorFromDepth", .numbers(Self.numbers(colorFromDepth, mirrored: mirrorsColor))))
    }
    if let gravity { members.append(("gravity", .numbers([gravity.x, gravity.y, gravity.z]))) }
    return JSONValue.object(members).text
  }

  /// The 4×4 matrix, column by column; a mirroring one for a picture that was mirrored.
  private static func numbers(_ motion: RigidTransform, mirrored: Bool) -> [Double] {
    let numbers = motion.columnMajor
    guard mirrored else { return numbers }
    return numbers.enumerated().map { $0.isMultiple(of: 4) ? -$1 : $1 }
  }
}
