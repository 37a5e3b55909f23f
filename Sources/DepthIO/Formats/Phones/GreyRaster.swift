internal import PoseDocuments

/// A grey picture as a phone stores depth or confidence in it.
struct GreyRaster {
  let width: Int
  let height: Int
  /// Row by row, from 0 to `maximum`.
  let samples: [UInt16]
  /// The largest number that a sample of these bits can be.
  let maximum: Int

  init(width: Int, height: Int, samples: [UInt16], bits: Int) {
    self.width = width
    self.height = height
    self.samples = samples
    maximum = (1 << bits) - 1
  }

  /// The bits of a sample.
  var bits: Int { Int.bitWidth - maximum.leadingZeroBitCount }

  /// The grey picture in the bytes of a JPEG or PNG: lossless JPEG and 16-bit PNG to their full
  /// depth, everything else in 8 bits, a colour PNG by its red channel.
  ///
  /// Throws what the readers of the two throw, and `damaged` for anything else.
  init(_ file: InputFile) throws(FileError) {
    switch FileFormat(file.bytes) {
    case .jpeg where JPEGSegments(file.bytes).process == LosslessJPEG.process:
      self = try LosslessJPEG.decode(file)
    case .jpeg:
      let grey = try JPEG.grey(file)
      self.init(
        width: grey.width, height: grey.height, samples: grey.samples.map(UInt16.init), bits: 8)
    case .png: self = try Self.png(file)
    default:
      throw file.error(.damaged, "the image inside that holds the depth is no JPEG and no PNG")
    }
  }

  private static func png(_ file: InputFile) throws(FileError) -> GreyRaster {
    do throws(FileError) {
      let depth = try PNG.depth(file)
      if case .steps16(let samples) = depth.samples {
        return GreyRaster(width: depth.width, height: depth.height, samples: samples, bits: 16)
      }
    } catch {
      guard error.code == .unsuitable else { throw error }
    }
    let color = try PNG.color(file)
    let red = stride(from: 0, to: color.samples.count, by: 3).map { UInt16(color.samples[$0]) }
    return GreyRaster(width: color.width, height: color.height, samples: red, bits: 8)
  }
}
