import PoseAnalysis
import Foundation
import Pose3D

/// One person in several pictures as tables for people.
enum PersonTable {
  /// Writes the tables of a picture.
  static func write(_ picture: PictureAnalysis, named name: String, to terminal: Terminal) {
    terminal.write(name.safeOnOneLine, style: .heading)
    if picture.people.isEmpty {
      terminal.write("no person measured")
      terminal.write("")
    }
    PoseTable.writePeople(picture.people, to: terminal)
    if let words = picture.frame.vertical.words ?? picture.vertical.postureWords {
      terminal.write(words + "\n")
    }
  }

  /// Writes what the words in the tables mean, and the person's height and bones from all pictures.
  ///
  /// - Parameter given: how many pictures were given, those that couldn't be used among them.
  static func writeSummary(of person: PersonAnalysis, given: Int, to terminal: Terminal) {
    PoseTable.writeLegend(of: person.pictures.flatMap(\.people), to: terminal)
    guard let proportions = person.proportions else { return }
    terminal.write(
      "the person, in \(person.shownCount) of \(given) pictures   height "
        + PoseTable.height(proportions.stature), style: .heading)
    terminal.write("")
    terminal.write("bone               m     ± m", style: .faint)
    for (name, metres, sigma) in proportions.boneLengths {
      terminal.write(name.left(15) + String(format: "%6.3f  %6.3f", metres, sigma))
    }
    terminal.write("")
  }
}
