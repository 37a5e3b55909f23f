import PoseDocuments
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PoseVideo

/// A camera in the network that answers each request as a test wants it.
private final class LyingCamera: Sendable {
  let port: Int
  private let descriptor: Int32
  private let state = Mutex((connections: 0, requests: 0, sent: 0))

  /// Connections that were made so far.
  var connections: Int { state.withLock { $0.connections } }
  /// Connections through which something was asked.
  var requests: Int { state.withLock { $0.requests } }
  /// Bytes that the system took of what was sent without an end.
  var sent: Int { state.withLock { $0.sent } }

  /// - Parameters:
  ///   - host: one of this machine's many addresses.
  ///   - ending: the request whose answer is followed by pieces until the connection is closed.
  ///   - piece: the bytes of a piece, by its number.
  ///   - answer: to the request, given the port.
  init(
    host: String = "127.0.0.1", endlessAfter ending: String? = nil,
    piece: @escaping @Sendable (Int) -> [UInt8] = { _ in .init(repeating: 0x41, count: 1 << 16) },
    answer: @escaping @Sendable (_ request: String, _ port: Int) -> String
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr(host)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRINUSE) }
    descriptor = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread { [self] in
      // Not before this thread is done with it: the next camera's listener may get its number.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        state.withLock { $0.connections += 1 }
        Thread { [self] in
          defer { close(connection) }
          while let request = Self.request(connection) {
            state.withLock { $0.requests += 1 }
            guard Self.send(Array(answer(request, port).utf8), connection) else { return }
            guard let ending, request.hasPrefix(ending) else { continue }
            for number in 0... {
              let piece = piece(number)
              guard Self.send(piece, connection) else { return }
              state.withLock { $0.sent += piece.count }
            }
          }
        }.start()
      }
    }.start()
  }

  /// Ends the listening; connections end with their clients.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The text of a request; `nil` when the connection is ended.
  private static func request(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension LyingCamera {
  /// An answer in RTSP to a request.
  static func rtsp(_ status: String, to request: String, _ fields: String = "") -> String {
    let number = request.split(separator: "\r\n").first { $0.hasPrefix("CSeq:") } ?? "CSeq: 1"
    return "RTSP/1.0 \(status)\r\n\(number)\r\n\(fields)\r\n"
  }
}

/// What cameras may not do to the program that reads them.
@Suite(.timeLimit(.minutes(2))) struct LiveNetworkTests {
  /// The error of a stream that is opened and read.
  private func problem(
    _ address: String, byteLimit: Int = 256 << 20
  ) throws -> String? {
    var options = LiveReader.Options()
    options.byteLimit = byteLimit
    options.longestSearch = 0
    return error {
      let reader = try LiveReader(try LiveAddress(address), options: options)
      while try reader.next() != nil {}
    }?.problem
  }

  @Test(arguments: ["rtsp", "http"])
  func `a stream is redirected a few times and not for ever`(scheme: String) throws {
    let camera = try LyingCamera { request, port in
      let location = "Location: \(scheme)://127.0.0.1:\(port)/again\r\n"
      return scheme == "rtsp"
        ? LyingCamera.rtsp("302 Moved", to: request, location)
        : "HTTP/1.1 302 Found\r\n\(location)Content-Length: 0\r\n\r\n"
    }
    defer { camera.end() }
    let problem = try problem("\(scheme)://127.0.0.1:\(camera.port)/live")
    #expect(problem == "it redirects again and again: 5 redirections are followed")
    #expect((6...7).contains(camera.connections))
  }

  @Test func `RTSP on another machine is not asked for anything`() throws {
    let other = try LyingCamera(host: "127.0.0.2") { request, _ in
      LyingCamera.rtsp("404 Not Found", to: request)
    }
    let otherPort = other.port
    let camera = try LyingCamera { request, _ in
      LyingCamera.rtsp(
        "302 Moved", to: request, "Location: rtsp://127.0.0.2:\(otherPort)/secret\r\n")
    }
    defer { for camera in [camera, other] { camera.end() } }
    #expect(
      try problem("rtsp://127.0.0.1:\(camera.port)/live")
        == "it redirects to another machine, 127.0.0.2, which is not followed: give the address there"
    )
    #expect(camera.connections == 1 && other.requests == 0)
  }

  @Test(arguments: ["", "once more on the first machine"])
  func `HTTP on another machine is not asked for anything`(before: String) throws {
    let other = try LyingCamera(host: "127.0.0.2", endlessAfter: "GET") { _, _ in
      "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=x\r\n\r\n--x\r\n"
    }
    let otherPort = other.port
    let camera = try LyingCamera { request, _ in
      let isFirst = !before.isEmpty && request.hasPrefix("GET /video")
      let location = isFirst ? "/next" : "http://127.0.0.2:\(otherPort)/secret"
      return "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
    }
    defer { for camera in [camera, other] { camera.end() } }
    #expect(
      try problem("http://127.0.0.1:\(camera.port)/video")
        == "it redirects to another machine, 127.0.0.2, which is not followed: give the address there"
    )
    #expect(camera.requests == (before.isEmpty ? 1 : 2) && other.requests == 0)
  }

  @Test(arguments: [
    "Content-Type: image/jpeg\r\n\r\n",
    "Content-Type: image/jpeg\r\nContent-Length: 2000000000\r\n\r\n",
  ])
  func `a picture without an end is given up`(part: String) throws {
    let camera = try LyingCamera(endlessAfter: "GET") { _, _ in
      "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=x\r\n\r\n--x\r\n\(part)"
    }
    defer { camera.end() }
    let problem = try problem("http://127.0.0.1:\(camera.port)/video", byteLimit: 8 << 20)
    #expect(problem == "more than 8 MiB came without an image")
    #expect(camera.sent < 1 << 30)
  }

  @Test func `a compressed picture without an end is given up by its size in memory`() throws {
    let head = Array("--x\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
    let count = UInt8(head.count)
    // Deflate (RFC 1951): the head as it is, then a block by fixed codes: five bytes of value 144, and, without
    // an end, "ten bytes like the last one", two of them in three bytes.
    let begin =
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0, count, 0, ~count, 0xFF] + head
      + packed("010" + String(repeating: "110010000", count: 5))
    let ten = packed(String(repeating: "0001000" + "00000", count: 2))
    let many = [UInt8]([[UInt8]](repeating: ten, count: 20_000).joined())
    let camera = try LyingCamera(
      endlessAfter: "GET", piece: { $0 == 0 ? begin : many },
      answer: { _, _ in
        "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=x\r\n"
          + "Content-Encoding: gzip\r\n\r\n"
      })
    defer { camera.end() }
    let problem = try problem("http://127.0.0.1:\(camera.port)/video", byteLimit: 32 << 20)
    #expect(problem == "more than 32 MiB came without an image")
    // A sixth of the limit, and what the system holds of it.
    #expect(camera.sent < 24 << 20)
  }

  /// Bits as bytes, each from its lowest bit.
  private func packed(_ bits: String) -> [UInt8] {
    let bits = bits.map { $0 == "1" ? UInt8(1) : 0 }
    return stride(from: 0, to: bits.count, by: 8).map { first in
      (0..<8).reduce(0) { $0 | bits[first + $1] << UInt8($1) }
    }
  }

  @Test func `a stream by HTTP is asked for once, and not wound back`() throws {
    let file = try Fixture.bytes("video/sizes.ts")
    let padding: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0, count: 184)
    // FFmpeg takes the duration of a long MPEG-TS from its end if it may ask for that.
    let camera = try LyingCamera(
      endlessAfter: "GET", piece: { $0 == 0 ? file : padding },
      answer: { _, _ in
        "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nAccept-Ranges: bytes\r\n"
          + "Content-Length: 2000000000\r\n\r\n"
      })
    defer { camera.end() }
    let reader = try LiveReader(try LiveAddress("http://127.0.0.1:\(camera.port)/video"))
    #expect(try reader.next() != nil)
    #expect(camera.requests == 1)
  }

  @Test func `a description without an end is given up`() throws {
    let camera = try LyingCamera(endlessAfter: "DESCRIBE") { request, _ in
      request.hasPrefix("DESCRIBE")
        ? LyingCamera.rtsp(
          "200 OK", to: request,
          "Content-Type: application/sdp\r\nContent-Length: 2000000000\r\n")
        : LyingCamera.rtsp("200 OK", to: request, "Public: OPTIONS, DESCRIBE, SETUP, PLAY\r\n")
    }
    defer { camera.end() }
    let problem = try problem("rtsp://127.0.0.1:\(camera.port)/live", byteLimit: 8 << 20)
    #expect(problem == "more than 8 MiB came without an image")
    #expect(camera.sent < 1 << 30)
  }

  @Test func `a picture in pieces without a last one is given up`() throws {
    let description = """
      v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\n\
      a=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\na=control:track1\r\n
      """
    // Interleaved in RTSP: fragments (FU-A, RFC 6184) of a picture, the first of which begins it.
    let camera = try LyingCamera(
      endlessAfter: "PLAY",
      piece: { number in
        let payload = 60_000
        let (count, sequence) = (payload + 14, UInt16(truncatingIfNeeded: number))
        return [0x24, 0, UInt8(count >> 8), UInt8(count & 255)]
          + [0x80, 96, UInt8(sequence >> 8), UInt8(sequence & 255), 0, 0, 0, 1, 0, 0, 0, 7]
          + [0x7C, number == 0 ? 0x85 : 0x05] + [UInt8](repeating: 0x55, count: payload)
      },
      answer: { request, _ in
        let isDescription = request.hasPrefix("DESCRIBE")
        let fields =
          isDescription
          ? "Content-Type: application/sdp\r\nContent-Length: \(description.utf8.count)\r\n"
          : "Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
            + "Public: OPTIONS, DESCRIBE, SETUP, PLAY\r\n"
        return LyingCamera.rtsp("200 OK", to: request, fields) + (isDescription ? description : "")
      })
    defer { camera.end() }
    let problem = try problem("rtsp://127.0.0.1:\(camera.port)/live", byteLimit: 8 << 20)
    #expect(problem?.contains("more than 8 MiB came without an image") == true, "\(problem ?? "")")
    #expect(camera.sent < 1 << 30)
  }

  @Test(arguments: [
    ("rtsp://camera/live", "camera", 554), ("rtsps://camera/live", "camera", 322),
    ("http://CAMERA:8080?a=b", "camera", 8080), ("https://user:a@b@camera/x", "camera", 443),
    ("rtsp://[fe80::1]:8554/live", "[fe80::1]", 8554), ("rtsp://[fe80::1]/live", "[fe80::1]", 554),
    ("camera", "", 0),
  ])
  func `host and port of an address`(address: String, host: String, port: Int) {
    let place = LiveNetworkGuard.place(in: address)
    #expect(place.host == host && place.port == port)
  }
}
