internal import CEXR

/// OpenEXR's context for a file in memory, read or written. Nothing is ever printed: the first
/// message is kept for the sentence of an error.
final class EXRStream {
  /// The library's own handle; it lives as long as this object.
  private(set) var context: exr_context_t?
  /// The file.
  private(set) var bytes: [UInt8]
  /// The library's first complaint that mattered; `nil` when there was none.
  private(set) var message: String?
  private let memory = UnsafeMutablePointer<exr_memory>.allocate(capacity: 1)

  /// Opens bytes for reading; `context` is `nil` when the library won't, which `message` explains.
  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    start { exr_start_read(&context, "memory", &$0) }
  }

  /// Begins an empty file.
  init() {
    bytes = []
    start { exr_start_write(&context, "memory", EXR_WRITE_FILE_DIRECTLY, &$0) }
  }

  deinit {
    if context != nil { exr_finish(&context) }
    memory.deallocate()
  }

  /// Writes what is still missing, and closes the context; false when that failed.
  func finish() -> Bool { exr_finish(&context) == EXR_ERR_SUCCESS.rawValue }

  private func start(_ open: (inout exr_context_initializer_t) -> exr_result_t) {
    // The context is closed in `deinit`, so that the reference it holds needn't count.
    memory.initialize(
      to: exr_memory(
        owner: Unmanaged.passUnretained(self).toOpaque(),
        read: { EXRStream.of($0).read($1, count: $2, at: $3) },
        write: { EXRStream.of($0).write($1, count: $2, at: $3) }))
    var initializer = exr_context_initializer_t()
    exr_use_memory(&initializer, memory)
    // A file whose table of parts is broken is refused; the library would search it for them.
    initializer.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION
    initializer.size_fn = { _, memory in
      let owner = memory?.assumingMemoryBound(to: exr_memory.self).pointee.owner
      return Int64(EXRStream.of(owner).bytes.count)
    }
    initializer.error_handler_fn = { context, _, text in
      var memory: UnsafeMutableRawPointer?
      guard let text, exr_get_user_data(context, &memory) == 0, let memory else { return }
      let stream = EXRStream.of(memory.assumingMemoryBound(to: exr_memory.self).pointee.owner)
      stream.message = stream.message ?? String(cString: text)
    }
    guard open(&initializer) == EXR_ERR_SUCCESS.rawValue else {
      context = nil
      return
    }
    message = nil  // what was wrong with the header did no harm
  }

  // MARK: What OpenEXR calls

  private static func of(_ owner: UnsafeMutableRawPointer?) -> EXRStream {
    Unmanaged<EXRStream>.fromOpaque(owner!).takeUnretainedValue()
  }

  private func read(_ target: UnsafeMutableRawPointer?, count: UInt64, at offset: UInt64) -> Int64 {
    guard let target, count > 0, offset < UInt64(bytes.count) else { return 0 }
    let available = min(count, UInt64(bytes.count) - offset)
    bytes.withUnsafeBytes { source in
      target.copyMemory(from: source.baseAddress! + Int(offset), byteCount: Int(available))
    }
    return Int64(available)
  }

  private func write(_ source: UnsafeRawPointer?, count: UInt64, at offset: UInt64) -> Int64 {
    guard let source, let start = Int(exactly: offset), let count = Int(exactly: count) else {
      return -1
    }
    if start > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: start - bytes.count))
    }
    let overlap = min(count, bytes.count - start)
    bytes.replaceSubrange(
      start..<(start + overlap), with: UnsafeRawBufferPointer(start: source, count: count))
    return Int64(count)
  }
}
