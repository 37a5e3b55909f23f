#if LiveServer
package import PoseAnalysis
public import PoseDetection
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization

/// Serves the page on which a browser's camera is measured, as `pose3d live` does.
///
/// It answers any client that has the token in its address, which is created for every server. It
/// serves the loopback by default, which no other machine reaches. Its input is limited in size,
/// rate and time.
public final class LiveServer: Sendable {
  /// The address, and the limits.
  public let configuration: LiveServerConfiguration

  private let make: @Sendable (LiveLog) throws -> any Conversation
  private let token: String
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let log = LiveLog()
  private let state = Mutex(State())
  private let places: ConnectionCount
  private let pages: PagePlaces

  private struct State {
    var listeners: [any Channel] = []
    var connections: [ObjectIdentifier: any Channel] = [:]
  }

  /// The path of a page's WebSocket, behind the token.
  static let sessionPath = "/session"
  /// Bytes that wait to be read by a page before it counts as slow.
  private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(
    low: 1 << 16, high: 1 << 18)
  /// Pieces in which a page may send a message.
  private static let maximumPieces = 64

  /// A server of the page, which doesn't listen yet.
  ///
  /// - Parameters:
  ///   - configuration: the address, and the limits.
  ///   - page: what the page measures, and where it puts recordings.
  ///   - assets: the models.
  public convenience init(
    _ configuration: LiveServerConfiguration, page: LivePageSettings, assets: DetectionAssets
  ) {
    self.init(
      configuration, page: page,
      detectors: DetectorPool(
        assets: assets, options: page.session.measurement.detection, for: .live))
  }

  /// A server of the page whose pages take their models from `detectors`, one after another, and give them
  /// back.
  ///
  /// - Parameters:
  ///   - configuration: where it listens, and its limits.
  ///   - page: what the page measures, and where it puts recordings.
  ///   - detectors: made with `page.session.measurement.detection`.
  package convenience init(
    _ configuration: LiveServerConfiguration, page: LivePageSettings, detectors: DetectorPool
  ) {
    let largest = configuration.maximumPictureSize
    self.init(configuration) { log in
      try LivePage(page, detectors: detectors, largestPicture: largest, log: log)
    }
  }

  /// - Parameters:
  ///   - token: what stands in the address.
  ///   - make: makes the conversation of a page that has come.
  init(
    _ configuration: LiveServerConfiguration, token: String = LiveServer.newToken(),
    _ make: @escaping @Sendable (LiveLog) throws -> any Conversation
  ) {
    (self.configuration, self.token, self.make) = (configuration, token, make)
    places = ConnectionCount(limit: configuration.maximumConnections)
    pages = PagePlaces(limit: configuration.maximumPages)
  }

  /// 128 bits from the system's generator, as hexadecimal digits.
  private static func newToken() -> String {
    (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Begins to listen.
  ///
  /// - Returns: the page's address, with the token.
  /// - Throws: `LiveServerError`.
  public func start() throws(LiveServerError) -> String {
    let security = try configuration.certificate.map { certificate throws(LiveServerError) in
      try ServerSecurity(certificate)
    }
    guard let host = configuration.host else {
      let first = try listen(at: "127.0.0.1", configuration.port, security)
      do throws(LiveServerError) {
        // Browsers may take ::1 for localhost; machines without it don't.
        _ = try listen(at: "::1", first, security)
      } catch {
        guard error.code == .noSuchAddress else {
          stop()
          throw error
        }
      }
      return address(of: "localhost", port: first)
    }
    guard security != nil || configuration.isInsecureAllowed || Self.isLoopback(host) else {
      throw LiveServerError(
        .insecure,
        "\(host) is reached by other machines, and without TLS anybody on the way sees what is measured, and browsers there give no camera to the page. Give a certificate and its key, or say that this is wanted"
      )
    }
    let port = try listen(at: host, configuration.port, security)
    let isAny = ["0.0.0.0", "::"].contains(host)
    return address(of: isAny ? Self.machineName : host, port: port)
  }

  /// The tally up to now.
  public var tally: LiveTally { log.tally }

  /// Ends all connections and listens no more; recordings are finished then.
  public func stop() {
    let (listeners, connections) = state.withLock { state in
      defer { (state.listeners, state.connections) = ([], [:]) }
      return (state.listeners, Array(state.connections.values))
    }
    for channel in listeners + connections { try? channel.close().wait() }
    log.waitForWork()
  }

  deinit { group.shutdownGracefully { _ in } }

  // MARK: Listening

  /// Listens at an address. Returns the port.
  private func listen(
    at host: String, _ port: Int, _ security: ServerSecurity?
  ) throws(LiveServerError) -> Int {
    let server = self
    let (places, pages) = (places, pages)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.writeBufferWaterMark, value: Self.waterMark)
      .childChannelInitializer { channel in
        guard places.enter() else { return channel.close() }
        server.remember(channel)
        channel.closeFuture.whenComplete { _ in
          places.leave()
          server.forget(channel)
        }
        return channel.eventLoop.makeCompletedFuture {
          try server.furnish(
            channel, security, pages, port: channel.localAddress?.port ?? port)
        }
      }
    let address: SocketAddress
    do {
      address = try SocketAddress.makeAddressResolvingHost(host, port: port)
    } catch { throw LiveServerError(.noSuchAddress, "this machine has no address \(host)") }
    do {
      let channel = try bootstrap.bind(to: address).wait()
      state.withLock { $0.listeners.append(channel) }
      return channel.localAddress?.port ?? port
    } catch {
      throw Self.error(error, host, port)
    }
  }

  private func remember(_ channel: any Channel) {
    state.withLock { $0.connections[ObjectIdentifier(channel)] = channel }
  }

  private func forget(_ channel: any Channel) {
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Puts a connection's handlers in their places.
  private func furnish(
    _ channel: any Channel, _ security: ServerSecurity?, _ pages: PagePlaces, port: Int
  ) throws {
    let admission = Admission(
      token: token, names: Self.names(for: configuration.host), port: port,
      isSecure: security != nil)
    let (limits, make, log) = (configuration, make, log)
    let pipeline = channel.pipeline.syncOperations
    try security?.secure(pipeline)
    let guardian = RequestGuard(limits)
    try pipeline.addHandler(guardian)
    let page = PageHandler(admission, log, guardian: guardian, timeout: limits.writeTimeout)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: limits.maximumMessageSize, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let path = try? admission.path(
          of: head, reachedAt: channel.localAddress?.ipAddress, isUpgrade: true)
        let isSession = path == LiveServer.sessionPath
        return channel.eventLoop.makeSucceededFuture(isSession ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(FrameGuard())
          try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: Self.maximumPieces,
              maxAccumulatedFrameSize: limits.maximumMessageSize))
          try pipeline.addHandler(SessionHandler(limits, pages, log) { try make(log) })
        }
      })
    let (boundGuardian, boundPage) = (
      NIOLoopBound(guardian, eventLoop: channel.eventLoop),
      NIOLoopBound(page, eventLoop: channel.eventLoop)
    )
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false,
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(boundPage.value, promise: nil)
          context.pipeline.syncOperations.removeHandler(boundGuardian.value, promise: nil)
        }
      ))
    try pipeline.addHandler(page)
  }

  // MARK: Names

  private func address(of host: String, port: Int) -> String {
    let name = host.contains(":") ? "[\(host)]" : host
    let scheme = configuration.certificate == nil ? "http" : "https"
    return "\(scheme)://\(name):\(port)/\(token)/"
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// The names under which the server may be called, besides the address at which it is reached.
  private static func names(for host: String?) -> Set<String> {
    let own: Set = ["localhost", "127.0.0.1", "::1"]
    guard let host, !isLoopback(host) else { return own }
    return own.union([host.lowercased(), machineName.lowercased()])
  }

  private static var machineName: String { ProcessInfo.processInfo.hostName }

  private static func error(_ error: any Error, _ host: String, _ port: Int) -> LiveServerError {
    let code = (error as? IOError)?.errnoCode
    switch code {
    case EADDRINUSE:
      return LiveServerError(
        .portTaken,
        "port \(port) is taken, maybe by another pose3d live. End that, or take another port; 0 is one that is free"
      )
    case EACCES, EPERM:
      return LiveServerError(
        .notPermitted,
        "port \(port) is restricted: ports below 1024 are the system's. Take a higher one")
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      return LiveServerError(.noSuchAddress, "this machine has no address \(host)")
    default:
      return LiveServerError(
        .unavailable,
        "it can't listen at \(host), port \(port): \(code.map { String(cString: strerror($0)) } ?? "\(error)")"
      )
    }
  }
}
#endif
