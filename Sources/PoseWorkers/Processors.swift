internal import Foundation

/// The processors that the process may use.
package enum Processors {
  /// Their number, at least 1: those that the process may run on, and no more than a container's limit of time allows.
  package static let count = {
    func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
    let limits = [
      text("/proc/self/status").flatMap(allowed),
      text("/proc/self/cgroup").flatMap { timeLimit(ofGroups: $0, read: text) },
    ]
    let active = ProcessInfo.processInfo.activeProcessorCount
    return max(1, limits.compactMap { $0 }.reduce(active, min))
  }()

  /// The number of processors that a process may run on, as `taskset`, clusters and containers set it; `nil`
  /// where that isn't stated.
  ///
  /// - Parameter status: the contents of `/proc/self/status`, whose line `Cpus_allowed_list` has ranges: `0-3,8`.
  package static func allowed(inStatus status: String) -> Int? {
    let name = "Cpus_allowed_list:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    var count = 0
    for range in line.dropFirst(name.count).split(separator: ",") {
      let ends = range.split(separator: "-").map { Int($0.trimmingCharacters(in: .whitespaces)) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        (0...last).contains(first), last < 1 << 20
      else { return nil }
      count += last - first + 1
    }
    return count > 0 ? count : nil
  }

  /// The limit of time of a process's control group or of one above it, in processors, rounded up; `nil` without one.
  ///
  /// Containers are limited by `cpu.max` since control groups have version 2, which Foundation's count doesn't
  /// know: `docker run --cpus 2` on 64 processors would start 64 workers, which wait for each other and take the
  /// memory of 64. The kernel's documentation, "Control Group v2", has the format: microseconds in a period, or
  /// `max`, and the period.
  ///
  /// - Parameters:
  ///   - groups: the contents of `/proc/self/cgroup`.
  ///   - read: returns a file's contents; `nil` where there is none.
  package static func timeLimit(ofGroups groups: String, read: (String) -> String?) -> Int? {
    guard let own = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return nil
    }
    // A container sees its own group as the root, whatever the name that the process has outside.
    var parts = own.dropFirst(4).split(separator: "/")
    var limits: [Int] = []
    while true {
      let path = (["/sys/fs/cgroup"] + parts.map(String.init) + ["cpu.max"]).joined(separator: "/")
      let words = read(path)?.split(whereSeparator: \.isWhitespace) ?? []
      if words.count == 2, let time = Double(words[0]), let period = Double(words[1]), time > 0,
        period > 0
      {
        limits.append(Int((time / period).rounded(.up).clamped(1, 65_536)))
      }
      guard parts.popLast() != nil else { return limits.min() }
    }
  }
}

extension Double {
  fileprivate func clamped(_ least: Double, _ most: Double) -> Double {
    min(max(self, least), most)
  }
}
