import Foundation

/// A program that the tests ran as a child, and what it wrote.
package struct ChildProcess: Sendable {
  package let exitCode: Int32
  package let output: String
  package let errors: String

  /// Runs a program and waits for it without holding a thread; as many run at once as there are
  /// processors.
  ///
  /// - Parameters:
  ///   - program: its path, or its name on `PATH`.
  ///   - environment: what differs from the tests' own; `nil` takes a variable away.
  ///   - folder: where it starts; `nil` for where the tests run.
  ///   - turnstile: what limits how many run at once.
  ///   - place: the folder for what it writes to `stdout` and `stderr`.
  /// - Throws: when the program can't be started, or writes what is no text.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:],
    startingIn folder: String? = nil, place: TemporaryFolder? = nil,
    through turnstile: Turnstile = .shared
  ) async throws {
    let place = try place ?? TemporaryFolder()
    let output = try place.file("stdout", "")
    let errors = try place.file("stderr", "")
    exitCode = try await turnstile.pass {
      let process = Process()
      let isPath = program.contains("/")
      process.executableURL = URL(filePath: isPath ? program : "/usr/bin/env")
      process.arguments = (isPath ? [] : [program]) + arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging(environment.compactMapValues { $0 }) { $1 }
        .filter { environment[$0.key] != .some(nil) }
      if let folder { process.currentDirectoryURL = URL(filePath: folder) }
      let handles = [output, errors].map { FileHandle(forWritingAtPath: $0) }
      (process.standardOutput, process.standardError) = (handles[0], handles[1])
      // Foundation keeps a process that has ended, and what it wrote to; where over 1,360 files are open, its next
      // start reads beyond the list of them.
      defer { for handle in handles { try? handle?.close() } }
      return try await process.finished()
    }
    self.output = try String(contentsOfFile: output, encoding: .utf8)
    self.errors = try String(contentsOfFile: errors, encoding: .utf8)
  }
}

extension Process {
  /// Starts it; the exit status once it has ended.
  fileprivate func finished() async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try run()
      } catch {
        terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}

/// Lets so many through at a time, the others in the order in which they came.
package actor Turnstile {
  package static let shared = Turnstile(limit: max(2, ProcessInfo.processInfo.activeProcessorCount))

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) { free = limit }

  /// Runs the body when there is room.
  nonisolated func pass<Result: Sendable>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    await enter()
    do {
      let result = try await body()
      await leave()
      return result
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
