internal import PoseDocuments
internal import PoseImaging

/// Uncompressed BMP (Microsoft: "Bitmap Storage"): of OS/2 and of Windows, with a palette, or with the
/// channels in the bits of a pixel.
enum BMP {
  /// 8-bit RGB of a BMP, without its alpha channel. Throws `unsuitable` for a compressed one and
  /// `damaged` when pixels are missing.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    let header = try Header(file)
    let (width, height) = (header.width, header.height)
    try file.checkSize(width: width, height: height)
    let stride = (width * header.bits + 31) / 32 * 4
    guard file.bytes.count >= header.pixels,
      file.bytes.count - header.pixels >= (height - 1) * stride + (width * header.bits + 7) / 8
    else {
      throw file.error(
        .damaged,
        "the BMP is damaged or cut short: it claims \(width)×\(height) pixels of \(header.bits) "
          + "bits, more than its \(file.bytes.count) bytes can hold")
    }
    var samples: [UInt8] = []
    samples.reserveCapacity(3 * width * height)
    for row in 0..<height {
      let line = header.pixels + (header.isTopDown ? row : height - 1 - row) * stride
      for column in 0..<width {
        let pixel = pixel(file.bytes, line: line, column: column, bits: header.bits)
        if let palette = header.palette {
          guard 3 * pixel + 3 <= palette.count else {
            throw file.error(.damaged, "the BMP is damaged: a color is not in its palette")
          }
          samples += palette[3 * pixel..<3 * pixel + 3]
        } else {
          for mask in header.masks { samples.append(mask.channel(of: pixel)) }
        }
      }
    }
    return Stored(width: width, height: height, samples: samples, exif: ExifTags(tiff: []))
  }

  /// The bits of a pixel, the leftmost of a byte's pixels being in its highest bits.
  private static func pixel(_ bytes: [UInt8], line: Int, column: Int, bits: Int) -> Int {
    guard bits < 8 else {
      let start = line + column * bits / 8
      return bytes[start..<start + bits / 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let place = column * bits
    return Int(bytes[line + place / 8]) >> (8 - bits - place % 8) & (1 << bits - 1)
  }
}

extension BMP {
  /// The position of a channel in the bits of a pixel.
  fileprivate struct Mask {
    let shift: Int
    let maximum: Int

    /// `nil` for bits that aren't next to each other, or none.
    init?(_ bits: Int) {
      guard bits > 0 else { return nil }
      shift = bits.trailingZeroBitCount
      maximum = bits >> shift
      guard maximum & (maximum + 1) == 0 else { return nil }
    }

    /// The channel as a share of its largest value, 0…255.
    func channel(of pixel: Int) -> UInt8 {
      UInt8(((pixel >> shift & maximum) * 255 + maximum / 2) / maximum)
    }
  }

  fileprivate struct Header {
    let width: Int
    let height: Int
    let isTopDown: Bool
    let bits: Int
    /// The position of the pixels in the file.
    let pixels: Int
    /// Red, green, blue of every color; `nil` where the pixels hold them.
    let palette: [UInt8]?
    /// Of red, green and blue.
    let masks: [Mask]

    init(_ file: InputFile) throws(FileError) {
      func number(_ position: Int, _ count: Int) throws(FileError) -> Int {
        try file.littleEndian(of: "BMP", at: position, count: count)
      }
      func signed(_ position: Int) throws(FileError) -> Int {
        Int(Int32(truncatingIfNeeded: try number(position, 4)))
      }
      let start = 14
      let size = try number(start, 4)
      let isOld = size == 12
      guard isOld || [40, 52, 56, 64, 108, 124].contains(size) else {
        throw file.error(.unsuitable, "this kind of BMP is not read: its header has \(size) bytes")
      }
      pixels = try number(10, 4)
      let rows = isOld ? try number(start + 6, 2) : try signed(start + 8)
      width = isOld ? try number(start + 4, 2) : try signed(start + 4)
      (height, isTopDown) = (abs(rows), rows < 0)
      bits = try number(start + (isOld ? 10 : 14), 2)
      let compression = isOld ? 0 : try number(start + 16, 4)
      guard width > 0, height > 0 else {
        throw file.error(.damaged, "the BMP is damaged: it claims \(width)×\(rows) pixels")
      }
      let hasMasks = compression == 3 && size != 64 || compression == 6
      guard compression == 0 || hasMasks else {
        throw file.error(
          .unsuitable,
          "a compressed BMP, where an uncompressed one was expected: save the image as PNG")
      }
      guard [1, 2, 4, 8, 16, 24, 32].contains(bits), !hasMasks || bits == 16 || bits == 32 else {
        throw file.error(.unsuitable, "a BMP of \(bits) bits a pixel is not read: save it as PNG")
      }
      // The masks follow the header of 40 bytes, or are its next fields in the longer ones.
      let fields: [Int] =
        hasMasks
        ? [try number(start + 40, 4), try number(start + 44, 4), try number(start + 48, 4)]
        : bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]
      masks = fields.compactMap(Mask.init)
      guard masks.count == 3 else {
        throw file.error(
          .damaged, "the BMP is damaged: a channel has no bits, or they aren't together")
      }
      guard bits <= 8 else {
        palette = nil
        return
      }
      let stated = isOld ? 0 : try number(start + 32, 4)
      let colors = stated == 0 ? 1 << bits : min(stated, 1 << bits)
      let entry = isOld ? 3 : 4
      let first = start + size
      var palette: [UInt8] = []
      for color in 0..<colors {
        for channel in [2, 1, 0] {
          palette.append(UInt8(try number(first + entry * color + channel, 1)))
        }
      }
      self.palette = palette
    }
  }
}
