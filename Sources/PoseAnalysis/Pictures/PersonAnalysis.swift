public import PoseDocuments
public import Pose3D
public import PoseFiles

/// One person in several pictures: what `pose3d analyze --same-person` does.
///
/// Every image gives the lengths of the person's bones with some uncertainty. Their combination is
/// held constant in all of them.
public struct PersonAnalysis: Sendable {
  /// The pictures, measured again with what they have in common; in the order given.
  public let pictures: [PictureAnalysis]
  /// The person's proportions and stature from all pictures; `nil` where no picture shows a person.
  public let proportions: BodyProportions?
  /// The number of images that show the person.
  public let shownCount: Int

  /// Measures a person who was measured in each picture alone. In a picture of several people it is
  /// the first.
  public init(of pictures: [PictureAnalysis]) {
    let bodies = pictures.compactMap { $0.people.first?.body }
    let proportions = BodyProportions(of: bodies)
    self.pictures =
      proportions.map { known in
        pictures.map { $0.measuredAgain(with: known) }
      } ?? pictures
    self.proportions = proportions
    shownCount = bodies.count
  }

  /// The skeleton file of one of the pictures, with the proportions that all have in common.
  ///
  /// - Parameters:
  ///   - picture: one of `pictures`.
  ///   - version: the program's version, for the file.
  ///   - wording: makes sentences of diagnostics, for a reader who has other names for settings.
  public func document(
    of picture: PictureAnalysis, version: String, wording: (Diagnostic) -> String = \.description
  ) -> SkeletonDocument {
    var document = picture.document(version: version, wording: wording)
    document.samePerson = proportions.map { proportions in
      .init(files: pictures.map(\.frame.imageInput.file), proportions: proportions)
    }
    return document
  }
}
