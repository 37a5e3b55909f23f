internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import PoseMotion

extension JSONValue {
  /// The vertical in a camera's frame: where it is from, the camera's pitch and roll with their sigmas, in degrees, and its
  /// height over the floor in metres, where that is known.
  init(vertical world: WorldAxes, cameraHeight: MotionMeasures.Value? = nil) {
    let degrees = { (radians: Double) in JSONValue.number(radians * 180 / .pi) }
    self = .object(
      [
        ("source", .string(world.source.rawValue)), ("pitch", degrees(world.cameraPitch)),
        ("pitchSigma", degrees(world.tiltSigma.pitch)), ("roll", degrees(world.cameraRoll)),
        ("rollSigma", degrees(world.tiltSigma.roll)),
      ]
        + (cameraHeight.map { height in
          [
            ("cameraHeight", .number(height.value)),
            ("cameraHeightSigma", .optional(height.sigma.map(JSONValue.number))),
          ]
        } ?? []))
  }
}

extension WorldAxes {
  /// The vertical in a document that was estimated from people who stand; `nil` for another one.
  init?(posture node: DocumentNode?) throws(DocumentNode.Problem) {
    guard let node, node["source"]?.string == Source.posture.rawValue else { return nil }
    self.init(
      cameraPitch: try node.radians("pitch", -89...89), roll: try node.radians("roll", -180...180),
      sigma: try TiltSigma(vertical: node))
  }
}

extension WorldAxes.TiltSigma {
  /// The sigma of the vertical in a document.
  fileprivate init(vertical node: DocumentNode) throws(DocumentNode.Problem) {
    self.init(
      pitch: try node.radians("pitchSigma", 0...90), roll: try node.radians("rollSigma", 0...90))
  }

  /// The sigma of gravity in a document that was measured; `nil` for another one.
  init?(measured node: DocumentNode?) throws(DocumentNode.Problem) {
    guard let node, node["source"]?.string == WorldAxes.Source.gravity.rawValue else { return nil }
    try self.init(vertical: node)
  }

  /// The sigma that a document has of this one: with the digits of its degrees.
  var written: WorldAxes.TiltSigma {
    func written(_ radians: Double) -> Double {
      let degrees = radians * 180 / .pi
      return (JSONValue.digits(of: degrees).flatMap(Double.init) ?? degrees) * .pi / 180
    }
    return WorldAxes.TiltSigma(pitch: written(pitch), roll: written(roll))
  }
}

extension DocumentNode {
  /// The member of a name, an angle in degrees within a range, in radians.
  fileprivate func radians(
    _ name: String, _ range: ClosedRange<Double>
  ) throws(Problem) -> Double {
    guard let member = self[name] else { throw mismatch(expected: "an object with \(name)") }
    let degrees = try member.number()
    guard range.contains(degrees) else {
      throw member.mismatch(
        expected: "an angle from \(range.lowerBound) to \(range.upperBound) degrees")
    }
    return degrees * .pi / 180
  }
}
