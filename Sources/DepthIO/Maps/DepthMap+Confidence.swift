public import PoseDocuments
public import PoseImaging

extension DepthMap {
  /// This map with the confidences in a picture of the same size: grey values 0, 1 and 2, as ARKit
  /// counts them and as recorders write them beside their depth maps.
  ///
  /// Throws a `FileError`: those of `ColorFile`, `mismatch` for a picture of another size,
  /// and `unsuitable` for one with other values.
  public func withConfidence(
    contentsOf path: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> DepthMap {
    let file = InputFile(path: path, bytes: try FileBytes.read(path), options: options)
    let picture = try Self.numbers(in: file)
    guard picture.width == width, picture.height == height else {
      throw FileError(
        .mismatch, path: path,
        "confidence is \(picture.width)×\(picture.height), depth is \(width)×\(height): a "
          + "confidence for every sample was expected")
    }
    var levels: [DepthConfidence] = []
    levels.reserveCapacity(metres.count)
    for (index, value) in picture.numbers.enumerated() {
      guard let level = UInt8(exactly: value).flatMap(DepthConfidence.init) else {
        throw FileError(
          .unsuitable, path: path,
          "confidence \(value) at column \(index % width), row \(index / width): 0 (low), 1 and 2 "
            + "(high) were expected")
      }
      levels.append(level)
    }
    return DepthMap(
      width: width, height: height, metres: metres, confidence: levels, scale: scale)
  }

  /// The numbers of a grey picture of 8 or 16 bits.
  private static func numbers(
    in file: InputFile
  ) throws(FileError) -> (width: Int, height: Int, numbers: [UInt16]) {
    if FileFormat(file.bytes) == .png, let deep = try? PNG.depth(file),
      case .steps16(let numbers) = deep.samples
    {
      return (deep.width, deep.height, numbers)
    }
    let picture = try ColorFile(bytes: file.bytes, name: file.path, options: file.options).image
    let numbers = stride(from: 0, to: picture.pixels.count, by: 3).map {
      UInt16(picture.pixels[$0])
    }
    return (picture.width, picture.height, numbers)
  }
}
