internal import PoseDocuments
internal import PoseImaging

/// Google's XMP about a depth map's numbers, under the names that GDepth
/// (developers.google.com/depthmap-metadata) and Dynamic Depth 1.0 ("Depth Map") share.
struct GoogleDepth {
  /// The unit of distances by the attribute `Units`.
  enum Unit: Equatable {
    /// Metres in one of it.
    case length(Double)
    /// 1/m.
    case diopters
    case unknown
  }

  let range: AuxiliaryRange
  let unit: Unit
  /// Whether the numbers are distances along the rays through the pixels (`OpticRay`) instead of
  /// along the optical axis.
  let isAlongRays: Bool

  /// The description in a node, of which `near` and `far` are required; `nil` when they are missing
  /// or make no sense.
  ///
  /// With n the sample's share of the largest, `RangeLinear` is `near + n(far − near)` and
  /// `RangeInverse` is `far·near/(far − n(far − near))`, that is 1/d falls evenly from 1/near to
  /// 1/far.
  init?(_ node: XMLTree, namespace: String) {
    guard let near = node.number(namespace, "Near"), let far = node.number(namespace, "Far"),
      near >= 0, far > 0
    else { return nil }
    let isLinear = node.text(namespace, "Format")?.lowercased() == "rangelinear"
    guard isLinear || near > 0 else { return nil }
    range =
      isLinear
      ? AuxiliaryRange(quantity: .distance, low: near, high: far)
      : AuxiliaryRange(quantity: .disparity, low: 1 / near, high: 1 / far)
    unit =
      switch node.text(namespace, "Units")?.lowercased() {
      case "m", "meters", "metres": .length(1)
      case "mm", "millimeters", "millimetres": .length(0.001)
      case "diopters": .diopters
      default: .unknown
      }
    isAlongRays = node.text(namespace, "MeasureType")?.lowercased() == "opticray"
  }

  /// The raster with the XMP's facts; `camera` is the colour image's, if it is known.
  func depth(
    _ raster: GreyRaster, confidence: GreyRaster?, camera: Camera?, in file: InputFile
  ) -> StoredDepth {
    let isInverse = range.quantity == .disparity
    var distances = range.distances(raster.samples, maximum: raster.maximum)
    switch unit {
    case .length(1), .unknown: break
    case .length(let metres): distances = distances.map { Float(Double($0) * metres) }
    case .diopters: distances = distances.map { 1 / $0 }
    }
    var depth = StoredDepth(
      width: raster.width, height: raster.height, samples: .distances(distances),
      unit: unit == .unknown ? .relative : .metres,
      details: DepthDetails(
        format: "JPEG", encoding: "\(raster.bits)-bit \(isInverse ? "inverse " : "")distance"))
    if unit == .unknown {
      depth.details.notes.append(
        "the file doesn't say its unit (Units): the ratios of the distances hold, their metres don't"
      )
    }
    depth.calibrate(with: camera, path: file.path)
    if isAlongRays { depth = depth.alongAxis() }
    if let confidence, (confidence.width, confidence.height) == (raster.width, raster.height) {
      depth.confidence = confidence.samples.map { sample in
        // Thirds of 0…1, which both specifications spread the samples over.
        DepthConfidence(rawValue: UInt8(min(2, 3 * Int(sample) / (confidence.maximum + 1)))) ?? .low
      }
    }
    return depth
  }
}

extension StoredDepth {
  /// The raster with distances along the optical axis, from one with distances along the rays:
  /// z = r/√(1 + x² + y²), (x, y, 1) being the ray. Without a calibration it stays as it is, with a
  /// note.
  fileprivate func alongAxis() -> StoredDepth {
    guard case .distances(var distances) = samples else { return self }
    guard let camera = camera?.color.scaled(toWidth: width, height: height) else {
      var depth = self
      depth.details.notes.append(
        "the distances are along the rays (OpticRay) and the file has no calibration to turn them "
          + "to depths: away from the image's middle they are too long")
      return depth
    }
    for row in 0..<height {
      for column in 0..<width {
        let ray = camera.normalized(SIMD2(Double(column), Double(row)))
        let length = (1 + (ray * ray).sum()).squareRoot()
        distances[row * width + column] = Float(Double(distances[row * width + column]) / length)
      }
    }
    var depth = StoredDepth(
      width: width, height: height, samples: .distances(distances), unit: unit, details: details)
    depth.camera = self.camera
    return depth
  }
}

/// GDepth: a depth map in a JPEG's own XMP, base64 in an attribute
/// (developers.google.com/depthmap-metadata).
enum GDepth {
  private static let namespace = "http://ns.google.com/photos/1.0/depthmap/"

  /// The depth map in a JPEG's XMP; `nil` when it has none. Throws `damaged` when what is announced
  /// isn't there.
  static func depth(_ xmp: XMLTree, in file: InputFile) throws(FileError) -> StoredDepth? {
    guard xmp.first(namespace, "Near") != nil || xmp.first(namespace, "Data") != nil else {
      return nil
    }
    guard let description = GoogleDepth(xmp, namespace: namespace) else {
      throw file.error(
        .unsuitable,
        "the depth map in this JPEG doesn't say which distances its numbers stand for (GDepth:Near "
          + "and Far, more than 0)")
    }
    guard let bytes = xmp.data(namespace, "Data") else {
      throw file.error(
        .damaged,
        "the JPEG's XMP announces a depth map (GDepth), and its data is missing or damaged: an "
          + "editor may have dropped it; take the phone's original file")
    }
    let raster = try GreyRaster(file.part(bytes))
    var confidence: GreyRaster?
    if let bytes = xmp.data(namespace, "Confidence") {
      confidence = try GreyRaster(file.part(bytes))
    }
    return description.depth(raster, confidence: confidence, camera: nil, in: file)
  }
}
