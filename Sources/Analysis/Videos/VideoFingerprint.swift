internal import Detection
public import Documents
internal import Foundation

/// What makes two runs over a video the same: the contents of all files that are read, and every
/// setting that decides what is measured.
///
/// Settings are taken in by reflection, all of them but those that are left out by name: a new one can't
/// be forgotten.
public struct VideoFingerprint: Sendable, Equatable {
  /// A digest by what it is of, in the words of an error.
  let digests: [String: String]

  /// Settings that don't decide what is measured in a frame: how fast it is done, where models are
  /// kept, what is made of the frames afterwards, and the names of files, whose contents count.
  private static let unimportant: Set<String> = [
    "jobs", "threads", "cacheFolder", "motion", "exercise", "person", "path", "depthPath", "file",
  ]

  /// The fingerprint of a run. Reads all files once.
  ///
  /// - Parameters:
  ///   - settings: how the video is read and looked at.
  ///   - version: the program's version.
  /// - Throws: `noSuchFile` for a file that can't be read.
  public init(of settings: VideoAnalysis.Settings, version: String) throws(FileError) {
    var text = ""
    Self.describe(settings, into: &text)
    var digest = ContentDigest()
    digest.add(text)
    var digests = ["the settings": digest.hexadecimal, "the program's version": version]
    var files = [("the input", settings.path)]
    if let path = settings.depthPath { files.append(("the depth maps", path)) }
    if case .file(let path) = settings.detector.model { files.append(("the model", path)) }
    for (name, path) in files { digests[name] = try Self.digest(ofContentsAt: path) }
    if let camera = settings.camera.file {
      var digest = ContentDigest()
      digest.add(try camera.bytes())
      digests["the camera file"] = digest.hexadecimal
    }
    self.digests = digests
  }

  // MARK: Settings

  /// Adds a value and all that it holds, by name.
  private static func describe(_ value: Any, into text: inout String) {
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty || mirror.displayStyle == .struct else {
      text += "\(value);"
      return
    }
    text += "\(mirror.displayStyle.map { "\($0)" } ?? "")("
    for child in mirror.children {
      if let label = child.label, unimportant.contains(label) { continue }
      text += "\(child.label ?? ""):"
      describe(child.value, into: &text)
    }
    text += ")"
  }

  // MARK: Files

  /// The digest of a file, or of a folder's files in the order of their names.
  private static func digest(ofContentsAt path: String) throws(FileError) -> String {
    var digest = ContentDigest()
    if let names = FolderListing.names(in: path) {
      for name in names.sorted() {
        digest.add(name)
        let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
        if FolderListing.names(in: file) == nil { try add(file, to: &digest) }
      }
    } else {
      try add(path, to: &digest)
    }
    return digest.hexadecimal
  }

  /// Takes in a file of any length, piece by piece.
  private static func add(_ path: String, to digest: inout ContentDigest) throws(FileError) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw FileError(.noSuchFile, path: path, "there is no such file")
    }
    defer { try? handle.close() }
    while let piece = try? handle.read(upToCount: 1 << 22), !piece.isEmpty {
      digest.add(Array(piece))
    }
  }

  // MARK: In the journal

  /// The first line of a journal.
  var header: JSONValue {
    let parts = digests.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    return .object([("pose3d.resume", .integer(2)), ("of", .object(parts))])
  }

  /// What differs from the run that a journal's first line is of; `nil` when it is none.
  func differences(from header: DocumentNode) -> [String]? {
    guard header["pose3d.resume"] != nil, let old = header["of"] else { return nil }
    let names = Set(digests.keys).union(old.keys).sorted()
    return names.filter { old[$0]?.string != digests[$0] }
  }
}
