import Foundation
import TestSupport
import Testing

#if os(Linux)
/// The recipes of `Examples/cluster`, on this machine alone.
@Suite(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct ClusterTests {
  private let folder: TemporaryFolder
  /// Three videos, a space in a name, and a file that is none.
  private let videos: [String]
  private let bad: String

  init() throws {
    folder = try TemporaryFolder()
    let files = FileManager.default
    videos = ["a/clip.mkv", "b/clip.mkv", "b/the other.mkv"].map(folder.path)
    for (name, fixture) in zip(
      ["a/clip.mkv", "b/clip.mkv", "b/the other.mkv"], ["late", "variable", "untagged"])
    {
      try folder.file(
        name, try Data(contentsOf: URL(filePath: Checkout.path("fixtures/video/\(fixture).mkv"))))
    }
    bad = try folder.file("b/notes.mp4", "no video")
    try folder.file("videos.txt", (videos + [bad]).map { "\($0)\n" }.joined())
    // What Slurm's does with one task: run it.
    try folder.file("bin/srun", "#!/bin/sh\nshift\nexec \"$@\"\n")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/srun"))
  }

  private func run(
    _ program: String, _ arguments: [String], _ variables: [String: String?] = [:]
  ) async throws -> ChildProcess {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment: [String: String?] = [
      "POSE3D": CommandLineRun.program, "POSE3D_HOME": Checkout.path(".deps"),
      "PATH": "\(folder.path("bin")):\(path)",
      "SLURM_SUBMIT_DIR": Checkout.path("Examples/cluster"),
    ]
    return try await ChildProcess(
      program, arguments, environment: environment.merging(variables) { $1 },
      startingIn: Checkout.path("Examples/cluster"))
  }

  /// The files below a folder of results.
  private func results(in name: String) throws -> [String: Data] {
    let place = folder.path(name)
    let paths = (FileManager.default.subpaths(atPath: place) ?? []).filter {
      $0.contains(".mkv.") || $0.contains(".mp4.")
    }
    return try Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, try Data(contentsOf: URL(filePath: "\(place)/\($0)")))
      })
  }

  @Test func `Slurm's tasks do every video once, and name the one that can't be done`()
    async throws
  {
    let one = Checkout.path("Examples/cluster/one")
    for video in videos {
      #expect(try await run(one, [video, folder.path("alone")]).exitCode == 0)
    }
    let expected = try results(in: "alone")
    #expect(expected.count == videos.count)

    var failed: [Int32] = []
    for task in [3, 4, 5] {
      let share = try await run(
        "/bin/bash",
        [
          Checkout.path("Examples/cluster/videos.sbatch"), folder.path("videos.txt"),
          folder.path("tasks"),
        ],
        [
          "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "3",
          "SLURM_ARRAY_TASK_COUNT": "3",
          "SLURM_CPUS_PER_TASK": "2",
        ])
      failed.append(share.exitCode)
      #expect(share.errors.contains("exit code 65: \(bad)\n") == (share.exitCode != 0))
    }
    // The fourth line is the first task's.
    #expect(failed == [65, 0, 0])
    #expect(try results(in: "tasks") == expected)
  }

  @Test func `Slurm's tasks each take one of n shards of a batch, counted from 1`() async throws {
    let program = try folder.file("bin/pose3d", "#!/bin/sh\necho \"$@\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var calls: [String] = []
    for task in 0..<3 {
      let share = try await run(
        "/bin/bash", [Checkout.path("Examples/cluster/batch.sbatch"), "manifest.csv", "results"],
        [
          "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "0",
          "SLURM_ARRAY_TASK_COUNT": "3",
        ])
      #expect(share.exitCode == 0)
      calls.append(share.output)
    }
    #expect(calls == (1...3).map { "batch --shard \($0)/3 manifest.csv -o results\n" })
  }

  @Test func `what is done is passed over, what was interrupted is continued`() async throws {
    let one = Checkout.path("Examples/cluster/one")
    let program = try folder.file("bin/echo-pose3d", "#!/bin/sh\necho \"$@\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let (done, left, new) = (videos[0], videos[1], videos[2])
    try folder.file("again\(done).jsonl", "whole")
    try folder.file("again\(left).jsonl", "not whole")
    try folder.file("again\(left).jsonl.resume", "what goes on")
    let place = folder.path("again")
    for (video, called) in [
      (done, ""),
      (left, "video -o \(place)/\(left).jsonl --jobs 3 --resume -- \(left)\n"),
      (new, "video -o \(place)/\(new).jsonl --jobs 3 -- \(new)\n"),
    ] {
      let run = try await run(one, [video, place], ["POSE3D": program, "THREADS": "3"])
      #expect(run.exitCode == 0)
      #expect(run.output == called)
    }
  }

  @Test(.enabled(if: Tool.has("parallel"), "apt-get install parallel"))
  func `GNU parallel does every video once, and counts the one that can't be done`() async throws {
    let log = folder.path("log.tsv")
    let run = try await run(
      "parallel",
      [
        "--joblog", log, "--jobs", "2", "./one", "{}", folder.path("parallel"), "::::",
        folder.path("videos.txt"),
      ],
      ["HOME": folder.path])
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(try results(in: "parallel").count == videos.count)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .dropFirst()
    #expect(lines.map { $0.split(separator: "\t")[6] }.sorted() == ["0", "0", "0", "65"])
  }
}
#endif
