internal import PoseDocuments

/// Lossless JPEG of one component (ITU-T T.81, Annex H: process 14, SOF3), 2 to 16 bits: how iPhones
/// store depth that they haven't filtered. libjpeg-turbo before 3.0 doesn't know the process, and
/// after it not through the interface that is used here.
enum LosslessJPEG {
  /// The marker of its frame header.
  static let process: UInt8 = 0xC3

  /// The samples of a lossless JPEG.
  ///
  /// Throws `unsuitable` for more than one component, `tooLarge` for more pixels than the limit, and
  /// `damaged` when so much as one sample is missing.
  static func decode(_ file: InputFile) throws(FileError) -> GreyRaster {
    let parameters = try Parameters(file)
    try file.checkSize(width: parameters.width, height: parameters.height)
    // No sample takes less than a bit.
    try file.checkSize(
      of: "lossless JPEG", width: parameters.width, height: parameters.height, bitsAPixel: 1,
      expansion: 1)
    var scan = LosslessScan(file.bytes, parameters)
    guard let samples = scan.samples() else { throw damaged(file) }
    return GreyRaster(
      width: parameters.width, height: parameters.height, samples: samples,
      bits: parameters.precision)
  }

  /// The scan's parameters in the headers.
  struct Parameters {
    var width = 0
    var height = 0
    var precision = 0
    /// The predictor of samples from their neighbours, 1 to 7 (Table H.1).
    var predictor = 0
    /// The number of bits by which the samples were shifted down.
    var pointTransform = 0
    /// The samples between two restart markers; 0 for none.
    var restartInterval = 0
    let table: HuffmanTable
    /// The start of the entropy-coded data.
    var scan = 0
  }

  private static func damaged(_ file: InputFile) -> FileError {
    file.error(.damaged, "the lossless JPEG is damaged or cut short")
  }
}

extension LosslessJPEG.Parameters {
  init(_ file: InputFile) throws(FileError) {
    let bytes = file.bytes
    let damaged = file.error(.damaged, "the lossless JPEG is damaged or cut short")
    var tables: [Int: HuffmanTable.Definition] = [:]
    var table: HuffmanTable?
    for segment in JPEGSegments(bytes).header {
      let content = Array(bytes[segment.content])
      switch segment.marker {
      case 0xC4:
        guard HuffmanTable.Definition.read(content, into: &tables) else { throw damaged }
      case 0xDD:
        guard let interval = content.bigEndian(at: 0, count: 2) else { throw damaged }
        restartInterval = interval
      case LosslessJPEG.process:
        guard content.count >= 6 else { throw damaged }
        precision = Int(content[0])
        height = content.bigEndian(at: 1, count: 2) ?? 0
        width = content.bigEndian(at: 3, count: 2) ?? 0
        guard content[5] == 1 else {
          throw file.error(
            .unsuitable, "a lossless JPEG of \(content[5]) components where grey was expected")
        }
      case 0xDA:
        guard content.count >= 6, content[0] == 1, let codes = tables[Int(content[2] >> 4)] else {
          throw damaged
        }
        table = HuffmanTable(codes)
        predictor = Int(content[3])
        pointTransform = Int(content[5] & 0xF)
        scan = segment.content.upperBound
      default: break
      }
    }
    // A restart has to fall on the start of a row (H.1.1).
    guard width > 0, height > 0, (2...16).contains(precision), (1...7).contains(predictor),
      pointTransform < precision, restartInterval % width == 0, let table
    else { throw damaged }
    self.table = table
  }
}
