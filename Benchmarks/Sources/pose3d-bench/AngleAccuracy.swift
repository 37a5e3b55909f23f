import Foundation
import Kinematics

/// Errors of every angle of the catalogue against that of the true joints, left and right together.
struct AngleAccuracy {
  private struct Row {
    var errors: [Double] = []
    var squaredRatios: [Double] = []
    /// How many true angles have a value.
    var measurable = 0
  }

  private var rows: [String: Row] = [:]
  private var order: [String] = []

  /// Adds a skeleton and the true one, in one frame and with the same vertical.
  mutating func add(_ skeleton: Skeleton, truth: Skeleton) {
    for (angle, expected) in zip(skeleton.angles(Self.angles), truth.angles(Self.angles)) {
      let side = ["left", "right"].first { angle.name.hasPrefix($0) }
      let name = side.map { String(angle.name.dropFirst($0.count)) } ?? angle.name
      if rows[name] == nil { order.append(name) }
      var row = rows[name] ?? Row()
      if let expected = expected.value {
        row.measurable += 1
        if let value = angle.value {
          let error = (value - expected).remainder(dividingBy: 2 * .pi)
          row.errors.append(abs(error) * 180 / .pi)
          if let sigma = angle.sigma { row.squaredRatios.append(error * error / (sigma * sigma)) }
        }
      }
      rows[name] = row
    }
  }

  /// Included angles have the errors of the flexion; feet have no truth here.
  private static let angles = AngleDialect.clinical.angles.filter { !$0.needsFoot }

  static let header =
    "angle".padding(toLength: 28, withPad: " ", startingAt: 0)
    + "   n  of   mean° median°   90 %°   error/sigma"

  /// A line an angle.
  var lines: [String] {
    order.compactMap { name in
      guard let row = rows[name], !row.errors.isEmpty else { return nil }
      let errors = row.errors.sorted()
      let mean = errors.reduce(0, +) / Double(errors.count)
      let ratios = row.squaredRatios
      let rms = (ratios.reduce(0, +) / Double(max(ratios.count, 1))).squareRoot()
      return name.padding(toLength: 28, withPad: " ", startingAt: 0)
        + String(
          format: "%4d%4d%8.1f%8.1f%8.1f%12.2f", errors.count, row.measurable, mean,
          errors[errors.count / 2], errors[errors.count * 9 / 10], rms)
    }
  }
}
