internal import DepthIO
internal import PoseDocuments
public import PoseImaging

/// The image or video that a document of this program was made from.
public struct DocumentOrigin: Sendable {
  /// The picture or video as the user named it; `nil` when the document names none.
  public let file: String?
  /// The camera in whose frame the joints are; `nil` when it names none.
  public let camera: Camera?
  /// The warnings in the document, a sentence each.
  public let warnings: [String]

  /// The origin in the bytes of a `pose3d.skeleton/1` document, JSON or JSON Lines; `nil` for any other file.
  public init?(bytes: [UInt8]) {
    func document(in bytes: some Sequence<UInt8>) -> DocumentNode? {
      let found = try? DocumentNode(parsing: Array(bytes))
      return found?["schema"]?.string == SkeletonDocument.schema ? found : nil
    }
    // The first of JSON Lines has it all; that of an indented document is a bracket.
    guard
      let document = document(in: bytes.prefix { $0 != UInt8(ascii: "\n") }) ?? document(in: bytes)
    else { return nil }
    file = document["video"]?["file"]?.string ?? document["inputs"]?["image"]?["file"]?.string
    camera = document["camera"].flatMap { CameraFile.camera(in: $0) }
    warnings =
      (try? document["warnings"]?.list(of: "sentences"))?.compactMap(\.string) ?? []
  }
}
