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
    func radians(_ name: String, _ range: ClosedRange<Double>) throws(DocumentNode.Problem)
      -> Double
    {
      guard let member = node[name] else { throw node.mismatch(expected: "an object with \(name)") }
      let degrees = try member.number()
      guard range.contains(degrees) else {
        throw member.mismatch(
          expected: "an angle from \(range.lowerBound) to \(range.upperBound) degrees")
      }
      return degrees * .pi / 180
    }
    self.init(
      cameraPitch: try radians("pitch", -89...89), roll: try radians("roll", -180...180),
      sigma: TiltSigma(
        pitch: try radians("pitchSigma", 0...90), roll: try radians("rollSigma", 0...90)))
  }
}
