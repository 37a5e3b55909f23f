internal import CHEIF
internal import PoseDocuments

/// libheif's context for one file; every failure becomes a `FileError`.
struct HEIFContainer: ~Copyable {
  private let context: OpaquePointer
  private let file: InputFile

  /// libheif loads its decoders once in a process.
  private static let isReady: Bool = heif_init(nil).code == heif_error_Ok

  /// Opens a file, of which libheif keeps a copy.
  static func open(_ file: InputFile) throws(FileError) -> HEIFContainer {
    guard isReady, let context = heif_context_alloc() else {
      throw file.error(.damaged, "there is no memory left to read the HEIC")
    }
    let container = HEIFContainer(context, file)
    // libheif from 1.19 on reads what is left of a file; one that ends early may lack its depth map.
    if let end = HEIFBoxes(file.bytes).missingEnd {
      throw file.error(
        .damaged,
        "the HEIC is cut short: it should have \(end) bytes, and has \(file.bytes.count)")
    }
    // The limit is a side's, and what counts is its square.
    let side = Double(max(1, file.options.pixelLimit)).squareRoot().rounded(.up)
    heif_context_set_maximum_image_size_limit(context, Int32(min(side, 1e9)))
    let result = file.bytes.withUnsafeBytes { bytes in
      heif_context_read_from_memory(context, bytes.baseAddress, bytes.count, nil)
    }
    try check(result, file)
    return container
  }

  private init(_ context: OpaquePointer, _ file: InputFile) {
    self.context = context
    self.file = file
  }

  deinit { heif_context_free(context) }

  /// The picture that the file is about.
  func primary() throws(FileError) -> HEIFImage {
    var handle: OpaquePointer?
    try Self.check(heif_context_get_primary_image_handle(context, &handle), file)
    guard let handle else { throw Self.damaged(file, "no primary picture") }
    return HEIFImage(handle)
  }

  /// The primary picture's number.
  func primaryID() throws(FileError) -> Int {
    var item: heif_item_id = 0
    try Self.check(heif_context_get_primary_image_ID(context, &item), file)
    return Int(item)
  }

  /// Throws what an error of libheif means to the person who named the file.
  static func check(_ error: heif_error, _ file: InputFile) throws(FileError) {
    guard error.code != heif_error_Ok else { return }
    // Some of libheif's sentences end in a line feed.
    let words = String(
      (error.message.map { String(cString: $0) } ?? "unknown error").prefix { !$0.isNewline })
    let version = String(cString: heif_get_version())
    if words.contains("Too many auxiliary image references") {
      throw file.error(
        .unsuitable,
        "newer iPhones' pictures need libheif 1.19 or later, and this is libheif \(version): "
          + "scripts/setup installs it where the system offers it")
    }
    if error.code != heif_error_Invalid_input,
      heif_have_decoder_for_format(heif_compression_HEVC) == 0
    {
      throw file.error(
        .unsuitable,
        "libheif \(version) has no decoder for HEIC here: install its plugin libde265 "
          + "(libheif-plugin-libde265), as scripts/setup does")
    }
    if words.contains("maximum image size") {
      throw file.error(
        .tooLarge,
        "this HEIC holds a picture of more than \(file.options.pixelLimit / 1_000_000) megapixels, "
          + "the most that is read", remedy: .raisePixelLimit)
    }
    switch error.code {
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
      throw file.error(
        .unsuitable,
        "this kind of HEIF or MP4 file is not read (libheif \(version): \(words)): save the picture "
          + "as HEIC or JPEG")
    default: throw damaged(file, words)
    }
  }

  static func damaged(_ file: InputFile, _ words: String) -> FileError {
    file.damaged("HEIC", by: "libheif", words)
  }
}
