internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

extension SkeletonReader {
  private static let worldKeys = ["pose_world_landmarks", "poseWorldLandmarks", "worldLandmarks"]
  /// Landmarks of the image, or of either kind if the kind is unknown.
  private static let imageKeys = ["pose_landmarks", "poseLandmarks", "landmarks"]

  /// Below this a landmark is more likely hidden than seen.
  private static let visibilityLimit = 0.5

  /// Whether a node is a frame of MediaPipe's: an object with its keys, or a list of landmarks.
  static func isMediaPipe(_ node: DocumentNode) -> Bool {
    let keys = worldKeys + imageKeys + ["landmark"]
    if !keys.allSatisfy({ !node.has($0) }) { return true }
    guard let first = node.elements?.first else { return false }
    return first.has("x") || isMediaPipe(first)
  }

  /// The world landmarks of a MediaPipe file: a result of the pose landmarker task or of the older
  /// solution, a list of results, "frames" of results, `{ "landmark": [ … ] }` or a bare list of 33.
  func mediaPipeDraft(of document: DocumentNode) throws -> SkeletonDraft {
    let frames: [SkeletonDraft.Frame]
    if let results = document.elements, results.firstObject != nil,
      !results.contains(where: { $0.has("x") })
    {
      frames = try self.frames(in: results, people: mediaPipePeople)
    } else {
      frames = try self.frames(of: document, people: mediaPipePeople)
    }
    return SkeletonDraft(
      layout: .mediapipe, unit: try statedUnit(of: document) ?? .metre,
      world: WorldAxes(cameraGravity: nil), front: Vector3(0, 0, -1), frames: frames)
  }

  private func mediaPipePeople(_ frame: DocumentNode) throws -> [SkeletonDraft.Person] {
    let image = Self.imageKeys.lazy.compactMap { frame[$0] }.first
    if let world = Self.worldKeys.lazy.compactMap({ frame[$0] }).first {
      let people = try landmarkLists(world)
      let seen = try image.map { try landmarkLists($0).map(\.landmarks) } ?? []
      return try people.enumerated().map { index, list in
        try mediaPipePerson(
          list.node, list.landmarks, image: seen.count == people.count ? seen[index] : [])
      }
    }
    if let image {
      guard try !landmarkLists(image).isEmpty else { return [] }
      throw error(
        .imageCoordinates,
        "\(image.place) are landmarks in the image; the world landmarks (pose_world_landmarks), "
          + "which are metres in space, are needed and not in the file")
    }
    guard frame["landmark"] != nil || frame.isList else { return [] }
    return try landmarkLists(frame).map { list in
      let person = try mediaPipePerson(list.node, list.landmarks)
      try checkWorld(person)
      return person
    }
  }

  /// The lists of 33 landmarks in a node, however deep.
  private func landmarkLists(
    _ node: DocumentNode
  ) throws -> [(node: DocumentNode, landmarks: [DocumentNode])] {
    if let inner = node["landmark"] ?? node["landmarks"] { return try landmarkLists(inner) }
    let elements = try node.list(of: "landmarks")
    guard let first = elements.first else { return [] }
    guard first.has("x") else { return try elements.flatMap(landmarkLists) }
    let expected = KeypointLayout.mediapipe.points.count
    guard elements.count == expected else {
      throw error(
        .invalidValue,
        "\(node.place) has \(elements.count) landmarks where MediaPipe's pose has \(expected)")
    }
    return [(node, Array(elements))]
  }

  /// A person from world landmarks. Where these don't say how visible they are, the same landmarks in
  /// the picture do; without either they count as seen.
  private func mediaPipePerson(
    _ node: DocumentNode, _ landmarks: [DocumentNode], image: [DocumentNode] = []
  ) throws -> SkeletonDraft.Person {
    var person = SkeletonDraft.Person(place: node.place)
    for (index, keypoint) in KeypointLayout.mediapipe.points.enumerated() {
      guard let keypoint else { continue }
      try set(keypoint, from: landmarks[index], in: &person)
      let inPicture = image.isEmpty ? nil : image[index]["visibility"]
      guard let visibility = landmarks[index]["visibility"] ?? inPicture else { continue }
      if try visibility.number() < Self.visibilityLimit { person.inferred.insert(keypoint) }
    }
    return person
  }

  /// Throws if landmarks of unknown kind can't be world landmarks, whose origin is the middle of
  /// the hips: it is far away, or nothing lies left of or above the origin.
  private func checkWorld(_ person: SkeletonDraft.Person) throws {
    guard let left = person.points[.leftHip], let right = person.points[.rightHip] else { return }
    let middle = (left + right) / 2
    let isRightBelow = person.points.values.allSatisfy { $0.x >= 0 && $0.y >= 0 }
    guard max(abs(middle.x), abs(middle.y)) > 0.2 || isRightBelow else { return }
    throw error(
      .imageCoordinates,
      "\(person.place) has the middle of the hips at (\(Self.text(middle.x)), "
        + "\(Self.text(middle.y))), which is the origin of world landmarks: these seem to be "
        + "landmarks in the image; the world landmarks (pose_world_landmarks) are needed")
  }
}
