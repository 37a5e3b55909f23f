internal import Kinematics
internal import Pose3D
public import PoseAnalysis
internal import PoseMotion
internal import PoseGeometry
import PoseSystem

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

/// The data that is sent of a frame.
struct SentFrame {
  struct Person {
    let id: Int
    /// 0…1.
    let confidence: Double
    /// In the camera's frame, smoothed.
    let body: BodyEstimate
    /// In radians.
    let angles: [JointAngle]
    let exercise: String?
    let count: Int
    let missed: Int
    /// The points of the feet that rest on the ground; `nil` where that isn't followed.
    var contacts: [ContactPoint]?
  }

  let index: Int
  /// Seconds.
  let time: Double
  let world: WorldAxes
  /// Those whose joints are known, the most prominent first.
  let people: [Person]
  let fingers: FingerCount?

  init(
    index: Int, time: Double, world: WorldAxes, people: [Person], fingers: FingerCount? = nil
  ) {
    (self.index, self.time, self.world) = (index, time, world)
    (self.people, self.fingers) = (people, fingers)
  }

  init(_ frame: LiveFrame) {
    self.init(
      index: frame.index, time: frame.time, world: frame.world,
      people: frame.people.compactMap { person in
        person.pose.map { pose in
          Person(
            id: person.id, confidence: pose.confidence, body: pose.body, angles: person.angles,
            exercise: person.exercise.name, count: person.exercise.count,
            missed: person.exercise.missed, contacts: person.contacts)
        }
      }, fingers: frame.shownFingers)
  }
}

/// A failure to send to an address. The description is a sentence for the person who named it.
public struct SendingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable {
    /// It is no address that is sent to here.
    case invalidAddress
    /// The host isn't known, or there is no way to it.
    case unreachable
  }

  /// The kind of failure.
  public let code: Code
  /// The sentence.
  public let description: String

  init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}

/// A format of frames in datagrams.
protocol DatagramFormat {
  /// A frame's datagrams, of `Datagram.longest` bytes at most each.
  mutating func datagrams(of frame: SentFrame) -> [[UInt8]]
}

/// The common properties of all datagrams.
enum Datagram {
  /// Bytes. Ethernet carries 1,500 in one piece; 28 are headers of IPv4 and UDP, 48 of IPv6 and UDP, and
  /// tunnels take some more.
  static let longest = 1400
}

extension SentFrame {
  /// A joint's place in metres: x to the camera's right, y up, z towards the camera, origin at the camera.
  func place(_ joint: Joint, of person: Person) -> Vector3 {
    world.axes.inverse * person.body.positions[joint]
  }
}

/// A UDP socket for one receiver, which never waits.
final class DatagramSocket {
  private let descriptor: Int32

  /// A socket for an address; of several that a name has, IPv4's first, since most receivers listen there.
  ///
  /// - Throws: `SendingError`, `unreachable`.
  init(to address: SendingAddress) throws(SendingError) {
    var hints = addrinfo()
    #if canImport(Darwin)
    hints.ai_socktype = SOCK_DGRAM
    #else
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &found)
    guard code == 0, let found else {
      throw SendingError(
        .unreachable,
        "\(address): the host isn't known: \(String(cString: gai_strerror(code)).lowercased())")
    }
    defer { freeaddrinfo(found) }
    var all: [UnsafeMutablePointer<addrinfo>] = []
    var next: UnsafeMutablePointer<addrinfo>? = found
    while let one = next {
      all.append(one)
      next = one.pointee.ai_next
    }
    let ordered =
      all.filter { $0.pointee.ai_family == AF_INET }
      + all.filter { $0.pointee.ai_family != AF_INET }
    var reason = ""
    for one in ordered.map(\.pointee) {
      let descriptor = socket(one.ai_family, one.ai_socktype, one.ai_protocol)
      guard descriptor >= 0 else {
        reason = Self.words(errno)
        continue
      }
      var yes: Int32 = 1
      _ = setsockopt(
        descriptor, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      if connect(descriptor, one.ai_addr, one.ai_addrlen) == 0 {
        self.descriptor = descriptor
        return
      }
      reason = Self.words(errno)
      close(descriptor)
    }
    throw SendingError(.unreachable, "\(address): there is no way to it: \(reason)")
  }

  deinit { close(descriptor) }

  /// Sends a datagram. The problem may be that of an earlier one, for which the system has learnt
  /// by now that there is no receiver.
  func send(_ bytes: [UInt8]) -> (isSent: Bool, problem: String?) {
    if write(bytes) { return (true, nil) }
    let code = errno
    guard code == ECONNREFUSED else { return (false, Self.words(code)) }
    return (write(bytes), "no receiver listens there")
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    while true {
      #if canImport(Darwin)
      let count = Darwin.send(descriptor, bytes, bytes.count, 0)
      #else
      let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      #endif
      if count < 0 && errno == EINTR { continue }
      return count == bytes.count
    }
  }

  private static func words(_ code: Int32) -> String {
    code == EAGAIN ? "the network doesn't keep up" : String(cString: strerror(code)).lowercased()
  }
}
