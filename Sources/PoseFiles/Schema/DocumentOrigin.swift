internal import DepthIO
internal import PoseDocuments
public import PoseImaging
public import PoseMotion

/// The image or video that a document of this program was made from.
public struct DocumentOrigin: Sendable {
  /// The picture or video as the user named it; `nil` when the document names none.
  public let file: String?
  /// The camera in whose frame the joints are; `nil` when it names none.
  public let camera: Camera?
  /// The warnings in the document, a sentence each.
  public let warnings: [String]
  /// The prescribed angles by which its repetitions were judged; empty without a prescription.
  public let targets: [AngleTarget]

  /// The origin in the bytes of a `pose3d.skeleton/1` document, JSON or JSON Lines; `nil` for any other file.
  public init?(bytes: [UInt8]) {
    func node(in bytes: some Sequence<UInt8>) -> DocumentNode? {
      try? DocumentNode(parsing: Array(bytes))
    }
    func document(in bytes: some Sequence<UInt8>) -> DocumentNode? {
      node(in: bytes).flatMap { $0["schema"]?.string == SkeletonDocument.schema ? $0 : nil }
    }
    // The first of JSON Lines; that of an indented document is a bracket.
    guard
      let document = document(in: bytes.prefix { $0 != UInt8(ascii: "\n") }) ?? document(in: bytes)
    else { return nil }
    // JSON Lines have at their end what needs all frames, if they were written to their end.
    let summary =
      document["frames"] == nil
      ? node(in: Self.lastLine(of: bytes))?["summary"] ?? document : document
    file = document["video"]?["file"]?.string ?? document["inputs"]?["image"]?["file"]?.string
    camera = document["camera"].flatMap { CameraFile.camera(in: $0) }
    warnings =
      (try? summary["warnings"]?.list(of: "sentences"))?.compactMap(\.string) ?? []
    targets = AngleTarget.targets(in: summary)
  }

  /// The last line that has anything. Searched from the end: recordings have hundreds of megabytes.
  private static func lastLine(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    guard let end = bytes.lastIndex(where: { $0 != newline }) else { return [] }
    let start = bytes[..<end].lastIndex(of: newline).map { $0 + 1 } ?? 0
    return bytes[start...end]
  }
}
