internal import PoseDocuments
internal import PoseImaging

/// NumPy's arrays, NPY 1.0 to 3.0 (NumPy Enhancement Proposal 1 and `numpy.lib.format`).
enum NumPy {
  /// The depths of an array of rows and columns; throws `unsuitable` for an array of another shape
  /// or of numbers that aren't depths.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    let array = try NumPyArray(file)
    return try array.depth(of: file.bytes, in: file, format: "NPY")
  }

  /// The metres of a map as an array of rows × columns; NaN where nothing was measured.
  static func encoded(_ map: DepthMap) -> [UInt8] {
    let header =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (\(map.height), \(map.width)), }"
    // The numbers start at a multiple of 64 bytes; blanks and a line feed fill what is left.
    let blanks = 63 - (10 + header.utf8.count) % 64
    let length = header.utf8.count + blanks + 1
    var bytes = NumPyArray.magic + [1, 0, UInt8(length & 0xFF), UInt8(length >> 8)]
    bytes += Array(header.utf8) + Array(repeating: 0x20, count: blanks) + [0x0A]
    bytes.reserveCapacity(bytes.count + 4 * map.metres.count)
    bytes.append(littleEndian: map.metres)
    return bytes
  }
}

/// The header of an array.
struct NumPyArray {
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  /// Headers of plain arrays are about 120 bytes; longer ones describe structures.
  static let headerLimit = 4096

  /// The type in NumPy's words, "<f4".
  let typeName: String
  /// The format of the numbers; `nil` for elements that aren't numbers.
  let numbers: NumberFormat?
  let isFortranOrder: Bool
  let shape: [Int]
  /// The position of the first number.
  let start: Int

  /// The header at the beginning of a file's bytes; the rest of them may be missing.
  init(_ file: InputFile) throws(FileError) {
    let bytes = file.bytes
    guard bytes.count >= 12, bytes.starts(with: Self.magic) else {
      throw Self.damaged(file, "12 bytes of header were expected")
    }
    let isLong = bytes[6] >= 2
    guard (1...3).contains(bytes[6]) else {
      throw file.error(
        .unsuitable,
        "NPY of version \(bytes[6]).\(bytes[7]) where 1.0, 2.0 or 3.0 was expected")
    }
    let lengthBytes = bytes[8..<(isLong ? 12 : 10)]
    let length = lengthBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    start = lengthBytes.endIndex + length
    guard length <= Self.headerLimit, start <= bytes.count else {
      throw Self.damaged(file, "the header claims \(length) bytes")
    }
    var literal = PythonLiteral(bytes[lengthBytes.endIndex..<start])
    do throws(PythonLiteral.Problem) {
      let header = try literal.header()
      (typeName, isFortranOrder, shape) = (header.descr, header.isFortranOrder, header.shape)
    } catch {
      throw Self.damaged(file, error.message)
    }
    numbers = NumberFormat(numPy: typeName)
  }

  /// Rows and columns when the shape is that of a depth map: (height, width), perhaps with one
  /// channel or one frame.
  var size: (height: Int, width: Int)? {
    let sides: [Int]
    switch shape.count {
    case 2: sides = shape
    case 3 where shape[2] == 1: sides = [shape[0], shape[1]]
    case 3 where shape[0] == 1: sides = [shape[1], shape[2]]
    default: return nil
    }
    return sides.allSatisfy { $0 > 0 } ? (sides[0], sides[1]) : nil
  }

  /// The shape in Python's words, "(480, 640)".
  var shapeWords: String {
    let sides = shape.map { "\($0)" }.joined(separator: ", ")
    return shape.count == 1 ? "(\(sides),)" : "(\(sides))"
  }

  /// The depths of this array in all its bytes. `file` names it and limits its size; `format` is the
  /// kind of file, "NPY".
  func depth(
    of bytes: [UInt8], in file: InputFile, format: String
  ) throws(FileError) -> StoredDepth {
    let (numbers, width, height) = try checkedSize(in: file, byteCount: bytes.count)
    let placement = RasterPlacement(
      width: width, height: height, offset: start,
      rowStride: numbers.size * (isFortranOrder ? 1 : width),
      columnStride: numbers.size * (isFortranOrder ? height : 1))
    return StoredDepth(
      width: width, height: height, samples: try numbers.samples(placement, of: bytes, in: file),
      details: DepthDetails(format: format, encoding: numbers.words))
  }

  /// Whether this array could be a depth map.
  var isDepth: Bool { size != nil && numbers?.isReadable == true }

  /// The numbers and the size of a depth map within the caller's limit; throws for anything else.
  func checked(
    in file: InputFile
  ) throws(FileError) -> (numbers: NumberFormat, width: Int, height: Int) {
    guard let numbers, numbers.isReadable else {
      throw file.error(
        .unsuitable,
        "an array of type \(typeName) where floating-point numbers or integers of 16 bits and more "
          + "were expected for a depth map"
          + (numbers?.size == 1 ? "; a preview scaled to 8 bits holds no distances" : ""))
    }
    guard let size else {
      throw file.error(
        .unsuitable,
        "an array of shape \(shapeWords) where (height, width) was expected for a depth map: save "
          + "one frame of one channel")
    }
    try file.checkSize(width: size.width, height: size.height)
    return (numbers, size.width, size.height)
  }

  /// The same, with all numbers within so many bytes, the header among them.
  func checkedSize(
    in file: InputFile, byteCount: Int
  ) throws(FileError) -> (numbers: NumberFormat, width: Int, height: Int) {
    let (numbers, width, height) = try checked(in: file)
    let needed = numbers.size * width * height
    guard byteCount - start >= needed else {
      throw file.error(
        .damaged,
        "the array is cut short: \(shapeWords) of \(typeName) needs \(needed) bytes, and "
          + "\(byteCount - start) are there")
    }
    return (numbers, width, height)
  }

  private static func damaged(_ file: InputFile, _ reason: String) -> FileError {
    file.error(.damaged, "the NPY header is damaged or cut short: \(reason)")
  }
}

extension NumberFormat {
  /// The format that NumPy calls by this name, "<f4"; `nil` for types that are no plain numbers.
  init?(numPy name: String) {
    let characters = Array(name)
    guard characters.count == 3, ["<", ">", "|", "="].contains(characters[0]),
      let size = characters[2].wholeNumberValue
    else { return nil }
    let kinds: [Character: NumberFormat.Kind] = ["f": .floatingPoint, "i": .signed, "u": .unsigned]
    guard let kind = kinds[characters[1]], [1, 2, 4, 8].contains(size),
      kind != .floatingPoint || size > 1
    else { return nil }
    self.init(kind: kind, size: size, isBigEndian: characters[0] == ">")
  }
}

extension NumPy {
  /// The depths of an array in a file, rows by rows: an array of 256 megapixels is a gigabyte, and
  /// need not be there twice. `nil` for what is no regular file, no NPY, or an array by columns.
  /// Throws as `depth` does; `pieceSize` is how many bytes of rows are in memory at a time.
  static func depth(
    inPiecesOf path: String, options: ReadingOptions, pieceSize: Int = 1 << 24
  ) throws(FileError) -> (stored: StoredDepth, file: InputFile)? {
    guard let opened = RegularFile(path), opened.size <= FileBytes.limit else { return nil }
    let head = try opened.bytes(min(opened.size, 12 + NumPyArray.headerLimit), from: 0)
    guard FileFormat(head) == .numPy else { return nil }
    let file = InputFile(path: path, bytes: head, options: options)
    let array = try NumPyArray(file)
    guard !array.isFortranOrder else { return nil }
    let (numbers, width, height) = try array.checkedSize(in: file, byteCount: opened.size)
    let rowSize = numbers.size * width
    let rows = max(1, pieceSize / rowSize)
    var samples: StoredDepth.Samples?
    for first in stride(from: 0, to: height, by: rows) {
      let count = min(rows, height - first)
      let bytes = try opened.bytes(count * rowSize, from: array.start + first * rowSize)
      let placement = RasterPlacement(
        width: width, height: count, offset: 0, rowStride: rowSize, columnStride: numbers.size)
      let piece = try numbers.samples(placement, of: bytes, in: file, firstRow: first)
      if samples == nil { samples = piece.emptied(capacity: width * height) }
      samples?.append(piece)
    }
    guard let samples else { return nil }
    return (
      StoredDepth(
        width: width, height: height, samples: samples,
        details: DepthDetails(format: "NPY", encoding: numbers.words)), file
    )
  }
}

extension StoredDepth.Samples {
  /// None of this kind, with room for so many.
  fileprivate func emptied(capacity: Int) -> Self {
    func empty<Number>(_: [Number]) -> [Number] {
      var numbers: [Number] = []
      numbers.reserveCapacity(capacity)
      return numbers
    }
    switch self {
    case .steps16(let numbers): return .steps16(empty(numbers))
    case .steps32(let numbers): return .steps32(empty(numbers))
    case .distances(let numbers): return .distances(empty(numbers))
    }
  }

  /// Adds others of the same kind.
  fileprivate mutating func append(_ piece: Self) {
    let all = self
    // No other variable holds the numbers while they grow.
    self = .steps16([])
    switch (consume all, piece) {
    case (.steps16(var numbers), .steps16(let more)):
      numbers += more
      self = .steps16(numbers)
    case (.steps32(var numbers), .steps32(let more)):
      numbers += more
      self = .steps32(numbers)
    case (.distances(var numbers), .distances(let more)):
      numbers += more
      self = .distances(numbers)
    default: preconditionFailure("rows of an array with numbers of two kinds")
    }
  }
}
