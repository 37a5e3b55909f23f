internal import PoseImaging

extension BodyPoseDetector {
  /// A person who was found, averaged over all inference passes of the effort. A further pass that
  /// sees no person, or another one, is left out; `isAgreed` is whether there was none.
  ///
  /// - Parameter first: the pass that found them.
  func averaged(
    _ first: BodyLandmarks, in picture: ColorImage
  ) throws(DetectionError) -> (person: BodyLandmarks, isAgreed: Bool) {
    var passes = [first]
    for pass in furtherPasses {
      let person =
        switch pass {
        case .mirrored: try person(in: picture, region: first.region, isMirrored: true)
        case .again: try person(in: picture, region: first.nextRegion)
        }
      if let person, person.isSamePerson(as: first) { passes.append(person) }
    }
    return (BodyLandmarks(averaging: passes), passes.count == furtherPasses.count + 1)
  }
}
