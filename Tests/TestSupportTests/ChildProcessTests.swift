import Foundation
import TestSupport
import Testing

@testable import TestSupport

struct ChildProcessTests {
  @Test func `what a child wrote comes back, with its exit code`() async throws {
    let run = try await ChildProcess("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(run.exitCode == 3)
    #expect(run.output == "out\n")
    #expect(run.errors == "err\n")
  }

  @Test func `variables are set and taken away, and it starts in the given folder`() async throws {
    let folder = try TemporaryFolder()
    let run = try await ChildProcess(
      "sh", ["-c", "pwd -P; echo \"$ADDED\" \"${HOME-none}\""],
      environment: ["ADDED": "one", "HOME": nil], startingIn: folder.path)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix(URL(filePath: folder.path).lastPathComponent) == true)
    #expect(lines.last == "one none")
  }

  @Test func `a program that is not there is an error`() async {
    await #expect(throws: (any Error).self) { try await ChildProcess("/none/at/all", []) }
  }

  /// Each waits for a file that only the other writes: neither ends when one has to wait for the
  /// other's end.
  @Test func `two children run side by side, and hold no thread`() async throws {
    let folder = try TemporaryFolder()
    let script = "touch $0; for i in $(seq 600); do [ -e $1 ] && exit 0; sleep 0.05; done; exit 1"
    let (one, two) = (folder.path("one"), folder.path("two"))
    let own = Turnstile(limit: 2)
    async let first = ChildProcess("sh", ["-c", script, one, two], through: own)
    async let second = ChildProcess("sh", ["-c", script, two, one], through: own)
    #expect(try await [first.exitCode, second.exitCode] == [0, 0])
  }

  @Test func `no more pass a turnstile at once than it lets through, and all in the end`()
    async throws
  {
    let turnstile = Turnstile(limit: 2)
    let counter = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          try? await turnstile.pass {
            await counter.enter()
            await Task.yield()
            await counter.leave()
            // One that fails gives its place back, too.
            if index.isMultiple(of: 3) { throw CancellationError() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await counter.most <= 2)
    #expect(await counter.passed == 20)
  }

  private actor Counter {
    private var inside = 0
    private(set) var most = 0
    private(set) var passed = 0

    func enter() {
      inside += 1
      most = max(most, inside)
    }

    func leave() {
      inside -= 1
      passed += 1
    }
  }
}
