internal import PoseAnalysis
internal import DepthIO
internal import PoseDocuments
internal import Foundation
internal import PoseImaging

/// The bytes of a file with a picture, read once.
struct StillFile {
  let input: FileInput
  private let bytes: [UInt8]

  /// Reads a file. Throws a `VisionFailure`, `invalidImage`, when it can't be read.
  init(_ url: URL) throws(VisionFailure) {
    guard url.isFileURL else {
      throw VisionFailure(
        .invalidImage,
        "\(url.absoluteString) is not a file: images are read from files and from Data")
    }
    do {
      let data = try Data(contentsOf: url)
      self.init(Array(data), name: url.path)
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw VisionFailure(
        .invalidImage,
        isThere ? "\(url.path): the image can't be read" : "\(url.path): there is no such file")
    }
  }

  /// The bytes of a file.
  init(_ data: Data) { self.init(Array(data), name: "image data") }

  private init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    input = FileInput(name: name, bytes: bytes)
  }

  /// The picture in it, upright. Throws a `VisionFailure`, `invalidImage`.
  func color() throws(VisionFailure) -> ColorFile {
    do throws(FileError) {
      return try ColorFile(bytes: bytes, name: input.name)
    } catch {
      throw VisionFailure(error)
    }
  }

  /// The depth map in it, upright; `nil` without one, and when it can't be read.
  func depth() -> DepthFile? {
    (try? DepthFile.embedded(inBytes: bytes, name: input.name)).flatMap { $0 }
  }

  /// The depth map of a file of depth alone. Throws a `FileError`.
  func depthAlone() throws(FileError) -> DepthFile {
    try DepthFile(bytes: bytes, name: input.name)
  }
}
