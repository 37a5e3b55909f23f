internal import CTIFF

/// libtiff's handle for a file in memory, read or written. Nothing is ever printed: messages are
/// kept for the sentence of an error.
final class TIFFStream {
  /// libtiff's own handle; it lives as long as this object. `nil` when the file can't be opened.
  private(set) var tiff: OpaquePointer?
  /// The file.
  private(set) var bytes: [UInt8]
  private var position = 0
  private let messages = UnsafeMutablePointer<tiff_message>.allocate(capacity: 2)

  /// Opens bytes for reading ("r") or an empty file for writing ("w"), asking for no more than so
  /// many bytes at a time; `nil` when libtiff won't, which `error` explains.
  init(_ bytes: [UInt8] = [], mode: String, largestAllocation: Int) {
    self.bytes = bytes
    messages.initialize(repeating: tiff_message(), count: 2)
    let options = TIFFOpenOptionsAlloc()
    defer { TIFFOpenOptionsFree(options) }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(largestAllocation))
    tiff_keep_messages(options, messages, messages + 1)
    // The handle is closed in `deinit`, so that the reference it holds needn't count.
    tiff = TIFFClientOpenExt(
      "memory", mode, Unmanaged.passUnretained(self).toOpaque(),
      { TIFFStream.of($0).read($1, $2) }, { TIFFStream.of($0).write($1, $2) },
      { TIFFStream.of($0).seek($1, from: $2) }, { _ in 0 },
      { UInt64(TIFFStream.of($0).bytes.count) }, { _, _, _ in 0 }, { _, _, _ in }, options)
  }

  deinit {
    if tiff != nil { TIFFClose(tiff) }
    messages.deallocate()
  }

  /// libtiff's first error, and its first warning; `nil` when there was none.
  var error: String? { text(of: messages) }
  /// libtiff's first warning; `nil` when there was none.
  var warning: String? { text(of: messages + 1) }

  private func text(of message: UnsafeMutablePointer<tiff_message>) -> String? {
    let text = withUnsafeBytes(of: &message.pointee.text) { characters in
      String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }

  // MARK: What libtiff calls

  private static func of(_ handle: UnsafeMutableRawPointer?) -> TIFFStream {
    Unmanaged<TIFFStream>.fromOpaque(handle!).takeUnretainedValue()
  }

  private func read(_ target: UnsafeMutableRawPointer?, _ size: tmsize_t) -> tmsize_t {
    let count = Int(size)
    guard let target, count > 0, position < bytes.count else { return 0 }
    let available = min(count, bytes.count - position)
    bytes.withUnsafeBytes { source in
      target.copyMemory(from: source.baseAddress! + position, byteCount: available)
    }
    position += available
    return tmsize_t(available)
  }

  private func write(_ source: UnsafeMutableRawPointer?, _ size: tmsize_t) -> tmsize_t {
    let count = Int(size)
    guard let source, count > 0 else { return 0 }
    let overlap = min(count, max(0, bytes.count - position))
    if position > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: position - bytes.count))
    }
    let new = UnsafeRawBufferPointer(start: source, count: count)
    bytes.replaceSubrange(position..<(position + overlap), with: new)
    position += count
    return size
  }

  private func seek(_ offset: UInt64, from origin: Int32) -> UInt64 {
    let start =
      switch origin {
      case 1: position
      case 2: bytes.count
      default: 0
      }
    // Offsets from the end are negative numbers; anything else beyond 2^62 is nonsense, and reading
    // there finds nothing.
    let target = start &+ Int(truncatingIfNeeded: offset)
    position = target >= 0 && target < 1 << 62 ? target : Int.max >> 1
    return UInt64(position)
  }
}
