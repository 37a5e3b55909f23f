import Foundation
import Testing

extension SchemaTests {
  @Test(.enabled(if: hasValidator, note))
  func `documents of exercises are valid, and not what their schema forbids`() throws {
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
      let run = try CommandLineRun(["exercise"] + arguments)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try expectValid([plain, one], schema: "exercise")
    try expectRefused(
      whole, "exercise",
      [
        ("pose3d.exercise/1", "pose3d.exercise/2"), ("\"counted\":", "\"count\":"),
        ("\"kind\": \"skeletons\"", "\"kind\": \"points\""), ("\"ranges\":", "\"range\":"),
        ("\"layout\": \"named\"", "\"layout\": 3"), ("\"angle\": \"degree\"", "\"angle\": \"gon\""),
        ("\"longestGap\": 0.5", "\"longestGap\": -0.5"), ("\"repairs\": [", "\"repair\": ["),
      ])
  }
}
