internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// The measurement of a person and no more: the `raw` of a sequence, and a line of the journal.
extension BodyCodec {
  func members(_ body: BodyEstimate) -> [(SchemaName, JSONValue)] {
    members(body.stature) + [
      (.cameraPositions, value(body.positions) { value($0) }),
      (.covariances, .optional(body.covariances.map { value($0) { value($0) } })),
      (.sources, value(body.sources) { value($0) }),
      (.feet, value(feetOf: body)),
    ]
  }

  /// The same without the values of another body beside it.
  func members(_ body: BodyEstimate, besides other: BodyEstimate) -> [(SchemaName, JSONValue)] {
    let repeated: [SchemaName: Bool] = [
      .bodyHeight: body.stature == other.stature, .bodyHeightSigma: body.stature == other.stature,
      .heightEstimation: body.stature == other.stature,
      .covariances: body.covariances == other.covariances, .sources: body.sources == other.sources,
      .feet: body.leftFoot == other.leftFoot && body.rightFoot == other.rightFoot,
    ]
    return members(body).filter { repeated[$0.0] != true }
  }

  /// - Parameter besides: the source of the values that are missing here.
  func body(
    _ node: DocumentNode, besides: DocumentNode? = nil
  ) throws(DocumentNode.Problem) -> BodyEstimate {
    let positions = try perJoint(node.member(.cameraPositions), of: "places", vector)
    let covarianceNode = node[.covariances] ?? besides?[.covariances]
    var covariances = try covarianceNode.map { node throws(DocumentNode.Problem) in
      try perJoint(node, of: "covariances", covariance)
    }
    // Documents of earlier versions, and short ones, have one number a joint.
    if covariances == nil, let sigmas = node[.sigmas] ?? besides?[.sigmas] {
      covariances = try perJoint(sigmas, of: "numbers", sigma).map(SymmetricMatrix3.init(sigma:))
    }
    let words = isLenient ? node[.sources] ?? besides?[.sources] : try node.member(.sources)
    let sources = try words.map { node throws(DocumentNode.Problem) in
      try perJoint(node, of: "words", source)
    }
    let feet = try feet(of: node[.feet] == nil ? besides ?? node : node)
    return BodyEstimate(
      positions: positions, covariances: covariances,
      sources: sources ?? PerJoint(repeating: .lifted),
      leftFoot: feet.left, rightFoot: feet.right,
      stature: try stature(
        of: node[.bodyHeight] == nil ? besides ?? node : node, positions: positions))
  }
}
