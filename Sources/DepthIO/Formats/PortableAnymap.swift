internal import PoseDocuments
internal import PoseImaging

/// Netpbm's PGM and PPM, plain and binary, of 8 and 16 bits (pgm(5), ppm(5)); PFM in a file of its
/// own.
enum PortableAnymap {
  /// The samples of a 16-bit PGM exactly as stored, or of a grey PFM; throws `unsuitable` for any
  /// other kind.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    if FloatMap.isOne(file.bytes) { return try FloatMap.depth(file) }
    var scanner = AnymapScanner(file)
    let header = try scanner.header()
    try file.checkSize(width: header.width, height: header.height)
    guard header.channels == 1 && header.maximum > 255 else {
      let bits = header.maximum > 255 ? 16 : 8
      throw file.error(
        .unsuitable,
        "\(bits)-bit \(header.channels == 1 ? "grey" : "color") where 16-bit grey was expected for "
          + "a depth map"
          + (header.channels == 1 ? "; a preview scaled to 8 bits holds no distances" : ""))
    }
    return StoredDepth(
      width: header.width, height: header.height,
      samples: .steps16(try scanner.samples(of: header)),
      details: DepthDetails(format: "PGM", encoding: "16-bit integers"))
  }

  /// 8-bit RGB of a PGM or PPM: samples in shares of the largest value that the header states, grey
  /// spread over the channels. Throws `unsuitable` for a PFM.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    guard !FloatMap.isOne(file.bytes) else {
      throw file.error(
        .unsuitable,
        "this is a PFM, a map of floating-point numbers, where a color image was expected: give "
          + "a PPM, PNG or JPEG")
    }
    var scanner = AnymapScanner(file)
    let header = try scanner.header()
    try file.checkSize(width: header.width, height: header.height)
    let maximum = Int(header.maximum)
    let samples = try scanner.samples(of: header).map { sample in
      UInt8((min(Int(sample), maximum) * 255 + maximum / 2) / maximum)
    }
    return Stored(
      width: header.width, height: header.height,
      samples: header.channels == 3 ? samples : samples.flatMap { [$0, $0, $0] },
      exif: ExifTags(tiff: []))
  }

  static func encoded(_ map: DepthMap) -> [UInt8] { FloatMap.encoded(map) }
}

/// Reads the text and the numbers of an anymap from front to back.
struct AnymapScanner {
  struct Header {
    let name: String
    let isPlain: Bool
    let channels: Int
    let width: Int
    let height: Int
    let maximum: UInt16
  }

  private let file: InputFile
  private(set) var position = 0

  init(_ file: InputFile) { self.file = file }

  mutating func header() throws(FileError) -> Header {
    let magic = file.bytes[1]
    position = 2
    let isColor = [UInt8(ascii: "3"), UInt8(ascii: "6")].contains(magic)
    let name = isColor ? "PPM" : "PGM"
    let width = try positive("width", of: name)
    let height = try positive("height", of: name)
    let maximum = try positive("largest value, 1 to 65535,", of: name, at: 65535)
    // One white-space character, and the numbers of a binary raster start.
    position += 1
    return Header(
      name: name, isPlain: magic <= UInt8(ascii: "3"), channels: isColor ? 3 : 1, width: width,
      height: height, maximum: UInt16(maximum))
  }

  /// The numbers of a raster whose size has been checked against the caller's limit.
  mutating func samples(of header: Header) throws(FileError) -> [UInt16] {
    let count = header.channels * header.width * header.height
    var left = max(0, file.bytes.count - position)
    let size = header.maximum > 255 ? 2 : 1
    // Windows' line break before the numbers is two characters.
    if !header.isPlain, left == size * count + 1, position > 0,
      file.bytes[position - 1...position].elementsEqual([0x0D, 0x0A])
    {
      position += 1
      left -= 1
    }
    // A plain number takes a digit and the white space between it and the next.
    let needed = header.isPlain ? 2 * count - 1 : size * count
    guard left >= needed else {
      throw file.error(
        .damaged,
        "the \(header.name) is cut short: \(header.width)×\(header.height) samples need "
          + "\(header.isPlain ? "at least " : "")\(needed) bytes, and \(left) are there")
    }
    var samples: [UInt16] = []
    samples.reserveCapacity(count)
    if header.isPlain {
      for _ in 0..<count {
        guard let number = number(in: 0...65535) else {
          throw file.error(
            .damaged,
            "the \(header.name) is damaged: a number from 0 to 65535 was expected at byte "
              + "\(position)")
        }
        samples.append(UInt16(number))
      }
    } else if size == 1 {
      samples += file.bytes[position..<(position + count)].lazy.map { UInt16($0) }
    } else {
      for start in stride(from: position, to: position + 2 * count, by: 2) {
        samples.append(UInt16(file.bytes[start]) << 8 | UInt16(file.bytes[start + 1]))
      }
    }
    return samples
  }

  private mutating func positive(
    _ what: String, of name: String, at most: Int = .max
  ) throws(FileError) -> Int {
    guard let number = number(in: 1...most) else {
      throw file.error(
        .damaged, "the \(name)'s header is damaged: its \(what) was expected at byte \(position)")
    }
    return number
  }

  /// The decimal number of this range that follows white space and comments; `nil`, and the position
  /// at its start, when something else does.
  private mutating func number(in range: ClosedRange<Int>) -> Int? {
    skipSpace()
    let digits = file.bytes[position...].prefix(20).prefix { (0x30...0x39).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)), range.contains(number) else {
      return nil
    }
    position = digits.endIndex
    return number
  }

  private mutating func skipSpace() {
    while position < file.bytes.count {
      switch file.bytes[position] {
      case 0x09...0x0D, 0x20: position += 1
      case UInt8(ascii: "#"):
        while position < file.bytes.count, file.bytes[position] != 0x0A { position += 1 }
      default: return
      }
    }
  }
}
