package import DepthIO

extension JSONValue {
  /// A camera with the source of its intrinsics, and gravity in its frame.
  package init(camera: Camera, gravity: SIMD3<Double>?) {
    var members: [(String, JSONValue)] = [
      ("width", .integer(camera.width)), ("height", .integer(camera.height)),
      ("fx", .number(camera.fx)), ("fy", .number(camera.fy)),
      ("cx", .number(camera.cx)), ("cy", .number(camera.cy)),
    ]
    if let distortion = camera.distortion {
      members.append(
        (
          "distortion",
          .object([
            ("model", .string("brown-conrady")),
            ("coefficients", .numbers(distortion.coefficients)),
          ])
        ))
    }
    members.append(("source", .string(camera.source.rawValue)))
    members.append(("gravity", .optional(gravity.map { .numbers([$0.x, $0.y, $0.z]) })))
    self = .object(members)
  }
}
