#if LiveServer
internal import CPages
internal import NIOCore
internal import NIOHTTP1

/// Something that the server has for a browser. All there are stand in a table: no path is ever made
/// into the name of a file.
struct PageResource: Sendable {
  let type: String
  let bytes: [UInt8]

  /// The page and what belongs to it, by their paths behind the token.
  static let all: [String: PageResource] = [
    "/": PageResource(type: "text/html; charset=utf-8", text: pose3d_live_html()),
    "/live.css": PageResource(type: "text/css; charset=utf-8", text: pose3d_live_css()),
    "/live.js": script(pose3d_live_js()), "/link.js": script(pose3d_live_link_js()),
    "/camera.js": script(pose3d_live_camera_js()),
    "/drawing.js": script(pose3d_live_drawing_js()),
    "/speed.js": script(pose3d_live_speed_js()),
  ]

  /// A sentence for who reads it.
  init(sentence: String) {
    self.init(type: "text/plain; charset=utf-8", bytes: Array((sentence + "\n").utf8))
  }

  private static func script(_ text: UnsafePointer<CChar>) -> PageResource {
    PageResource(type: "text/javascript; charset=utf-8", text: text)
  }

  private init(type: String, text: UnsafePointer<CChar>) {
    self.init(type: type, bytes: Array(String(cString: text).utf8))
  }

  private init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }

  /// The headers of every answer: the page runs nothing from elsewhere, it can't be framed, nothing
  /// is kept, and no address is passed on.
  static func headers(host: String?, isSecure: Bool) -> HTTPHeaders {
    let socket = host.map { (isSecure ? " wss://" : " ws://") + $0 } ?? ""
    return [
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        + "media-src 'self' blob: mediastream:; connect-src 'self'\(socket); base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(self), microphone=(), geolocation=()", "Connection": "close",
    ]
  }
}
#endif
