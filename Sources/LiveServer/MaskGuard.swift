#if LiveServer
internal import NIOCore
internal import NIOWebSocket

/// Stands before what puts a message's pieces together: each has to be masked, as browsers do it (RFC 6455,
/// 5.1), so that nobody makes a proxy take a message for something else.
final class MaskGuard: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  /// A piece that isn't masked.
  struct Unmasked: Error {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard unwrapInboundIn(data).maskKey != nil else { return context.fireErrorCaught(Unmasked()) }
    context.fireChannelRead(data)
  }
}
#endif
