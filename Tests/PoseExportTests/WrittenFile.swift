import Foundation
@testable import PoseExport
import TestSupport

/// What a clip becomes as a file.
enum WrittenFile {
  static func bytes(
    _ clip: PoseClip, _ format: ExportFormat, options: ExportOptions = ExportOptions(),
    named stem: String = "clip", person: Int = 0
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let outcome = try PoseExport(of: clip, options: options, path: "clip.json", version: "0")
      .write([format], toFolder: folder.path, named: stem, inputs: [])
    return [UInt8](try Data(contentsOf: URL(filePath: outcome.files[person])))
  }

  static func text(
    _ clip: PoseClip, _ format: ExportFormat, options: ExportOptions = ExportOptions(),
    person: Int = 0
  ) throws -> String {
    String(decoding: try bytes(clip, format, options: options, person: person), as: UTF8.self)
  }
}
