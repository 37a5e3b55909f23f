import PoseDocuments

/// The numbered files in a folder: which are pictures, which are depth maps, and their numbers.
struct FrameFolder {
  /// A file of a frame.
  struct Entry {
    let path: String
    /// The number in the name; the rank among the files where names are times.
    let number: Int
    /// Seconds, where all names are decimal fractions, as in the TUM data set.
    let time: Double?
  }

  /// The content that is searched for.
  enum Content {
    case color
    case depth

    fileprivate var words: [Substring] {
      switch self {
      case .color: ["color", "colour", "rgb", "image", "images", "img"]
      case .depth: ["depth"]
      }
    }

    fileprivate var endings: Set<Substring> {
      let pictures: Set<Substring> = ["png", "tif", "tiff", "exr", "pgm"]
      switch self {
      case .color: return pictures.union(["jpg", "jpeg", "heic", "ppm"])
      case .depth: return pictures.union(["pfm", "npy", "npz"])
      }
    }
  }

  /// In ascending order; never empty.
  let entries: [Entry]
  /// Whether the entries' times are those in their names.
  var hasTimes: Bool { entries[0].time != nil }

  /// The files of one kind in a folder, or in its subfolder for that kind (`color/`, `rgb/`,
  /// `depth/`); `nil` when there are none.
  ///
  /// - Parameter isAlone: whether the folder was given for this kind, so that its files need not say
  ///   in their names that they are of it.
  /// - Throws: `mismatch` when two files have the same number.
  init?(_ folder: String, of content: Content, isAlone: Bool) throws(FileError) {
    let names = (FolderListing.names(in: folder) ?? []).sorted()
    if let entries = try Self.entries(names, in: folder, of: content, isAlone: isAlone) {
      self.entries = entries
      return
    }
    for name in names where content.words.contains(Substring(name.lowercased())) {
      let inner = "\(folder)/\(name)"
      let innerNames = (FolderListing.names(in: inner) ?? []).sorted()
      if let entries = try Self.entries(innerNames, in: inner, of: content, isAlone: true) {
        self.entries = entries
        return
      }
    }
    return nil
  }
}

extension FrameFolder {
  /// A file's name taken apart: "cam01_0007.jpg" is "cam#_#" with the numbers 01 and 0007.
  private struct Name {
    let name: String
    let template: String
    let numbers: [Substring]
    let words: [Substring]

    init?(_ name: String, endings: Set<Substring>) {
      guard let dot = name.lastIndex(of: "."),
        endings.contains(Substring(name[name.index(after: dot)...].lowercased()))
      else { return nil }
      let stem = name[..<dot]
      var template = ""
      var numbers: [Substring] = []
      for part in Self.runs(of: stem) {
        if Self.isDigit(part[part.startIndex]) {
          template += "#"
          numbers.append(part)
        } else {
          template += part
        }
      }
      guard !numbers.isEmpty else { return nil }
      self.name = name
      self.template = template
      self.numbers = numbers
      words = template.lowercased().split { !$0.isLetter }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func runs(of stem: Substring) -> [Substring] {
      var runs: [Substring] = []
      var rest = stem
      while let first = rest.first {
        let run = rest.prefix { isDigit($0) == isDigit(first) }
        runs.append(run)
        rest = rest.dropFirst(run.count)
      }
      return runs
    }
  }

  /// Words of files that belong to frames and are neither pictures nor depth maps.
  private static let otherWords: Set<Substring> = [
    "mask", "matte", "confidence", "conf", "ir", "infrared", "normal", "normals", "label", "labels",
    "segmentation", "clean", "preview", "overlay",
  ]

  private static func entries(
    _ names: [String], in folder: String, of content: Content, isAlone: Bool
  ) throws(FileError) -> [Entry]? {
    let files = names.compactMap { Name($0, endings: content.endings) }
    let groups = Dictionary(grouping: files, by: \.template)
    // In an order of their own, so that equals are chosen among in the same way every time.
    let best = groups.values.sorted { $0[0].name < $1[0].name }.compactMap { group in
      rank(group, content, isAlone: isAlone).map { (group: group, rank: $0) }
    }.reduce(nil as (group: [Name], rank: (Int, Int, Int))?) { best, next in
      best.map { next.rank > $0.rank ? next : $0 } ?? next
    }
    guard let best else { return nil }
    return try numbered(best.group, in: folder)
  }

  /// The rank of a group of files; `nil` for one that is something else.
  private static func rank(
    _ group: [Name], _ content: Content, isAlone: Bool
  ) -> (Int, Int, Int)? {
    let words = group[0].words
    let says = { (content: Content) in words.contains { content.words.contains($0) } }
    guard says(content) || isAlone || content == .color else { return nil }
    guard content == .depth || !says(.depth) else { return nil }
    return (
      words.contains(where: otherWords.contains) ? 0 : 1, says(content) ? 1 : 0, group.count
    )
  }

  /// From here on a number is a time in seconds, or parts of them, since 1970: that of September 2001.
  private static let firstTime = 1e9

  private static func numbered(_ group: [Name], in folder: String) throws(FileError) -> [Entry] {
    if group[0].template == "#.#" {
      let timed = group.compactMap { name in
        Double("\(name.numbers[0]).\(name.numbers[1])").map { (name: name, time: $0) }
      }.sorted { $0.time < $1.time }
      return timed.enumerated().map { index, file in
        Entry(path: "\(folder)/\(file.name.name)", number: index, time: file.time)
      }
    }
    // The number that counts is the one that differs, "0007" in "cam01_0007"; of several that differ as often the last
    // that isn't a time beside it.
    let count = group[0].numbers.count
    let ranks = (0..<count).map { place -> (variety: Int, isCount: Int) in
      let numbers = group.map { Double($0.numbers[place]) ?? .infinity }
      return (Set(numbers).count, (numbers.min() ?? 0) < Self.firstTime ? 1 : 0)
    }
    let place = (0..<count).reduce(0) { best, next in ranks[next] >= ranks[best] ? next : best }
    var entries: [Entry] = []
    for name in group {
      guard let number = Int(name.numbers[place]) else {
        throw FileError(
          .mismatch, path: folder,
          "the number of \(name.name) is larger than \(Int.max), the largest of a frame")
      }
      entries.append(Entry(path: "\(folder)/\(name.name)", number: number, time: nil))
    }
    entries.sort { ($0.number, $0.path) < ($1.number, $1.path) }
    for (entry, next) in zip(entries, entries.dropFirst()) where entry.number == next.number {
      throw FileError(
        .mismatch, path: folder,
        "two files have the number \(entry.number): \(lastPart(entry.path)) and "
          + "\(lastPart(next.path)); a folder holds the frames of one camera")
    }
    return entries
  }

  private static func lastPart(_ path: String) -> Substring {
    path.split(separator: "/").last ?? Substring(path)
  }
}
