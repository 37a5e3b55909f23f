internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

extension SkeletonReader {
  private static let listKeys = ["joints", "joints3d", "joints_3d", "keypoints3d", "keypoints_3d"]

  /// Whether a node is a list of lists, or has one under one of the usual names.
  static func isH36M(_ node: DocumentNode) -> Bool {
    let list = listKeys.lazy.compactMap { node[$0] }.first ?? node
    return list.elements?.firstList != nil
  }

  /// 17 points [x, y, z] in Human3.6M's order, or a list of such frames: bare, or under "joints",
  /// "joints3d", "joints_3d", "keypoints3d" or "keypoints_3d", of the document or of each of its
  /// "frames".
  func h36mDraft(of document: DocumentNode) throws -> SkeletonDraft {
    let frames: [SkeletonDraft.Frame]
    let list = pointList(in: document)
    if document["frames"] != nil {
      frames = try self.frames(of: document) { frame in
        // The same under a name.
        guard !Self.listKeys.contains(where: { frame.has($0) && frame[$0] == nil }) else {
          return []
        }
        return [try h36mPerson(pointList(in: frame))]
      }
    } else if Self.depth(of: list) >= 3 {
      frames = try list.list(of: "frames").enumerated().map { position, frame in
        // null is a frame without people.
        let people = frame.isMissing ? [] : [try h36mPerson(frame)]
        return SkeletonDraft.Frame(index: position, people: people)
      }
    } else {
      frames = [SkeletonDraft.Frame(index: 0, people: [try h36mPerson(list)])]
    }
    try checkOrder(of: frames.flatMap(\.people))
    return SkeletonDraft(
      layout: .h36m, unit: try statedUnit(of: document), frames: frames,
      notes: ["the points have no names: they are read in Human3.6M's order"])
  }

  private func pointList(in node: DocumentNode) -> DocumentNode {
    Self.listKeys.lazy.compactMap { node[$0] }.first ?? node
  }

  /// The number of lists inside each other.
  private static func depth(of node: DocumentNode) -> Int {
    guard let elements = node.elements else { return 0 }
    return 1 + (elements.firstList.map(depth(of:)) ?? 0)
  }

  private func h36mPerson(_ node: DocumentNode) throws -> SkeletonDraft.Person {
    let points = try node.list(of: "17 points")
    guard points.count == Joint.allCases.count else {
      throw error(
        .invalidValue,
        "\(node.place) has \(points.count) points where Human3.6M's skeleton has 17")
    }
    var person = SkeletonDraft.Person(place: node.place)
    for (joint, point) in zip(Joint.allCases, points) {
      try set(Keypoint(joint), from: point, in: &person)
    }
    return person
  }

  /// Throws when 17 points are those of another layout, COCO's: there the points that should be the
  /// middles of hips and shoulders are not near them.
  private func checkOrder(of people: [SkeletonDraft.Person]) throws {
    let distances = people.compactMap { person -> Double? in
      guard let center = person.points[.centerShoulder], let left = person.points[.leftShoulder],
        let right = person.points[.rightShoulder], left != right
      else { return nil }
      return (center - (left + right) / 2).length / (left - right).length
    }
    guard let median = distances.median, median > 0.7 else { return }
    throw error(
      .unknownFormat,
      "the points are not in Human3.6M's order: point 8 is not between points 11 and 14, the "
        + "shoulders, but \(Self.text(median)) times their distance from the middle")
  }
}
