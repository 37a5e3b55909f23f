internal import Pose3D
internal import PoseGeometry
internal import PoseImaging

extension BodyPoseDetector {
  /// The people whose heads the upper edge of a window cuts off, the surest first; none of them overlaps another.
  ///
  /// The person detector goes by faces, and the landmark model doesn't: from a square that holds much of a body its own
  /// landmarks lead to the right one in a few passes. Squares of several sizes that reach over the edge are tried.
  /// A person is one who comes to rest with the head over the edge, looks alike in the mirror image, whichever side is
  /// taken for the left, and of whom enough is seen.
  func headlessPeople(
    in picture: ColorImage, _ window: PictureWindow
  ) throws(DetectionError) -> [HeadlessPerson] {
    var looks: [BodyLandmarks] = []
    for square in SquareRegion.over(
      window.origin, width: window.extent.x, height: window.extent.y)
    {
      guard let look = try person(in: picture, region: square),
        !looks.contains(where: { $0.nextRegion.isAlmost(look.nextRegion) })
      else { continue }
      looks.append(look)
    }
    looks.sort { $0.cropMisalignment < $1.cropMisalignment }
    var people: [HeadlessPerson] = []
    for look in looks.prefix(Headless.candidates)
    where !people.contains(where: { $0.person.nextRegion.isAlmost(look.nextRegion) }) {
      guard let person = try restingPlace(of: look, in: picture), window.contains(person),
        person.isHeadless(below: window.origin.y, inPicture: picture.width, picture.height),
        let mirrored = try self.person(in: picture, region: person.region, isMirrored: true),
        mirrored.presence > Headless.presence
      else { continue }
      let distance = mirrored.distanceWithEitherSide(to: person) / person.extent
      if distance < Headless.mirroredDistance {
        people.append(HeadlessPerson(person: person, mirroredDistance: distance))
      }
      if distance < Headless.sure { break }
    }
    var best: [HeadlessPerson] = []
    for found in people.sorted(by: { $0.mirroredDistance < $1.mirroredDistance })
    where !best.contains(where: {
      $0.person.box.coverage(with: found.person.box) > Headless.coverage
    }) {
      best.append(found)
    }
    return best
  }

  /// A person who was found, or the one without a head whom the search mistook for them: the person detector takes parts
  /// of bodies for heads, and the landmark model presses a body under the edge.
  ///
  /// - Parameters:
  ///   - person: one who was found; others are looked for if their head isn't well inside, or if they are doubtful.
  ///   - mayTakeTime: whether they may be, asked when they would be.
  func corrected(
    _ person: BodyLandmarks, in picture: ColorImage, _ window: PictureWindow,
    mayTakeTime: () -> Bool
  ) throws(DetectionError) -> BodyLandmarks {
    guard options.searchesTiles == nil else { return person }
    let mirrored = try self.person(in: picture, region: person.region, isMirrored: true)
    let distance =
      mirrored.map { $0.distanceWithEitherSide(to: person) / person.extent } ?? .infinity
    let isInside = person.hasHeadInside(below: window.origin.y)
    let isPressed = person.isForeshortened && !isInside
    let limit = isInside ? Headless.doubt : Headless.doubtAtEdge
    guard person.presence <= Headless.surePresence || distance >= limit || isPressed else {
      return person
    }
    guard mayTakeTime() else { return person }
    let other = try headlessPeople(in: picture, window).first {
      $0.person.box.coverage(with: person.box) > Headless.coverage
    }
    guard let other, isPressed || other.mirroredDistance < distance else { return person }
    return other.person
  }

  /// The person whom the landmarks' own squares lead to; `nil` if they lead nowhere.
  private func restingPlace(
    of look: BodyLandmarks, in picture: ColorImage
  ) throws(DetectionError) -> BodyLandmarks? {
    var last = look
    for _ in 1...Headless.passes {
      guard let next = try person(in: picture, region: last.nextRegion) else { return nil }
      if next.meanDistance(to: last) < Headless.rest * next.extent { return next }
      last = next
    }
    return nil
  }
}

/// A person without a head who was found.
struct HeadlessPerson {
  var person: BodyLandmarks
  /// The mean distance of the points from those in the mirror image, as a share of the extent, whichever side is taken
  /// for the left.
  var mirroredDistance: Double
}

/// Limits of the search for people without heads.
private enum Headless {
  /// The maximum number of squares that are followed; chosen.
  static let candidates = 12
  /// The maximum number of passes until a person comes to rest; chosen.
  static let passes = 5
  /// The mean way of the points in a pass, as a share of the extent, below which a person has come to rest; as
  /// where people overlap.
  static let rest = 0.05
  /// The presence that the landmark model must state. Of bodies cut off at the waist it states 0.75 to 1, of others
  /// nearly 1; chosen.
  static let presence = 0.7
  /// The presence of a person who isn't doubtful; as where people overlap.
  static let surePresence = 0.9
  /// The mean distance of the points from those in the mirror image, as a share of the extent, from which on there is
  /// no person. In 90 rendered and 135 real images with heads cut off those who are right are mostly below 0.05.
  static let mirroredDistance = 0.08
  /// The same distance from which on others are looked for in place of a person who was found, and from which on where
  /// their head isn't well inside; chosen.
  static let (doubt, doubtAtEdge) = (0.06, 0.035)
  /// The distance of a person beside whom no surer one is looked for; chosen.
  static let sure = 0.03
  /// How far the head's lowest point may be below the edge, as a share of the extent; chosen.
  static let head = 0.06
  /// How far below the edge the head's highest point is where the head is well inside, as a share of the extent; chosen.
  static let inside = 0.1
  /// The minimum number of elbows, wrists, knees and ankles that are seen; chosen.
  static let limbs = 3
  /// The length of the trunk in the image as a share of the legs' below which a body is one that was pressed under the
  /// edge. Upright it is 0.55 to 0.75.
  static let trunk = 0.5
  /// The share of the smaller rectangle from which on two findings are of one person; chosen.
  static let coverage = 0.3
}

extension BodyLandmarks {
  private static let face = [
    Keypoint.nose, .leftEyeInner, .leftEye, .leftEyeOuter, .rightEyeInner, .rightEye,
    .rightEyeOuter, .leftEar, .rightEar, .mouthLeft, .mouthRight,
  ].map(index)

  /// Whether the head is over an upper edge, and enough of the body below it.
  ///
  /// - Parameters:
  ///   - edge: the edge's place in pixels from the top.
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height.
  fileprivate func isHeadless(below edge: Double, inPicture width: Int, _ height: Int) -> Bool {
    let lowest = Self.face.map { points[$0].position.y }.max() ?? .infinity
    return presence > Headless.presence && lowest < edge + Headless.head * extent
      && visibleLimbs(inPicture: width, height) >= Headless.limbs && !isForeshortened
  }

  /// Whether the head is well below an upper edge.
  ///
  /// - Parameter edge: the edge's place in pixels from the top.
  func hasHeadInside(below edge: Double) -> Bool {
    let highest = Self.face.map { points[$0].position.y }.min() ?? -.infinity
    return highest > edge + Headless.inside * extent
  }

  /// Whether the trunk is short in the image, for the legs' length there.
  var isForeshortened: Bool {
    let (shoulders, hips) = trunk
    func leg(_ hip: Keypoint, _ knee: Keypoint, _ ankle: Keypoint) -> Double {
      position(of: hip).distance(to: position(of: knee))
        + position(of: knee).distance(to: position(of: ankle))
    }
    let legs =
      (leg(.leftHip, .leftKnee, .leftAnkle) + leg(.rightHip, .rightKnee, .rightAnkle)) / 2
    return shoulders.distance(to: hips) < Headless.trunk * legs
  }

  /// The mean distance of the points from those of other landmarks, in pixels, with the sides as they are or swapped,
  /// whichever is less: from behind and from in front a body without a head looks alike.
  fileprivate func distanceWithEitherSide(to other: BodyLandmarks) -> Double {
    min(meanDistance(to: other), withSidesSwapped.meanDistance(to: other))
  }
}

extension SquareRegion {
  /// The sizes of bodies that are looked for: the distance from the middle of the hips to the top of the head, as a
  /// share of the height that is searched.
  private static let sizes = [0.3, 0.45, 0.7, 1.0]
  /// How far below the upper edge the hips are, as shares of that distance: cut at the waist, and at the neck.
  private static let places = [0.15, 0.7]

  /// The maximum number of squares side by side: as many as an image of 16:9 has of the smallest ones. In a longer one they
  /// are farther apart.
  private static let mostColumns = 6.0

  /// Upright squares around bodies that reach over the upper edge of a rectangle, side by side.
  fileprivate static func over(
    _ origin: SIMD2<Double>, width: Double, height: Double
  ) -> [SquareRegion] {
    sizes.flatMap { share -> [SquareRegion] in
      let size = share * height
      let columns = Int(min(max(1, (width / size).rounded(.up)), mostColumns))
      return places.flatMap { place in
        (0..<columns).map { column in
          let across = (Double(column) + 0.5) * width / Double(columns)
          return SquareRegion(
            center: origin + SIMD2(across, place * size), side: 2 * enlargement * size, rotation: 0)
        }
      }
    }
  }
}
