#if LiveServer
internal import Foundation
internal import NIOCore
internal import NIOWebSocket

/// A page's WebSocket: its pictures and commands go to a conversation, whose answers come back.
final class SessionHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The reasons for closing a connection beyond those that the protocol has numbers for.
  enum Closing {
    static let busy = WebSocketErrorCode(codeNumber: 4001)
    static let failed = WebSocketErrorCode(codeNumber: 4002)
  }

  private let configuration: LiveServerConfiguration
  private let pages: PagePlaces
  private let log: LiveLog
  private let make: @Sendable () throws -> any Conversation
  private var conversation: PageSession?
  private var page: PagePlaces.Page?
  private var isClosing = false
  private var lastHeard = NIODeadline.now()
  private var nextPing: Scheduled<Void>?
  private var slowness: Scheduled<Void>?
  /// Messages in the second that is running.
  private var second = (start: NIODeadline.now(), messages: 0)

  init(
    _ configuration: LiveServerConfiguration, _ pages: PagePlaces, _ log: LiveLog,
    _ make: @escaping @Sendable () throws -> any Conversation
  ) {
    (self.configuration, self.pages, self.log, self.make) = (configuration, pages, log, make)
  }

  // MARK: Coming and going

  func handlerAdded(context: ChannelHandlerContext) {
    let eventLoop = context.eventLoop
    let isolated = NIOLoopBound(context, eventLoop: eventLoop)
    let handler = NIOLoopBound(self, eventLoop: eventLoop)
    let (page, admission) = pages.enter {
      eventLoop.execute { handler.value.begin(isolated.value) }
    }
    self.page = page
    switch admission {
    case .admitted: begin(context)
    case .waiting: break
    case .busy:
      say(LivePageMessage.busy, context)
      return close(Closing.busy, "another page is open", context)
    }
    schedulePing(context)
  }

  /// Begins the conversation of a page that has a place.
  private func begin(_ context: ChannelHandlerContext) {
    guard let page, !isClosing else {
      // It went while its place was being freed.
      if let page { pages.conversationHasEnded(page) }
      return
    }
    let (pages, channel) = (pages, context.channel)
    let isolated = NIOLoopBound(context, eventLoop: context.eventLoop)
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    conversation = PageSession(
      make, log,
      say: { text in
        channel.eventLoop.execute { handler.value.say(text, isolated.value) }
      },
      failed: { error in
        channel.eventLoop.execute {
          handler.value.say(LivePageMessage.failure("\(error)"), isolated.value)
          handler.value.close(Closing.failed, "it can't be measured", isolated.value)
        }
      },
      ended: { pages.conversationHasEnded(page) })
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  private func leave() {
    nextPing?.cancel()
    slowness?.cancel()
    conversation?.close()
    conversation = nil
    if let page { pages.pageHasGone(page) }
    isClosing = true
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    lastHeard = .now()
    let frame = unwrapInboundIn(data)
    guard isWithinRate() else {
      return close(.policyViolation, "too many messages in a second", context)
    }
    var bytes = frame.unmaskedData
    switch frame.opcode {
    case .binary:
      // A page that doesn't read answers gets none.
      guard context.channel.isWritable else { conversation?.drop(); return }
      conversation?.put(bytes.readBytes(length: bytes.readableBytes) ?? [])
    case .text:
      let text = bytes.readString(length: bytes.readableBytes) ?? ""
      if conversation?.put(command: text) == false {
        close(.policyViolation, "too many commands at once", context)
      }
    case .ping:
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: bytes)), promise: nil)
    case .connectionClose: close(.normalClosure, "", context)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      close(.messageTooLarge, "the message is too large", context)
    case is NIOWebSocketError, is FrameGuard.Violation:
      close(.protocolError, "this is no WebSocket's message", context)
    case is NIOWebSocketFrameAggregator.Error:
      close(.policyViolation, "the message is too large, or in too many pieces", context)
    default: context.close(promise: nil)
    }
  }

  private func isWithinRate() -> Bool {
    let now = NIODeadline.now()
    if now - second.start >= .seconds(1) { second = (now, 0) }
    second.messages += 1
    return second.messages <= configuration.maximumMessageRate
  }

  private func schedulePing(_ context: ChannelHandlerContext) {
    nextPing = context.eventLoop.assumeIsolated().scheduleTask(
      in: TimeAmount(configuration.pingInterval)
    ) { [self] in ping(context) }
  }

  private func ping(_ context: ChannelHandlerContext) {
    guard NIODeadline.now() - lastHeard < TimeAmount(configuration.silenceTimeout) else {
      return context.close(promise: nil)
    }
    let frame = WebSocketFrame(
      fin: true, opcode: .ping, data: context.channel.allocator.buffer(capacity: 0))
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    schedulePing(context)
  }

  // MARK: Writing

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    slowness?.cancel()
    if !context.channel.isWritable {
      let channel = context.channel
      slowness = context.eventLoop.assumeIsolated().scheduleTask(
        in: TimeAmount(configuration.writeTimeout)
      ) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  private func say(_ text: String, _ context: ChannelHandlerContext) {
    guard !isClosing, context.channel.isActive else { return }
    let data = context.channel.allocator.buffer(string: text)
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: data)), promise: nil)
  }

  private func close(
    _ code: WebSocketErrorCode, _ reason: String, _ context: ChannelHandlerContext
  ) {
    guard !isClosing else { return }
    leave()
    var data = context.channel.allocator.buffer(capacity: 64)
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    // What still comes is read and forgotten until the page ends the connection, so that the reason isn't
    // lost with it; who doesn't end it is cut off.
    context.close(mode: .output, promise: nil)
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(configuration.writeTimeout)) {
      channel.close(promise: nil)
    }
  }
}
#endif
