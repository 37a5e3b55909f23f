internal import PoseDocuments

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
