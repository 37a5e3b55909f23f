import Foundation
import TestSupport
import Testing

/// Machines that have little, names that are no text, files that speak to the terminal.
struct FaultTests {
  private static let analysis = [
    "analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints,
  ]

  /// OpenBLAS asks for memory again and again where there is none.
  @Test(arguments: [340, 360, 380, 400, 420, 450, 480, 510, 550, 600])
  func `little memory is an error and never a hang`(megabytes: Int) async throws {
    let script = [
      "-c", "ulimit -v \(megabytes * 1000); exec timeout -s KILL 120 \"$0\" \"$@\"",
    ]
    for arguments in [["--version"], Self.analysis] {
      let run = try await CommandLineRun(arguments, through: script)
      // 127: not even the libraries fit.
      #expect(
        [0, 69, 127].contains(run.exitCode), "\(arguments[0]): \(run.exitCode) \(run.errors)")
      if run.exitCode == 69 {
        #expect(
          run.errors == "error: there is too little memory: linear algebra takes 320 MiB, "
            + "which can't be had\n")
      }
    }
  }

  /// Each of these limits is reached at another place: at the first thread of a video, at the runtime's own threads,
  /// and at those of a model.
  @Test(
    .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"),
    arguments: [1, 3, 6])
  func `too few threads are an error and never a crash or a hang`(limit: Int) async throws {
    // The limit doesn't hold for root.
    let script = """
      run="ulimit -u \(limit); exec \\"\\$0\\" \\"\\$@\\""
      if [ "$(id -u)" != 0 ]; then exec timeout -s KILL 120 bash -c "$run" "$0" "$@"; fi
      other="setpriv --reuid=65533 --clear-groups"
      $other test -r "$2" -a -x "$0" 2>/dev/null || exit 99
      exec timeout -s KILL 120 $other bash -c "$run" "$0" "$@"
      """
    let run = try await CommandLineRun(
      ["video", Fixture.path("video/squats.mp4"), "-o", "-", "--quiet"], through: ["-c", script])
    // 99: another user can't read the checkout. 0: the limit counts what others do, and there was room.
    #expect([0, 69, 99].contains(run.exitCode), "\(run.exitCode) \(run.errors)")
    if run.exitCode == 69 {
      #expect(run.errors.contains("the system refuses another thread: raise its limit"))
    }
  }

  @Test func `with a gigabyte there is enough of it`() async throws {
    let run = try await CommandLineRun(
      Self.analysis, through: ["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test func `files whose names are no text are read and written`() async throws {
    let folder = try TemporaryFolder()
    // The shell makes the byte: no Swift text has it.
    let script = """
      cd '\(folder.path)' && e=$(printf '\\351') && cp "$1" "caf$e.jpg" && cp "$2" "k$e.json" && \
      "$0" analyze "caf$e.jpg" --keypoints "k$e.json" -o "out$e.json" --overlay "over$e.png" && \
      test -s "out$e.json" && test -s "over$e.png" && "$0" angles "out$e.json" -o "a$e.txt" && \
      test -s "a$e.txt"
      """
    let run = try await CommandLineRun(
      [AnalyzeTests.color, AnalyzeTests.keypoints], through: ["-c", script])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("wrote out\\xe9.json\nwrote over\\xe9.png\n"))
  }

  @Test func `a batch reads and writes files whose names are no text`() async throws {
    let folder = try TemporaryFolder()
    let script = """
      cd '\(folder.path)' && e=$(printf '\\351') && mkdir "in$e" && cp "$1" "in$e/caf$e.jpg" && \
      { "$0" batch "in$e/caf$e.jpg" in*/c*.jpg -o "out$e"; \
        "$0" "in$e/caf$e.jpg" --keypoints "$2" -o out.json; \
        test -s "out$e/caf$e.jpg.json" && echo "the document is there"; }
      """
    let run = try await CommandLineRun(
      [AnalyzeTests.color, AnalyzeTests.keypoints], through: ["-c", script])
    #expect(!run.errors.contains("there is no such file"), "\(run.errors)")
    #expect(run.output.contains("wrote out.json"), "\(run.errors)")
    guard Checkout.hasDetection else { return }
    #expect(run.output.contains("1 of 1 file measured"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("the document is there"))
  }

  @Test func `what a terminal would obey is spelled out`() async throws {
    let folder = try TemporaryFolder()
    let name = folder.path("a\u{1B}[31m\u{9B}\u{7F}\u{202E}\n.jpg")
    let spelled = folder.path("a\\x1b[31m\\x9b\\x7f\\u{202e}\\n.jpg")
    let missing = try await CommandLineRun(["analyze", name])
    #expect(missing.errors == "error: \(spelled): there is no such file\n")
    try FileManager.default.copyItem(atPath: AnalyzeTests.color, toPath: name)
    let camera = try folder.file(
      "camera.json", Data(#"{"fx": "\u001b[2J", "fy": 1, "cx": 1, "cy": 1}"#.utf8))
    for arguments in [
      ["detect", name, "--nonsense\u{1B}[31m"], ["analyze", name, "--camera", camera],
      ["analyze", name, "--keypoints", AnalyzeTests.keypoints, "-o", name + ".json"],
      ["depth", name], ["\u{1B}[31m"],
    ] {
      let run = try await CommandLineRun(arguments)
      #expect(
        !(run.errors + run.output).unicodeScalars.contains { scalar in
          scalar != "\n" && (scalar.value < 32 || (0x7F..<0xA0).contains(scalar.value))
        }, "\(arguments): \(run.errors)")
    }
  }
}
