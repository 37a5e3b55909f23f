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
    guard let handle else { throw Self.damaged(file, "no primary image") }
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
        "newer iPhones' images need libheif 1.19 or later, and this is libheif \(version): "
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
        "this HEIC holds an image of more than \(file.options.pixelLimit / 1_000_000) megapixels, "
          + "the most that is read", remedy: .raisePixelLimit)
    }
    switch error.code {
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
      throw file.error(
        .unsuitable,
        "this kind of HEIF or MP4 file is not read (libheif \(version): \(words)): save the image "
          + "as HEIC or JPEG")
    default: throw damaged(file, words)
    }
  }

  static func damaged(_ file: InputFile, _ words: String) -> FileError {
    file.damaged("HEIC", by: "libheif", words)
  }
}

/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), every one checked against the bytes
/// there are.
struct HEIFBoxes {
  struct Box {
    let type: String
    let content: Range<Int>
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The boxes in a range; those that don't fit in it end the list.
  func boxes(in range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var position = range.lowerBound
    while let size = bytes.bigEndian(at: position, count: 4), position + 8 <= range.upperBound {
      var header = 8
      var length = size
      if size == 1 {
        header = 16
        length = bytes.bigEndian(at: position + 8, count: 8) ?? 0
      } else if size == 0 {
        length = range.upperBound - position
      }
      guard length >= header, length <= range.upperBound - position else { break }
      boxes.append(
        Box(
          type: String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self),
          content: (position + header)..<(position + length)))
      position += length
    }
    return boxes
  }

  /// The position at which the file's last box should end; `nil` when the file ends there, or when
  /// that box isn't one of picture data.
  var missingEnd: Int? {
    let end = boxes(in: 0..<bytes.count).last?.content.upperBound ?? 0
    guard end + 8 <= bytes.count, bytes[(end + 4)..<(end + 8)].elementsEqual("mdat".utf8),
      var size = bytes.bigEndian(at: end, count: 4)
    else { return nil }
    if size == 1 { size = bytes.bigEndian(at: end + 8, count: 8) ?? 0 }
    let (wanted, overflow) = end.addingReportingOverflow(size)
    return overflow || wanted <= bytes.count ? nil : wanted
  }

  /// The content of the first box of a type in a range.
  func first(_ type: String, in range: Range<Int>) -> Range<Int>? {
    boxes(in: range).first { $0.type == type }?.content
  }

  /// The numbers, from 1, of an item's properties in their order (ISO/IEC 23008-12, 9.3.1: `ipma`).
  func properties(ofItem item: Int, in range: Range<Int>) -> [Int] {
    for box in boxes(in: range) where box.type == "ipma" {
      var position = box.content.lowerBound
      /// The next unsigned integer of `count` bytes, 0 after the end of the box.
      func next(_ count: Int) -> Int {
        defer { position += count }
        return position + count <= box.content.upperBound
          ? bytes.bigEndian(at: position, count: count) ?? 0 : 0
      }
      let (version, flags) = (next(1), next(3))
      let itemSize = version == 0 ? 2 : 4
      let indexSize = flags & 1 == 0 ? 1 : 2
      for _ in 0..<next(4) {
        guard position < box.content.upperBound else { break }
        let found = next(itemSize)
        // The highest bit marks a property that a reader has to know.
        let indices = (0..<next(1)).map { _ in next(indexSize) & (indexSize == 1 ? 0x7F : 0x7FFF) }
        if found == item { return indices }
      }
    }
    return []
  }
}
