internal import CFFmpeg
import PoseSystem

/// The interruption of FFmpeg's waiting for a camera or a network: FFmpeg asks several times a
/// second whether to give up.
final class LiveInterrupt {
  private let isCancelled: @Sendable () -> Bool
  /// The time at which waiting ends; `nil` for never.
  private var deadline: ContinuousClock.Instant?
  /// Of a stream in the network.
  private var network: LiveNetworkGuard?
  /// The stream's violation of its limits, as a sentence.
  private(set) var problem: String?

  init(isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }

  /// Whether the caller has asked to end.
  var isCalled: Bool { isCancelled() }

  /// Whether the time is over.
  var isOverdue: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }

  /// From here on so many seconds are left, `nil` for any number, and as many bytes as without a picture.
  func allow(_ seconds: Double?) {
    deadline = seconds.map { .now + .seconds($0) }
    network?.restart()
  }

  /// Watches a stream in the network from here on; `nil` for none. It may not outlive what it watches.
  func watch(_ network: LiveNetworkGuard?) { (self.network, problem) = (network, nil) }

  /// Whether the stream does what it may not.
  var isMisused: Bool {
    if problem == nil { problem = network?.problem() }
    return problem != nil
  }

  /// Asked by FFmpeg. It lives as long as this object.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { interrupt in
        guard let interrupt else { return 1 }
        let own = Unmanaged<LiveInterrupt>.fromOpaque(interrupt).takeUnretainedValue()
        return own.isCalled || own.isOverdue || own.isMisused ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits, or until the caller asks to end. Returns whether the time passed without that.
  func sleep(_ seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isCalled {
      let rest = (end - .now) / .seconds(1)
      guard rest > 0 else { return true }
      usleep(UInt32(1e6 * min(rest, 0.05)))
    }
    return false
  }
}
