internal import CCairo
internal import PoseImaging

/// The target of a canvas: the pixels of an image, an SVG document, or a page of PDF.
final class Surface {
  private enum Content {
    /// Pixels as 0xXXRRGGBB words, row by row without padding.
    case picture(UnsafeMutableBufferPointer<UInt32>)
    /// The bytes that cairo has written.
    case document(UnsafeMutablePointer<[UInt8]>)
  }

  let pointer: OpaquePointer
  /// In pixels.
  let size: SIMD2<Double>
  private let content: Content

  /// The longest side of a picture, cairo's.
  private static let longestSide = 32_767

  /// A copy of a picture.
  convenience init(_ image: ColorImage) throws(DrawingError) {
    try self.init(width: image.width, height: image.height) { words in
      Self.copy(image, to: words)
    }
  }

  /// A picture of one colour.
  convenience init(width: Int, height: Int, _ color: Color) throws(DrawingError) {
    try self.init(width: width, height: height) { $0.initialize(repeating: color.word) }
  }

  private init(
    width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) throws(DrawingError) {
    guard max(width, height) <= Self.longestSide else {
      throw DrawingError(
        .tooLarge,
        "an image of \(width)×\(height) pixels can't be drawn on; "
          + "no side may be longer than \(Self.longestSide)")
    }
    // Memory of our own: cairo's would be cleared first, which takes as long as the copy.
    let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width * height)
    fill(words)
    content = .picture(words)
    size = SIMD2(Double(width), Double(height))
    pointer = words.withMemoryRebound(to: UInt8.self) { bytes in
      cairo_image_surface_create_for_data(
        bytes.baseAddress, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(4 * width))
    }
    try DrawingError.check(cairo_surface_status(pointer))
  }

  /// An empty SVG document of so many pixels.
  init(documentOf size: SIMD2<Double>) throws(DrawingError) {
    let bytes = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)
    bytes.initialize(to: [])
    content = .document(bytes)
    self.size = size
    pointer = cairo_svg_surface_create_for_stream(Self.append, bytes, size.x, size.y)
    cairo_svg_surface_set_document_unit(pointer, CAIRO_SVG_UNIT_PX)
    try DrawingError.check(cairo_surface_status(pointer))
  }

  /// An empty page of a PDF document, in points of 1/72 inch.
  ///
  /// Its date is a fixed one: the same drawing gives the same bytes.
  init(pageOf size: SIMD2<Double>) throws(DrawingError) {
    let bytes = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)
    bytes.initialize(to: [])
    content = .document(bytes)
    self.size = size
    pointer = cairo_pdf_surface_create_for_stream(Self.append, bytes, size.x, size.y)
    cairo_pdf_surface_set_metadata(
      pointer, CAIRO_PDF_METADATA_CREATE_DATE, "2026-01-01T00:00:00Z")
    try DrawingError.check(cairo_surface_status(pointer))
  }

  deinit {
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
    switch content {
    case .picture(let words): words.deallocate()
    case .document(let bytes):
      bytes.deinitialize(count: 1)
      bytes.deallocate()
    }
  }

  // MARK: What was drawn

  /// The picture as a PNG file.
  func png() throws(DrawingError) -> [UInt8] {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) {
      cairo_surface_write_to_png_stream(pointer, Self.append, $0)
    }
    try DrawingError.check(status)
    return bytes
  }

  /// The picture's pixels, row by row.
  func withWords<R>(_ body: (UnsafeBufferPointer<UInt32>) throws -> R) rethrows -> R {
    guard case .picture(let words) = content else {
      preconditionFailure("an SVG document has no pixels")
    }
    cairo_surface_flush(pointer)
    return try body(UnsafeBufferPointer(words))
  }

  /// The document as text; nothing can be drawn afterwards.
  func svg() throws(DrawingError) -> String { String(decoding: try document(), as: UTF8.self) }

  /// The document's bytes; nothing can be drawn afterwards.
  func document() throws(DrawingError) -> [UInt8] {
    guard case .document(let bytes) = content else {
      preconditionFailure("pixels are no document")
    }
    cairo_surface_finish(pointer)
    try DrawingError.check(cairo_surface_status(pointer))
    return bytes.pointee
  }

  /// Appends cairo's output to an array of bytes.
  private static let append: cairo_write_func_t = { destination, data, count in
    destination?.assumingMemoryBound(to: [UInt8].self).pointee
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  /// RGB bytes into words. Four bytes are read for a pixel, the last of them the next one's red,
  /// and reversed as a whole: a load, a swap and a shift.
  private static func copy(_ image: ColorImage, to words: UnsafeMutableBufferPointer<UInt32>) {
    guard let target = words.baseAddress else { return }
    image.pixels.withUnsafeBytes { rgb in
      guard let source = rgb.baseAddress else { return }
      let last = words.count - 1
      for index in 0..<last {
        let four = source.loadUnaligned(fromByteOffset: 3 * index, as: UInt32.self)
        (target + index).initialize(to: UInt32(bigEndian: four) >> 8)
      }
      let end = rgb[(3 * last)...]
      (target + last).initialize(to: end.reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
}

extension DrawingError {
  /// Throws cairo's error.
  static func check(_ status: cairo_status_t) throws(DrawingError) {
    guard status == CAIRO_STATUS_SUCCESS else {
      throw DrawingError(
        .drawingFailed,
        "the image can't be drawn: \(String(cString: cairo_status_to_string(status)))")
    }
  }
}

/// A failure to draw an image. The description is a sentence for the person who asked for it.
public struct DrawingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; the sentence has the details.
  public enum Code: Sendable {
    /// The picture has more pixels along a side than can be drawn on.
    case tooLarge
    /// The drawing library failed, mostly because memory is missing.
    case drawingFailed
  }

  /// The kind of failure.
  public let code: Code
  /// The error, as a sentence.
  public let description: String

  /// An error with its sentence.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
