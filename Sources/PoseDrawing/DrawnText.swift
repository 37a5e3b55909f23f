internal import Pose3D

/// Numbers as they are printed on the picture.
enum DrawnText {
  /// `93°`, from radians.
  static func degrees(_ radians: Double) -> String {
    fixed(radians * 180 / .pi, decimals: 0) + "°"
  }

  /// `±4`, from radians; with a decimal below 1°, `±0.4`.
  static func sigmaDegrees(_ radians: Double) -> String {
    let degrees = radians * 180 / .pi
    return "±" + fixed(degrees, decimals: degrees < 0.95 ? 1 : 0)
  }

  /// `1.74 m ±0.03 (measured)`.
  static func height(of pose: BodyPose) -> String {
    let origin =
      switch pose.heightEstimation {
      case .measured: "measured"
      case .reference: "assumed"
      case .user: "given"
      }
    return "\(fixed(pose.bodyHeight, decimals: 2)) m ±\(fixed(pose.bodyHeightSigma, decimals: 2)) "
      + "(\(origin))"
  }

  /// A number with `decimals` places, without a sign before a rounded zero.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value * factor).rounded()) else { return "?" }
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = scaled < 0 ? "−" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
