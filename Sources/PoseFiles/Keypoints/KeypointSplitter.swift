internal import PoseDocuments
internal import Pose3D

/// Finds the pictures in a document and tells its layout from its shape. Throws `FileError`
/// and `DocumentNode.Problem`.
struct KeypointSplitter {
  let path: String
  /// The layout that the caller asked for.
  let layout: KeypointLayout?

  private typealias Nodes = KeypointEntry.Nodes

  /// The pictures in a document, in its order.
  func entries(in document: DocumentNode) throws -> [KeypointEntry] {
    if let schema = document["schema"], schema.string != KeypointFile.schema {
      throw schema.mismatch(expected: "\"\(KeypointFile.schema)\"")
    }
    if let list = document["pictures"] ?? document["frames"] {
      return try sequence(list, in: document)
    }
    if document["schema"] != nil { return [try entry(named(document), of: document)] }
    if let people = document["people"] {
      let content = try content(of: people.list(of: "people"), in: document)
      return [try entry(content, of: document)]
    }
    if let bodies = document["bodies"] {
      let list = try bodies.list(of: "bodies")
      return [try entry(.openPose(Nodes(list)), of: document)]
    }
    if let annotations = document["annotations"] {
      let images = document["images"]?.elements.map(Nodes.init) ?? Nodes([])
      return try cocoPictures(
        annotations.list(of: "annotations"), images: images, isDataSet: true,
        layout: Self.layout(of: document))
    }
    if let observations = document["observations"] {
      let list = try observations.list(of: "observations")
      return [try entry(.vision(Nodes(list), picture: document), of: document)]
    }
    if Self.isObservation(document) {
      return [try entry(.vision(Nodes([document]), picture: document), of: document)]
    }
    if document["keypoints"] != nil { return try cocoPictures([document]) }
    if KeypointReader.landmarkKeys.contains(where: document.has) {
      return [try entry(.mediaPipe(document), of: document)]
    }
    if let elements = document.elements { return try entries(in: elements, of: document) }
    if let pictures = Self.picturesByName(document) {
      return try pictures.flatMap { name, node in
        try entries(in: node).map { entry in
          var entry = entry
          entry.name = entry.name ?? name
          return entry
        }
      }
    }
    throw unknown(document)
  }

  /// The images in the lines of JSON Lines: a document each, or COCO results; the first may be this
  /// program's header with the images' size.
  func entries(inLines lines: [DocumentNode]) throws -> [KeypointEntry] {
    guard let first = lines.first else { return [] }
    if first["image_id"] != nil || first["keypoints"]?.elements != nil {
      return try cocoPictures(lines)
    }
    let isHeader =
      first["schema"] != nil && ["people", "pictures", "frames"].allSatisfy { first[$0] == nil }
    guard isHeader else { return try sequence(lines, size: nil) }
    if let schema = first["schema"], schema.string != KeypointFile.schema {
      throw schema.mismatch(expected: "\"\(KeypointFile.schema)\"")
    }
    return try sequence(lines.dropFirst(), size: Self.size(of: first))
  }

  private func entries(
    in elements: DocumentNode.List, of list: DocumentNode
  ) throws -> [KeypointEntry] {
    guard let first = elements.first else { return [] }
    if Self.isObservation(first) {
      return [KeypointEntry(path: path, content: .vision(Nodes(elements), picture: list))]
    }
    if first["keypoints"] != nil || first["image_id"] != nil { return try cocoPictures(elements) }
    if first["x"] != nil || first.elements != nil {
      return [KeypointEntry(path: path, content: .mediaPipe(list))]
    }
    guard first.isObject else { throw unknown(list) }
    return try sequence(elements, size: nil)
  }

  private func sequence(_ list: DocumentNode, in document: DocumentNode) throws -> [KeypointEntry] {
    try sequence(list.list(of: "pictures"), size: Self.size(of: document))
  }

  private func sequence(
    _ nodes: some Collection<DocumentNode>, size: (width: Int, height: Int)?
  ) throws -> [KeypointEntry] {
    try nodes.flatMap { node in
      try entries(in: node).map { entry in
        var entry = entry
        entry.number = try entry.number ?? Self.number(of: node)
        entry.name = entry.name ?? Self.name(of: node)
        entry.size = entry.size ?? size
        return entry
      }
    }
  }

  private func content(
    of people: some RandomAccessCollection<DocumentNode>, in document: DocumentNode
  ) -> KeypointEntry.Content {
    if layout == .vision || people.contains(where: Self.isObservation) {
      return .vision(Nodes(people), picture: document)
    }
    return people.contains { $0["points"] != nil } ? .named(document) : .openPose(Nodes(people))
  }

  private func named(_ document: DocumentNode) throws -> KeypointEntry.Content {
    let people = document["people"]?.elements.map(Nodes.init) ?? Nodes([])
    return content(of: people, in: document).isNormalized
      ? .vision(people, picture: document) : .named(document)
  }

  private func entry(
    _ content: KeypointEntry.Content, of node: DocumentNode
  ) throws -> KeypointEntry {
    KeypointEntry(
      path: path, content: content, number: try Self.number(of: node), name: Self.name(of: node),
      size: try Self.size(of: node))
  }

  private func unknown(_ node: DocumentNode) -> FileError {
    FileError(
      .unknownFormat, path: path,
      "\(node.path.isEmpty ? "" : "\(node.path) is ")JSON, but of none of the layouts that are "
        + "read: \(KeypointFile.schema), COCO results or annotations, OpenPose, AlphaPose, "
        + "MediaPipe pose landmarks, Vision's points by name")
  }
}

// MARK: - COCO

extension KeypointSplitter {
  /// The pictures that COCO entries belong to: those of "images", then others as they come.
  private func cocoPictures(
    _ entries: some Collection<DocumentNode>, images: Nodes = Nodes([]), isDataSet: Bool = false,
    layout: KeypointLayout? = nil
  ) throws -> [KeypointEntry] {
    var pictures: [KeypointEntry] = []
    var nodes: [[DocumentNode]] = []
    var places: [String: Int] = [:]
    func place(of id: DocumentNode?) -> Int {
      let text = id.map(Self.text) ?? ""
      if let place = places[text] { return place }
      places[text] = pictures.count
      nodes.append([])
      let number = id.flatMap(KeypointReader.identity)
      pictures.append(
        KeypointEntry(
          path: path, content: .coco([], isDataSet: isDataSet, layout: layout), number: number,
          name: id == nil ? nil : text))
      return pictures.count - 1
    }
    for image in images {
      let place = place(of: image["id"])
      pictures[place].name = image["file_name"]?.string ?? pictures[place].name
      pictures[place].size = try Self.size(of: image)
    }
    let onlyID = images.count == 1 ? images.first?["id"] : nil
    for entry in entries { nodes[place(of: entry["image_id"] ?? onlyID)].append(entry) }
    for (place, list) in nodes.enumerated() {
      pictures[place].content = .coco(list, isDataSet: isDataSet, layout: layout)
    }
    return pictures
  }

  /// The layout of 14 points that a data set names in its first category with keypoints, by the first of them; `nil`
  /// for others, whose number tells them.
  private static func layout(of document: DocumentNode) -> KeypointLayout? {
    let names = document["categories"]?.elements?.lazy.compactMap { $0["keypoints"]?.elements }
      .first
    guard let names, names.count == KeypointLayout.aic.points.count else { return nil }
    return switch names[0].string?.lowercased().replacing(" ", with: "_") {
    case "left_shoulder": .crowdpose
    case "right_shoulder": .aic
    default: nil
    }
  }

  /// An identity that may be a number or a file's name.
  private static func text(_ node: DocumentNode) -> String {
    if let string = node.string { return string }
    guard let number = try? node.number() else { return "?" }
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

// MARK: - The image's own facts

extension KeypointSplitter {
  /// Whether an object has points by Vision's names.
  private static func isObservation(_ node: DocumentNode) -> Bool {
    if node["recognizedPoints"] != nil { return true }
    let points = node["points"] ?? node["joints"] ?? node
    return points.keys.contains { $0.hasSuffix("_joint") && Keypoint(visionName: $0) != nil }
  }

  /// AlphaPose's open and cmu files: an object with a document for every picture's name.
  private static func picturesByName(_ document: DocumentNode) -> [(
    name: String, node: DocumentNode
  )]? {
    let names = document.keys.sorted(by: PictureName.precedes)
    let pictures = names.compactMap { name in
      document[name].flatMap { $0["people"] ?? $0["bodies"] == nil ? nil : (name: name, node: $0) }
    }
    return names.isEmpty || pictures.count != names.count ? nil : pictures
  }

  private static func size(of node: DocumentNode) throws -> (width: Int, height: Int)? {
    guard let width = node["width"] ?? node["canvas_width"],
      let height = node["height"] ?? node["canvas_height"]
    else { return nil }
    return (try width.pictureSide(), try height.pictureSide())
  }

  private static func name(of node: DocumentNode) -> String? {
    let names = ["file", "file_name", "image", "name"]
    return names.lazy.compactMap { node[$0]?.string }.first { !$0.isEmpty }
  }

  /// The number of a picture; `nil` when it has none. Throws for one that is too large: the picture
  /// would get another's.
  private static func number(of node: DocumentNode) throws -> Int? {
    let names = ["index", "frame_id", "frame", "frame_index", "frameIndex"]
    for value in names.lazy.compactMap({ node[$0] }) {
      if let number = KeypointReader.identity(value) { return number }
      if let number = try? value.number(), number >= 0x1p63 {
        throw value.mismatch(expected: "a frame's number below 2^63")
      }
    }
    return nil
  }
}
