internal import DepthIO
public import PoseDocuments
public import PoseImaging

/// The image or video that a document of this program was made from.
public struct DocumentOrigin: Sendable {
  /// The picture or video as the user named it; `nil` when the document names none.
  public let file: String?
  /// The camera in whose frame the joints are; `nil` when it names none.
  public let camera: Camera?
  /// The warnings in the document, a sentence each.
  public let warnings: [String]

  /// The origin in a `pose3d.skeleton/1` document, JSON or JSON Lines; `nil` for any other file.
  ///
  /// Throws `noSuchFile` when there is no such file.
  public init?(contentsOf path: String) throws(FileError) {
    let bytes = try FileBytes.read(path)
    let header =
      path.lowercased().hasSuffix(".jsonl")
      ? Array(bytes.prefix { $0 != UInt8(ascii: "\n") }) : bytes
    guard let document = try? DocumentNode(parsing: header),
      document["schema"]?.string == SkeletonDocument.schema
    else { return nil }
    file = document["video"]?["file"]?.string ?? document["inputs"]?["image"]?["file"]?.string
    camera = document["camera"].flatMap { CameraFile.camera(in: $0) }
    warnings =
      (try? document["warnings"]?.list(of: "sentences"))?.compactMap(\.string) ?? []
  }
}
