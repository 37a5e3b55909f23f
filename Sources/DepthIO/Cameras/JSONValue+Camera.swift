package import PoseDocuments
package import PoseImaging

extension JSONValue {
  /// A camera with the source of its intrinsics, gravity in its frame, and further members.
  package init(
    camera: Camera, gravity: SIMD3<Double>?, _ others: [(String, JSONValue)] = []
  ) {
    let source: [(String, JSONValue)] = [
      ("source", .string(camera.source.rawValue)),
      ("focalLengthSigma", .number(camera.focalLengthSigma)),
      ("gravity", .optional(gravity.map { .numbers([$0.x, $0.y, $0.z]) })),
    ]
    self = .object(Self.members(of: camera) + source + others)
  }

  /// A camera's intrinsics, the lens left out where there is no distortion.
  init(intrinsics camera: Camera) { self = .object(Self.members(of: camera)) }

  private static func members(of camera: Camera) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("width", .integer(camera.width)), ("height", .integer(camera.height)),
      ("fx", .number(camera.fx)), ("fy", .number(camera.fy)),
      ("cx", .number(camera.cx)), ("cy", .number(camera.cy)),
    ]
    if let distortion = camera.distortion { members.append(("distortion", .init(distortion))) }
    return members
  }

  /// A lens under the name of its model, with everything that the model needs.
  private init(_ distortion: LensDistortion) {
    var members: [(String, JSONValue)] = [
      ("model", .string(distortion.model.rawValue)),
      ("coefficients", .numbers(distortion.coefficients)),
    ]
    if case .radialTable(let table) = distortion {
      if let inverse = table.inverse { members.append(("inverse", .numbers(inverse))) }
      members.append(("center", .numbers([table.center.x, table.center.y])))
    }
    self = .object(members)
  }
}
