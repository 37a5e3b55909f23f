internal import CEXR
internal import PoseDocuments
import PoseSystem

extension EXR {
  /// 8-bit sRGB of the first part with channels R, G and B, else Y, else those of the only layer
  /// that has all three. Linear light is clipped to 0…1 and encoded; a pixel that isn't stored, and
  /// NaN, are black.
  ///
  /// Throws `unsuitable` when there are no such channels, and for integers and deep data.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    let (part, names) = try colorChannels(of: try EXRPart.all(in: file), in: file)
    let channels = part.channels.filter { names.contains($0.name) }
    guard !part.isDeep else {
      throw file.error(
        .unsuitable,
        "deep data, several samples a pixel, where one color a pixel was expected: flatten it first"
      )
    }
    guard channels.allSatisfy({ $0.isFull && $0.type != EXR_PIXEL_UINT }) else {
      throw file.error(
        .unsuitable,
        "color channels of integers or of a lower resolution, where a floating-point number for "
          + "every pixel was expected")
    }
    let planes: [UInt8] = try part.decode(names, filler: 0, of: file) { samples, index in
      encoded(samples.float(at: index))
    }
    let (width, height) = (part.displayWindow.width, part.displayWindow.height)
    let size = width * height
    var samples = [UInt8](repeating: 0, count: 3 * size)
    for pixel in 0..<size {
      for color in 0..<3 {
        samples[3 * pixel + color] = planes[(names.count == 1 ? 0 : color * size) + pixel]
      }
    }
    return Stored(width: width, height: height, samples: samples, exif: ExifTags(tiff: []))
  }

  /// Linear light as an 8-bit code value (IEC 61966-2-1, §5.2).
  private static func encoded(_ light: Float) -> UInt8 {
    guard light > 0 else { return 0 }
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8((255 * min(1, value)).rounded())
  }

  private static func colorChannels(
    of parts: [EXRPart], in file: InputFile
  ) throws(FileError) -> (EXRPart, [String]) {
    let primaries = ["R", "G", "B"]
    for wanted in [primaries, ["Y"]] {
      for part in parts where Set(part.channels.map(\.name)).isSuperset(of: wanted) {
        return (part, wanted)
      }
    }
    for part in parts {
      let names = Set(part.channels.map(\.name))
      let layers = part.channels.map(\.name).filter { $0.hasSuffix(".R") }.map { $0.dropLast() }
        .filter { layer in names.isSuperset(of: primaries.map { layer + $0 }) }
      guard layers.count <= 1 else {
        let names = layers.map { $0.dropLast() }.joined(separator: ", ")
        throw file.error(
          .unsuitable,
          "several layers hold colors (\(names)), and none is the picture itself: save one of them "
            + "as R, G, B")
      }
      if let layer = layers.first { return (part, primaries.map { layer + $0 }) }
    }
    let names = parts.flatMap { $0.channels.map(\.name) }.joined(separator: ", ")
    throw file.error(
      .unsuitable, "no color: channels R, G and B, or Y, were expected, and there are \(names)")
  }
}
