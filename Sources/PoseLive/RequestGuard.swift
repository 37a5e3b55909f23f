#if LiveServer
internal import NIOCore
internal import NIOWebSocket

/// Stands before everything that reads a request: it may be so many bytes and take so long, headers and
/// all. It goes when the request is a WebSocket's, which has limits of its own.
final class RequestGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let limit: Int
  private let timeout: TimeAmount
  private var received = 0
  private var isRefused = false
  private var deadline: Scheduled<Void>?

  init(_ configuration: LiveServerConfiguration) {
    limit = configuration.maximumRequestSize
    timeout = TimeAmount(configuration.requestTimeout)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
      channel.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  /// The request is there: from here on the answer has its own time.
  func requestIsComplete() { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What still comes after a refusal is read and forgotten, so that the refusal isn't lost with it.
    guard !isRefused else { return }
    received += unwrapInboundIn(data).readableBytes
    guard received <= limit else {
      isRefused = true
      let answer = context.channel.allocator.buffer(
        string: "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
          + "Content-Length: 0\r\n\r\n")
      context.writeAndFlush(NIOAny(answer), promise: nil)
      context.close(mode: .output, promise: nil)
      return
    }
    context.fireChannelRead(data)
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

/// Stands before what puts a message's pieces together, and refuses frames that the protocol forbids
/// (RFC 6455): a frame that is not masked (5.1), with which a proxy could be made to take a message for
/// something else; reserved bits, which belong to extensions that were not agreed on, and reserved opcodes (5.2).
final class FrameGuard: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  /// A frame that the protocol forbids.
  struct Violation: Error {}

  private static let opcodes: [WebSocketOpcode] = [
    .continuation, .text, .binary, .connectionClose, .ping, .pong,
  ]

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3,
      Self.opcodes.contains(frame.opcode)
    else { return context.fireErrorCaught(Violation()) }
    context.fireChannelRead(data)
  }
}
#endif
