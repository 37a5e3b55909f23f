import Foundation
import TestSupport
import Testing

struct TemporaryFolderTests {
  @Test func `a folder and its files go with the last reference to it`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder([("a.txt", "one")])
    let path = try #require(folder?.path)
    let inner = try #require(try folder?.file("below/b.bin", [1, 2]))
    #expect(try String(contentsOfFile: "\(path)/a.txt", encoding: .utf8) == "one")
    #expect(try Data(contentsOf: URL(filePath: inner)) == Data([1, 2]))
    #expect(folder?.contents.sorted() == ["a.txt", "below"])
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a file exists as long as the body that was given it, which may throw`() throws {
    struct Stopped: Error {}
    var seen = ""
    #expect(throws: Stopped.self) {
      try withTemporaryFile("text", named: "a.json") { path in
        seen = path
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
        throw Stopped()
      }
    }
    #expect(seen.hasSuffix("/a.json"))
    #expect(!FileManager.default.fileExists(atPath: seen))
  }

  @Test func `fixtures are found, and one that is not there is an error`() throws {
    struct Camera: Decodable { let depthUnit: Double }
    #expect(try Fixture.decode(Camera.self, from: "demo/camera.json").depthUnit == 0.001)
    #expect(try Fixture.bytes("demo/color.jpg").starts(with: [0xFF, 0xD8]))
    #expect(throws: (any Error).self) { try Fixture.text("demo/none.json") }
  }
}
