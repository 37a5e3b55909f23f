import Foundation

/// Files in the folder `fixtures`, found from this source file's place.
enum Fixture {
  /// The folder of the committed case.
  static let rendered = "rendered/p039"

  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "fixtures/\(name)").path
  }

  static func decode<T: Decodable>(_ type: T.Type, from name: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: path(name))))
  }
}
