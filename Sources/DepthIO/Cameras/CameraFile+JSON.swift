extension CameraFile {
  /// This as a `pose3d.camera/1` document, with a line break at its end. The same file always gives
  /// the same text: the order is the schema's, numbers are rounded to 1e-6.
  public var json: String {
    var members = ["\"schema\": \"\(Self.schema)\"", "\"color\": \(Self.object(of: color))"]
    if let depth { members.append("\"depth\": \(Self.object(of: depth))") }
    if let depthUnit {
      // Not rounded: a step may be shorter than 1e-6 m.
      let value = depthUnit.metresPerStep.map { "\($0)" } ?? "\"\(DepthUnit.relative.name)\""
      members.append("\"depthUnit\": \(value)")
    }
    if let colorFromDepth {
      members.append("\"colorFromDepth\": \(Self.list(colorFromDepth.columnMajor))")
    }
    if let gravity {
      members.append("\"gravity\": \(Self.list([gravity.x, gravity.y, gravity.z]))")
    }
    return "{\n  \(members.joined(separator: ",\n  "))\n}\n"
  }

  private static func object(of camera: Camera) -> String {
    var members = ["\"width\": \(camera.width)", "\"height\": \(camera.height)"]
    let numbers = [
      ("fx", camera.fx), ("fy", camera.fy), ("cx", camera.cx), ("cy", camera.cy),
    ]
    members += numbers.map { "\"\($0.0)\": \(digits(of: $0.1))" }
    if let distortion = camera.distortion {
      members.append("\"distortion\": \(object(of: distortion))")
    }
    return "{\n    \(members.joined(separator: ",\n    "))\n  }"
  }

  private static func object(of distortion: LensDistortion) -> String {
    var members = [
      "\"model\": \"\(distortion.model.rawValue)\"",
      "\"coefficients\": \(list(distortion.coefficients))",
    ]
    if let inverse = distortion.inverseTable { members.append("\"inverse\": \(list(inverse))") }
    if let center = distortion.center {
      members.append("\"center\": \(list([center.x, center.y]))")
    }
    return "{\n      \(members.joined(separator: ",\n      "))\n    }"
  }

  private static func list(_ numbers: [Double]) -> String {
    "[\(numbers.map(digits(of:)).joined(separator: ", "))]"
  }

  /// The digits of a number rounded to 1e-6: never `-0` nor an exponent. What no lens has, 9e12 and
  /// more, keeps its own digits.
  private static func digits(of value: Double) -> String {
    guard abs(value) < 9e12 else { return "\(value)" }
    let millionths = Int64((value * 1e6).rounded())
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = millionths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }
}
