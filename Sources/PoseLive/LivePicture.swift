internal import DepthIO
internal import PoseDocuments
internal import PoseImaging

/// A picture as the page sends it: its number (4 bytes), when it was taken in milliseconds by the page's
/// clock (8 bytes, a floating-point number), both little-endian, then a JPEG file.
struct LivePicture {
  let number: Int
  /// Seconds.
  let time: Double
  private let jpeg: ArraySlice<UInt8>

  private static let headerSize = 12
  /// The first bytes of every JPEG file. Other formats are not read here.
  private static let jpegMark: [UInt8] = [0xFF, 0xD8, 0xFF]
  /// Seconds; a page's clock begins when it is opened.
  private static let latest = 1e9

  /// `nil` for what is no such message.
  init?(_ message: [UInt8]) {
    guard message.count > Self.headerSize else { return nil }
    func integer(_ range: Range<Int>) -> UInt64 {
      message[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    number = Int(integer(0..<4))
    time = Double(bitPattern: integer(4..<12)) / 1000
    jpeg = message[Self.headerSize...]
    guard time.isFinite, abs(time) < Self.latest, jpeg.starts(with: Self.jpegMark) else {
      return nil
    }
  }

  /// The picture.
  ///
  /// - Parameter largest: pixels; what claims more is refused before it is decoded.
  func decoded(largest: Int) throws(FileError) -> ColorImage {
    var options = ReadingOptions()
    options.pixelLimit = largest
    return try ColorFile(bytes: Array(jpeg), name: "the picture", options: options).image
  }
}
