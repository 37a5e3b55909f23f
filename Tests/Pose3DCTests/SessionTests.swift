import CPose3D
import Foundation
import TestSupport
import Testing

/// Walking, functional tests and comparisons, by the functions of pose3d.h.
struct SessionTests {
  private static func walk(in folder: TemporaryFolder, seconds: Double = 5) throws -> String {
    let walk = SyntheticWalk()
    let frames = (0...Int(seconds * 50)).map { walk.markers(at: Double($0) / 50) }
    return try folder.file(
      "walk.trc",
      Data(MarkerText.trc("walk.trc", names: SyntheticWalk.names, frames: frames, rate: 50).utf8))
  }

  @Test func `the texts of a walk are the program's`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.walk(in: folder)
    let found = try FoundResult { p3_gait_file(path, nil, $0) }
    #expect(try await Products.program(["gait", path, "-o", "-"]) == found.json)
    #expect(try await Products.program(["gait", path, "--csv", "-"]) == found.text(Int(P3_CSV)))
    #expect(try await Products.program(["gait", path, "--page", "-"]) == found.text(Int(P3_PAGE)))
    #expect(found.text(Int(P3_JSON_LINES)) == nil && found.rows == 0 && found.angleNames.isEmpty)
    let group = Fixture.path("gait/men-31-40.json")
    let compared = try FoundResult { p3_gait_file(path, "{\"reference\": \"\(group)\"}", $0) }
    #expect(
      try await Products.program(["gait", path, "--reference", group, "-o", "-"]) == compared.json)
    #expect(compared.json != found.json)
  }

  @Test func `the texts of a functional test with an age are the program's`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "chair.trc",
      Data(SyntheticSquats.trc("chair.trc", depth: Array(repeating: 90, count: 6)).utf8))
    let options = #"{"age": 72, "sex": "woman", "grounding": false}"#
    let found = try FoundResult { p3_test_file(path, "5xsts", options, $0) }
    let command = ["test", "5xsts", path, "--age", "72", "--sex", "woman", "--no-grounding"]
    #expect(try await Products.program(command + ["-o", "-"]) == found.json)
    #expect(found.json?.contains("\"worse\": null") == true)
    for (options, sentence) in [
      (#"{"sex": "man"}"#, "sex is about published values: give age, too"),
      (#"{"age": 72.5}"#, "age is 72.5 where whole years were expected"),
      (#"{"age": 45}"#, "age is 45: values are published for 60 to 89 years, not for 45"),
    ] {
      let failure = #expect(throws: CallFailure.self) {
        try FoundResult { p3_test_file(path, "5xsts", options, $0) }
      }
      #expect(failure?.message.contains(sentence) == true, "\(String(describing: failure))")
    }
  }

  @Test func `the texts of a comparison are the program's, with one session and with two`()
    async throws
  {
    let path = Fixture.path("exports/lunge.trc")
    let options = #"{"rep_angle": "leftKneeFlexion", "sigma": 0.01, "grounding": false}"#
    let arguments = ["--rep-angle", "leftKneeFlexion", "--sigma", "0.01", "--no-grounding"]
    for after in [nil, path] {
      let found = try FoundResult { p3_compare_files(path, after, options, $0) }
      let command = ["compare", path] + [after].compactMap { $0 } + arguments
      #expect(try await Products.program(command + ["-o", "-"]) == found.json)
      #expect(try await Products.program(command + ["--csv", "-"]) == found.text(Int(P3_CSV)))
      #expect(try await Products.program(command + ["--page", "-"]) == found.text(Int(P3_PAGE)))
    }
  }

  /// Calls a function with C strings.
  private static func withTexts(
    _ paths: [String], _ body: ([UnsafePointer<CChar>?], Int32) -> p3_status
  ) -> p3_status {
    let texts = paths.map { strdup($0) }
    defer { for text in texts { free(text) } }
    return body(texts.map { $0.map { UnsafePointer($0) } }, Int32(texts.count))
  }

  private static func series(
    _ paths: [String], _ result: UnsafeMutablePointer<OpaquePointer?>
  ) -> p3_status {
    withTexts(paths) { p3_compare_series($0, $1, #"{"sigma": 0.01}"#, result) }
  }

  @Test func `the texts of an exercise are the program's, and its page is a report`() async throws {
    let path = Fixture.path("exports/lunge.trc")
    let options = #"{"exercise": "lunge", "sigma": 0.01, "target": "kneeFlexion=80..100"}"#
    let found = try FoundResult { p3_exercise_file(path, options, $0) }
    let arguments = [path, "--exercise", "lunge", "--sigma", "0.01"]
    let command = ["exercise"] + arguments + ["--target", "kneeFlexion=80..100"]
    #expect(try await Products.program(command + ["-o", "-"]) == found.json)
    #expect(try await Products.program(command + ["--csv", "-"]) == found.text(Int(P3_CSV)))
    let page = try #require(found.text(Int(P3_PAGE)))
    #expect(page.contains("<main id=\"report\">"))
  }

  @Test func `a report is the program's`() async throws {
    let path = Fixture.path("exports/lunge.trc")
    let options =
      #"{"sigma": 0.01, "title": "Tuesday", "subject": "P7", "date": "1 December", "note": ["one", "two"]}"#
    let found = try FoundResult { result in
      Self.withTexts([path, path]) { p3_report_files($0, $1, options, nil, nil, result) }
    }
    let command = [
      "report", path, path, "--sigma", "0.01", "--title", "Tuesday", "--subject", "P7", "--date",
      "1 December", "--note", "one", "--note", "two", "-o", "-",
    ]
    #expect(try await Products.program(command) == found.text(Int(P3_PAGE)))
    #expect(found.text(Int(P3_JSON)) == nil)
  }

  @Test(arguments: [
    (
      [1], #"{"video": "a.mp4"}"#,
      "names no camera, so that its joints can't be drawn over a.mp4: leave video out"
    ),
    ([1, 1], #"{"video": "a.mp4"}"#, "video is the video of one file, and there are 2"),
    (
      [1], #"{"video": ["a.mp4"], "no_video": true}"#,
      "video names what no_video leaves out: give one of them"
    ),
    ([1], #"{"note": 7}"#, "note is 7 where a text or a list of texts was expected"),
  ])
  func `videos and notes that don't fit are refused`(
    places: [Int], options: String, message: String
  ) throws {
    let path = Fixture.path("exports/lunge.trc")
    let refused = #expect(throws: CallFailure.self) {
      try FoundResult { result in
        Self.withTexts(places.map { _ in path }) {
          p3_report_files($0, $1, options, nil, nil, result)
        }
      }
    }
    #expect(refused?.code == "invalidOption")
    #expect(refused?.message.hasSuffix(message) == true, "\(refused?.message ?? "")")
  }

  @Test func `the texts of several sessions are the program's, and two are too few`() async throws {
    let path = Fixture.path("exports/lunge.trc")
    let found = try FoundResult { Self.series([path, path, path], $0) }
    let command = ["compare", path, path, path, "--sigma", "0.01"]
    #expect(try await Products.program(command + ["-o", "-"]) == found.json)
    #expect(try await Products.program(command + ["--csv", "-"]) == found.text(Int(P3_CSV)))
    #expect(try await Products.program(command + ["--page", "-"]) == found.text(Int(P3_PAGE)))
    let refused = #expect(throws: CallFailure.self) {
      try FoundResult { Self.series([path, path], $0) }
    }
    #expect(refused?.code == "tooFewSessions")
    #expect(refused?.message == "2 sessions: a series has three or more")
  }

  @Test func `the texts of postures at work are the program's`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.walk(in: folder)
    let options =
      #"{"sigma": 0.01, "method": "reba", "load": 8, "activity": "static,rapid", "neck": "straight"}"#
    let found = try FoundResult { p3_ergonomics_file(path, options, $0) }
    let command = [
      "ergonomics", path, "--sigma", "0.01", "--method", "reba", "--load", "8kg", "--activity",
      "rapid,static", "--neck", "straight",
    ]
    #expect(try await Products.program(command + ["-o", "-"]) == found.json)
    #expect(try await Products.program(command + ["--csv", "-"]) == found.text(Int(P3_CSV)))
    #expect(try await Products.program(command + ["--page", "-"]) == found.text(Int(P3_PAGE)))
    let refused = #expect(throws: CallFailure.self) {
      try FoundResult { p3_ergonomics_file(path, #"{"load": -3}"#, $0) }
    }
    #expect(refused?.code == "invalidOption")
    #expect(
      refused?.message == "load is -3.0: a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock")
  }

  @Test func `a warning has the interface's words`() throws {
    let path = Fixture.path("exports/lunge.trc")
    let found = try FoundResult { p3_compare_files(path, nil, nil, $0) }
    #expect(
      found.warnings.contains {
        $0.hasSuffix("so that no change can be told from none: give one of the joints as sigma")
      }, "\(found.warnings)")
  }

  @Test func `a motion that isn't there has a code of its own`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.walk(in: folder, seconds: 0.6)
    let gait = #expect(throws: CallFailure.self) {
      try FoundResult { p3_gait_file(path, nil, $0) }
    }
    #expect(gait?.code == "motionMissing" && gait?.status == p3_status(P3_DATA))
    let test = #expect(throws: CallFailure.self) {
      try FoundResult { p3_test_file(path, "5xsts", nil, $0) }
    }
    #expect(test?.code == "motionMissing")
    #expect(
      test?.message
        == "\(path): no person does this test (five times sit-to-stand): fewer rises than the test has"
    )
  }

  private static let refused: [(options: String, message: String)] = [
    (#"{"exercise": "squat"}"#, "there is no option exercise; there are layout, "),
    (#"{"fps": 0}"#, "fps is 0 where a number of frames a second, more than 0 and up to"),
    (#"{"size": [640]}"#, "size is a list of 1 where a list of two numbers, width and height,"),
    (#"{"size": [640, 0.5]}"#, "size is [640.0, 0.5] where whole numbers of pixels"),
    (#"{"person": -1}"#, "person is -1 where a whole number of at least 0 was expected"),
    (#"{"sigma": 2}"#, "sigma is 2 where metres, up to 1, was expected"),
    (#"{"height": 1.7}"#, "has joints in space, and height is about 2D keypoints: leave it out"),
  ]

  @Test(arguments: refused)
  func `an option that can't be used is named`(options: String, message: String) throws {
    let failure = #expect(throws: CallFailure.self) {
      try FoundResult { p3_gait_file(Fixture.path("exports/lunge.trc"), options, $0) }
    }
    #expect(failure?.status == p3_status(P3_USAGE) && failure?.code == "invalidOption")
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
  }

  @Test func `a test that there isn't is answered with those that there are`() {
    let failure = #expect(throws: CallFailure.self) {
      try FoundResult { p3_test_file(Fixture.path("exports/lunge.trc"), "beep", nil, $0) }
    }
    #expect(failure?.message.hasPrefix("test is beep where one of 5xsts, 30s-chair-stand") == true)
  }
}
