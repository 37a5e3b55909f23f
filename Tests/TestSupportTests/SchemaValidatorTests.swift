import TestSupport
import Testing

@testable import TestSupport

struct SchemaValidatorTests {
  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `it separates valid from invalid files, and lists the errors of each`() async throws {
    let folder = try TemporaryFolder()
    let valid = Fixture.path("demo/keypoints.json")
    let invalid = try folder.file("none.json", #"{"schema": "pose3d.keypoints/1"}"#)
    let (numbers, report) = try await SchemaValidator("keypoints").check(
      [valid, invalid, valid], explaining: 3)
    #expect(numbers == [1])
    #expect(report.contains("none.json"))
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a file that is no JSON is an error, not an invalid document`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.json", "nothing")
    await #expect(throws: (any Error).self) {
      try await SchemaValidator("keypoints").check([file], explaining: 1)
    }
  }
}
