import Foundation
import Testing
@testable import PoseSending

/// Sockets of this machine.
struct PoseSenderTests {
  static let addresses: [(String, String?)] = [
    ("vmc://127.0.0.1:39539", "vmc://127.0.0.1:39539"), ("VMC://avatar", "vmc://avatar:39539"),
    ("osc://[::1]:9000/", "osc://[::1]:9000"), ("udp://10.0.0.7:5005", "udp://10.0.0.7:5005"),
    ("osc://10.0.0.7", nil), ("tcp://10.0.0.7:1", nil), ("127.0.0.1:39539", nil),
    ("udp://:5005", nil), ("udp://a:0", nil), ("udp://a:65536", nil), ("udp://a:b", nil),
    ("udp://user@a:1", nil),
  ]

  @Test(arguments: addresses)
  func `an address is read, or refused with the expected form`(text: String, read: String?) throws {
    do throws(SendingError) {
      #expect(try SendingAddress(text).description == read)
    } catch {
      #expect(read == nil && error.code == .invalidAddress)
      #expect(error.description.hasPrefix("\(text): "))
      #expect(
        error.description.hasSuffix(
          "; vmc://host:39539, osc://host:port or udp://host:port was expected"))
    }
  }

  /// A socket on a free port of the loopback address.
  private final class Receiver {
    let descriptor: Int32
    let port: Int

    init() throws {
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      self.descriptor = descriptor
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(descriptor, pointer, size) == 0 ? getsockname(descriptor, pointer, &size) : -1
        }
      }
      guard code == 0 else { throw POSIXError(.EADDRINUSE) }
      port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    func next() -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: 2048) { buffer, count in
        count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
      }
    }
  }

  @Test(arguments: SendingAddress.Format.allCases)
  func `what is sent arrives, datagram by datagram`(format: SendingAddress.Format) throws {
    let receiver = try Receiver()
    let sender = try PoseSender(
      to: try SendingAddress("\(format.rawValue)://127.0.0.1:\(receiver.port)"))
    let frame = Sent.frame(1, [(0, Sent.standing)])
    #expect(sender.send(frame) == nil)
    let expected: [[UInt8]]
    switch format {
    case .vmc:
      var format = VMCFormat()
      expected = format.datagrams(of: frame)
    case .osc: expected = OSCFormat().datagrams(of: frame)
    case .udp: expected = JSONFormat().datagrams(of: frame)
    }
    #expect(expected.count > 1)
    for datagram in expected { #expect(receiver.next() == datagram) }
    #expect(sender.tally.sent == expected.count && sender.tally.failed == 0)
  }

  @Test func `a missing receiver is reported once, and counted`() throws {
    // The receiver closes its socket once, at its end: a second close would hit another test's file.
    let port = try Receiver().port
    let sender = try PoseSender(to: try SendingAddress("udp://127.0.0.1:\(port)"))
    let problems = (0..<20).compactMap { sender.send(Sent.frame($0, [(0, Sent.standing)])) }
    #expect(
      problems == [
        "udp://127.0.0.1:\(port): no receiver listens there; what is lost from here on is counted"
      ])
    #expect(sender.tally.failed > 10)
  }

  @Test func `an unknown host is an error`() throws {
    let problem = #expect(throws: SendingError.self) {
      _ = try PoseSender(to: try SendingAddress("udp://nobody.invalid:5005"))
    }
    #expect(problem?.code == .unreachable)
  }
}
