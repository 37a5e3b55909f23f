#if LiveServer
import Dispatch
import Foundation
import Testing

@testable import PoseLive

/// A server of the page on this machine whose conversations only repeat their input.
final class ServerUnderTest {
  static let token = "0123456789abcdef"

  let server: LiveServer
  let port: Int

  /// - Parameters:
  ///   - change: what differs from the usual limits.
  ///   - make: a conversation; `nil` for one that returns the length of each message.
  init(
    _ change: (inout LiveServerConfiguration) -> Void = { _ in },
    _ make: (@Sendable (LiveLog) throws -> any Conversation)? = nil
  ) throws {
    var configuration = LiveServerConfiguration()
    configuration.port = 0
    change(&configuration)
    server = LiveServer(configuration, token: Self.token, make ?? { _ in Echo() })
    let address = try server.start()
    port = try #require(URL(string: address)?.port)
  }

  deinit { server.stop() }

  func wire(receiveBuffer: Int32? = nil) throws -> Wire {
    try Wire(port: port, receiveBuffer: receiveBuffer)
  }

  /// The answer to a request for a path behind the token.
  func answer(
    _ path: String, method: String = "GET", token: String? = ServerUnderTest.token,
    host: String? = nil, headers: [String] = []
  ) throws -> String {
    let wire = try wire()
    let prefix = token.map { "/" + $0 } ?? ""
    let lines =
      ["\(method) \(prefix)\(path) HTTP/1.1", "Host: \(host ?? "localhost:\(port)")"] + headers
    wire.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return String(decoding: try wire.takeAll(), as: UTF8.self)
  }

  /// A page's WebSocket, and the server's answer to the command for it.
  func session(
    token: String = ServerUnderTest.token, host: String? = nil, origin: String? = "own",
    receiveBuffer: Int32? = nil
  ) throws -> (wire: Wire, answer: String) {
    let wire = try wire(receiveBuffer: receiveBuffer)
    let host = host ?? "localhost:\(port)"
    var lines = [
      "GET /\(token)/session HTTP/1.1", "Host: \(host)", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if let origin { lines.append("Origin: \(origin == "own" ? "http://\(host)" : origin)") }
    wire.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return (wire, String(decoding: try wire.take(until: "\r\n\r\n"), as: UTF8.self))
  }

  /// A page's WebSocket, after the greeting.
  func page(receiveBuffer: Int32? = nil) throws -> Wire {
    let (wire, answer) = try session(receiveBuffer: receiveBuffer)
    try #require(answer.hasPrefix("HTTP/1.1 101 "))
    #expect(try wire.takeWords()?.text == "hello")
    return wire
  }
}

/// Says how long each message is, and repeats commands.
final class Echo: Conversation {
  func greeting() -> String { "hello" }

  func answer(
    to message: [UInt8], waited: Double, dropped: Int, say: @escaping @Sendable (String) -> Void
  ) -> String {
    "\(message.count) bytes"
  }

  func answer(to command: String, say: @escaping @Sendable (String) -> Void) -> String? { command }

  func end() {}
}

/// Answers a picture when it is let.
final class Slow: Conversation {
  private let gate: DispatchSemaphore
  private let begun: DispatchSemaphore

  init(gate: DispatchSemaphore, begun: DispatchSemaphore) {
    (self.gate, self.begun) = (gate, begun)
  }

  func greeting() -> String { "hello" }

  func answer(
    to message: [UInt8], waited: Double, dropped: Int, say: @escaping @Sendable (String) -> Void
  ) -> String {
    begun.signal()
    gate.wait()
    return "\(message[0]), \(dropped) dropped"
  }

  func answer(to command: String, say: @escaping @Sendable (String) -> Void) -> String? { nil }

  func end() {}
}

/// Answers every picture with much.
final class Talkative: Conversation {
  func greeting() -> String { "hello" }

  func answer(
    to message: [UInt8], waited: Double, dropped: Int, say: @escaping @Sendable (String) -> Void
  ) -> String {
    String(repeating: "words ", count: 1 << 16)
  }

  func answer(to command: String, say: @escaping @Sendable (String) -> Void) -> String? { nil }

  func end() {}
}
#endif
