internal import PoseDocuments

/// The first frame of a GIF (CompuServe: "Graphics Interchange Format, version 89a", 1990).
enum GIF {
  /// 8-bit RGB of the first frame. A transparent pixel has its color in the table, and what the frame
  /// doesn't cover the background's. Throws `damaged` when pixels are missing.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    var reader = Reader(file: file)
    let screen = try reader.screen()
    let frame = try reader.firstFrame()
    // Some old programs leave the screen's size out.
    let width = screen.width > 0 ? screen.width : frame.left + frame.width
    let height = screen.height > 0 ? screen.height : frame.top + frame.height
    for (width, height) in [(width, height), (frame.width, frame.height)] {
      try file.checkSize(width: width, height: height)
      try file.checkSize(
        of: "GIF", width: width, height: height, bitsAPixel: 8, expansion: LZWDecoder.expansion)
    }
    guard let colors = frame.colors ?? screen.colors else {
      throw file.error(.damaged, "the GIF is damaged: it has no color table")
    }
    let indices = try reader.indices(of: frame)
    var samples = [UInt8](repeating: 0, count: 3 * width * height)
    if let background = screen.background {
      for pixel in 0..<width * height {
        for channel in 0..<3 { samples[3 * pixel + channel] = background[channel] }
      }
    }
    for (row, line) in frame.lines.enumerated() where frame.top + line < height {
      for column in 0..<min(frame.width, max(width - frame.left, 0)) {
        let color = 3 * Int(indices[row * frame.width + column])
        guard color + 3 <= colors.count else {
          throw file.error(.damaged, "the GIF is damaged: a color is not in its table")
        }
        let pixel = 3 * ((frame.top + line) * width + frame.left + column)
        for channel in 0..<3 { samples[pixel + channel] = colors[color + channel] }
      }
    }
    return Stored(width: width, height: height, samples: samples, exif: ExifTags(tiff: []))
  }
}

extension GIF {
  /// The logical screen: its size and global color table, and the background's color in there.
  fileprivate struct Screen {
    let width: Int
    let height: Int
    let colors: [UInt8]?
    let background: [UInt8]?
  }

  fileprivate struct Frame {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let isInterlaced: Bool
    let colors: [UInt8]?

    /// The line of each stored row: of an interlaced frame every eighth, the fourth between them, the
    /// second, the rest (appendix E).
    var lines: [Int] {
      guard isInterlaced else { return Array(0..<height) }
      return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
        Array(stride(from: $0, to: height, by: $1))
      }
    }
  }

  /// Reads a GIF's blocks from front to back.
  fileprivate struct Reader {
    let file: InputFile
    private var position = 6

    init(file: InputFile) { self.file = file }

    mutating func screen() throws(FileError) -> Screen {
      let (width, height) = (try number(2), try number(2))
      let (packed, background, _) = (try number(1), try number(1), try number(1))
      let colors = try table(packed)
      let color = colors.flatMap { 3 * background + 3 <= $0.count ? $0 : nil }
      return Screen(
        width: width, height: height, colors: colors,
        background: color.map { Array($0[3 * background..<3 * background + 3]) })
    }

    /// The first frame's descriptor, at whose data the reader then is.
    mutating func firstFrame() throws(FileError) -> Frame {
      while true {
        switch try number(1) {
        case 0x21:  // an extension: its kind, then blocks
          _ = try number(1)
          _ = try blocks()
        case 0x2C:
          let (left, top) = (try number(2), try number(2))
          let (width, height) = (try number(2), try number(2))
          let packed = try number(1)
          guard width > 0, height > 0 else {
            throw file.error(.damaged, "the GIF is damaged: its first frame is \(width)×\(height)")
          }
          return Frame(
            left: left, top: top, width: width, height: height, isInterlaced: packed & 0x40 != 0,
            colors: try table(packed))
        case 0x3B: throw file.error(.damaged, "the GIF has no image")
        case let other:
          throw file.error(
            .damaged, "the GIF is damaged: a block of the unknown kind \(other) before its image")
        }
      }
    }

    /// The color indices of a frame, row by row as stored.
    mutating func indices(of frame: Frame) throws(FileError) -> [UInt8] {
      let size = try number(1)
      guard (1...8).contains(size) else {
        throw file.error(
          .damaged, "the GIF is damaged: its codes start with \(size) bits, of 1 to 8")
      }
      let count = frame.width * frame.height
      let indices = LZWDecoder(bits: size).decode(try blocks(endsWithFile: true), count: count)
      guard indices.count == count else {
        throw file.error(
          .damaged,
          "the GIF is damaged or cut short: \(indices.count) of its \(count) pixels are there")
      }
      return indices
    }

    /// A color table of the size that a descriptor states; `nil` where it states none.
    private mutating func table(_ packed: Int) throws(FileError) -> [UInt8]? {
      packed & 0x80 == 0 ? nil : try take(3 << (packed & 7 + 1))
    }

    /// The content of blocks, each behind its length, up to one of length 0.
    private mutating func blocks(endsWithFile: Bool = false) throws(FileError) -> [UInt8] {
      var content: [UInt8] = []
      while !endsWithFile || position < file.bytes.count {
        let length = try number(1)
        if length == 0 { break }
        let rest = file.bytes.count - position
        content += try take(endsWithFile ? min(length, rest) : length)
      }
      return content
    }

    private mutating func number(_ count: Int) throws(FileError) -> Int {
      defer { position += count }
      return try file.littleEndian(of: "GIF", at: position, count: count)
    }

    private mutating func take(_ count: Int) throws(FileError) -> [UInt8] {
      guard count <= file.bytes.count - position else {
        throw file.error(.damaged, "the GIF is cut short")
      }
      defer { position += count }
      return Array(file.bytes[position..<position + count])
    }
  }
}

/// The LZW of GIF: codes of growing width, the lowest bit first (GIF 89a, appendix F).
private struct LZWDecoder {
  /// The most bytes that one becomes: a code has 3 bits at the least and stands for 4,096 at the most.
  static let expansion = 4096 * 8 / 3

  private static let maximumBits = 12
  let bits: Int

  /// The bytes that codes stand for, at most `count`; fewer if the codes end or one is invalid.
  func decode(_ codes: [UInt8], count: Int) -> [UInt8] {
    let (clear, end) = (1 << bits, 1 << bits + 1)
    // An entry is the entry before its last byte, and that byte.
    var (before, last, length) = ([Int](), [UInt8](), [Int]())
    func reset() {
      before = Array(repeating: -1, count: end + 1)
      last = (0...end).map { UInt8(truncatingIfNeeded: $0) }
      length = Array(repeating: 1, count: end + 1)
    }
    reset()
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var (width, window, available) = (bits + 1, 0, 0)
    var previous: Int?
    for byte in codes {
      window |= Int(byte) << available
      available += 8
      while available >= width {
        let code = window & (1 << width - 1)
        window >>= width
        available -= width
        if code == end { return output }
        if code == clear {
          reset()
          (width, previous) = (bits + 1, nil)
          continue
        }
        // A code that is about to be made is the one before and its own first byte.
        guard code < last.count || code == last.count && previous != nil else { return output }
        let known = code < last.count ? code : previous ?? 0
        let start = output.count
        output += repeatElement(0, count: length[known])
        var (entry, place) = (known, output.count - 1)
        while entry >= 0 {
          output[place] = last[entry]
          (entry, place) = (before[entry], place - 1)
        }
        let first = output[start]
        if code == last.count { output.append(first) }
        if let previous, last.count < 1 << Self.maximumBits {
          before.append(previous)
          last.append(first)
          length.append(length[previous] + 1)
          if last.count == 1 << width && width < Self.maximumBits { width += 1 }
        }
        previous = code
        if output.count >= count { return Array(output.prefix(count)) }
      }
    }
    return output
  }
}
