#if LiveServer
import PoseGeometry
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import PoseLive

/// Any client other than the page of this server, opened by its address, gets nothing.
@Suite struct RefusalTests {
  private let server: ServerUnderTest

  init() throws { server = try ServerUnderTest() }

  @Test(arguments: [
    "/", "/live.css", "/live.js", "/link.js", "/camera.js", "/drawing.js", "/speed.js",
  ])
  func `the page and what belongs to it are there`(path: String) throws {
    let answer = try server.answer(path)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.components(separatedBy: "\r\n\r\n")[1].count > 300)
  }

  @Test func `what the page asks for is all that there is`() throws {
    let page = String(decoding: try #require(PageResource.all["/"]).bytes, as: UTF8.self)
    for path in PageResource.all.keys where path != "/" {
      let scripts = PageResource.all.values.map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(scripts.contains { $0.contains(path.dropFirst()) }, "\(path) is used nowhere")
    }
    #expect(!page.contains("http://") && !page.contains("https://"))
    #expect(!page.contains("style=") && !page.contains("onclick"))
  }

  @Test func `every answer forbids what a page could be made to do`() throws {
    for answer in [
      try server.answer("/"), try server.answer("/nothing"), try server.answer("/", token: nil),
    ] {
      for header in [
        "Content-Security-Policy: default-src 'none'; script-src 'self'; ",
        "X-Content-Type-Options: nosniff\r\n", "Cache-Control: no-store\r\n",
        "Referrer-Policy: no-referrer\r\n", "X-Frame-Options: DENY\r\n", "Connection: close\r\n",
      ] {
        #expect(answer.contains(header))
      }
    }
  }

  @Test(arguments: [
    "", "/", "/0123456789abcde", "/0123456789abcdee", "/0123456789abcdef0", "/session",
  ])
  func `without the token there is a sentence and nothing else`(path: String) throws {
    let answer = try server.answer(path, token: nil)
    #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n") || path.isEmpty)
    #expect(!answer.contains("pose3d <span>"))
    if !path.isEmpty {
      #expect(
        answer.contains(
          "This address lacks the token, or has an old one. Use the address that pose3d live printed when it started."
        ))
    }
  }

  @Test(arguments: [
    "example.org", "example.org:PORT", "localhost.example.org:PORT", "localhost:1", "localhost",
    "localhost:PORTx", "[::2]:PORT", "0.0.0.0:PORT", "192.168.0.1:PORT",
  ])
  func `under another name the server isn't there`(name: String) throws {
    let host = name.replacing("PORT", with: "\(server.port)")
    #expect(try server.answer("/", host: host).hasPrefix("HTTP/1.1 421 "))
    let session = try server.session(host: host, origin: "http://\(host)")
    #expect(session.answer.hasPrefix("HTTP/1.1 421 "))
  }

  @Test func `an address that ends with the token leads to the page`() throws {
    let answer = try server.answer("")
    #expect(answer.hasPrefix("HTTP/1.1 308 "))
    #expect(answer.contains("Location: /\(ServerUnderTest.token)/\r\n"))
  }

  @Test func `a machine with both kinds of address has its own of version 4`() throws {
    let admission = Admission(token: "abc", names: [], port: 80, isSecure: false)
    func status(_ host: String, at address: String) -> HTTPResponseStatus? {
      let head = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/abc/", headers: ["Host": host])
      do throws(Admission.Refusal) {
        return try admission.path(of: head, reachedAt: address) == "/" ? .ok : nil
      } catch { return error.status }
    }
    #expect(status("192.0.2.2", at: "::ffff:192.0.2.2") == .ok)
    #expect(status("192.0.2.2", at: "::FFFF:192.0.2.2") == .ok)
    #expect(status("[fd00::2]", at: "fd00::2") == .ok)
    #expect(status("192.0.2.3", at: "::ffff:192.0.2.2") == .misdirectedRequest)
    #expect(status("1:2", at: "::ffff:1:2") == .misdirectedRequest)
  }

  @Test(arguments: ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
  func `the names of this machine are its own`(name: String) throws {
    #expect(try server.answer("/", host: "\(name):\(server.port)").hasPrefix("HTTP/1.1 200 "))
  }

  @Test(arguments: [
    "https://example.org", "http://localhost", "https://localhost:PORT", "null",
    "http://localhost.example.org:PORT", "http://127.0.0.1:PORT",
  ])
  func `another origin gets neither page nor session`(name: String) throws {
    let origin = name.replacing("PORT", with: "\(server.port)")
    let page = try server.answer("/", headers: ["Origin: \(origin)"])
    #expect(page.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    #expect(
      page.contains(
        "Only the page of this server may talk to it, and this request comes from \(origin)."))
    #expect(try server.session(origin: origin).answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
  }

  @Test func `a session needs an origin and the token`() throws {
    #expect(try server.session(origin: nil).answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    #expect(try server.session(token: "0123456789abcdee").answer.hasPrefix("HTTP/1.1 403 "))
    #expect(try server.session().answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    #expect(try server.answer("/session").hasPrefix("HTTP/1.1 426 "))
  }

  @Test(arguments: [
    "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/live.js", "/./live.js", "//live.js",
    "/live.js/", "/live.js?x", "/recordings/", "/recordings/../live.js",
    "/recordings/..%2f..%2fetc%2fpasswd", "/recordings//etc/passwd", "/recordings/live.jsonl",
  ])
  func `no path leads out of the table`(path: String) throws {
    #expect(try server.answer(path).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
  }

  @Test func `only reading is answered`() throws {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
      #expect(try server.answer("/", method: method).hasPrefix("HTTP/1.1 405 "))
    }
    let body = try server.answer("/", headers: ["Content-Length: 1000000000000"])
    #expect(body.hasPrefix("HTTP/1.1 413 "))
    #expect(
      try server.answer("/", headers: ["Transfer-Encoding: chunked"]).hasPrefix("HTTP/1.1 413 "))
    let head = try server.answer("/", method: "HEAD")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test func `one host is named`() throws {
    #expect(try server.answer("/", headers: ["Host: localhost"]).hasPrefix("HTTP/1.1 400 "))
  }

  @Test func `headers have a limit`() throws {
    let long = String(repeating: "x", count: 100_000)
    #expect(try server.answer("/", headers: ["X: \(long)"]).hasPrefix("HTTP/1.1 431 "))
    let many = (0..<5000).map { "X\($0): x" }
    let answer = try server.answer("/", headers: many)
    #expect(answer.hasPrefix("HTTP/1.1 431 ") || answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    #expect(try server.answer("/\(long)").hasPrefix("HTTP/1.1 431 "))
  }

  @Test(arguments: 0..<8) func `garbage ends the connection and nothing else`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let wire = try server.wire()
    wire.send(
      (0..<2000).map { _ in UInt8(truncatingIfNeeded: random.next()) } + Array("\r\n\r\n".utf8))
    let answer = String(decoding: try wire.takeAll(), as: UTF8.self)
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
    #expect(try server.answer("/").hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `no two servers have the same token`() throws {
    var configuration = LiveServerConfiguration()
    configuration.port = 0
    let servers = (0..<2).map { _ in LiveServer(configuration) { _ in Echo() } }
    defer { for server in servers { server.stop() } }
    let tokens = try servers.map {
      try #require(URL(string: try $0.start())?.path(percentEncoded: false))
    }
    #expect(tokens[0] != tokens[1])
    #expect(tokens.allSatisfy { $0.count == 34 })
  }
}
#endif
