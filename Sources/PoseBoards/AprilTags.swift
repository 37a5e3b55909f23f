/// The tags of the family tag36h11 (Olson 2011), as AprilTag's library has them.
package enum AprilTags {
  /// The reason why AprilTag's library can't be loaded, as a sentence; `nil` if it can. Loads it.
  package static var problem: String? { SquareDetector.problem }

  /// The cells of a tag inside its border, six rows of six from the top left: true is white. `nil` for a
  /// number that no tag has.
  ///
  /// - Throws: `BoardError.noDetector` if AprilTag's library can't be loaded.
  package static func cells(of tag: Int) throws(BoardError) -> [Bool]? {
    try TagDetector.cells(of: tag)
  }
}
