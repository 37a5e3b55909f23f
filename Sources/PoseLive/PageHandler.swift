#if LiveServer
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// Answers a request with what the table of resources has, with a recording, or with a refusal; then the
/// connection ends.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let admission: Admission
  private let log: LiveLog
  private let guardian: RequestGuard
  private let timeout: TimeAmount
  private var head: HTTPRequestHead?
  private var isAnswered = false

  /// Bytes of a recording that are read at a time.
  private static let piece = 1 << 17

  init(
    _ admission: Admission, _ log: LiveLog, guardian: RequestGuard, timeout: Duration
  ) {
    (self.admission, self.log, self.guardian) = (admission, log, guardian)
    self.timeout = TimeAmount(timeout)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isAnswered else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      // A body is refused before it comes.
      if case .failure(let refusal) = path(of: head, context) { refuse(refusal, head, context) }
    case .body: break
    case .end:
      guard let head else { return }
      switch path(of: head, context) {
      case .success(let path): answer(head, path, context)
      case .failure(let refusal): refuse(refusal, head, context)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A WebSocket that is refused is answered like any other request, with the reason.
    guard !(error is NIOWebSocketUpgradeError) else { return }
    // To what isn't HTTP NIO has answered; what still comes of it is read and forgotten.
    context.close(mode: error is HTTPParserError ? .output : .all, promise: nil)
  }

  private func path(
    of head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) -> Result<String, Admission.Refusal> {
    let isUpgrade = head.headers.contains(name: "upgrade")
    return Result { () throws(Admission.Refusal) in
      try admission.path(
        of: head, reachedAt: context.channel.localAddress?.ipAddress, isUpgrade: isUpgrade)
    }
  }

  private func answer(
    _ head: HTTPRequestHead, _ path: String, _ context: ChannelHandlerContext
  ) {
    let recordings = "/recordings/"
    if path.isEmpty {
      // What the page loads lies behind the slash.
      let moved = PageResource(sentence: "The page's address ends with a slash.")
      send(
        moved, .permanentRedirect, head, context,
        further: ["Location": "/\(admission.token)/"])
    } else if let resource = PageResource.all[path] {
      send(resource, .ok, head, context)
    } else if path == LiveServer.sessionPath {
      let refusal = "Only the page talks to this address, by a WebSocket of version 13."
      send(PageResource(sentence: refusal), .upgradeRequired, head, context)
    } else if path.hasPrefix(recordings),
      let file = log.path(ofRecording: String(path.dropFirst(recordings.count)))
    {
      send(file, named: String(path.dropFirst(recordings.count)), head, context)
    } else {
      send(PageResource(sentence: "There is nothing at this address."), .notFound, head, context)
    }
  }

  private func refuse(
    _ refusal: Admission.Refusal, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    send(PageResource(sentence: refusal.sentence), refusal.status, head, context)
  }

  // MARK: Sending

  private func send(
    _ resource: PageResource, _ status: HTTPResponseStatus, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext, further: HTTPHeaders = [:]
  ) {
    begin(
      status, head, context, type: resource.type, length: resource.bytes.count, further: further)
    if head.method != .HEAD {
      let body = context.channel.allocator.buffer(bytes: resource.bytes)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    end(context)
  }

  private func send(
    _ path: String, named name: String, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
      (try? file.seek(toOffset: 0)) != nil
    else {
      let gone = PageResource(sentence: "The recording is not where it was written any more.")
      return send(gone, .gone, head, context)
    }
    begin(
      .ok, head, context, type: "application/jsonl", length: Int(size),
      further: ["Content-Disposition": "attachment; filename=\"\(name)\""])
    head.method == .HEAD ? end(context) : sendRest(of: file, context)
  }

  /// Piece by piece, each when the one before is on its way.
  private func sendRest(of file: FileHandle, _ context: ChannelHandlerContext) {
    guard let piece = try? file.read(upToCount: Self.piece), !piece.isEmpty else {
      return end(context)
    }
    let body = context.channel.allocator.buffer(bytes: piece)
    let written = context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body))))
    let deadline = closing(context)
    written.assumeIsolated().whenComplete { [self] result in
      deadline.cancel()
      if case .success = result { sendRest(of: file, context) }
    }
  }

  private func begin(
    _ status: HTTPResponseStatus, _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
    type: String, length: Int, further: HTTPHeaders = [:]
  ) {
    isAnswered = true
    guardian.requestIsComplete()
    var headers = PageResource.headers(
      host: head.headers["host"].first.flatMap(Self.harmless), isSecure: admission.isSecure)
    headers.add(name: "Content-Type", value: type)
    headers.add(name: "Content-Length", value: "\(length)")
    headers.add(contentsOf: further)
    if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD") }
    let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
  }

  /// A host that may stand in a policy: a name and a port.
  private static func harmless(_ host: String) -> String? {
    let isSound = host.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || ".:-[]".utf8.contains(byte)
    }
    return isSound ? host : nil
  }

  private func end(_ context: ChannelHandlerContext) {
    let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    let deadline = closing(context)
    written.assumeIsolated().whenComplete { _ in
      deadline.cancel()
      context.close(promise: nil)
    }
  }

  /// Ends the connection unless the reader goes on.
  private func closing(_ context: ChannelHandlerContext) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
      channel.close(promise: nil)
    }
  }
}
#endif
