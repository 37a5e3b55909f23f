/// How a lens bends the rays of a pinhole camera: one of the models that calibrations come in.
///
/// The polynomials work on the coordinates of the normalised picture, x/z and y/z; the radial tables
/// of phones work on pixels, which is why the camera is asked for pixels and rays
/// (`Camera.normalized`, `Camera.pixel(of:)`) and not the distortion.
public struct LensDistortion: Sendable, Equatable {
  /// The formula. The raw value is the model's name in a `pose3d.camera/1` file.
  public enum Model: String, Sendable, CaseIterable {
    /// Brown–Conrady with rational radial terms, k1 k2 p1 p2 k3 k4 k5 k6 (OpenCV `calib3d`, "Detailed
    /// Description"). RealSense's and Azure Kinect's "Brown Conrady" are this.
    case brownConrady = "brown-conrady"
    /// Kannala–Brandt's fisheye, k1 k2 k3 k4: θ(1 + k1θ² + k2θ⁴ + k3θ⁶ + k4θ⁸) from the axis (OpenCV
    /// `fisheye`, "Detailed Description"; RealSense's "Kannala Brandt4").
    case fisheye = "opencv-fisheye"
    /// RealSense's "Modified Brown Conrady", k1 k2 p1 p2 k3: the tangential terms are those of the
    /// point that is scaled already (librealsense, `rs2_project_point_to_pixel`).
    case realSenseModified = "realsense-modified"
    /// RealSense's "Inverse Brown Conrady", k1 k2 p1 p2 k3: Brown–Conrady's formula gives the ideal
    /// point from the distorted one (librealsense, `doc/projection.md`).
    case realSenseInverse = "realsense-inverse"
    /// Magnifications along the radius, as Apple's phones calibrate (`AVCameraCalibrationData`).
    case radialTable = "radial-table"

    /// The numbers of coefficients that the model can have.
    var counts: [Int] {
      switch self {
      case .brownConrady: [4, 5, 8]
      case .fisheye: [4]
      case .realSenseModified, .realSenseInverse: [5]
      case .radialTable: []
      }
    }
  }

  /// The formula.
  public let model: Model
  /// The coefficients in the model's order; those of `brownConrady` that were not given are 0. For
  /// `radialTable` the magnifications from the centre to the farthest corner.
  public var coefficients: [Double] {
    model == .radialTable ? table : (0..<(model.counts.last ?? 0)).map { polynomial[$0] }
  }
  /// The magnifications back, for `radialTable`; `nil` when there are none.
  public let inverseTable: [Double]?
  /// The centre of a `radialTable` in pixels of the camera's picture; `nil` for the other models.
  public internal(set) var center: SIMD2<Double>?

  /// The coefficients of the formula, and 0 for the rest.
  let polynomial: SIMD8<Double>
  /// The magnifications of a `radialTable`; empty for the other models.
  let table: [Double]
  /// Up to which radius the formula grows with the radius: beyond it lies no picture. For the
  /// fisheye an angle, for the inverse model the radius of the distorted point.
  let reach: Double

  /// A distortion of OpenCV's usual model from 4, 5 or 8 coefficients; `nil` for another count.
  public init?(coefficients: [Double]) {
    self.init(model: .brownConrady, coefficients: coefficients)
  }

  /// A distortion by a formula; `nil` when the model takes another number of coefficients, when one
  /// isn't finite, and for `radialTable`, which has an initialiser of its own.
  public init?(model: Model, coefficients: [Double]) {
    guard model.counts.contains(coefficients.count), coefficients.allSatisfy(\.isFinite) else {
      return nil
    }
    var polynomial = SIMD8<Double>.zero
    for (index, value) in coefficients.enumerated() { polynomial[index] = value }
    self.model = model
    table = []
    inverseTable = nil
    center = nil
    self.polynomial = polynomial
    reach = Self.reach(of: model, polynomial)
  }

  /// A phone's distortion. At r of the way from `center` to the picture's farthest corner, a point p
  /// of the ideal picture is seen at c + (1 + m)(p − c), where m is read from `radialTable` at r, its
  /// values evenly spaced from 0 to 1. `inverseRadialTable` leads back in the same way, and is
  /// inverted numerically when it is left out (`AVCameraCalibrationData.h`).
  ///
  /// `center` is in pixels of the size that the camera is for, 0 being the centre of the top-left
  /// pixel. `nil` for fewer than two values, for one that isn't finite or not above −1.
  public init?(
    radialTable: [Double], inverseRadialTable: [Double]? = nil, center: SIMD2<Double>
  ) {
    let values = radialTable + (inverseRadialTable ?? [])
    guard radialTable.count >= 2, inverseRadialTable.map({ $0.count >= 2 }) ?? true,
      values.allSatisfy({ $0.isFinite && $0 > -1 }), center.x.isFinite, center.y.isFinite
    else { return nil }
    model = .radialTable
    table = radialTable
    inverseTable = inverseRadialTable
    self.center = center
    polynomial = .zero
    reach = .infinity
  }

  /// Whether the lens bends nothing: every coefficient is 0.
  package var isNone: Bool {
    model != .fisheye && coefficients.allSatisfy { $0 == 0 }
      && (inverseTable ?? []).allSatisfy { $0 == 0 }
  }
}
