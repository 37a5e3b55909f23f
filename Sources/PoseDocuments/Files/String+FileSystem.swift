import PoseSystem
internal import Foundation

/// Names of files, which are any bytes on Linux, as text. Not API: shared by the modules that read and
/// write files.
///
/// Names in UTF-8 are themselves. A byte that belongs to no character stands as a character of its
/// own at the very end of the Unicode planes, which have no assigned meaning: U+10FF00 and the
/// byte. The UTF-8 of such a character is escaped in the same way, so that every name has one text,
/// and the text gives the name.
extension String {
  private static let bytesBegin: UInt32 = 0x10FF00
  private static let standIns = (bytesBegin + 0x80)...(bytesBegin + 0xFF)

  /// The text of a name.
  package init(fileSystemBytes bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasStandIns {
      self = text
      return
    }
    let bytes = Array(bytes)
    var text = String.UnicodeScalarView()
    var position = 0
    while position < bytes.count {
      let length = (1...4).first { length in
        position + length <= bytes.count
          && String(validating: bytes[position..<(position + length)], as: UTF8.self) != nil
      }
      if let length,
        case let scalars = String(decoding: bytes[position..<(position + length)], as: UTF8.self)
          .unicodeScalars, !scalars.contains(where: { Self.standIns.contains($0.value) })
      {
        text.append(contentsOf: scalars)
        position += length
      } else {
        text.append(Self.standIn(bytes[position]))
        position += 1
      }
    }
    self.init(text)
  }

  /// The text of a name that ends with a zero.
  package init(fileSystemText text: UnsafePointer<CChar>) {
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    self.init(fileSystemBytes: bytes)
  }

  /// The name's bytes with a zero behind them, as system calls want them. A text that contains a zero is not a
  /// name and gives the empty one, which no file has: cut at the zero it would name another file.
  package var fileSystemBytes: [CChar] {
    guard !utf8.contains(0) else { return [0] }
    guard hasStandIns else { return utf8CString.map { $0 } }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if Self.standIns.contains(scalar.value) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value - Self.bytesBegin))
      } else {
        bytes += UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
      }
    }
    return bytes + [0]
  }

  /// Whether characters stand for bytes that are none.
  private var hasStandIns: Bool {
    // The first two bytes of all of them; few texts have one such byte.
    utf8.contains(0xF4) && unicodeScalars.contains { Self.standIns.contains($0.value) }
  }

  private static func standIn(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(bytesBegin + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// The byte that a character stands for; `nil` for any other character.
  package static func byte(standingAs scalar: Unicode.Scalar) -> UInt8? {
    standIns.contains(scalar.value) ? UInt8(scalar.value - bytesBegin) : nil
  }
}

/// The names in a folder. Not API: shared by the modules that read files.
package enum FolderListing {
  /// Whether a folder has this name.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.fileSystemBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of the files and folders in a folder, in no particular order, without those that
  /// begin with a dot; `nil` if the folder doesn't exist, or may not be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder.fileSystemBytes) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: start.pointee))
        { name in
          String(
            fileSystemBytes: UnsafeBufferPointer(start: name, count: strlen(name)).map {
              UInt8(bitPattern: $0)
            })
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

/// Names of files in documents and on pages that are sent to others, for whom the folders of this machine are not
/// meant.
package enum FileNames {
  /// The last part of a path; the path itself where it has none.
  package static func name(of path: String) -> String {
    let name = (path as NSString).lastPathComponent
    return name.isEmpty || name == "/" ? path : name
  }

  /// The folder of a path: what is before its last part, without a slash at the end; empty for a name alone.
  ///
  /// Foundation's `deletingLastPathComponent` of a path of one character traps (Swift 6.3 on Linux).
  package static func folder(of path: String) -> String {
    let bytes = path.utf8
    let slash = UInt8(ascii: "/")
    guard let last = bytes.lastIndex(where: { $0 != slash }) else { return path.isEmpty ? "" : "/" }
    guard let end = bytes[...last].lastIndex(of: slash) else { return "" }
    guard let before = bytes[..<end].lastIndex(where: { $0 != slash }) else { return "/" }
    return String(path[...before])
  }

  /// The last part of a path without its ending.
  package static func stem(of path: String) -> String {
    ((path as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  /// The last parts of paths without their endings; where two are alike, the names of the nearest folders that differ, and
  /// numbers where none do. Folders of this machine are not in them.
  package static func distinctStems(of paths: [String]) -> [String] {
    let stems = paths.map(stem)
    if Set(stems).count == stems.count { return stems }
    var folders = paths.map(folder(of:))
    while !folders.contains(where: { $0.isEmpty || $0 == "/" || $0 == "." }) {
      let names = folders.map(name(of:))
      if Set(names).count == names.count { return names }
      folders = folders.map(folder(of:))
    }
    return stems.enumerated().map { "\($1) \($0 + 1)" }
  }

  /// Sentences with names in place of paths: those that are given, and absolute ones without spaces.
  package static func withoutFolders(_ sentences: [String], of paths: [String?]) -> [String] {
    // The longest first: one path may begin with another.
    let paths = paths.compactMap { $0 }.filter { $0.contains("/") && !$0.contains("://") }
      .sorted { $0.utf8.count > $1.utf8.count }
    return sentences.map { sentence in
      paths.reduce(sentence) { $0.replacing($1, with: name(of: $1)) }
        .replacing(/(^|[\s"'(,])\/(?:[^\s\/:,;"'()]+\/)+/) { $0.output.1 }
    }
  }
}

extension JSONValue {
  /// The name of a file without its folders.
  package static func fileName(_ path: String) -> JSONValue { .string(FileNames.name(of: path)) }

  /// Sentences in which files have no folders.
  package static func warnings(_ sentences: [String], of paths: [String?] = []) -> JSONValue {
    .array(FileNames.withoutFolders(sentences, of: paths).map(JSONValue.string))
  }
}
