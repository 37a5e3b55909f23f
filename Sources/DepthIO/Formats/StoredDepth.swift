internal import PoseDocuments
internal import PoseImaging

/// A depth raster as a file stores it, before a unit is applied and before it is turned upright.
struct StoredDepth: Sendable {
  /// The numbers of a raster, row by row from its top.
  enum Samples: Sendable {
    /// Integers as depth cameras write them: steps of a unit.
    case steps16([UInt16])
    /// Wider integers.
    case steps32([UInt32])
    /// Floating-point numbers: metres, unless a unit is stated.
    case distances([Float])
  }

  let width: Int
  let height: Int
  private(set) var samples: Samples
  /// The samples' unit by the file; `nil` if it gives none.
  var unit: DepthUnit?
  /// The device's confidence in every sample, row by row; `nil` if the file states none.
  var confidence: [DepthConfidence]?
  /// The raster's orientation.
  var orientation = ImageOrientation.up
  /// The calibration in the file, for the raster as it is stored.
  var camera: CameraFile?
  /// The file's other metadata.
  var details: DepthDetails

  init(width: Int, height: Int, samples: Samples, unit: DepthUnit? = nil, details: DepthDetails) {
    self.width = width
    self.height = height
    self.samples = samples
    self.unit = unit
    self.details = details
  }
}

extension StoredDepth {
  /// The depth map of this raster, upright.
  ///
  /// Throws `unitMissing` for integers without a unit from the file or the caller, and `unsuitable`
  /// if nothing was measured.
  consuming func map(for file: InputFile) throws(FileError) -> DepthMap {
    let emptiness = self.emptiness
    let unit = unit(with: file.options)
    let scale: DepthScale
    switch unit {
    case nil: scale = .assumed
    case let unit? where !unit.isMetric: scale = .unknown
    default: scale = file.options.depthUnit == nil && self.unit != nil ? .file : .caller
    }
    let metres: [Float]
    switch samples {
    case .steps16(let steps):
      guard let unit else { throw unitMissing(in: file) }
      metres = unit.metres(steps)
    case .steps32(let steps):
      guard let unit else { throw unitMissing(in: file) }
      let factor = try self.factor(of: unit, in: file)
      metres = steps.map { Float(Double($0) * factor) }
    case .distances(var distances):
      let factor = unit == nil ? 1 : try self.factor(of: unit ?? .metres, in: file)
      // In place: the numbers are as many as the file is long.
      samples = .distances([])
      // Programs write "nothing there" as numbers that no camera measures.
      for index in distances.indices {
        let depth = factor == 1 ? distances[index] : Float(Double(distances[index]) * factor)
        distances[index] = depth > 1e-9 && depth < 1e9 ? depth : .nan
      }
      metres = distances
    }
    let map = DepthMap(
      width: width, height: height, metres: metres, confidence: confidence, scale: scale)
    guard map.metres.contains(where: { !$0.isNaN }) else {
      throw file.error(
        .unsuitable, "not one of the \(width)×\(height) samples holds a depth: \(emptiness)")
    }
    return map.oriented(orientation)
  }

  /// The samples' unit: the caller's, else the file's, else, for integers, the caller's fallback
  /// for them; `nil` if all are missing.
  func unit(with options: ReadingOptions) -> DepthUnit? {
    if let unit = options.depthUnit ?? unit { return unit }
    switch samples {
    case .steps16, .steps32: return options.unitOfIntegers
    case .distances: return nil
    }
  }

  /// The metres that one step of these samples is long.
  private func factor(of unit: DepthUnit, in file: InputFile) throws(FileError) -> Double {
    var isInteger = true
    if case .distances = samples { isInteger = false }
    guard let factor = unit.factor(forIntegers: isInteger) else {
      throw file.error(
        .unsuitable,
        "the unit \(unit.name) is one of 16-bit integers, and these are \(details.encoding)")
    }
    return factor
  }

  /// The reason that it may contain no depth.
  private var emptiness: String {
    let isEverywhereZero =
      switch samples {
      case .steps16(let steps): steps.allSatisfy { $0 == 0 }
      case .steps32(let steps): steps.allSatisfy { $0 == 0 }
      case .distances(let distances): distances.allSatisfy { $0 == 0 }
      }
    return isEverywhereZero ? "all of them are 0" : "none is a positive number"
  }

  private func unitMissing(in file: InputFile) -> FileError {
    file.error(
      .unitMissing,
      "this \(details.format) of \(details.encoding) doesn't state its unit",
      remedy: .stateDepthUnit)
  }
}

/// A decoded picture as the file stores it: rows from the top of the raster, which need not be the
/// top of the scene.
struct Stored<Sample: FixedWidthInteger & Sendable> {
  let width: Int
  let height: Int
  /// Row by row, channels interleaved, without padding.
  let samples: [Sample]
  let exif: ExifTags
}

extension Camera {
  /// A camera from numbers in a file; `nil` when no lens has them: a focal length below a twentieth
  /// of the picture's longer side or above a hundred times it, a principal point twenty pictures
  /// away. The limits are those of a camera file.
  init?(
    checking intrinsics: (fx: Double, fy: Double, cx: Double, cy: Double), width: Int, height: Int,
    source: Source
  ) {
    let side = Double(max(width, height))
    let (fx, fy, cx, cy) = intrinsics
    guard width > 0 && height > 0 && side <= 1_000_000,
      [fx, fy].allSatisfy((side / 20...side * 100).contains),
      [cx, cy].allSatisfy({ abs($0) <= side * 20 })
    else { return nil }
    self.init(width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy, source: source)
  }

  /// A camera from the nine numbers of a matrix of intrinsics, row by row as NumPy writes it or
  /// column by column as Apple does: the one with the two zeros in its last row, or column. `nil`
  /// for numbers that are no such matrix.
  init?(matrix: [Double], width: Int, height: Int, source: Source) {
    guard matrix.count == 9, matrix[8] == 1 else { return nil }
    let center: (Double, Double)
    if matrix[6] == 0 && matrix[7] == 0 {
      center = (matrix[2], matrix[5])
    } else if matrix[2] == 0 && matrix[5] == 0 {
      center = (matrix[6], matrix[7])
    } else {
      return nil
    }
    self.init(
      checking: (matrix[0], matrix[4], center.0, center.1), width: width, height: height,
      source: source)
  }
}
