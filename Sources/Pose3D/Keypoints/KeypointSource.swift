internal import DepthIO

/// The pictures in a file or a folder, found but not read yet.
struct KeypointSource {
  let path: String
  let layout: KeypointLayout?
  let entries: [KeypointEntry]
  /// The pictures' numbers.
  let numbers: [Int]

  /// Looks into a file, or into the JSON files of a folder.
  init(contentsOf path: String, layout: KeypointLayout?) throws(KeypointFileError) {
    let entries: [KeypointEntry]
    if let names = FolderListing.names(in: path) {
      entries = try Self.entries(inFolder: path, names: names, layout: layout)
    } else {
      entries = try Self.entries(inFile: path, layout: layout)
    }
    self.init(path: path, layout: layout, entries: entries)
  }

  /// Looks into a file's bytes; `path` is its name for sentences.
  init(bytes: [UInt8], path: String, layout: KeypointLayout?) throws(KeypointFileError) {
    self.init(
      path: path, layout: layout,
      entries: try Self.entries(in: bytes, path: path, layout: layout))
  }

  private init(path: String, layout: KeypointLayout?, entries: [KeypointEntry]) {
    self.path = path
    self.layout = layout
    self.entries = entries
    numbers = entries.numbers
  }

  private static func entries(
    inFolder folder: String, names: [String], layout: KeypointLayout?
  ) throws(KeypointFileError) -> [KeypointEntry] {
    let parent = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let files = names.filter { $0.lowercased().hasSuffix(".json") }
      .sorted(by: PictureName.precedes)
    guard !files.isEmpty else {
      throw KeypointFileError(
        .unreadable, path: folder,
        "the folder has no .json file; one for every picture was expected")
    }
    var entries: [KeypointEntry] = []
    for file in files {
      let own = try self.entries(inFile: "\(parent)/\(file)", layout: layout)
      entries += own.map { entry in
        var entry = entry
        if own.count == 1 { entry.name = entry.name ?? PictureName(file).stem }
        return entry
      }
    }
    return entries
  }

  private static func entries(
    inFile path: String, layout: KeypointLayout?
  ) throws(KeypointFileError) -> [KeypointEntry] {
    let bytes: [UInt8]
    do throws(DepthIOError) {
      bytes = try FileBytes.read(path)
    } catch {
      throw KeypointFileError(.unreadable, path: path, error.message)
    }
    return try entries(in: bytes, path: path, layout: layout)
  }

  private static func entries(
    in bytes: [UInt8], path: String, layout: KeypointLayout?
  ) throws(KeypointFileError) -> [KeypointEntry] {
    let splitter = KeypointSplitter(path: path, layout: layout)
    let document: JSONNode
    do throws(JSONNode.Problem) {
      document = try JSONNode(parsing: bytes)
    } catch {
      guard let lines = try Self.lines(of: bytes, path: path) else {
        throw KeypointFileError(.unknownLayout, path: path, error.message)
      }
      return try KeypointFileError.explaining(path) { try splitter.entries(inLines: lines) }
    }
    return try KeypointFileError.explaining(path) { try splitter.entries(in: document) }
  }

  /// The documents of JSON Lines; `nil` when the first line with text on it is no document of its
  /// own, or the only one.
  private static func lines(
    of bytes: [UInt8], path: String
  ) throws(KeypointFileError) -> [JSONNode]? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.allSatisfy { byte in byte == 0x20 || byte == 0x09 || byte == 0x0D } }
    guard lines.count > 1, let first = lines.first,
      (try? JSONNode(parsing: Array(first.element))) != nil
    else { return nil }
    var documents: [JSONNode] = []
    for (number, line) in lines {
      do throws(JSONNode.Problem) {
        documents.append(try JSONNode(parsing: Array(line), place: "line \(number + 1)"))
      } catch {
        // Once more with the line where it stands in the file, for the sentence.
        let inPlace = Array(repeating: UInt8(0x0A), count: number) + line
        var message = error.message
        do throws(JSONNode.Problem) { _ = try JSONNode(parsing: inPlace) } catch {
          message = error.message
        }
        throw KeypointFileError(.unknownLayout, path: path, message)
      }
    }
    return documents
  }
}

extension KeypointSource {
  /// One picture, read; `size` is what the caller knows of it.
  func frame(
    at position: Int, size: (width: Int, height: Int)?
  ) throws(KeypointFileError) -> KeypointFrame {
    let entry = entries[position]
    if let stated = entry.size, let size, stated != size {
      throw KeypointFileError(
        .anotherPicture, path: entry.path,
        "keypoints for another picture size: they are for \(stated.width)×\(stated.height), the "
          + "picture is \(size.width)×\(size.height)")
    }
    var known = entry.size
    // Our own files have to say it themselves.
    if case .named = entry.content {} else { known = known ?? size }
    if known == nil && entry.content.isNormalized {
      throw KeypointFileError(
        .sizeMissing, path: entry.path,
        "places as fractions of the picture's size, which the file doesn't say: give it with --size, "
          + "as in --size 1920x1080")
    }
    let reader = KeypointReader(path: entry.path, size: known, layout: layout)
    let poses = try KeypointFileError.explaining(entry.path) {
      try reader.poses(of: entry.content)
    }
    let ownName = entries.count == 1 ? PictureName(path).stem : "\(numbers[position])"
    return KeypointFrame(
      index: numbers[position],
      picture: PicturePoses(
        file: entry.name ?? ownName, width: reader.imageWidth, height: reader.imageHeight,
        people: poses.people, hands: poses.hands),
      isSizeKnown: known != nil)
  }

  /// All pictures, read.
  func frames(
    size: (width: Int, height: Int)?
  ) throws(KeypointFileError) -> [KeypointFrame] {
    var frames: [KeypointFrame] = []
    for position in entries.indices {
      frames.append(try frame(at: position, size: size))
    }
    let points = frames.filter { !$0.isSizeKnown }
      .flatMap { $0.people.flatMap(\.points.values) }
    let farthest = points.reduce(SIMD2(0, 0)) { SIMD2(max($0.x, $1.x), max($0.y, $1.y)) }
    // A pixel's centre is a whole number, and the picture ends half a pixel after it.
    let side = { (far: Double) in Int(min(far.rounded() + 1, 1e9)) }
    for index in frames.indices where !frames[index].isSizeKnown {
      frames[index].setSize(width: side(farthest.x), height: side(farthest.y))
    }
    return frames
  }
}

extension KeypointFrame {
  /// Gives the picture and the people in it a size.
  fileprivate mutating func setSize(width: Int, height: Int) {
    (picture.width, picture.height) = (width, height)
    for index in picture.people.indices {
      picture.people[index].imageWidth = width
      picture.people[index].imageHeight = height
    }
  }
}

extension KeypointFileError {
  /// The result of reading, with the problems of a document as errors about its file.
  static func explaining<Result>(
    _ path: String, _ read: () throws -> Result
  ) throws(KeypointFileError) -> Result {
    do {
      return try read()
    } catch let error as KeypointFileError {
      throw error
    } catch {
      let message = (error as? JSONNode.Problem)?.message ?? "\(error)"
      throw KeypointFileError(.invalidValue, path: path, message)
    }
  }
}
