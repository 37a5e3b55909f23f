internal import PoseDocuments
internal import PoseImaging

/// PFM, the portable float map: a header of three words, then 32-bit numbers, the bottom row first
/// (Netpbm's pfm(5)). A negative third word marks them as little endian.
enum FloatMap {
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && [UInt8(ascii: "f"), UInt8(ascii: "F")].contains(bytes[1])
  }

  /// The numbers of a grey PFM; throws `unsuitable` for a colour one.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    guard file.bytes[1] == UInt8(ascii: "f") else {
      throw file.error(
        .unsuitable,
        "a color PFM (PF) where a grey one (Pf) was expected for a depth map: save the one channel "
          + "that holds the depth")
    }
    let header = try header(file)
    try file.checkSize(width: header.width, height: header.height)
    let (rowBytes, found) = (4 * header.width, file.bytes.count - header.end)
    guard found >= rowBytes * header.height else {
      throw file.error(
        .damaged,
        "the PFM is cut short: \(header.width)×\(header.height) samples need "
          + "\(rowBytes * header.height) bytes, and \(found) are there")
    }
    let format = NumberFormat(kind: .floatingPoint, size: 4, isBigEndian: header.scale > 0)
    let placement = RasterPlacement(
      width: header.width, height: header.height,
      offset: header.end + rowBytes * (header.height - 1), rowStride: -rowBytes, columnStride: 4)
    var details = DepthDetails(format: "PFM", encoding: format.words)
    if abs(header.scale) != 1 {
      // Netpbm calls it a unit to be understood separately, OpenCV divides by it, Pillow and
      // Middlebury's tools read past it.
      details.notes.append(
        "the header states a scale of \(abs(header.scale)), on whose meaning programs disagree: the "
          + "numbers are taken as they are")
    }
    return StoredDepth(
      width: header.width, height: header.height,
      samples: try format.samples(placement, of: file.bytes, in: file), details: details)
  }

  /// The metres of a map, little endian; NaN where nothing was measured.
  static func encoded(_ map: DepthMap) -> [UInt8] {
    var bytes = Array("Pf\n\(map.width) \(map.height)\n-1.0\n".utf8)
    bytes.reserveCapacity(bytes.count + 4 * map.metres.count)
    for row in (0..<map.height).reversed() {
      bytes.append(littleEndian: map.metres[(row * map.width)..<((row + 1) * map.width)])
    }
    return bytes
  }

  private static func header(
    _ file: InputFile
  ) throws(FileError) -> (width: Int, height: Int, scale: Double, end: Int) {
    var position = 2
    let (width, height) = (word(&position, in: file.bytes), word(&position, in: file.bytes))
    let scale = word(&position, in: file.bytes)
    guard let width = Int(width), let height = Int(height), width > 0 && height > 0,
      let scale = Double(scale), scale != 0 && scale.isFinite, position < file.bytes.count
    else {
      throw file.error(
        .damaged,
        "the PFM's header is damaged: a width, a height and a scale that isn't 0 were expected "
          + "after \"Pf\"")
    }
    // Windows' line break is two characters.
    let (size, isOver) = width.multipliedReportingOverflow(by: height)
    let isBreak = file.bytes[position...].prefix(2).elementsEqual([0x0D, 0x0A])
    let isSurplus =
      !isOver && (file.bytes.count - position - 2) / 4 == size
      && (file.bytes.count - position - 2) % 4 == 0
    return (width, height, scale, position + (isBreak && isSurplus ? 2 : 1))
  }

  /// The word after white space, at most as long as numbers are; `position` moves behind it.
  private static func word(_ position: inout Int, in bytes: [UInt8]) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes[position...].prefix(64).firstIndex { !isSpace($0) } ?? bytes.endIndex
    position =
      bytes[start...].prefix(64).firstIndex(where: isSpace) ?? min(start + 64, bytes.endIndex)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends 32-bit numbers, the lowest byte first.
  mutating func append(littleEndian numbers: some Sequence<Float>) {
    for number in numbers {
      let bits = number.bitPattern
      for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
        append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
  }
}
