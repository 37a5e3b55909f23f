package import Foundation

/// Files in the folder `fixtures`.
package enum Fixture {
  package static func path(_ name: String) -> String { Checkout.path("fixtures/\(name)") }

  package static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  package static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try data(name)) }

  package static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// What a JSON file holds.
  package static func decode<Content: Decodable>(
    _ type: Content.Type = Content.self, from name: String
  ) throws -> Content {
    try JSONDecoder().decode(type, from: data(name))
  }
}
