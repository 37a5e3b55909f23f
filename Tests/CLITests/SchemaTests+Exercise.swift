import Foundation
import TestSupport
import Testing

extension SchemaTests {
  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `documents of exercises are valid, and not what their schema forbids`() async throws {
    let folder = try TemporaryFolder()
    let path = try ExerciseTests.file(in: folder)
    let (whole, plain, one) = (
      folder.path("squat.json"), folder.path("none.json"), folder.path("one.json")
    )
    for arguments in [
      [path, "--up=+y", "--sigma", "0.01", "-o", whole],
      [path, "--exercise", "none", "--smoothing", "none", "-o", plain],
      [AnglesTests.skeleton("person.json"), "-o", one],
    ] {
      let run = try await CommandLineRun(["exercise"] + arguments)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try await SchemaValidator("exercise").expect([plain, one])
    try await SchemaValidator("exercise").expect(
      whole,
      exceptWith: [
        ("pose3d.exercise/1", "pose3d.exercise/2"), ("\"counted\":", "\"count\":"),
        ("\"kind\": \"skeletons\"", "\"kind\": \"points\""), ("\"ranges\":", "\"range\":"),
        ("\"layout\": \"named\"", "\"layout\": 3"), ("\"angle\": \"degree\"", "\"angle\": \"gon\""),
        ("\"longestGap\": 0.5", "\"longestGap\": -0.5"), ("\"repairs\": [", "\"repair\": ["),
      ])
  }
}
