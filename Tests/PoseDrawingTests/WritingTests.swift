import Foundation
import Testing

@testable import PoseDrawing

@Suite("Writing the drawing")
final class WritingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pose-drawing-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func overlay() throws -> PoseOverlay {
    PoseOverlay(
      of: [try SyntheticPose.standing(width: 320, height: 240)],
      on: SyntheticPose.picture(width: 320, height: 240))
  }

  @Test("The file holds the drawing, replaces an older one, and nothing stays beside it")
  func writes() throws {
    let path = folder + "/overlay.png"
    try Data("older and longer than nothing".utf8).write(to: URL(fileURLWithPath: path))
    let overlay = try overlay()
    try overlay.write(toPath: path)
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == overlay.png())
    #expect(try contents == ["overlay.png"])
  }

  @Test("A folder that doesn't exist is named, with the reason")
  func folderMissing() throws {
    let path = folder + "/no-such-folder/overlay.png"
    let overlay = try overlay()
    let error = #expect(throws: DrawingError.self) { try overlay.write(toPath: path) }
    #expect(error?.code == .unwritable)
    #expect(error?.path == path)
    #expect(error?.description == "\(path): can't be written: No such file or directory")
    #expect(try contents == [])
  }

  @Test("A failure after writing leaves no temporary file")
  func nameIsTakenByAFolder() throws {
    let path = folder + "/overlay.png"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let overlay = try overlay()
    let error = #expect(throws: DrawingError.self) { try overlay.write(toPath: path) }
    #expect(error?.description == "\(path): can't be written: Is a directory")
    #expect(try contents == ["overlay.png"])
  }

  @Test("A path without a folder is one in the working directory, and no path is an error")
  func bareNames() throws {
    let error = #expect(throws: DrawingError.self) { try ReplacingFile.save([1], toPath: "") }
    #expect(error?.description == ": can't be written: No such file or directory")
  }
}
