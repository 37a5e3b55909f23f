internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// The two generations of Kinect body tracking whose joints are read.
///
/// Both have points that are none of our joints and lack some that are. `root` and `centerShoulder`
/// are the middles of hips and shoulders, not PELVIS and NECK (SpineBase and SpineShoulder), which
/// lie elsewhere. `spine` is the middle of SPINE_NAVEL and SPINE_CHEST, or Kinect v2's SpineMid.
/// `centerHead` is the middle of the ears, or Kinect v2's Head. The foot's point is its toe; there
/// is no heel, so there is no `Foot`.
enum KinectFamily {
  case k4abt
  case kinect2

  /// The family of a document, told from its joints' names and its shape; `nil` when it is of
  /// neither. `frame` is its first frame.
  init?(of document: DocumentNode, frame: DocumentNode) {
    let body = frame["bodies"]?.elements?.first
    let names =
      document["joint_names"]?.elements?.compactMap(\.string)
      ?? [body?["joint_positions"], body?["joints"], frame["joints"], frame].lazy
      .compactMap { $0?.keys }.first { !$0.isEmpty } ?? []
    let plain = Set(names.map(Self.plainName))
    if !plain.isDisjoint(with: ["spinebase", "spinemid", "spineshoulder"]) {
      self = .kinect2
    } else if !plain.isDisjoint(with: ["spinenavel", "spinechest"])
      || document["joint_names"] != nil || frame["bodies"] != nil
    {
      self = .k4abt
    } else {
      return nil
    }
  }

  var layout: SkeletonLayout { self == .k4abt ? .k4abt : .kinect2 }

  /// The layout's unit and vertical: the camera is taken to be level.
  var unit: LengthUnit { self == .k4abt ? .millimetre : .metre }
  var world: WorldAxes? {
    switch self {
    case .k4abt: WorldAxes(cameraGravity: nil)
    case .kinect2: WorldAxes(up: Vector3(0, 1, 0), front: Vector3(0, 0, -1), source: .camera)
    }
  }

  /// The name in small letters without underscores and the SDK's prefix; `SPINE_NAVAL`, as some
  /// versions of the documentation spell it, is the navel.
  static func plainName(_ name: String) -> String {
    let plain = name.lowercased().filter { $0 != "_" && $0 != " " }
    let short = plain.hasPrefix("k4abtjoint") ? String(plain.dropFirst(10)) : plain
    return short == "spinenaval" ? "spinenavel" : short
  }

  /// The joints of `k4abt_joint_id_t` by number.
  static let k4abtNames = [
    "pelvis", "spinenavel", "spinechest", "neck", "clavicleleft", "shoulderleft", "elbowleft",
    "wristleft", "handleft", "handtipleft", "thumbleft", "clavicleright", "shoulderright",
    "elbowright", "wristright", "handright", "handtipright", "thumbright", "hipleft", "kneeleft",
    "ankleleft", "footleft", "hipright", "kneeright", "ankleright", "footright", "head", "nose",
    "eyeleft", "earleft", "eyeright", "earright",
  ]

  /// The points that are read, by their plain names.
  var keypoints: [String: Keypoint] {
    var keypoints: [String: Keypoint] = [
      "hipleft": .leftHip, "kneeleft": .leftKnee, "ankleleft": .leftAnkle, "hipright": .rightHip,
      "kneeright": .rightKnee, "ankleright": .rightAnkle, "shoulderleft": .leftShoulder,
      "elbowleft": .leftElbow, "wristleft": .leftWrist, "shoulderright": .rightShoulder,
      "elbowright": .rightElbow, "wristright": .rightWrist,
    ]
    switch self {
    case .k4abt:
      keypoints["earleft"] = .leftEar
      keypoints["earright"] = .rightEar
    case .kinect2:
      keypoints["spinemid"] = .spine
      keypoints["head"] = .centerHead
    }
    return keypoints
  }
}

extension SkeletonReader {
  /// The bodies of a Kinect file: the JSON of Microsoft's offline_processor ("joint_names" and
  /// "frames" of "bodies" with "joint_positions"), one such frame, or points by the joints' names,
  /// under "joints" or bare.
  func kinectDraft(of document: DocumentNode, family: KinectFamily) throws -> SkeletonDraft {
    let names = try jointNames(in: document, family: family)
    let frames = try frames(of: document) { frame in
      guard let bodies = frame["bodies"] else {
        guard !frame.has("bodies") else { return [] }
        return [try kinectPerson(frame, id: nil, names: names, family: family)]
      }
      return try bodies.list(of: "bodies").map { body in
        let id = try? body["body_id"].map(BodyCodec.document.frameNumber)
        return try kinectPerson(body, id: id ?? nil, names: names, family: family)
      }
    }
    return SkeletonDraft(
      layout: family.layout, unit: try statedUnit(of: document) ?? family.unit,
      world: family.world, front: Vector3(0, 0, -1), frames: frames)
  }

  /// The plain names of the joints in lists: the document's own, else those of the SDK's numbers;
  /// `nil` when there are none.
  private func jointNames(in document: DocumentNode, family: KinectFamily) throws -> [String]? {
    guard let list = document["joint_names"] else {
      return family == .k4abt ? KinectFamily.k4abtNames : nil
    }
    var (names, known) = ([String](), Set<String>())
    for node in try list.list(of: "names") {
      guard let name = node.string.map(KinectFamily.plainName) else {
        throw node.mismatch(expected: "a joint's name")
      }
      guard known.insert(name).inserted else {
        throw error(.invalidValue, "\(node.place): the joint \(node.string ?? "") is there twice")
      }
      names.append(name)
    }
    return names
  }

  /// The sensor's own word on a joint.
  private enum Tracking {
    case none
    case inferred
    case tracked
  }

  /// Of Kinect v2 `TrackingState` (0 not tracked, 1 inferred, 2 tracked), of Azure Kinect `confidence_level` (0 out of
  /// range, 1 predicted, 2 and 3 seen); `tracked` where a joint has neither.
  private static func tracking(of node: DocumentNode) -> Tracking {
    guard
      let word = ["TrackingState", "trackingState", "confidence_level"].lazy.compactMap({ node[$0] }
      )
      .first
    else { return .tracked }
    switch word.string?.lowercased() ?? (try? word.number()).map({ "\(Int(exactly: $0) ?? 2)" }) {
    case "0", "nottracked", "none": return .none
    case "1", "inferred", "low": return .inferred
    default: return .tracked
    }
  }

  private func kinectPerson(
    _ body: DocumentNode, id: Int?, names: [String]?, family: KinectFamily
  ) throws -> SkeletonDraft.Person {
    var person = SkeletonDraft.Person(place: body.place, id: id)
    let node = body["joint_positions"] ?? body["joints"] ?? body
    // In the file's order, so that the first error is always the same one.
    var points: [(name: String, node: DocumentNode)] = []
    if node.isObject {
      for key in node.keys {
        guard let value = node[key] else { continue }
        points.append((KinectFamily.plainName(key), value))
      }
    } else {
      let positions = try node.list(of: "joint positions")
      guard let names else {
        throw error(
          .unknownFormat, "\(node.place) is a list, but there is no \"joint_names\" to read it by")
      }
      guard positions.count == names.count else {
        throw error(
          .invalidValue,
          "\(node.place) has \(positions.count) positions where \(names.count) joints have names")
      }
      points = Array(zip(names, positions))
    }
    let keypoints = family.keypoints
    var trunk: [String: Vector3] = [:]
    for (name, node) in points {
      let place = node["Position"] ?? node["position"] ?? node
      let tracking = Self.tracking(of: node)
      if let keypoint = keypoints[name] {
        guard tracking != .none else {
          person.gaps[keypoint] = "it wasn't tracked"
          continue
        }
        try set(keypoint, from: place, in: &person)
        if tracking == .inferred { person.inferred.insert(keypoint) }
      } else if family == .k4abt, ["spinenavel", "spinechest"].contains(name) {
        var gap: String?
        trunk[name] = try point(place, gap: &gap)
      }
    }
    if let navel = trunk["spinenavel"], let chest = trunk["spinechest"] {
      person.points[.spine] = (navel + chest) / 2
    }
    return person
  }
}
