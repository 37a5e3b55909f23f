internal import PoseGeometry

extension LensDistortion {
  /// A phone's distortion (`AVCameraCalibrationData.h`).
  ///
  /// At r of the way from `center` to the picture's farthest corner, a point p of the ideal picture is
  /// seen at c + (1 + m)(p − c), where m is read from `magnifications` at r, its values evenly spaced
  /// from 0 to 1. `inverse` leads back in the same way; without it the table is inverted numerically.
  public struct RadialTable: Sendable, Equatable {
    /// The magnifications from the centre to the farthest corner, two or more, each above −1.
    public let magnifications: [Double]
    /// The magnifications back; `nil` when there are none.
    public let inverse: [Double]?
    /// The centre in pixels of the size that the camera is for, 0 being the centre of the top-left
    /// pixel.
    public let center: SIMD2<Double>

    /// Whether a table can be centred there: farther off than any picture is large it has lost its
    /// decimals.
    package static func isCenter(_ place: SIMD2<Double>) -> Bool {
      max(abs(place.x), abs(place.y)) <= 1e9
    }

    /// A table; `nil` for fewer than two values, for one that isn't finite or not above −1, and for a
    /// centre a thousand million pixels off.
    public init?(_ magnifications: [Double], inverse: [Double]? = nil, center: SIMD2<Double>) {
      let values = magnifications + (inverse ?? [])
      guard magnifications.count >= 2, inverse.map({ $0.count >= 2 }) ?? true,
        values.allSatisfy({ $0.isFinite && $0 > -1 }), Self.isCenter(center)
      else { return nil }
      self.init(checked: magnifications, inverse, center)
    }

    private init(checked values: [Double], _ inverse: [Double]?, _ center: SIMD2<Double>) {
      magnifications = values
      self.inverse = inverse
      self.center = center
    }

    /// The same table about the centre's place in a picture of another size, or turned.
    func with(center: SIMD2<Double>) -> RadialTable {
      RadialTable(checked: magnifications, inverse, center)
    }

    /// The distorted position of a point of the ideal image; pixels of an image of this size.
    func distorted(_ ideal: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
      moved(ideal, by: magnifications, width: width, height: height)
    }

    /// The point of the ideal picture that is seen at a pixel; NaN when the table folds the picture
    /// over and no inverse table is given.
    func undistorted(_ pixel: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
      if let inverse { return moved(pixel, by: inverse, width: width, height: height) }
      let offset = pixel - center
      let seen = offset.length
      guard seen > 1e-9 else { return pixel }
      // r(1 + m(r)) is sought at `seen`; with sound tables it grows all the way.
      let corner = cornerDistance(width: width, height: height)
      let radius = LensDistortion.solve(for: seen, upTo: 4 * max(seen, corner)) {
        $0 * (1 + Self.magnification(magnifications, at: $0 / corner))
      }
      guard let radius else { return SIMD2(repeating: .nan) }
      return center + offset * (radius / seen)
    }

    private func moved(
      _ point: SIMD2<Double>, by table: [Double], width: Int, height: Int
    ) -> SIMD2<Double> {
      let offset = point - center
      let share = offset.length / cornerDistance(width: width, height: height)
      return center + offset * (1 + Self.magnification(table, at: share))
    }

    /// The distance from the centre to the farthest corner of the picture, which is half a pixel
    /// beyond the centre of its last pixel.
    private func cornerDistance(width: Int, height: Int) -> Double {
      let x = max(center.x + 0.5, Double(width) - 0.5 - center.x)
      let y = max(center.y + 0.5, Double(height) - 0.5 - center.y)
      return SIMD2(x, y).length
    }

    /// A table's value between its entries, and its last value beyond the corner.
    private static func magnification(_ table: [Double], at share: Double) -> Double {
      let position = share * Double(table.count - 1)
      guard position < Double(table.count - 1) else { return table[table.count - 1] }
      let index = Int(position)
      return table[index] + (position - Double(index)) * (table[index + 1] - table[index])
    }
  }
}
