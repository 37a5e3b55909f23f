import Foundation

/// A run of another program: how long it took and how much memory it needed.
struct ChildProcess {
  /// Seconds from start to end.
  let seconds: Double
  /// Seconds of all processors.
  let processorSeconds: Double
  /// The most memory that it held at a time, in megabytes.
  let megabytes: Double

  /// Runs a program, its output thrown away.
  init(_ program: String, _ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let start = Date()
    var child = pid_t()
    guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else {
      throw ChildFailure(program: program, status: errno)
    }
    var (status, usage) = (Int32(0), rusage())
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw ChildFailure(program: ([program] + arguments).joined(separator: " "), status: status)
    }
    seconds = Date().timeIntervalSince(start)
    let time = { (value: timeval) in Double(value.tv_sec) + Double(value.tv_usec) / 1e6 }
    processorSeconds = time(usage.ru_utime) + time(usage.ru_stime)
    #if os(Linux)
    megabytes = Double(usage.ru_maxrss) / 1024
    #else
    megabytes = Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}

/// A program that did not end well.
struct ChildFailure: Error, CustomStringConvertible {
  let program: String
  let status: Int32

  var description: String { "\(program): ended with status \(status)" }
}
