internal import CEXR
internal import PoseDocuments

/// One part of an OpenEXR file: a picture with its channels.
struct EXRPart {
  struct Channel {
    let name: String
    let type: exr_pixel_type_t
    /// Every so many columns there is a sample, and every so many rows.
    let stepX: Int
    /// Every so many columns there is a sample, and every so many rows.
    let stepY: Int

    /// Whether there is a sample for every pixel.
    var isFull: Bool { stepX == 1 && stepY == 1 }

    /// The number of samples in some columns of a row that has some.
    func count(in columns: Range<Int>) -> Int {
      stepX == 1 ? columns.count : columns.count { $0 % stepX == 0 }
    }
  }

  /// A rectangle of pixels.
  struct Window: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    var columns: Range<Int> { x..<x + width }
    var rows: Range<Int> { y..<y + height }

    init(_ box: exr_attr_box2i_t) {
      (x, y) = (Int(box.min.x), Int(box.min.y))
      (width, height) = (Int(box.max.x) - x + 1, Int(box.max.y) - y + 1)
    }
  }

  let index: Int32
  let channels: [Channel]
  /// The pixels that are stored.
  let dataWindow: Window
  /// The pixels of the picture: some may not be stored, and some that are stored may lie outside.
  let displayWindow: Window
  /// Whether there are several samples a pixel.
  let isDeep: Bool
  private let isTiled: Bool
  private let compression: exr_compression_t
  private let stream: EXRStream

  /// Whether half floats come out changed: B44 packs four by four of them into fixed room.
  var changesHalfFloats: Bool {
    compression == EXR_COMPRESSION_B44 || compression == EXR_COMPRESSION_B44A
  }

  /// The parts of a file. Throws `damaged`.
  static func all(in file: InputFile) throws(FileError) -> [EXRPart] {
    let stream = EXRStream(reading: file.bytes)
    var count: Int32 = 0
    guard let context = stream.context, exr_get_count(context, &count) == 0 else {
      throw damaged(file, stream)
    }
    var parts: [EXRPart] = []
    for index in 0..<count {
      guard let part = EXRPart(stream, context, index) else { throw damaged(file, stream) }
      parts.append(part)
    }
    return parts
  }

  private init?(_ stream: EXRStream, _ context: exr_context_t, _ index: Int32) {
    var (data, display) = (exr_attr_box2i_t(), exr_attr_box2i_t())
    var (storage, compression) = (EXR_STORAGE_SCANLINE, EXR_COMPRESSION_NONE)
    var list: UnsafePointer<exr_attr_chlist_t>?
    guard exr_get_data_window(context, index, &data) == 0,
      exr_get_display_window(context, index, &display) == 0,
      exr_get_storage(context, index, &storage) == 0,
      exr_get_compression(context, index, &compression) == 0,
      exr_get_channels(context, index, &list) == 0, let list = list?.pointee
    else { return nil }
    self.stream = stream
    self.index = index
    self.compression = compression
    (dataWindow, displayWindow) = (Window(data), Window(display))
    isDeep = storage == EXR_STORAGE_DEEP_SCANLINE || storage == EXR_STORAGE_DEEP_TILED
    isTiled = storage == EXR_STORAGE_TILED
    channels = UnsafeBufferPointer(start: list.entries, count: Int(list.num_channels)).map {
      Channel(
        name: String(cString: $0.name.str), type: $0.pixel_type,
        stepX: max(1, Int($0.x_sampling)), stepY: max(1, Int($0.y_sampling)))
    }
  }

  // MARK: Pixels

  /// The floating-point samples of a channel in the display window, row by row, NaN where none are
  /// stored. Half precision is widened. Throws as `decode(_:filler:of:_:)` does.
  func floats(_ name: String, of file: InputFile) throws(FileError) -> [Float] {
    try decode([name], filler: .nan, of: file) { samples, index in samples.float(at: index) }
  }

  /// The same of a channel of integers, 0 where none are stored.
  func integers(_ name: String, of file: InputFile) throws(FileError) -> [UInt32] {
    try decode([name], filler: 0, of: file) { samples, index in samples.integer(at: index) }
  }

  /// A run of samples as they are stored.
  struct Run {
    fileprivate let start: UnsafeRawPointer
    fileprivate let type: exr_pixel_type_t

    func float(at index: Int) -> Float {
      switch type {
      case EXR_PIXEL_HALF:
        Float(halfBits: start.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
      case EXR_PIXEL_FLOAT: start.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
      default: Float(integer(at: index))
      }
    }

    func integer(at index: Int) -> UInt32 {
      guard type != EXR_PIXEL_HALF else { return 0 }
      return start.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
    }
  }

  /// The samples of some channels in the display window as `convert` returns them, one channel
  /// after the other, row by row, the filler where none are stored.
  ///
  /// Throws `damaged`, `tooLarge`, and `unsuitable` for a compression that the library doesn't undo.
  func decode<Sample>(
    _ names: [String], filler: Sample, of file: InputFile, _ convert: (Run, Int) -> Sample
  ) throws(FileError) -> [Sample] {
    for window in [displayWindow, dataWindow] {
      guard window.width > 0 && window.height > 0 else {
        throw file.error(
          .damaged,
          "the OpenEXR is damaged: a window of \(window.width)×\(window.height) pixels")
      }
      try file.checkSize(width: window.width, height: window.height)
    }
    if let expansion = Self.expansion(of: compression) {
      let bits = channels.filter(\.isFull).reduce(0) { $0 + ($1.type == EXR_PIXEL_HALF ? 16 : 32) }
      try file.checkSize(
        of: "OpenEXR", width: dataWindow.width, height: dataWindow.height, bitsAPixel: bits,
        expansion: expansion)
    }
    let display = displayWindow
    let planes = channels.map { names.firstIndex(of: $0.name) }
    let size = display.width * display.height
    var samples = [Sample](repeating: filler, count: names.count * size)
    try samples.withUnsafeMutableBufferPointer { samples throws(FileError) in
      try forEachChunk(of: file) { chunk throws(FileError) in
        try withDecoded(chunk, of: file) { bytes in
          // Row by row, a run of samples for every channel that has some there.
          let stored = chunk.x..<chunk.x + chunk.width
          let shown = stored.clamped(to: display.columns)
          var offset = 0
          for row in chunk.y..<chunk.y + chunk.height {
            for (channel, plane) in zip(channels, planes) where row % channel.stepY == 0 {
              let bytesASample = channel.type == EXR_PIXEL_HALF ? 2 : 4
              let count = channel.count(in: stored) * bytesASample
              guard offset + count <= bytes.count, let start = bytes.baseAddress else {
                return false
              }
              if let plane, channel.isFull, display.rows.contains(row) {
                let first = plane * size + (row - display.y) * display.width - display.x
                let run = Run(start: start + offset, type: channel.type)
                for column in shown {
                  samples[first + column] = convert(run, column - chunk.x)
                }
              }
              offset += count
            }
          }
          return offset == bytes.count
        }
      }
    }
    return samples
  }

  /// A strip or tile: its pixels, which all are in the data window.
  private struct Chunk {
    let info: exr_chunk_info_t
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// Visits the strips of a part, or the tiles of its first level.
  private func forEachChunk(
    of file: InputFile, _ body: (Chunk) throws(FileError) -> Void
  ) throws(FileError) {
    var (tileWidth, tileHeight) = (Int32(clamping: dataWindow.width), Int32(0))
    let result =
      isTiled
      ? exr_get_tile_sizes(stream.context, index, 0, 0, &tileWidth, &tileHeight)
      : exr_get_scanlines_per_chunk(stream.context, index, &tileHeight)
    guard result == 0, tileWidth > 0, tileHeight > 0 else { throw Self.damaged(file, stream) }
    for y in stride(from: 0, to: dataWindow.height, by: Int(tileHeight)) {
      for x in stride(from: 0, to: dataWindow.width, by: Int(tileWidth)) {
        var info = exr_chunk_info_t()
        let result =
          isTiled
          ? exr_read_tile_chunk_info(
            stream.context, index, Int32(x) / tileWidth, Int32(y) / tileHeight, 0, 0, &info)
          : exr_read_scanline_chunk_info(stream.context, index, Int32(dataWindow.y + y), &info)
        guard result == 0 else { throw Self.damaged(file, stream) }
        try body(
          Chunk(
            info: info, x: dataWindow.x + x, y: dataWindow.y + y,
            width: min(Int(tileWidth), dataWindow.width - x),
            height: min(Int(tileHeight), dataWindow.height - y)))
      }
    }
  }

  /// Hands over a chunk's bytes, decompressed; the body returns whether they are as they should be.
  private func withDecoded(
    _ chunk: Chunk, of file: InputFile, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(FileError) {
    // A strip of many channels takes more than one of few.
    guard chunk.info.unpacked_size <= Self.largestChunk else {
      throw file.error(
        .tooLarge,
        "a strip or tile of \(chunk.info.unpacked_size >> 20) MB, and 1024 MB is the most that is "
          + "read: save it in smaller tiles")
    }
    var info = chunk.info
    // The pipeline points into itself, and has to stay where it is.
    let pipeline = UnsafeMutablePointer<exr_decode_pipeline_t>.allocate(capacity: 1)
    pipeline.initialize(to: exr_decode_pipeline_t())
    defer { pipeline.deallocate() }
    guard exr_decoding_initialize(stream.context, index, &info, pipeline) == 0 else {
      throw Self.damaged(file, stream)
    }
    defer { exr_decoding_destroy(stream.context, pipeline) }
    var result = exr_decoding_choose_default_routines(stream.context, index, pipeline)
    // The library reads and decompresses. Its ways of spreading samples over channels are many, and
    // some of 3.1 write where a channel was to be left out.
    pipeline.pointee.unpack_and_convert_fn = nil
    if result == 0 { result = exr_decoding_run(stream.context, index, pipeline) }
    guard result != EXR_ERR_FEATURE_NOT_IMPLEMENTED.rawValue else {
      throw file.error(
        .unsuitable,
        "the OpenEXR is compressed by \(Self.name(of: compression)), which is not read here: save "
          + "it with ZIP")
    }
    // What wasn't compressed stays in the buffer that it was read into.
    let decoded = pipeline.pointee
    let isPacked = decoded.unpacked_buffer == nil && info.packed_size == info.unpacked_size
    let bytes = UnsafeRawBufferPointer(
      start: isPacked ? decoded.packed_buffer : decoded.unpacked_buffer,
      count: Int(info.unpacked_size))
    guard result == 0, bytes.baseAddress != nil, body(bytes) else {
      throw Self.damaged(file, stream)
    }
  }

  private static let largestChunk: UInt64 = 1 << 30

  /// The most bytes that a packed one can become; `nil` where nothing bounds it (DWAA, DWAB).
  private static func expansion(of compression: exr_compression_t) -> Int? {
    switch compression {
    case EXR_COMPRESSION_NONE: 1
    case EXR_COMPRESSION_RLE: 64
    case EXR_COMPRESSION_ZIPS, EXR_COMPRESSION_ZIP: InputFile.deflateExpansion
    // Deflated without the lowest of every four bytes.
    case EXR_COMPRESSION_PXR24: InputFile.deflateExpansion * 4 / 3
    // 255 numbers of 16 bits from a code of one bit and a count of eight.
    case EXR_COMPRESSION_PIZ: 512
    // 16 numbers of 16 bits from three bytes.
    case EXR_COMPRESSION_B44, EXR_COMPRESSION_B44A: 11
    default: nil
    }
  }

  // MARK: Errors

  private static func name(of compression: exr_compression_t) -> String {
    let names = ["nothing", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB"]
    let index = Int(compression.rawValue)
    return names.indices.contains(index) ? names[index] : "method \(index)"
  }

  private static func damaged(_ file: InputFile, _ stream: EXRStream) -> FileError {
    file.damaged("OpenEXR", by: "OpenEXR", stream.message)
  }
}
