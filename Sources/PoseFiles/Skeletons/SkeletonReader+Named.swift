internal import PoseDocuments
internal import Kinematics
internal import Pose3D

extension SkeletonReader {
  /// Whether a node holds points by the joints' names.
  static func isNamed(_ node: DocumentNode) -> Bool {
    let points = node["joints"] ?? node
    return points.isObject && points.keys.contains { keypoint(named: $0) != nil }
  }

  /// Points by name: `{ "leftHip": [x, y, z], … }`, bare or under "joints", for one person or for
  /// each of "frames". Points that aren't read are left out.
  func namedDraft(of document: DocumentNode) throws -> SkeletonDraft {
    let frames = try frames(of: document) { frame in
      let node = frame["joints"] ?? frame
      guard node.isObject else {
        throw node.mismatch(expected: "an object of points by the joints' names")
      }
      // An empty frame, without any of the names, is one without people.
      guard document["frames"] == nil || Self.isNamed(frame) else { return [] }
      return [try namedPerson(node)]
    }
    return SkeletonDraft(layout: .named, unit: try statedUnit(of: document), frames: frames)
  }

  private func namedPerson(_ node: DocumentNode) throws -> SkeletonDraft.Person {
    var person = SkeletonDraft.Person(place: node.place)
    var names: [Keypoint: String] = [:]
    var unknown: [String] = []
    for name in node.keys {
      guard let keypoint = Self.keypoint(named: name) else {
        if node[name]?.elements != nil || node[name]?.isObject == true { unknown.append(name) }
        continue
      }
      if let other = names[keypoint] {
        throw error(
          .invalidValue, "\(node.place) has \"\(other)\" and \"\(name)\", which are the same point")
      }
      names[keypoint] = name
      // null is a point that isn't there.
      guard let value = node[name] else { continue }
      try set(keypoint, from: value, in: &person)
    }
    if !unknown.isEmpty {
      let names = unknown.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
      let reason = "no joint's name: \(names)" + (unknown.count > 5 ? ", …" : "")
      for joint in person.missing where person.gaps[Keypoint(joint)] == nil {
        person.gaps[Keypoint(joint)] = reason
      }
    }
    return person
  }

  /// The point of a name: ours, in camel or snake case; Vision's raw value; or the short names of
  /// Human3.6M, Pose2Sim and Sports2D (RHip, LBigToe, Hip for the middle of the hips). Head is the
  /// top of the head, as in Human3.6M and HALPE. `nil` for a name that isn't read; dots are part of
  /// a name, since R.Knee is a marker on the skin.
  static func keypoint(named name: String) -> Keypoint? {
    if let joint = Joint(visionRawValue: name) { return Keypoint(joint) }
    return names[name.lowercased().filter { !"_- ".contains($0) }]
  }

  private static let names: [String: Keypoint] = {
    var names: [String: Keypoint] = [
      "pelvis": .root, "hip": .root, "hips": .root, "midhip": .root, "chip": .root,
      "thorax": .centerShoulder, "neck/nose": .centerHead, "head": .topHead,
      "headtop": .topHead,
    ]
    for keypoint in Keypoint.allCases { names[keypoint.rawValue.lowercased()] = keypoint }
    for (short, long) in [("l", "left"), ("r", "right")] {
      for keypoint in Keypoint.allCases where keypoint.rawValue.hasPrefix(long) {
        names[short + keypoint.rawValue.dropFirst(long.count).lowercased()] = keypoint
      }
      for prefix in [short, long] {
        for alias in ["bigtoe", "footindex"] {
          names[prefix + alias] = long == "left" ? .leftToe : .rightToe
        }
      }
    }
    return names
  }()
}
