internal import PoseDocuments
internal import PoseImaging

/// Apple's XMP about an auxiliary image that holds depth.
struct AppleDepth {
  private static let pixels = "http://ns.apple.com/pixeldatainfo/1.0/"
  private static let depthData = "http://ns.apple.com/depthData/1.0/"

  /// Whether the numbers are metres or 1/m.
  let quantity: AuxiliaryRange.Quantity
  /// The range that the samples are spread over; `nil` when it isn't stated.
  let range: AuxiliaryRange?
  /// Whether the samples are the bits of 16-bit floating-point numbers.
  let holdsHalfFloats: Bool
  let accuracy: DepthDetails.Accuracy?
  let quality: String?
  let isFiltered: Bool?
  let calibration: AppleCalibration?
  /// Notes for the user, a sentence each.
  let notes: [String]

  /// Whether the XMP is a matte's (of the person, the hair, the skin): they call themselves "depth"
  /// too, with a subtype.
  static func isMatte(_ xmp: XMLTree) -> Bool { xmp.first(pixels, "AuxiliaryImageSubType") != nil }

  /// The description in an auxiliary picture's XMP; `nil` when that is about something else.
  init?(_ xmp: XMLTree) {
    guard let type = xmp.text(Self.pixels, "AuxiliaryImageType"),
      ["depth", "disparity"].contains(type.lowercased()),
      !Self.isMatte(xmp)
    else { return nil }
    let native = xmp.text(Self.pixels, "NativeFormat").flatMap(Self.fourCharacters)
    let stored = xmp.text(Self.pixels, "StoredFormat").flatMap(Self.fourCharacters)
    quantity =
      switch native {
      case "hdis", "fdis": .disparity
      case "hdep", "fdep": .distance
      default: type.lowercased() == "disparity" ? .disparity : .distance
      }
    holdsHalfFloats = stored == "hdis" || stored == "hdep"
    if let low = xmp.number(Self.pixels, "FloatMinValue"),
      let high = xmp.number(Self.pixels, "FloatMaxValue"), low <= high
    {
      range = AuxiliaryRange(quantity: quantity, low: low, high: high)
    } else {
      range = nil
    }
    accuracy = xmp.text(Self.depthData, "Accuracy").flatMap {
      DepthDetails.Accuracy(rawValue: $0.lowercased())
    }
    quality = xmp.text(Self.depthData, "Quality")
    isFiltered = xmp.text(Self.depthData, "Filtered").map {
      ["true", "1", "yes"].contains($0.lowercased())
    }
    calibration = AppleCalibration(xmp)
    let hasCoefficients = xmp.first(Self.depthData, "LensDistortionCoefficients") != nil
    let ignoresCoefficients = hasCoefficients && calibration?.hasTables != true
    notes =
      ignoresCoefficients
      ? ["the lens distortion is stored in a form that Apple hasn't documented, and is not applied"]
      : []
  }

  /// `kCVPixelFormatType`'s four characters, which the file writes as a number.
  private static func fourCharacters(_ text: String) -> String? {
    guard let code = UInt32(text) else { return nil }
    return withUnsafeBytes(of: code.bigEndian) { String(decoding: $0, as: UTF8.self) }
  }
}

extension AppleDepth {
  /// The raster with the XMP's facts: distances, their accuracy, the calibration.
  ///
  /// Throws `unsuitable` when the range of the samples isn't stated.
  func depth(_ raster: GreyRaster, format: String, in file: InputFile) throws(FileError)
    -> StoredDepth
  {
    let distances: [Float]
    if holdsHalfFloats && raster.bits == 16 {
      distances = raster.samples.map { bits in
        let value = Float(halfBits: bits)
        return value > 0 ? (quantity == .distance ? value : 1 / value) : .nan
      }
    } else if let range {
      distances = range.distances(raster.samples, maximum: raster.maximum)
    } else {
      throw file.error(
        .unsuitable,
        "the depth map in this \(format) doesn't say which distances its numbers stand for "
          + "(apdi:FloatMinValue and FloatMaxValue): export the picture from the phone again")
    }
    let name = quantity == .disparity ? "disparity (1/m)" : "distance"
    var depth = StoredDepth(
      width: raster.width, height: raster.height, samples: .distances(distances),
      details: DepthDetails(format: format, encoding: "\(raster.bits)-bit \(name)"))
    describe(&depth, path: file.path)
    return depth
  }

  /// Adds what doesn't depend on the samples: unit, accuracy, calibration, notes.
  func describe(_ depth: inout StoredDepth, path: String) {
    switch accuracy {
    case .absolute: depth.unit = .metres
    case .relative:
      depth.unit = .relative
      depth.details.notes.append(
        "the phone calls these distances relative: their ratios hold, their metres don't")
    case nil:
      depth.details.notes.append(
        "the file doesn't say whether its distances are absolute or relative; taken for metres")
    }
    depth.details.accuracy = accuracy
    depth.details.quality = quality
    depth.details.isFiltered = isFiltered
    depth.details.notes += notes
    depth.calibrate(with: calibration?.camera, path: path)
  }
}

extension StoredDepth {
  /// Takes over the calibration of the colour picture that this raster shares its view with. One for
  /// a picture of another shape is left out, with a note.
  mutating func calibrate(with camera: Camera?, path: String) {
    guard let camera else { return }
    guard haveSameAspect((camera.width, camera.height), (width, height)) else {
      details.notes.append(
        "the calibration is for a \(camera.width)×\(camera.height) picture, which has another "
          + "shape than the \(width)×\(height) depth map; left out")
      return
    }
    self.camera = CameraFile(
      path: path, color: camera, depth: nil, depthUnit: nil, colorFromDepth: nil, gravity: nil)
  }
}
