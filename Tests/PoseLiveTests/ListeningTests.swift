#if LiveServer
import Foundation
import NIOCore
import NIOPosix
#if TLS
import NIOSSL
#endif
import TestSupport
import Testing

@testable import PoseLive

/// Where the server listens, and how many and how slow connections it bears.
@Suite struct ListeningTests {
  private func server(
    _ change: (inout LiveServerConfiguration) -> Void
  ) -> LiveServer {
    var configuration = LiveServerConfiguration()
    configuration.port = 0
    change(&configuration)
    return LiveServer(configuration, token: ServerUnderTest.token) { _ in Echo() }
  }

  private func code(_ change: (inout LiveServerConfiguration) -> Void) -> LiveServerError.Code? {
    let server = server(change)
    do throws(LiveServerError) {
      _ = try server.start()
      server.stop()
      return nil
    } catch { return error.code }
  }

  @Test func `it is reached by both addresses of the loopback`() throws {
    let server = try ServerUnderTest()
    #expect(throws: Never.self) { try Wire(port: server.port, host: "127.0.0.1") }
    if FileManager.default.fileExists(atPath: "/proc/net/if_inet6") {
      #expect(throws: Never.self) { try Wire(port: server.port, host: "::1") }
    }
    #expect(throws: Wire.Failure.self) { try Wire(port: server.port, host: "127.0.0.2") }
  }

  @Test func `a port that is taken is a sentence`() throws {
    let server = try ServerUnderTest()
    let other = self.server { $0.port = server.port }
    let error = #expect(throws: LiveServerError.self) { try other.start() }
    #expect(error?.code == .portTaken)
    #expect(
      error?.description
        == "port \(server.port) is taken, maybe by another pose3d live. End that, or take another port; 0 is one that is free"
    )
  }

  @Test func `an address that isn't this machine's is a sentence`() {
    #expect(code { ($0.host, $0.isInsecureAllowed) = ("192.0.2.1", true) } == .noSuchAddress)
    #expect(
      code { ($0.host, $0.isInsecureAllowed) = ("no.such.name.invalid", true) } == .noSuchAddress)
  }

  @Test func `other machines are served with TLS, or if that is requested`() {
    #expect(code { $0.host = "0.0.0.0" } == .insecure)
    #expect(code { ($0.host, $0.isInsecureAllowed) = ("0.0.0.0", true) } == nil)
    #expect(code { $0.host = "127.0.0.1" } == nil)
  }

  #if TLS
  @Test func `a certificate that can't be used is a sentence`() throws {
    func failure(_ certificate: String, _ key: String) -> LiveServerError? {
      let server = server {
        $0.certificate = .init(
          certificatePath: Fixture.path("tls/\(certificate)"), keyPath: Fixture.path("tls/\(key)"))
      }
      return #expect(throws: LiveServerError.self) { try server.start() }
    }
    let missing = failure("none.pem", "key.pem")
    #expect(missing?.code == .certificateUnusable)
    #expect(missing?.description == "\(Fixture.path("tls/none.pem")): it can't be read")
    #expect(
      failure("certificate.pem", "certificate.pem")?.description
        == "\(Fixture.path("tls/certificate.pem")): this is not a private key without a password in PEM"
    )
    #expect(
      failure("certificate.pem", "other.pem")?.description
        == "\(Fixture.path("tls/other.pem")): the key doesn't belong to the certificate in \(Fixture.path("tls/certificate.pem"))"
    )
  }

  @Test func `with a certificate the page is served by TLS`() throws {
    let server = server {
      $0.certificate = .init(
        certificatePath: Fixture.path("tls/certificate.pem"), keyPath: Fixture.path("tls/key.pem"))
    }
    let address = try server.start()
    defer { server.stop() }
    #expect(address.hasPrefix("https://localhost:"))
    let port = try #require(URL(string: address)?.port)
    let answer = try TLSRequest.answer(port: port, path: "/\(ServerUnderTest.token)/")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("connect-src 'self' wss://localhost:\(port);"))
    // Without TLS there is nothing to be had.
    let wire = try Wire(port: port)
    wire.send("GET /\(ServerUnderTest.token)/ HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(!String(decoding: try wire.takeAll(), as: UTF8.self).hasPrefix("HTTP/"))
  }

  @Test func `versions of TLS before 1.2 are refused`() throws {
    let server = server {
      $0.certificate = .init(
        certificatePath: Fixture.path("tls/certificate.pem"), keyPath: Fixture.path("tls/key.pem"))
    }
    let port = try #require(URL(string: try server.start())?.port)
    defer { server.stop() }
    let path = "/\(ServerUnderTest.token)/"
    for version in [TLSVersion.tlsv1, .tlsv11] {
      let answer = try? TLSRequest.answer(port: port, path: path, version)
      #expect(answer?.hasPrefix("HTTP/") != true, "\(version)")
    }
    for version in [TLSVersion.tlsv12, .tlsv13] {
      let answer = try TLSRequest.answer(port: port, path: path, version)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(version)")
    }
  }
  #else
  @Test func `without TLS in the build a certificate is refused with a sentence`() {
    let server = server { $0.certificate = .init(certificatePath: "a.pem", keyPath: "b.pem") }
    let error = #expect(throws: LiveServerError.self) { try server.start() }
    #expect(error?.code == .securityMissing)
    #expect(
      error?.description
        == "this build has no TLS: build it with the package trait TLS (make build TRAITS=TLS)")
  }
  #endif

  @Test func `a request that isn't finished is cut off`() throws {
    let server = try ServerUnderTest { $0.requestTimeout = .milliseconds(100) }
    let silent = try server.wire()
    #expect(try silent.takeAll().isEmpty)
    let half = try server.wire()
    half.send("GET /\(ServerUnderTest.token)/ HTTP/1.1\r\nHost: localhost:\(server.port)\r\n")
    #expect(try half.takeAll().isEmpty)
  }

  @Test func `200 connections are as many as there may be, and leave room when they go`() throws {
    let server = try ServerUnderTest { $0.maximumConnections = 8 }
    var wires: [Wire] = []
    for _ in 0..<200 { wires.append(try server.wire()) }
    // Those that were turned away are ended.
    for wire in wires.dropFirst(8) { #expect(try wire.takeAll().isEmpty) }
    // The others are still there.
    wires[7].send(
      "GET /\(ServerUnderTest.token)/ HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
    #expect(String(decoding: try wires[7].takeAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    wires = []
    // The server hears of it in its own time.
    var answer = ""
    while answer.isEmpty { answer = try server.answer("/") }
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `a server that has stopped is gone, and its port is free`() throws {
    var configuration = LiveServerConfiguration()
    configuration.port = 0
    let first = LiveServer(configuration, token: ServerUnderTest.token) { _ in Echo() }
    let port = try #require(URL(string: try first.start())?.port)
    first.stop()
    #expect(throws: Wire.Failure.self) { try Wire(port: port) }
    let second = server { $0.port = port }
    #expect(throws: Never.self) { try second.start() }
    second.stop()
  }
}

#if TLS
/// A request by TLS that believes any certificate.
private enum TLSRequest {
  static func answer(port: Int, path: String, _ version: TLSVersion? = nil) throws -> String {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let version {
      (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (version, version)
    }
    configuration.certificateVerification = .none
    let context = try NIOSSLContext(configuration: configuration)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let done = group.next().makePromise(of: String.self)
    let channel = try ClientBootstrap(group: group).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: "localhost"))
        try pipeline.addHandler(Collector(done))
      }
    }.connect(host: "127.0.0.1", port: port).wait()
    let request = "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
    try channel.writeAndFlush(ByteBuffer(string: request)).wait()
    return try done.futureResult.wait()
  }

  /// Collects what comes until the connection is ended.
  private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<String>
    private var text = ""

    init(_ done: EventLoopPromise<String>) { self.done = done }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      text += String(buffer: unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) { done.succeed(text) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
#endif
#endif
