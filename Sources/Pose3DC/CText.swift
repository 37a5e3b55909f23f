/// Text for C, where it is as long as this object lives.
final class CText: @unchecked Sendable {
  /// Ends with a zero.
  let start: UnsafePointer<CChar>
  /// Bytes before the zero.
  let length: Int

  init(_ text: String) {
    let bytes = text.utf8
    length = bytes.count
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: length + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[length] = 0
    start = UnsafePointer(copy)
  }

  deinit { start.deallocate() }
}
