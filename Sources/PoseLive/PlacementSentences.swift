internal import Foundation
internal import PoseAnalysis
internal import PoseMotion

/// The advice on the camera's place, as sentences to the person who stands before it.
enum PlacementSentences {
  /// What can be measured from here, what would help most, and where the camera was taken to be.
  static func all(of analysis: PlacementAnalysis) -> [String] {
    let advice = analysis.advice
    let angle = AngleWords(advice.exercise.measuredAngles[0]).text
    var sentences = [present(advice, angle, analysis.scene.framing)]
    if let best = advice.best {
      sentences.append("\(words(for: best, from: advice.present.placement)): \(sigma(best.sigma)).")
    } else if advice.present.sigma != nil {
      sentences.append("No other place is clearly better.")
    } else {
      sentences.append("No place within 6 m shows the whole exercise.")
    }
    if let second = advice.bestSecondCamera {
      sentences.append(
        "\(words(for: second, from: advice.present.placement)): \(sigma(second.sigma)).")
    }
    let scene = analysis.scene
    sentences.append(
      String(
        format:
          "The camera was taken to be %.1f ± %.1f m from you, its lens %.1f ± %.1f m above the "
          + "floor, %@.", scene.distance.value, scene.distance.sigma, scene.height.value,
        scene.height.sigma, direction(scene.azimuth)))
    return sentences
  }

  private static func present(
    _ advice: PlacementAdvice, _ angle: String, _ framing: PlacementEstimate.Framing?
  ) -> String {
    let exercise = advice.exercise.title
    guard let present = advice.present.sigma else {
      switch advice.present.framing {
      case .tooFar:
        return "From here you are too small in the image for the exercise: \(exercise)."
      case .fits, .tooNear:
        return "From here the image doesn't show all of the exercise: \(exercise)."
      case .unseen:
        return
          "From here the camera doesn't show what has to be measured of the exercise: \(exercise)."
      }
    }
    let first =
      exercise.prefix(1).uppercased() + exercise.dropFirst()
      + ", seen from here: \(angle) \(sigma(present))."
    return framing == .tooNear
      ? first + " Turn the camera until the whole movement is in the image." : first
  }

  /// A move as an instruction to the person.
  private static func words(
    for move: PlacementMove, from present: CameraPlacement
  ) -> String {
    let place = move.placement
    let degrees = move.degrees(from: present)
    let (side, other) = move.turn(from: present) < 0 ? ("right", "left") : ("left", "right")
    let away = place.distance - present.distance
    let rise = place.height - present.height
    return switch move.kind {
    case .around:
      "Turn \(degrees)° to your \(other), or move the camera as far around you towards your \(side)"
    case .distance:
      String(format: "Put the camera %.1f m %@", abs(away), away < 0 ? "nearer" : "farther away")
    case .height:
      "\(rise < 0 ? "Lower" : "Raise") the camera by \(Int((abs(rise) * 100).rounded())) cm"
    case .place:
      String(format: "Put the camera %.1f m away, ", place.distance)
        + direction(.init(value: place.azimuth, sigma: 0))
    case .secondCamera:
      "Or add a second camera, \(degrees)° around you towards your \(side)"
    }
  }

  private static func direction(_ azimuth: PlacementScene.Value) -> String {
    let degrees = abs(azimuth.value.remainder(dividingBy: 2 * .pi)) * 180 / .pi
    let side = azimuth.value < 0 ? "right" : "left"
    let spread = azimuth.sigma > 0 ? String(format: " ± %.0f", azimuth.sigma * 180 / .pi) : ""
    return switch degrees {
    case ..<2.5: "in front of you" + (spread.isEmpty ? "" : spread + "°")
    case ..<177.5:
      String(format: "%.0f", degrees) + spread + "° from your front towards your \(side)"
    default: "behind you" + (spread.isEmpty ? "" : spread + "°")
    }
  }

  private static func sigma(_ radians: Double) -> String {
    let degrees = radians * 180 / .pi
    return String(format: degrees < 9.95 ? "± %.1f°" : "± %.0f°", degrees)
  }
}
