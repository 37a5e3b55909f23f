import Foundation
import PoseAnalysis
import PoseGeometry
import PoseMotion

/// The advice on a camera's place, as a table for people.
enum AdviceTable {
  static func lines(of analysis: PlacementAnalysis) -> [TableLine] {
    let advice = analysis.advice
    let heading = [advice.exercise.title, analysis.file].compactMap { $0 }
      .joined(separator: "   ")
    return [(heading, .heading), ("camera: \(words(for: analysis.scene))", .plain), ("", .plain)]
      + angles(of: advice) + moves(of: advice) + [("", .plain)] + conclusion(of: advice)
      + [
        (
          "±: one standard deviation of an angle in one frame. gain: the decrease of the first "
            + "angle's ±, with its own.", .faint
        )
      ]
  }

  // MARK: The place

  private static func words(for scene: PlacementScene) -> String {
    func metres(_ value: PlacementScene.Value) -> String {
      value.sigma > 0
        ? String(format: "%.1f ± %.1f m", value.value, value.sigma)
        : String(format: "%.1f m", value.value)
    }
    let degrees = tableDegrees(abs(scene.azimuth.value))
    let sigma = tableDegrees(scene.azimuth.sigma)
    let side = scene.azimuth.value < 0 ? "right" : "left"
    let direction =
      degrees < 0.5
      ? String(format: "in front of them ± %.0f°", sigma)
      : String(format: "%.0f ± %.0f° from their front towards their ", degrees, sigma) + side
    return "\(metres(scene.distance)) from the person, lens \(metres(scene.height)) above the "
      + "floor, \(direction)"
  }

  /// The view from a direction in words.
  private static func view(from azimuth: Double) -> String {
    let degrees = abs(azimuth.remainder(dividingBy: 2 * .pi)) * 180 / .pi
    let side = azimuth.remainder(dividingBy: 2 * .pi) < 0 ? "right" : "left"
    switch degrees {
    case ..<22.5: return "from the front"
    case ..<67.5: return "obliquely from the front \(side)"
    case ..<112.5: return "from the person's \(side)"
    case ..<157.5: return "obliquely from behind, \(side)"
    default: return "from behind"
    }
  }

  // MARK: The angles

  private static func angles(of advice: PlacementAdvice) -> [TableLine] {
    guard !advice.present.angles.isEmpty else { return [] }
    let heads = ["expected here", "both sides", "left", "right"]
    let rows = advice.present.angles.map { angle in
      [
        AngleWords(angle.name).text, sigma(angle.sigma),
        sigma(angle.left) + (angle.isLeftHidden ? " hidden" : ""),
        sigma(angle.right) + (angle.isRightHidden ? " hidden" : ""),
      ]
    }
    return TableColumns.table(heads, rows) + [("", .plain)]
  }

  private static func sigma(_ radians: Double) -> String {
    let degrees = radians * 180 / .pi
    return String(format: degrees < 9.95 ? "± %.1f°" : "± %.0f°", degrees)
  }

  // MARK: The moves

  private static func moves(of advice: PlacementAdvice) -> [TableLine] {
    guard !advice.moves.isEmpty else { return [] }
    let first = AngleWords(advice.exercise.measuredAngles[0]).text
    let rows = advice.moves.map { move in
      [
        words(for: move, from: advice.present.placement), sigma(move.sigma),
        move.gain.map { gain in
          String(
            format: "%.1f ± %.1f°", tableDegrees(gain), tableDegrees(move.gainSigma ?? 0))
        } ?? "", move.isClear ? "" : "not clear",
      ]
    }
    return TableColumns.table(["moves that help", first, "gain", ""], rows)
  }

  /// A move as an instruction, for who stands behind the camera.
  private static func words(for move: PlacementMove, from present: CameraPlacement) -> String {
    let place = move.placement
    let turn = move.turn(from: present)
    let side = turn < 0 ? "left" : "right"
    let degrees = move.degrees(from: present)
    let away = place.distance - present.distance
    switch move.kind {
    case .around:
      let way = 2 * present.distance * abs(sin(turn / 2))
      return "walk \(degrees)° around the person to the \(side)"
        + String(format: " (%.1f m)", way)
    case .distance:
      return String(format: "%.1f m %@", abs(away), away < 0 ? "nearer" : "farther back")
    case .height:
      let rise = place.height - present.height
      return "\(rise < 0 ? "lower" : "raise") the camera by "
        + "\(Int((abs(rise) * 100).rounded())) cm"
    case .place:
      return String(format: "to %.1f m, ", place.distance) + view(from: place.azimuth)
    case .secondCamera: return "a second camera \(degrees)° to the \(side)"
    }
  }

  // MARK: The conclusion

  private static func conclusion(of advice: PlacementAdvice) -> [TableLine] {
    let first = AngleWords(advice.exercise.measuredAngles[0]).text
    func sentence(_ move: PlacementMove) -> String {
      let words = words(for: move, from: advice.present.placement)
      let before = advice.present.sigma.map { " instead of \(sigma($0))" } ?? ""
      return "\(words): \(first) \(sigma(move.sigma))\(before)"
    }
    var lines: [TableLine] = []
    if let best = advice.best {
      lines.append(("advice: \(sentence(best)).", .good))
    } else if advice.present.sigma == nil {
      lines.append(("advice: no place within 6 m shows the whole exercise.", .warning))
    } else {
      lines.append(("advice: stay here. No other place is clearly better.", .good))
    }
    if let second = advice.bestSecondCamera {
      lines.append(("or: \(sentence(second)).", .good))
    }
    return lines
  }
}
