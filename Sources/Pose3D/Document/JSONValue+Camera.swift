package import DepthIO

extension JSONValue {
  /// A camera with the source of its intrinsics, gravity in its frame, and further members.
  package init(
    camera: Camera, gravity: SIMD3<Double>?, _ others: [(String, JSONValue)] = []
  ) {
    var members: [(String, JSONValue)] = [
      ("width", .integer(camera.width)), ("height", .integer(camera.height)),
      ("fx", .number(camera.fx)), ("fy", .number(camera.fy)),
      ("cx", .number(camera.cx)), ("cy", .number(camera.cy)),
    ]
    if let distortion = camera.distortion {
      members.append(("distortion", JSONValue(distortion: distortion)))
    }
    members.append(("source", .string(camera.source.rawValue)))
    members.append(("gravity", .optional(gravity.map { .numbers([$0.x, $0.y, $0.z]) })))
    self = .object(members + others)
  }

  private init(distortion: LensDistortion) {
    var members: [(String, JSONValue)] = [
      ("model", .string(distortion.model.rawValue)),
      ("coefficients", .numbers(distortion.coefficients)),
    ]
    if let inverse = distortion.inverseTable { members.append(("inverse", .numbers(inverse))) }
    if let center = distortion.center {
      members.append(("center", .numbers([center.x, center.y])))
    }
    self = .object(members)
  }
}
