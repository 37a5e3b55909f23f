/// The distortion of a pinhole camera's rays by a lens: one of the models that calibrations come
/// in, each with its own checked coefficients.
///
/// The polynomials work on the coordinates of the normalised picture, x/z and y/z; the radial tables
/// of phones work on pixels, which is why the camera is asked for pixels and rays
/// (`Camera.normalized`, `Camera.pixel(of:)`) and not the distortion.
public enum LensDistortion: Sendable, Equatable {
  /// Brown–Conrady with rational radial terms. RealSense's and Azure Kinect's "Brown Conrady" are
  /// this.
  case brownConrady(BrownConrady)
  /// Kannala–Brandt's fisheye.
  case fisheye(Fisheye)
  /// RealSense's "Modified Brown Conrady": the tangential terms are those of the point that is scaled
  /// already (librealsense, `rs2_project_point_to_pixel`).
  case realSenseModified(RealSense)
  /// RealSense's "Inverse Brown Conrady": Brown–Conrady's formula gives the ideal point from the
  /// distorted one (librealsense, `doc/projection.md`).
  case realSenseInverse(RealSense)
  /// Magnifications along the radius, as Apple's phones calibrate (`AVCameraCalibrationData`).
  case radialTable(RadialTable)

  /// The models by name. The raw value is the name in a `pose3d.camera/1` file.
  public enum Model: String, Sendable, CaseIterable, Codable {
    /// `LensDistortion.brownConrady`.
    case brownConrady = "brown-conrady"
    /// `LensDistortion.fisheye`.
    case fisheye = "opencv-fisheye"
    /// `LensDistortion.realSenseModified`.
    case realSenseModified = "realsense-modified"
    /// `LensDistortion.realSenseInverse`.
    case realSenseInverse = "realsense-inverse"
    /// `LensDistortion.radialTable`.
    case radialTable = "radial-table"
  }

  /// The model.
  public var model: Model {
    switch self {
    case .brownConrady: .brownConrady
    case .fisheye: .fisheye
    case .realSenseModified: .realSenseModified
    case .realSenseInverse: .realSenseInverse
    case .radialTable: .radialTable
    }
  }

  /// The coefficients in the model's order; for `radialTable` the magnifications from the centre to
  /// the farthest corner.
  public var coefficients: [Double] {
    switch self {
    case .brownConrady(let lens): lens.coefficients
    case .fisheye(let lens): lens.coefficients
    case .realSenseModified(let lens), .realSenseInverse(let lens): lens.coefficients
    case .radialTable(let table): table.magnifications
    }
  }

  /// A distortion of OpenCV's usual model from 4, 5 or 8 coefficients; `nil` for another count.
  public init?(coefficients: [Double]) {
    self.init(model: .brownConrady, coefficients: coefficients)
  }

  /// A distortion by a formula; `nil` when the model takes another number of coefficients, when one
  /// isn't finite, and for `radialTable`, which has an initialiser of its own.
  public init?(model: Model, coefficients: [Double]) {
    let lens: LensDistortion? =
      switch model {
      case .brownConrady: BrownConrady(coefficients).map { .brownConrady($0) }
      case .fisheye: Fisheye(coefficients).map { .fisheye($0) }
      case .realSenseModified: RealSense(coefficients).map { .realSenseModified($0) }
      case .realSenseInverse: RealSense(coefficients).map { .realSenseInverse($0) }
      case .radialTable: nil
      }
    guard let lens else { return nil }
    self = lens
  }

  /// A phone's distortion, see `RadialTable`; `nil` for fewer than two values in a table, for one
  /// that isn't finite or not above −1, and for a centre a thousand million pixels off.
  public init?(
    radialTable: [Double], inverseRadialTable: [Double]? = nil, center: SIMD2<Double>
  ) {
    guard let table = RadialTable(radialTable, inverse: inverseRadialTable, center: center) else {
      return nil
    }
    self = .radialTable(table)
  }

  /// Whether the lens bends nothing: every coefficient is 0.
  package var isNone: Bool {
    switch self {
    case .fisheye: false
    case .brownConrady, .realSenseModified, .realSenseInverse: coefficients.allSatisfy { $0 == 0 }
    case .radialTable(let table):
      (table.magnifications + (table.inverse ?? [])).allSatisfy { $0 == 0 }
    }
  }
}

/// A lens as its model and its numbers.
extension LensDistortion: Codable {
  private enum CodingKeys: String, CodingKey { case model, coefficients, inverse, center }

  /// Encodes the model and its coefficients, of a table also the table back and the centre.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(model, forKey: .model)
    try values.encode(coefficients, forKey: .coefficients)
    if case .radialTable(let table) = self {
      try values.encodeIfPresent(table.inverse, forKey: .inverse)
      try values.encode(table.center, forKey: .center)
    }
  }

  /// A lens from an encoded one. Throws a `DecodingError` for coefficients that the model doesn't take.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let model = try values.decode(Model.self, forKey: .model)
    let coefficients = try values.decode([Double].self, forKey: .coefficients)
    let lens =
      model == .radialTable
      ? LensDistortion(
        radialTable: coefficients,
        inverseRadialTable: try values.decodeIfPresent([Double].self, forKey: .inverse),
        center: try values.decode(SIMD2<Double>.self, forKey: .center))
      : LensDistortion(model: model, coefficients: coefficients)
    guard let lens else {
      throw DecodingError.dataCorruptedError(
        forKey: .coefficients, in: values,
        debugDescription: "these are no coefficients of \(model.rawValue)")
    }
    self = lens
  }
}
