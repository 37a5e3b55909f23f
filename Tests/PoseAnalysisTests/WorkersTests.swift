import Foundation
import PoseDetection
import PoseDocuments
import PoseFiles
import PoseWorkers
import TestSupport
import Testing

@testable import PoseAnalysis

@Suite struct WorkersTests {
  @Test func `permits may be released while some are taken`() {
    let permits = Permits(2)
    permits.wait()
    permits.wait()
    permits.signal()
    permits.wait()
  }

  @Test func `a queue may be released while elements are in it`() {
    let queue = BoundedQueue<Int>(capacity: 3)
    queue.push(1)
    queue.push(2)
    #expect(queue.pop() == 1)
  }

  /// What a thread's work holds, and takes a while to free, as networks do.
  private final class Held: Sendable {
    let isFree: CancellationFlag

    init(_ isFree: CancellationFlag) { self.isFree = isFree }

    deinit {
      usleep(20_000)
      isFree.set()
    }
  }

  @Test func `a thread that was waited for has freed what it held`() throws {
    let isFree = CancellationFlag()
    let started = {
      let held = Held(isFree)
      return WorkerThread("test") { withExtendedLifetime(held) {} }
    }()
    let thread = try #require(started)
    thread.join()
    thread.join()
    #expect(isFree.isSet)
  }

  @Test func `a thread that nobody waits for works`() {
    let done = Permits(0)
    _ = WorkerThread("test") { done.signal() }
    done.wait()
  }

  /// The process's groups, the files of limits, and the number.
  private static let limits: [(String, [String: String], Int?)] = [
    ("0::/\n", ["/sys/fs/cgroup/cpu.max": "200000 100000\n"], 2),
    ("0::/\n", ["/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2),
    ("0::/\n", ["/sys/fs/cgroup/cpu.max": "1000 100000\n"], 1),
    ("0::/\n", ["/sys/fs/cgroup/cpu.max": "max 100000\n"], nil),
    ("0::/\n", [:], nil),
    ("0::/\n", ["/sys/fs/cgroup/cpu.max": "1e300 1"], 65_536),
    ("0::/\n", ["/sys/fs/cgroup/cpu.max": "nan 0"], nil),
    // The group above has less.
    (
      "0::/jobs/a\n",
      [
        "/sys/fs/cgroup/jobs/a/cpu.max": "800000 100000",
        "/sys/fs/cgroup/jobs/cpu.max": "300000 100000",
      ],
      3
    ),
    // The name that the group has outside of the container.
    ("0::/system.slice/docker-1.scope\n", ["/sys/fs/cgroup/cpu.max": "400000 100000"], 4),
    // Version 1, which Foundation knows.
    ("4:cpu,cpuacct:/a\n1:name=systemd:/a\n", ["/sys/fs/cgroup/cpu.max": "100000 100000"], nil),
    ("", [:], nil),
  ]

  @Test(arguments: limits)
  func `a container's limit of processor time is a number of processors`(
    groups: String, files: [String: String], limit: Int?
  ) {
    #expect(Processors.timeLimit(ofGroups: groups) { files[$0] } == limit)
  }

  @Test(arguments: [
    ("Name:\ta\nCpus_allowed_list:\t0\nThreads:\t1\n", 1),
    ("Cpus_allowed_list:\t0-3,8,10-11\n", 7), ("Cpus_allowed_list:\t63\n", 1),
    ("Cpus_allowed_list:\t\n", nil), ("Cpus_allowed_list:\t3-1\n", nil),
    ("Cpus_allowed_list:\t-1\n", nil),
    ("Cpus_allowed_list:\t0-99999999999999999999\n", nil), ("Cpus_allowed_list:\t0-1-2\n", nil),
    ("Cpus_allowed_list:\ta\n", nil), ("", nil),
  ])
  func `the processors that a process may run on are counted`(status: String, count: Int?) {
    #expect(Processors.allowed(inStatus: status) == count)
  }

  @Test func `there is a processor`() {
    #expect((1...max(1, ProcessInfo.processInfo.activeProcessorCount)).contains(Processors.count))
  }

  // Threads that only sent a last message freed the models while the program was ending.
  @Test(.enabled(if: Checkout.hasDetection))
  func `threads of a video that were waited for have freed what they held`() throws {
    var settings = VideoAnalysis.Settings(path: LiveClip.path)
    settings.jobs = 2
    let analysis = try VideoAnalysis(settings)
    let detectors = DetectorPool(
      assets: try .installed(), options: settings.measurement.detection, for: .video)
    let isFree = CancellationFlag()
    let pool = try {
      let held = Held(isFree)
      return try WorkerPool(
        analysis, analysis.chunks, from: 0, detectors: detectors,
        isStopped: { withExtendedLifetime(held) { true } })
    }()
    while pool.next() != nil {}
    #expect(isFree.isSet)
  }
}
