internal import Documents
internal import Geometry
internal import Kinematics
internal import Pose3D

/// What was measured of a person and no more: the `raw` of a sequence, and a line of the journal.
extension BodyCodec {
  func members(_ body: BodyEstimate) -> [(SchemaName, JSONValue)] {
    members(body.stature) + [
      (.cameraPositions, value(body.positions) { value($0) }),
      (.covariances, .optional(body.covariances.map { value($0) { value($0) } })),
      (.sources, value(body.sources) { value($0) }),
      (.feet, value(feetOf: body)),
    ]
  }

  func body(_ node: DocumentNode) throws(DocumentNode.Problem) -> BodyEstimate {
    let positions = try perJoint(node.member(.cameraPositions), of: "places", vector)
    var covariances = try node[.covariances].map { node throws(DocumentNode.Problem) in
      try perJoint(node, of: "covariances", covariance)
    }
    // Documents of earlier versions have one number a joint.
    if covariances == nil, let sigmas = node[.sigmas] {
      covariances = try perJoint(sigmas, of: "numbers", sigma).map(SymmetricMatrix3.init(sigma:))
    }
    let words = isLenient ? node[.sources] : try node.member(.sources)
    let sources = try words.map { node throws(DocumentNode.Problem) in
      try perJoint(node, of: "words", source)
    }
    let feet = try feet(of: node)
    return BodyEstimate(
      positions: positions, covariances: covariances,
      sources: sources ?? PerJoint(repeating: .lifted),
      leftFoot: feet.left, rightFoot: feet.right,
      stature: try stature(of: node, positions: positions))
  }
}
