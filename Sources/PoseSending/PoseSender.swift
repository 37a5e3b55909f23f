public import PoseAnalysis
internal import Pose3D

/// Sends what a live session finds to other programs, frame by frame, as datagrams of at most 1,400 bytes,
/// so that none is cut in two on its way.
///
/// Sending never waits: what the system doesn't take at once is lost, and counted. A sender is used from one
/// thread at a time.
///
/// ```swift
/// let sender = try PoseSender(to: SendingAddress("vmc://127.0.0.1:39539"))
/// if let problem = sender.send(frame) { print(problem) }
/// ```
public final class PoseSender {
  /// The tally of sent datagrams.
  public struct Tally: Sendable, Equatable {
    /// Datagrams that were handed to the system.
    public internal(set) var sent = 0
    /// Datagrams that it didn't take, or reported as not received.
    public internal(set) var failed = 0
  }

  /// The receiver's address.
  public let address: SendingAddress
  /// The tally up to now.
  public private(set) var tally = Tally()

  private let socket: DatagramSocket
  private var format: any DatagramFormat
  private var hasFailed = false

  /// A sender that has sent nothing yet.
  ///
  /// - Throws: `SendingError`, `unreachable`, when the host isn't known, or there is no way to it.
  public init(to address: SendingAddress) throws(SendingError) {
    self.address = address
    socket = try DatagramSocket(to: address)
    format =
      switch address.format {
      case .vmc: VMCFormat()
      case .osc: OSCFormat()
      case .udp: JSONFormat()
      }
  }

  /// Sends a frame. Returns a sentence the first time that something can't be sent; later failures are
  /// counted.
  public func send(_ frame: LiveFrame) -> String? { send(SentFrame(frame)) }

  func send(_ frame: SentFrame) -> String? {
    var problem: String?
    for datagram in format.datagrams(of: frame) {
      let outcome = socket.send(datagram)
      tally.sent += outcome.isSent ? 1 : 0
      guard let reason = outcome.problem else { continue }
      tally.failed += 1
      if !hasFailed { problem = "\(address): \(reason); what is lost from here on is counted" }
      hasFailed = true
    }
    return problem
  }
}
