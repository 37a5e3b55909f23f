#if LiveServer
internal import NIOCore
internal import NIOWebSocket

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
