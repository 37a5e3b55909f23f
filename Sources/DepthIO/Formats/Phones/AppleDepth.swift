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
          + "(apdi:FloatMinValue and FloatMaxValue): export the image from the phone again")
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
        "the calibration is for a \(camera.width)×\(camera.height) image, which has another "
          + "shape than the \(width)×\(height) depth map; left out")
      return
    }
    self.camera = CameraFile(
      path: path, color: camera, depth: nil, depthUnit: nil, colorFromDepth: nil, gravity: nil)
  }
}

/// The meaning of the integers of a phone's depth image: their quantity, and the two values of it
/// between which they are spread.
struct AuxiliaryRange: Equatable {
  /// The quantity that grows evenly with the samples.
  enum Quantity: Equatable {
    /// Metres.
    case distance
    /// 1/m: what Apple and HEVC call disparity.
    case disparity
  }

  var quantity: Quantity
  /// The quantity where the sample is 0 and where it is the largest.
  var low: Double
  var high: Double

  /// The distances of samples from 0 to `maximum`; NaN where the quantity isn't positive. Neither
  /// Apple nor Google reserves a sample for "nothing measured".
  func distances(_ samples: [UInt16], maximum: Int) -> [Float] {
    // A table: there are at most 65536 different samples.
    let table = (0...maximum).map { sample in
      let share = Double(sample) / Double(maximum)
      let value = low + (high - low) * share
      guard value > 0 else { return Float.nan }
      return Float(quantity == .distance ? value : 1 / value)
    }
    return samples.map { table[min(Int($0), maximum)] }
  }
}

/// The calibration in Apple's XMP (`AVCameraCalibrationData`): that of the colour picture, which the
/// depth map shares its view with. The extrinsics in there lead to another camera of the phone, and
/// no picture of that one is in the file.
struct AppleCalibration {
  private static let depthData = "http://ns.apple.com/depthData/1.0/"

  /// Size in pixels of the picture that the numbers belong to, in the raster's orientation.
  let width: Int
  let height: Int
  /// Focal lengths and principal point in pixels of that picture.
  let focalLength: SIMD2<Double>
  let principalPoint: SIMD2<Double>
  /// The point that the lens distortion is radial about, in pixels of that picture.
  let distortionCenter: SIMD2<Double>?
  /// The radial magnifications at shares of the largest radius from 0 to 1, in even steps; empty if
  /// the file has no table.
  let radialTable: [Float]
  let inverseTable: [Float]

  /// The calibration in an auxiliary picture's XMP; `nil` when it is missing or makes no sense.
  init?(_ xmp: XMLTree) {
    let matrix = Self.numbers(xmp.first(Self.depthData, "IntrinsicMatrix"))
    guard matrix.count == 9,
      let width = Self.side(xmp.number(Self.depthData, "IntrinsicMatrixReferenceWidth")),
      let height = Self.side(xmp.number(Self.depthData, "IntrinsicMatrixReferenceHeight"))
    else { return nil }
    // Column by column: fx 0 0, 0 fy 0, cx cy 1.
    focalLength = SIMD2(matrix[0], matrix[4])
    principalPoint = SIMD2(matrix[6], matrix[7])
    let longer = Double(max(width, height))
    // No lens has a field of view of more than 169° or a principal point many pictures away.
    let sensible = (longer / 20)...(longer * 100)
    guard sensible.contains(matrix[0]), sensible.contains(matrix[4]),
      abs(matrix[6]) <= longer * 20, abs(matrix[7]) <= longer * 20
    else { return nil }
    self.width = width
    self.height = height
    if let x = xmp.number(Self.depthData, "LensDistortionCenterOffsetX"),
      let y = xmp.number(Self.depthData, "LensDistortionCenterOffsetY")
    {
      distortionCenter = SIMD2(x, y)
    } else {
      distortionCenter = nil
    }
    radialTable = Self.table("LensDistortionLookupTable", in: xmp)
    inverseTable = Self.table("InverseLensDistortionLookupTable", in: xmp)
  }

  /// Whether the radial tables are there, both of them and the point they turn about.
  var hasTables: Bool {
    distortionCenter != nil && radialTable.count > 1 && inverseTable.count > 1
  }

  /// The lens distortion for the picture's size; `nil` where the file has no tables, or tables that
  /// make no sense. By Apple's reference implementation (in `AVCameraCalibrationData.h`) the inverse
  /// table leads from the distorted picture to the ideal one, the other back.
  private var distortion: LensDistortion? {
    guard hasTables, let distortionCenter else { return nil }
    return LensDistortion(
      radialTable: radialTable.map(Double.init),
      inverseRadialTable: inverseTable.map(Double.init), center: distortionCenter)
  }

  /// The colour camera.
  var camera: Camera {
    Camera(
      width: width, height: height, fx: focalLength.x, fy: focalLength.y, cx: principalPoint.x,
      cy: principalPoint.y, distortion: distortion, source: .calibration)
  }

  private static func side(_ number: Double?) -> Int? {
    number?.nearestInteger(in: 1...1_000_000)
  }

  /// The numbers of a list; empty when one of them is none.
  private static func numbers(_ node: XMLTree?) -> [Double] {
    let numbers = (node?.items ?? []).map { Double($0.text) ?? .nan }
    return numbers.allSatisfy(\.isFinite) ? numbers : []
  }

  /// A table: a list of numbers, or 32-bit little-endian floating-point numbers in base64.
  private static func table(_ name: String, in xmp: XMLTree) -> [Float] {
    if let list = xmp.first(depthData, name), !list.items.isEmpty {
      return numbers(list).map { Float($0) }
    }
    let bytes = xmp.data(depthData, name) ?? []
    let floats = stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) })
    }
    return floats.allSatisfy(\.isFinite) ? floats : []
  }
}
