public import Pose3D
internal import PoseDocuments

/// The pictures in a file or a folder, found but not read yet.
struct KeypointSource {
  let path: String
  let layout: KeypointLayout?
  let entries: [KeypointEntry]
  /// The pictures' numbers.
  let numbers: [Int]

  /// Looks into a file, or into the JSON files of a folder.
  init(contentsOf path: String, layout: KeypointLayout?) throws(FileError) {
    let entries: [KeypointEntry]
    if let names = FolderListing.names(in: path) {
      entries = try Self.entries(inFolder: path, names: names, layout: layout)
    } else {
      entries = try Self.entries(inFile: path, layout: layout)
    }
    self.init(path: path, layout: layout, entries: entries)
  }

  /// Looks into a file's bytes; `path` is its name for sentences.
  init(bytes: [UInt8], path: String, layout: KeypointLayout?) throws(FileError) {
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
  ) throws(FileError) -> [KeypointEntry] {
    let parent = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let files = names.filter { $0.lowercased().hasSuffix(".json") }
      .sorted(by: PictureName.precedes)
    guard !files.isEmpty else {
      throw FileError(
        .unsuitable, path: folder,
        "the folder has no .json file; one for every image was expected")
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
  ) throws(FileError) -> [KeypointEntry] {
    try entries(in: try FileBytes.read(path), path: path, layout: layout)
  }

  private static func entries(
    in bytes: [UInt8], path: String, layout: KeypointLayout?
  ) throws(FileError) -> [KeypointEntry] {
    let splitter = KeypointSplitter(path: path, layout: layout)
    let document: DocumentNode
    do throws(DocumentNode.Problem) {
      document = try DocumentNode(parsing: bytes)
    } catch {
      guard let lines = try Self.lines(of: bytes, path: path) else {
        guard let format = FileFormat(bytes) else {
          throw FileError(.unknownFormat, path: path, error)
        }
        throw FileError(
          .unknownFormat, path: path,
          "this is \(format.words) where 2D keypoints were expected, as JSON",
          remedy: format == .video ? .measureVideo : format.isPicture ? .detectKeypoints : nil)
      }
      return try FileError.explaining(path) { try splitter.entries(inLines: lines) }
    }
    return try FileError.explaining(path) { try splitter.entries(in: document) }
  }

  /// More pictures than these, ten hours of video, are not read from one file.
  private static let lineLimit = 1 << 20

  /// The documents of JSON Lines; `nil` when the first line with text on it is no document of its
  /// own, or the only one.
  private static func lines(
    of bytes: [UInt8], path: String
  ) throws(FileError) -> [DocumentNode]? {
    var lines = TextLines(bytes)
    guard let first = lines.next(), (try? DocumentNode(parsing: Array(first.bytes))) != nil,
      lines.next() != nil
    else { return nil }
    var documents: [DocumentNode] = []
    for (number, line) in TextLines(bytes) {
      guard documents.count < lineLimit else {
        throw FileError(
          .tooLarge, path: path,
          "these are more than \(lineLimit) lines, an image each: split the file")
      }
      do throws(DocumentNode.Problem) {
        documents.append(try DocumentNode(parsing: Array(line), place: "line \(number + 1)"))
      } catch {
        // Once more with the line where it stands in the file, for the sentence.
        let inPlace = Array(repeating: UInt8(0x0A), count: number) + line
        var message = error.message
        do throws(DocumentNode.Problem) { _ = try DocumentNode(parsing: inPlace) } catch {
          message = error.message
        }
        throw FileError(.unknownFormat, path: path, message)
      }
    }
    return documents
  }
}

extension KeypointSource {
  /// One picture, read; `size` is what the caller knows of it.
  func frame(
    at position: Int, size: (width: Int, height: Int)?
  ) throws(FileError) -> KeypointFrame {
    let entry = entries[position]
    if let stated = entry.size, let size, stated != size {
      throw FileError(
        .anotherPicture, path: entry.path,
        "keypoints for another image size: they are for \(stated.width)×\(stated.height), the "
          + "image is \(size.width)×\(size.height)")
    }
    var known = entry.size
    // Our own files have to say it themselves.
    if case .named = entry.content {} else { known = known ?? size }
    if known == nil && entry.content.isNormalized {
      throw FileError(
        .sizeMissing, path: entry.path,
        "places as fractions of the image's size, which the file doesn't say",
        remedy: .givePictureSize)
    }
    let reader = KeypointReader(path: entry.path, size: known, layout: layout)
    let poses = try FileError.explaining(entry.path) {
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
  ) throws(FileError) -> [KeypointFrame] {
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

/// One image of a keypoint file.
public struct KeypointFrame: Sendable, Equatable {
  /// The picture's number: the one that the file gives it, else the last number in its name (frame
  /// 30 of `cam01.0030.jpg`); its position from 0 where not every picture has a number of its own.
  public var index: Int
  /// The picture and who is in it. Where the file doesn't name the picture, its name is the
  /// keypoint file's own, without `_keypoints` and ending.
  public var picture: PicturePoses
  /// Whether the file or the caller gave the image's size. If not, its size is the smallest that
  /// holds all points of the file.
  public var isSizeKnown: Bool

  /// The picture's name.
  public var name: String { picture.file }
  /// The people in the picture, in the file's order.
  public var people: [Pose2D] { picture.people }

  /// A picture of a file.
  public init(index: Int, picture: PicturePoses, isSizeKnown: Bool = true) {
    self.index = index
    self.picture = picture
    self.isSizeKnown = isSizeKnown
  }
}
