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
    let last = bytes.split(separator: UInt8(ascii: "\n")).last ?? []
    let summary = document["frames"] == nil ? node(in: last)?["summary"] ?? document : document
    file = document["video"]?["file"]?.string ?? document["inputs"]?["image"]?["file"]?.string
    camera = document["camera"].flatMap { CameraFile.camera(in: $0) }
    warnings =
      (try? summary["warnings"]?.list(of: "sentences"))?.compactMap(\.string) ?? []
    targets = AngleTarget.targets(in: summary)
  }
}
