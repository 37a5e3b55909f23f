internal import Foundation
internal import Kinematics

/// A prescribed value of an angle, such as a knee that bends by 90° ± 10°. In every repetition the angle
/// is judged where it is farthest from its value at rest.
public struct AngleTarget: Sendable, Equatable {
  /// The angle's name: `leftKneeFlexion`, or without a side `kneeFlexion`, for both sides.
  public let angle: String
  /// The prescribed degrees.
  public let degrees: ClosedRange<Double>
  /// The names of the angles that are judged, of each side or of the one without a side.
  private let names: [String]

  /// The reason why a text is no target. The description is the end of a sentence.
  public struct Unreadable: Error, Equatable, CustomStringConvertible {
    /// In words.
    public let description: String
  }

  /// The tolerance of a value without one, in degrees: about what a therapist reads off a goniometer
  /// in two attempts (chosen).
  public static let usualTolerance = 10.0

  /// A target.
  ///
  /// - Parameters:
  ///   - angle: a name of the catalogue or of a dialect, or one without its side.
  ///   - degrees: within ±360.
  /// - Throws: `Unreadable` for an unknown angle, and for values that no angle has.
  public init(angle: String, degrees: ClosedRange<Double>) throws(Unreadable) {
    let sides = ["left", "right"].compactMap { side in
      angle.first.flatMap {
        ExerciseChoice.angleDefinition(named: side + $0.uppercased() + angle.dropFirst())
      }
    }
    if ExerciseChoice.angleDefinition(named: angle) != nil {
      names = [angle]
    } else if sides.count == 2 {
      names = sides.map(\.name)
    } else {
      let near = AngleDefinition.names(near: angle).prefix(4).joined(separator: ", ")
      throw Unreadable(
        description: "there is no angle \(angle)\(near.isEmpty ? "" : "; near it: \(near)")")
    }
    guard degrees.lowerBound >= -360, degrees.upperBound <= 360 else {
      throw Unreadable(description: "degrees between -360 and 360 were expected")
    }
    (self.angle, self.degrees) = (angle, degrees)
  }

  /// The target of a text: `kneeFlexion=90±10`, `kneeFlexion=90+-10`, `leftElbowFlexion=80..100`, or
  /// `kneeFlexion=90`, which is within `usualTolerance`.
  ///
  /// - Throws: `Unreadable`.
  public init(_ text: String) throws(Unreadable) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let degrees = Self.range(of: String(parts[1])) else {
      throw Unreadable(
        description:
          "an angle and its degrees were expected: kneeFlexion=90±10, kneeFlexion=80..100")
    }
    try self.init(angle: String(parts[0]), degrees: degrees)
  }

  private static func range(of text: String) -> ClosedRange<Double>? {
    let text = text.filter { $0 != "°" && $0 != " " }.replacing("+/-", with: "±")
      .replacing("+-", with: "±").replacing("...", with: "..").replacing("…", with: "..")
    func numbers(_ separator: String) -> [Double]? {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
      return parts.count == 2 && numbers.count == 2 ? numbers : nil
    }
    if let value = Double(text), value.isFinite {
      return value - usualTolerance...value + usualTolerance
    }
    if let middle = numbers("±"), middle[1] >= 0 {
      return middle[0] - middle[1]...middle[0] + middle[1]
    }
    if let ends = numbers(".."), ends[0] <= ends[1] { return ends[0]...ends[1] }
    return nil
  }

  // MARK: Judging

  /// The angles that are judged.
  var definitions: [AngleDefinition] {
    names.compactMap { ExerciseChoice.angleDefinition(named: $0) }
  }

  /// The least probability of a verdict; below it none can be told (chosen).
  private static let certainty = 2.0 / 3

  /// Whether a value is within the target; `nil` where its sigma allows more than one answer.
  ///
  /// - Parameters:
  ///   - value: degrees.
  ///   - sigma: one standard deviation in degrees, of normal errors; `nil` when unknown.
  func isMet(by value: Double, sigma: Double?) -> Bool? {
    guard let sigma, sigma > 0 else { return degrees.contains(value) }
    func below(_ limit: Double) -> Double { erfc((value - limit) / (sigma * 2.squareRoot())) / 2 }
    let (short, far) = (below(degrees.lowerBound), 1 - below(degrees.upperBound))
    if 1 - short - far >= Self.certainty { return true }
    return max(short, far) >= Self.certainty ? false : nil
  }
}

/// Targets held against a person's repetitions.
struct TargetJudge {
  private let person: PersonMotion
  private let targets: [(target: AngleTarget, curves: [AngleCurve])]

  init(_ person: PersonMotion, _ targets: [AngleTarget]) {
    self.person = person
    self.targets = targets.map { ($0, person.curves(of: $0.definitions)) }
  }

  /// The repetition with the targets in the place of what the exercise asks as a matter of form.
  ///
  /// - Parameter essentials: the names of the criteria that stay.
  func judged(_ repetition: Repetition, keeping essentials: [String]) -> Repetition {
    guard !targets.isEmpty else { return repetition }
    var repetition = repetition
    let criteria = repetition.criteria.filter { essentials.contains($0.name) }
    let isLeft = repetition.angle.hasPrefix("left")
    repetition.criteria =
      criteria
      + targets.flatMap { target, curves in
        curves.compactMap { curve in
          // Where each side has repetitions of its own, that side is judged.
          let isOther = curves.count == 2 && curve.definition.name.hasPrefix("left") != isLeft
          return isOther && repetition.asymmetry == nil
            ? nil : criterion(of: target, curve, in: repetition)
        }
      }
    return repetition
  }

  private func criterion(
    of target: AngleTarget, _ curve: AngleCurve, in repetition: Repetition
  ) -> Repetition.Criterion {
    let measured = person.times.positions(from: repetition.start, to: repetition.end).filter {
      person.states[$0]?.isFilled == false && curve.values[$0] != nil
    }
    let rest = [measured.first, measured.last].compactMap { $0.flatMap { curve.values[$0] } }
    let level = rest.reduce(0, +) / Double(max(rest.count, 1))
    let farthest = measured.max {
      abs((curve.values[$0] ?? level) - level) < abs((curve.values[$1] ?? level) - level)
    }
    let value = farthest.flatMap { curve.values[$0] }.map { $0 * 180 / .pi }
    let sigma = farthest.flatMap { curve.sigmas[$0] }.map { $0 * 180 / .pi }
    return Repetition.Criterion(
      name: curve.definition.name, isMet: value.flatMap { target.isMet(by: $0, sigma: sigma) },
      value: value, sigma: sigma, unit: "degree", target: target.degrees)
  }
}
