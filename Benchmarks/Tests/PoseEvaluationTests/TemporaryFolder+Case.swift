import Foundation
import TestSupport

extension Fixture {
  /// The folder of the committed case.
  static let rendered = "rendered/p039"
}

extension TemporaryFolder {
  /// A case made of the committed one: its text with every replacement made, its pictures linked.
  func addCase(_ name: String, _ changes: [(whole: String, changed: String)] = []) throws
    -> String
  {
    let folder = "\(path)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var text = try String(
      contentsOfFile: Fixture.path("\(Fixture.rendered)/case.json"), encoding: .utf8)
    for (whole, changed) in changes {
      guard text.contains(whole) else { throw CocoaError(.formatting) }
      text = text.replacing(whole, with: changed)
    }
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/case.json"))
    for file in ["color.jpg", "depth.png", "depth_clean.png", "confidence.png"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(file)",
        withDestinationPath: Fixture.path("\(Fixture.rendered)/\(file)"))
    }
    return folder
  }
}
