internal import CEXR
internal import PoseDocuments
internal import PoseImaging
import PoseSystem

/// OpenEXR by OpenEXRCore: strips and tiles (their first level), several parts, every compression
/// that the library undoes. The stored pixels are put where the picture (the display window) has
/// them.
enum EXR {
  /// The samples of the channel that the caller names, or of the one with a usual name: `Z`,
  /// `depth.Z`, `Depth`, `depth`, a channel `Z` of any one layer; failing these `Y`, and the only
  /// channel of a part. NaN where no pixel is stored and where a renderer hit nothing.
  ///
  /// Throws `unsuitable` when there is no such channel or there are several, and for deep data.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    let parts = try EXRPart.all(in: file)
    let (part, channel) = try depthChannel(
      of: parts.filter { !$0.isDeep } + parts.filter(\.isDeep), in: file)
    guard !part.isDeep else {
      throw file.error(
        .unsuitable,
        "deep data, several samples a pixel, where one depth a pixel was expected: flatten it first"
      )
    }
    guard channel.isFull else {
      throw file.error(
        .unsuitable,
        "the channel \(channel.name) doesn't have a sample for every pixel, as a depth map does")
    }
    // A note names the channel that was taken if it isn't the usual one.
    var notes =
      ["Z", "depth.Z"].contains(channel.name) ? [] : ["depth is the channel \(channel.name)"]
    if channel.type == EXR_PIXEL_HALF && part.changesHalfFloats {
      notes.append("its compression, B44, changes numbers: depths may be off by a few percent")
    }
    let samples: StoredDepth.Samples
    let encoding: String
    switch channel.type {
    case EXR_PIXEL_UINT:
      encoding = "32-bit integers"
      samples = .steps32(try part.integers(channel.name, of: file))
    default:
      encoding = "\(channel.type == EXR_PIXEL_HALF ? 16 : 32)-bit floating-point numbers"
      var distances = try part.floats(channel.name, of: file)
      let farthest = channel.type == EXR_PIXEL_HALF ? largestHalf : nothingHit
      for index in distances.indices where distances[index] >= farthest {
        distances[index] = .nan
      }
      samples = .distances(distances)
    }
    var depth = StoredDepth(
      width: part.displayWindow.width, height: part.displayWindow.height, samples: samples,
      details: DepthDetails(format: "OpenEXR", encoding: encoding))
    depth.details.notes = notes
    return depth
  }

  /// Renderers write a huge number where a ray hits nothing: Blender 1e10, Arnold 1e12, V-Ray and
  /// others 1e30. No unit makes a distance of 1e9.
  private static let nothingHit: Float = 1e9
  /// The value of such numbers in half precision, when not infinity.
  private static let largestHalf: Float = 65504

  // MARK: Which channel

  private static let usualNames = ["Z", "depth.Z", "Depth", "depth"]

  private static func depthChannel(
    of parts: [EXRPart], in file: InputFile
  ) throws(FileError) -> (EXRPart, EXRPart.Channel) {
    func first(_ name: String) -> (EXRPart, EXRPart.Channel)? {
      for part in parts {
        if let channel = part.channels.first(where: { $0.name == name }) { return (part, channel) }
      }
      return nil
    }
    let names = list(parts.flatMap { $0.channels.map(\.name) })
    if let wanted = file.options.channel {
      guard let found = first(wanted) else {
        throw file.error(.unsuitable, "there is no channel \(wanted); there are \(names)")
      }
      return found
    }
    for part in parts {
      for name in usualNames {
        if let channel = part.channels.first(where: { $0.name == name }) { return (part, channel) }
      }
      let layers = part.channels.filter { $0.name.hasSuffix(".Z") }
      guard layers.count <= 1 else {
        let names = list(layers.map(\.name))
        throw file.error(
          .unsuitable,
          "several channels may hold the depth: \(names)", remedy: .nameDepthChannel)
      }
      if let channel = layers.first { return (part, channel) }
    }
    if let luminance = first("Y") { return luminance }
    for part in parts where part.channels.count == 1 { return (part, part.channels[0]) }
    throw file.error(
      .unsuitable,
      "none of its channels has a usual name of depth (Z, depth.Z, Depth): there are \(names)",
      remedy: .nameDepthChannel)
  }

  /// Names for a sentence: a dozen of them, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let most = 12
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return names.prefix(most).joined(separator: ", ") + rest
  }
}

extension EXR {
  /// 8-bit sRGB of the first part with channels R, G and B, else Y, else those of the only layer
  /// that has all three. Linear light is clipped to 0…1 and encoded; a pixel that isn't stored, and
  /// NaN, are black.
  ///
  /// Throws `unsuitable` when there are no such channels, and for integers and deep data.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    let (part, names) = try colorChannels(of: try EXRPart.all(in: file), in: file)
    let channels = part.channels.filter { names.contains($0.name) }
    guard !part.isDeep else {
      throw file.error(
        .unsuitable,
        "deep data, several samples a pixel, where one color a pixel was expected: flatten it first"
      )
    }
    guard channels.allSatisfy({ $0.isFull && $0.type != EXR_PIXEL_UINT }) else {
      throw file.error(
        .unsuitable,
        "color channels of integers or of a lower resolution, where a floating-point number for "
          + "every pixel was expected")
    }
    let planes: [UInt8] = try part.decode(names, filler: 0, of: file) { samples, index in
      encoded(samples.float(at: index))
    }
    let (width, height) = (part.displayWindow.width, part.displayWindow.height)
    let size = width * height
    var samples = [UInt8](repeating: 0, count: 3 * size)
    for pixel in 0..<size {
      for color in 0..<3 {
        samples[3 * pixel + color] = planes[(names.count == 1 ? 0 : color * size) + pixel]
      }
    }
    return Stored(width: width, height: height, samples: samples, exif: ExifTags(tiff: []))
  }

  /// Linear light as an 8-bit code value (IEC 61966-2-1, §5.2).
  private static func encoded(_ light: Float) -> UInt8 {
    guard light > 0 else { return 0 }
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8((255 * min(1, value)).rounded())
  }

  private static func colorChannels(
    of parts: [EXRPart], in file: InputFile
  ) throws(FileError) -> (EXRPart, [String]) {
    let primaries = ["R", "G", "B"]
    for wanted in [primaries, ["Y"]] {
      for part in parts where Set(part.channels.map(\.name)).isSuperset(of: wanted) {
        return (part, wanted)
      }
    }
    for part in parts {
      let names = Set(part.channels.map(\.name))
      let layers = part.channels.map(\.name).filter { $0.hasSuffix(".R") }.map { $0.dropLast() }
        .filter { layer in names.isSuperset(of: primaries.map { layer + $0 }) }
      guard layers.count <= 1 else {
        let names = layers.map { $0.dropLast() }.joined(separator: ", ")
        throw file.error(
          .unsuitable,
          "several layers hold colors (\(names)), and none is the image itself: save one of them "
            + "as R, G, B")
      }
      if let layer = layers.first { return (part, primaries.map { layer + $0 }) }
    }
    let names = parts.flatMap { $0.channels.map(\.name) }.joined(separator: ", ")
    throw file.error(
      .unsuitable, "no color: channels R, G and B, or Y, were expected, and there are \(names)")
  }
}

extension EXR {
  /// The map as an OpenEXR of one channel `Z` of 32-bit floating-point metres, compressed by ZIP; NaN
  /// where nothing was measured. The same map gives the same bytes.
  static func encoded(_ map: DepthMap, path: String) throws(FileError) -> [UInt8] {
    let stream = EXRStream()
    guard write(map, to: stream), stream.finish() else {
      throw FileError(
        .unwritable, path: path,
        "OpenEXR can't write this map: \(stream.message ?? "no reason given")")
    }
    return stream.bytes
  }

  private static func write(_ map: DepthMap, to stream: EXRStream) -> Bool {
    let (context, size) = (stream.context, MemoryLayout<Float>.stride)
    var (part, rows): (Int32, Int32) = (0, 0)
    guard context != nil, let width = Int32(exactly: map.width),
      let height = Int32(exactly: map.height), let rowStride = Int32(exactly: map.width * size),
      exr_add_part(context, nil, EXR_STORAGE_SCANLINE, &part) == 0,
      exr_initialize_required_attr_simple(context, part, width, height, EXR_COMPRESSION_ZIP) == 0,
      exr_add_channel(context, part, "Z", EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1) == 0,
      exr_write_header(context) == 0, exr_get_scanlines_per_chunk(context, part, &rows) == 0,
      rows > 0
    else { return false }
    // The pipeline points into itself, and has to stay where it is.
    let pipeline = UnsafeMutablePointer<exr_encode_pipeline_t>.allocate(capacity: 1)
    defer { pipeline.deallocate() }
    return map.metres.withUnsafeBytes { metres in
      for y in stride(from: 0, to: height, by: Int(rows)) {
        var info = exr_chunk_info_t()
        pipeline.initialize(to: exr_encode_pipeline_t())
        guard exr_write_scanline_chunk_info(context, part, y, &info) == 0,
          exr_encoding_initialize(context, part, &info, pipeline) == 0
        else { return false }
        defer { exr_encoding_destroy(context, pipeline) }
        let channel = pipeline.pointee.channels!
        channel.pointee.encode_from_ptr = metres.baseAddress?
          .advanced(by: Int(y) * map.width * size).assumingMemoryBound(to: UInt8.self)
        channel.pointee.user_pixel_stride = Int32(size)
        channel.pointee.user_line_stride = rowStride
        guard exr_encoding_choose_default_routines(context, part, pipeline) == 0,
          exr_encoding_run(context, part, pipeline) == 0
        else { return false }
      }
      return true
    }
  }
}

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
