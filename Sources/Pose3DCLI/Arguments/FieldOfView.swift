import ArgumentParser
import PoseAnalysis
import PoseImaging

/// A field of view along the diagonal as people know it: `60`, `60°`, or by a lens's focal length for 35 mm film, `26mm`.
struct FieldOfView: ExpressibleByArgument {
  /// Finite; the range is the option's to check.
  let degrees: Double

  /// What the help has about it, besides the option's meaning.
  static let note = "26mm is a lens's focal length for 35 mm film."

  init?(argument: String) {
    let text = argument.lowercased().replacing(" ", with: "")
    let unit = ["mm", "°", "deg"].first(where: text.hasSuffix) ?? ""
    guard let number = Double(text.dropLast(unit.count)), number.isFinite else { return nil }
    guard unit == "mm" else {
      degrees = number
      return
    }
    guard number > 0 else { return nil }
    degrees = Camera.diagonalFieldOfView(focalLengthIn35mmFilm: number) * 180 / .pi
  }

  var radians: Double { degrees * .pi / 180 }
}
