internal import CHEIF
internal import PoseDocuments

/// libheif's decoded picture.
struct HEIFRaster: ~Copyable {
  private let image: OpaquePointer

  init(_ image: OpaquePointer) { self.image = image }

  deinit { heif_image_release(image) }

  /// The samples of a plane, `channels` in turn, row by row, of which the transform's crop is left;
  /// and how many bits they have.
  ///
  /// Throws `unsuitable` when the picture has no such plane or its samples don't fit.
  func samples<Sample: FixedWidthInteger>(
    of channel: heif_channel, channels: Int, _ transform: HEIFTransform, in file: InputFile
  ) throws(FileError) -> (width: Int, height: Int, samples: [Sample], bits: Int) {
    let bits = Int(heif_image_get_bits_per_pixel_range(image, channel))
    var stride: Int32 = 0
    guard heif_image_has_channel(image, channel) != 0, (1...Sample.bitWidth).contains(bits),
      let plane = heif_image_get_plane_readonly(image, channel, &stride)
    else {
      throw file.error(
        .unsuitable, "a picture in this HEIC has other channels than were expected")
    }
    let width = Int(heif_image_get_width(image, channel))
    let height = Int(heif_image_get_height(image, channel))
    guard width > 0, height > 0 else { throw HEIFContainer.damaged(file, "a picture without size") }
    let (columns, rows) = transform.window(width: width, height: height)
    let range = (channels * columns.lowerBound)..<(channels * columns.upperBound)
    var samples: [Sample] = []
    samples.reserveCapacity(range.count * rows.count)
    for row in rows {
      let start = UnsafeRawPointer(plane + row * Int(stride))
      // More than 8 bits take two bytes, in the machine's order.
      if bits <= 8 {
        let line = start.assumingMemoryBound(to: UInt8.self)
        samples.append(contentsOf: range.lazy.map { Sample(truncatingIfNeeded: line[$0]) })
      } else {
        let line = start.assumingMemoryBound(to: UInt16.self)
        samples.append(contentsOf: range.lazy.map { Sample(truncatingIfNeeded: line[$0]) })
      }
    }
    return (columns.count, rows.count, samples, bits)
  }
}
