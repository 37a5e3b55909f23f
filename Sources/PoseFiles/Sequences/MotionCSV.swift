internal import Foundation
internal import Kinematics
internal import PoseDocuments
internal import PoseMotion

/// The angle curves of a sequence as CSV (RFC 4180, with a header), one line per person and frame.
struct MotionCSV {
  let frames: [PoseRecording.Frame]
  let people: [PersonMotion]
  /// In the order of the people.
  let analyses: [ExerciseAnalysis]

  private static let definitions = AngleDialect.clinical.angles

  func write(to write: (String) throws -> Void) rethrows {
    let columns = PoseColumns.angles(Self.definitions)
    let fixed = ["frame", "time", "person", "filled", "repetition"]
    try write((fixed + columns + PoseColumns.contacts).joined(separator: ",") + "\n")
    var unwrappings = people.map { _ in Self.definitions.map(AngleUnwrapping.init) }
    let planted = people.map { $0.plantedPoints() }
    let counted = analyses.map { $0.repetitions.filter(\.isCounted) }
    for (position, frame) in frames.enumerated() {
      for (number, person) in people.enumerated() {
        guard let state = person.states[position], let skeleton = person.skeleton(at: position)
        else { continue }
        var cells = [
          "\(frame.index)", Self.text(frame.time), "\(person.id)", state.isFilled ? "1" : "0",
          Self.number(among: counted[number], at: frame.time).map { "\($0)" } ?? "",
        ]
        for (column, angle) in skeleton.angles(Self.definitions).enumerated() {
          let value = unwrappings[number][column].next(angle.value, at: frame.time)
          cells += [PoseColumns.degrees(value), PoseColumns.degrees(angle.sigma)]
        }
        // The ankle stands for its foot.
        cells += ContactPoint.ofFeet.map { point in
          let found = planted[number][position]
          return found.contains(point) || found.contains(point.ankle) ? "1" : "0"
        }
        try write(cells.joined(separator: ",") + "\n")
      }
    }
  }

  /// The number, from 1, of the counted repetition in which a moment lies. A moment between two that
  /// follow upon each other belongs to the later one.
  private static func number(among counted: [Repetition], at time: Double) -> Int? {
    counted.lastIndex { $0.start <= time && time <= $0.end }.map { $0 + 1 }
  }

  private static func text(_ value: Double) -> String { JSONValue.digits(of: value) ?? "" }
}

/// The names and the numbers of the columns that all tables of poses have. Names have no spaces.
enum PoseColumns {
  /// Every angle, each with its sigma.
  static func angles(_ definitions: [AngleDefinition]) -> [String] {
    definitions.flatMap { [$0.name, "\($0.name)_sigma"] }
  }

  /// Every point of the feet that may be on the ground.
  static let contacts = ContactPoint.ofFeet.map { "\($0.rawValue)_contact" }

  /// Degrees with three decimals; empty for an angle that wasn't measured.
  static func degrees(_ radians: Double?) -> String { rounded(radians.map { $0 * 180 / .pi }, 1e3) }

  /// Metres with four decimals; empty for a place that wasn't measured.
  static func metres(_ metres: Double?) -> String { rounded(metres, 1e4) }

  private static func rounded(_ value: Double?, _ steps: Double) -> String {
    value.flatMap { JSONValue.digits(of: ($0 * steps).rounded() / steps) } ?? ""
  }
}
