#if LiveServer
import Foundation

/// A connection to a server on this machine, byte by byte, as a browser or an attacker has it.
final class Wire {
  private let descriptor: Int32
  private var received: [UInt8] = []

  /// Seconds after which a test gives up on a silent server: not a measure of speed.
  private static let patience: Int32 = 20

  init(port: Int, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    let isV6 = host.contains(":")
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    descriptor = socket(isV6 ? AF_INET6 : AF_INET, kind, 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    let status: Int32
    if isV6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = in_port_t(port).bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      inet_pton(AF_INET, host, &address.sin_addr)
      status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard status == 0 else { throw Failure(what: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  struct Failure: Error {
    let what: String
  }

  /// Sends bytes. Returns whether the server takes them.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }

  /// Takes so many bytes; fewer when the server ends the connection before.
  func take(_ count: Int) throws -> [UInt8] {
    while received.count < count, try receive() {}
    defer { received.removeFirst(min(count, received.count)) }
    return Array(received.prefix(count))
  }

  /// All that comes until the server ends the connection.
  func takeAll() throws -> [UInt8] {
    while try receive() {}
    defer { received = [] }
    return received
  }

  /// The bytes up to and with an end; all where that doesn't come.
  func take(until end: String) throws -> [UInt8] {
    let end = Array(end.utf8)
    while true {
      if received.count >= end.count,
        let place = (0...(received.count - end.count)).first(where: {
          received[$0..<($0 + end.count)].elementsEqual(end)
        })
      {
        return try take(place + end.count)
      }
      guard try receive() else { return try takeAll() }
    }
  }

  /// Waits for more. Returns whether there is any; not so when the connection is ended.
  private func receive() throws -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 1000 * Self.patience) == 1 else {
      throw Failure(what: "the server sends nothing, and doesn't end the connection")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}

// MARK: WebSocket

extension Wire {
  /// A message of the server's.
  struct Message: Equatable {
    let code: UInt8
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The number with which a connection is closed.
    var closing: Int? {
      code == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil
    }
  }

  /// Sends a frame as browsers do, masked.
  @discardableResult
  func send(frame code: UInt8, _ bytes: [UInt8], isMasked: Bool = true, isLast: Bool = true) -> Bool
  {
    var frame: [UInt8] = [(isLast ? 0x80 : 0) | code]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch bytes.count {
    case ..<126: frame.append(mask | UInt8(bytes.count))
    case ..<65536: frame += [mask | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    default:
      frame.append(mask | 127)
      withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { frame += $0 }
    }
    if isMasked { frame += [0, 0, 0, 0] }
    return send(frame + bytes)
  }

  /// The next message; `nil` when the connection is ended.
  func takeMessage() throws -> Message? {
    let head = try take(2)
    guard head.count == 2 else { return nil }
    var count = Int(head[1] & 127)
    if count >= 126 {
      count = try take(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return Message(code: head[0] & 15, bytes: try take(count))
  }

  /// The next message that is no ping; `nil` when the connection is ended.
  func takeWords() throws -> Message? {
    while let message = try takeMessage() { if message.code != 9 { return message } }
    return nil
  }
}
#endif
