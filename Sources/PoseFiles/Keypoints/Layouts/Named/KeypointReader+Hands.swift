internal import PoseDocuments
internal import Pose3D

extension KeypointReader {
  /// The hands of a picture of `pose3d.keypoints/1`; `nil` where it doesn't speak of hands.
  func namedHands(in document: DocumentNode) throws -> [HandPose]? {
    try document["hands"]?.list(of: "hands").map { node in
      var hand = try hand(node)
      for (name, list) in [("points", node["points"]), ("worldLandmarks", node["worldLandmarks"])] {
        guard let list else { continue }
        for key in list.keys {
          guard let joint = HandJoint(rawValue: key) else {
            let known = HandJoint.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(
              .invalidValue,
              "\(list.place) has \"\(key)\", which is no known point; known are \(known)")
          }
          guard let value = list[key] else { continue }
          if name == "points" {
            hand.points[joint] = try point(value)
          } else {
            hand.worldLandmarks[joint] = try vector(value)
          }
        }
      }
      return hand
    }
  }

  /// A hand without its points.
  func hand(_ node: DocumentNode) throws -> HandPose {
    var chirality: Chirality?
    if let word = node["chirality"], word.string != "unknown" {
      chirality = word.string.flatMap(Chirality.init)
      guard chirality != nil else {
        throw word.mismatch(expected: "\"left\", \"right\" or \"unknown\"")
      }
    }
    return HandPose(
      points: [:], chirality: chirality,
      chiralityConfidence: try node["chiralityConfidence"].map(confidence)
        ?? (chirality == nil ? 0 : 1),
      confidence: try node["confidence"].map(confidence) ?? 1, imageWidth: imageWidth,
      imageHeight: imageHeight, bodyID: node["bodyID"].flatMap(Self.identity))
  }
}
