public import Pose3D
public import PoseImaging

/// Finds people and their 33 landmarks in images: BlazePose (Bazarevsky et al. 2020) with
/// MediaPipe's models and MediaPipe's arithmetic around them, run by OpenVINO on the processor.
/// With the user's top-down model the keypoints are that model's, and BlazePose only finds the
/// people.
///
/// A detector is used from one thread at a time; several may be at work in several threads. The
/// same picture gives the same numbers, whatever was analysed before.
public final class BodyPoseDetector {
  /// Options of the search. The defaults are those of MediaPipe 0.10's `solutions.pose`.
  public struct Options: Sendable {
    /// The inference passes over a person, and their model if none is named. More passes than one
    /// give the points a sigma.
    public var effort = DetectionEffort.fast
    /// The landmark model that is run on a person; `nil` for the one that the effort asks for.
    public var model: BodyModel?
    /// The layout of an ONNX model's points; `nil` goes by their number: COCO's 17, HALPE's 26 or
    /// 136, COCO-WholeBody's 133.
    public var modelLayout: KeypointLayout?
    /// The maximum number of people who are returned, at least 1.
    public var maximumCount = 1
    /// Whether an image is searched in overlapping squares besides as a whole. This finds people
    /// who are small in it or half occluded, for three more runs of the person detector in an image
    /// of 16:9 (nine in a square one). `nil` does so if more than one person is asked for, and if
    /// no person is found otherwise. Only with `nil` people are looked for whose heads the upper edge cuts off.
    public var searchesTiles: Bool?
    /// 0…1, the score from which on the person detector is believed.
    public var minimumDetectionConfidence = 0.5
    /// 0…1, what the confidence must exceed in the inference pass that finds a person; and later, where a person is
    /// followed, the landmark model's presence.
    public var minimumPresence = 0.5
    /// Cells on a side of the window in which landmarks are refined by their heatmaps, an odd
    /// number; `nil` for what MediaPipe does with the model. That is 9 for `full` and a `.tflite`
    /// file, as in MediaPipe 0.10's `solutions.pose` (0.03 pixel apart on average in 29 real
    /// pictures; 7 is 1.3 pixels apart), and 7 for `heavy` and a `.task` file, as in its newer
    /// Tasks.
    public var refinementKernelSize: Int?
    /// Threads that one inference uses, at least 1. Several detectors with a thread each do more
    /// than one detector with several.
    public var threads = 1
    /// A folder for compiled models, created if it is missing. It makes the next start several
    /// times faster, if OpenVINO's IR frontend is installed beside its other libraries; otherwise
    /// models are compiled each time. Damaged entries are compiled again, and a folder that can't
    /// be written to is not an error. `nil` keeps none.
    public var cacheFolder: String?

    /// The defaults.
    public init() {}

    /// Sets both minimums, of the search and of the landmarks, to one number between 0 and 1.
    public mutating func setMinimumConfidence(_ confidence: Double) {
      (minimumDetectionConfidence, minimumPresence) = (confidence, confidence)
    }
  }

  let options: Options
  private let runtime: InferenceRuntime
  let people: PersonDetector
  private let landmarks: LandmarkModel
  /// The inference passes over a person after the one that found them.
  let furtherPasses: [InferencePass]
  /// The user's model, run on the people whom BlazePose has found.
  private let topDown: TopDownModel?

  /// A detector with its models compiled, which takes about half a second without a cache.
  ///
  /// - Throws: `DetectionError` when the runtime or a model can't be used, or the cache folder
  ///   can't be made.
  public init(assets: DetectionAssets, options: Options = Options()) throws(DetectionError) {
    precondition(options.maximumCount > 0, "\(options.maximumCount) people can't be looked for")
    precondition(options.threads > 0, "\(options.threads) threads can't work")
    if let folder = options.cacheFolder { try makeFolder(folder) }
    try assets.verify(recordFolder: options.cacheFolder)
    runtime = try InferenceRuntime(library: assets.runtimeLibrary)
    self.options = options
    let model = options.effort.model(options.model, in: assets)
    if case .file(let path) = model, model.isONNX {
      // BlazePose only finds the people, and the user's model makes one pass.
      furtherPasses = []
      (people, landmarks) = try Self.stages(.full, assets, runtime, options)
      topDown = try TopDownModel(
        path: path, layout: options.modelLayout, assets: assets, runtime: runtime,
        threads: options.threads, cacheFolder: options.cacheFolder)
    } else {
      furtherPasses = options.effort.furtherPasses(by: model)
      (people, landmarks) = try Self.stages(model, assets, runtime, options)
      topDown = nil
    }
  }

  /// BlazePose's two models.
  private static func stages(
    _ model: BodyModel, _ assets: DetectionAssets, _ runtime: InferenceRuntime, _ options: Options
  ) throws(DetectionError) -> (PersonDetector, LandmarkModel) {
    try compiledSideBySide(
      with: runtime,
      { runtime throws(DetectionError) in
        try PersonDetector(path: assets.personModel, runtime: runtime, options: options)
      },
      { runtime throws(DetectionError) in
        try LandmarkModel(model, assets: assets, runtime: runtime, options: options)
      })
  }

  /// A detector with another one's models that looks for so many people at most. Both are used from one
  /// thread at a time.
  package init(sharing other: BodyPoseDetector, maximumCount: Int) {
    precondition(maximumCount > 0, "\(maximumCount) people can't be looked for")
    var options = other.options
    options.maximumCount = maximumCount
    self.options = options
    (runtime, people, landmarks) = (other.runtime, other.people, other.landmarks)
    (furtherPasses, topDown) = (other.furtherPasses, other.topDown)
  }

  /// Whether `Options.effort` means anything to it: a top-down model of the user's makes one pass.
  public var takesEffort: Bool { topDown == nil }

  /// CPU seconds that the process has spent in this detector's networks so far, for those who want
  /// to know where the time goes. Other threads' work at the same moments is counted too.
  package var inferenceTime: Double { runtime.time }

  /// The people in an image, each with all 33 landmarks, the most prominent first. Empty if there
  /// are no people. Where one alone is found and doubtful, or none, a person is looked for whose head the upper edge cuts
  /// off; that takes up to two seconds.
  ///
  /// Points are in pixels and may lie outside the image; `confidence` is BlazePose's visibility,
  /// the heavy model's its square root, because that one is lower at the same error. The pose's
  /// `confidence` is the landmark model's presence times the visibility of the most visible elbow,
  /// wrist, knee or ankle, if three of them are within the image. `Options.effort` may ask for
  /// several inference passes. Points and world landmarks are then their geometric median,
  /// confidences the mean, and `sigma` is their spread. A pass that flips a person is outvoted by
  /// two others. Beside the most prominent person, one whom a pass doesn't see, or sees as another, is left
  /// out.
  ///
  /// A top-down model's poses have its own points, those whose score is above 0, without world landmarks.
  /// `confidence` is the score, cut to 1; the pose's is the mean of its points'.
  ///
  /// The most prominent person is the nearest: by the depth of the trunk where there is a map, else
  /// the one around whom BlazePose draws the largest circle, so that a stretched arm doesn't count.
  /// In a map with holes, people without a reading take their place by size, on the scale of those
  /// with one. MediaPipe takes the one with the highest score instead.
  ///
  /// - Parameters:
  ///   - picture: the picture, upright.
  ///   - regionOfInterest: the part of the picture that is searched, cut to the picture; `nil` for all
  ///     of it. People count when the middle of their hips or of their shoulders is inside; their other
  ///     points may be outside and are seen there.
  ///   - depth: a depth map of the same view, at any resolution; where there is one the most prominent
  ///     person is the nearest.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func poses(
    in picture: ColorImage, regionOfInterest: RegionOfInterest? = nil, depth: DepthMap? = nil
  ) throws(DetectionError) -> [Pose2D] {
    guard let window = PictureWindow(picture, regionOfInterest) else { return [] }
    var people = try newcomers(in: picture, window, depth: depth, searchesFinely: true)
    if people.isEmpty { people = try closerSearch(in: picture, window, depth: depth) }
    let found = try mostProminent(of: people, in: picture, depth: depth)
    // One who is a mixture is only told by others, whom the finer search finds.
    guard let only = found.first, options.maximumCount == 1, only.isDoubtful else {
      return found.map(\.pose)
    }
    let others = try newcomersInParts(in: picture, window, depth: depth)
    guard others.contains(where: { only.person.contests($0) || $0.contests(only.person) }) else {
      return [only.pose]
    }
    let better = try mostProminent(of: others, in: picture, depth: depth)
    return [(better.first ?? only).pose]
  }

  /// The keypoints of the most prominent people, in that order.
  private func mostProminent(
    of people: [BodyLandmarks], in picture: ColorImage, depth: DepthMap?
  ) throws(DetectionError) -> [FoundPose] {
    var found: [FoundPose] = []
    for index in people.prominence(depth: depth, inPicture: picture.width, picture.height)
    where found.count < options.maximumCount {
      guard let pose = try pose(of: people[index], in: picture) else { continue }
      // Beside the most prominent person a finding that not all inference passes see is none.
      if pose.isAgreed || found.isEmpty { found.append(pose) }
    }
    return try withoutDuplicates(found, in: picture)
  }

  /// The keypoints of a detected person, averaged over all inference passes; or those of the user's model if there is
  /// one. `nil` if that model sees no person there.
  func pose(
    of person: BodyLandmarks, in picture: ColorImage, id: Int? = nil
  ) throws(DetectionError) -> FoundPose? {
    guard let topDown else {
      let (averaged, isAgreed) = try averaged(person, in: picture)
      return FoundPose(
        pose: averaged.pose(in: picture.width, picture.height, id: id), person: person,
        isAgreed: isAgreed, spread: averaged.spread)
    }
    return try topDown.pose(
      in: picture, box: person.personBox(inPicture: picture.width, picture.height), id: id
    ).map { FoundPose(pose: $0, person: person, isAgreed: true) }
  }
}

/// A person's keypoints, and how far the inference passes agree on them.
struct FoundPose {
  /// The keypoints, averaged over the passes.
  var pose: Pose2D
  /// The pass that found the person.
  var person: BodyLandmarks
  /// Whether all passes see the person.
  var isAgreed: Bool
  /// The median spread of the points between the passes, as a share of the extent; `nil` for one pass.
  var spread: Double?

  /// The spread from which on it is doubtful that there is one person. A search for one finds 37 people in 37 real
  /// images: for 31 it is at most 0.017, for three of whom most joints are hidden 0.023 to 0.054, for two mixtures 0.027
  /// and 0.045, and one is seen in a single pass.
  private static let doubtfulSpread = 0.02

  /// Whether the passes disagree as they do on a mixture of two people.
  var isDoubtful: Bool { !isAgreed || (spread ?? 0) > Self.doubtfulSpread }
}

extension BodyPoseDetector {
  /// The least extent of a person who was found in a small square, as a share of the square around them:
  /// a standing person has about 0.7.
  private static let minimumExtent = 0.4
  /// The presence that the landmark model must state for such a person: it is mostly sure of real
  /// ones (0.99 and more) and less so of mixtures.
  private static let contestedPresence = 0.9
  /// The mean distance between such a person's points and those in the mirror image, as a share of the extent, from
  /// which on they are a mixture. In 80 frames of two people who cover each other it is at most 0.098 for 127 people,
  /// and 0.147 and more for seven of eight mixtures.
  private static let mirroredDistance = 0.12

  /// The passes in which a person who overlaps another one must come to rest.
  private static let settlingPasses = 3
  /// The passes for one whose square grows, by at least this factor. It held a part of them, and takes in more from
  /// pass to pass: with a batter whose legs it lacked, by 1.7 in four passes. That of a mixture that came to rest as late
  /// stayed as large.
  private static let growing = (passes: 6, factor: 1.25)

  /// The people in a window of an image who are not among those already known, in no order; those
  /// that turn out to be another person, or none, are left out.
  ///
  /// - Parameters:
  ///   - depth: selects the nearest person, which needs all people's landmarks.
  ///   - searchesFinely: whether squares are searched, where any are, that are smaller than usual.
  ///   - searchesHeadless: whether a person without a head may be looked for in place of one alone who is doubtful,
  ///     which takes a second; asked when it would be done.
  func newcomers(
    in picture: ColorImage, _ window: PictureWindow, besides known: [BodyLandmarks] = [],
    depth: DepthMap?, searchesTiles: Bool? = nil, searchesFinely: Bool = false,
    searchesHeadless: () -> Bool = { true }
  ) throws(DetectionError) -> [BodyLandmarks] {
    let people = try found(
      in: picture, window, besides: known, depth: depth, searchesTiles: searchesTiles,
      searchesFinely: searchesFinely)
    guard known.isEmpty, people.count == 1 else { return people }
    return [
      try corrected(people[0], in: picture, window, mayTakeTime: searchesHeadless)
    ]
  }

  /// Those of `newcomers` before one alone is corrected.
  private func found(
    in picture: ColorImage, _ window: PictureWindow, besides known: [BodyLandmarks],
    depth: DepthMap?, searchesTiles: Bool?, searchesFinely: Bool
  ) throws(DetectionError) -> [BodyLandmarks] {
    let searchesTiles = searchesTiles ?? options.searchesTiles ?? (options.maximumCount > 1)
    let findings = try people.findings(
      in: window, upTo: searchesTiles ? (searchesFinely ? .fineTiles : .tiles) : .picture)
    let isSimple = options.maximumCount == 1 && !searchesTiles && depth == nil
    if isSimple && findings.count < 2 {
      return try largestPerson(of: findings, in: picture, window)
    }
    let coarse = findings.filter { $0.search != .fineTiles }
    var accepted = try accepted(
      of: coarse, in: picture, besides: known, isReframed: !isSimple)
    // The person who is found where one is asked for is among all, but for a mixture with another who came to rest.
    let inPicture = findings.filter { $0.search == .picture }
    let areAllIn = inPicture.allSatisfy { finding in
      accepted.contains {
        $0.region == finding.region || $0.nextRegion.isAlmost(finding.region)
      }
    }
    if known.isEmpty, inPicture.count < coarse.count, !areAllIn {
      let several = try self.accepted(
        of: inPicture, in: picture, besides: [], isReframed: true)
      let first = several.prominence(depth: depth, inPicture: picture.width, picture.height).first
      if let first,
        !accepted.contains(where: {
          several[first].isSamePerson(as: $0) || several[first].contests($0)
        })
      {
        accepted.append(several[first])
      }
    }
    // Smaller squares show parts of people, and things, as people. A person there overlaps no other and
    // comes to rest.
    let fine = findings.filter { $0.search == .fineTiles }
    for candidate in try candidates(of: fine, in: picture, besides: accepted)
    where !accepted.contains(where: { candidate.isSamePerson(as: $0) || candidate.contests($0) }) {
      guard let person = try settled(candidate, in: picture, besides: accepted),
        person.hasSize(of: candidate), !accepted.contains(where: person.isCentered(in:))
      else { continue }
      accepted.append(person)
    }
    let people = Array(accepted.dropFirst(known.count)).filter(window.contains)
    // Where several findings contest each other until none is left, one of them is a person.
    if isSimple && people.isEmpty { return try largestPerson(of: findings, in: picture, window) }
    return people
  }

  /// Those known already, and after them the findings that prove to be other people.
  ///
  /// - Parameter isReframed: whether a person who overlaps another is given as seen in the square
  ///   that their own landmarks ask for; one person is given as MediaPipe sees them, who are not.
  private func accepted(
    of findings: [PersonDetector.Finding], in picture: ColorImage, besides known: [BodyLandmarks],
    isReframed: Bool
  ) throws(DetectionError) -> [BodyLandmarks] {
    var accepted = known
    let candidates = try candidates(of: findings, in: picture, besides: known)
    for candidate in candidates.sorted(by: { $0.cropMisalignment < $1.cropMisalignment }) {
      guard !accepted.contains(where: candidate.isSamePerson) else { continue }
      if (accepted + candidates).contains(where: candidate.contests) {
        if let person = try settled(candidate, in: picture, besides: accepted) {
          accepted.append(isReframed ? person : candidate)
        }
      } else {
        accepted.append(candidate)
      }
    }
    return accepted
  }

  /// The person in a region of an image; `nil` if there is none.
  ///
  /// - Parameter isMirrored: whether the model is shown the mirror image of that part of the picture.
  func person(
    in picture: ColorImage, region: SquareRegion, isMirrored: Bool = false
  ) throws(DetectionError) -> BodyLandmarks? {
    guard region.isUsable else { return nil }
    return try landmarks.landmarks(in: picture, region: region, isMirrored: isMirrored)
  }

  /// The people in a window in which the search as a whole found none: lying, bending down or half occluded in parts of
  /// it, else without heads over its upper edge. Empty if the window isn't to be searched in parts.
  ///
  /// - Parameters:
  ///   - depth: as for `newcomers`.
  ///   - searchesHeadless: whether people without heads may be looked for, which takes a second; asked when it would be
  ///     done.
  func closerSearch(
    in picture: ColorImage, _ window: PictureWindow, depth: DepthMap?,
    searchesHeadless: () -> Bool = { true }
  ) throws(DetectionError) -> [BodyLandmarks] {
    guard options.searchesTiles == nil else { return [] }
    let people = try newcomersInParts(
      in: picture, window, depth: depth, searchesHeadless: searchesHeadless)
    guard people.isEmpty, searchesHeadless() else { return people }
    return try headlessPeople(in: picture, window).map(\.person)
  }

  /// The people in the parts of a window; none where parts were searched already, or aren't to be.
  private func newcomersInParts(
    in picture: ColorImage, _ window: PictureWindow, depth: DepthMap?,
    searchesHeadless: () -> Bool = { true }
  ) throws(DetectionError) -> [BodyLandmarks] {
    guard options.searchesTiles == nil, options.maximumCount == 1 else { return [] }
    return try newcomers(
      in: picture, window, depth: depth, searchesTiles: true, searchesHeadless: searchesHeadless)
  }

  /// Whether a new detection stays in place in a second pass, in the square of its own landmarks. A
  /// false detection, or one of parts of two people, wanders.
  func isSteady(
    _ person: BodyLandmarks, in picture: ColorImage
  ) throws(DetectionError) -> Bool {
    guard let again = try self.person(in: picture, region: person.nextRegion) else { return false }
    return again.isSamePerson(as: person)
  }

  /// The first finding that proves to be a person, largest circle first.
  private func largestPerson(
    of findings: [PersonDetector.Finding], in picture: ColorImage, _ window: PictureWindow
  ) throws(DetectionError) -> [BodyLandmarks] {
    for finding in findings.sorted(by: { $0.region.side > $1.region.side }) {
      if let person = try person(in: picture, region: finding.region), window.contains(person),
        isConfident(of: person, in: picture)
      {
        return [person]
      }
    }
    return []
  }

  /// Whether landmarks that were found are those of a person.
  private func isConfident(of person: BodyLandmarks, in picture: ColorImage) -> Bool {
    person.confidence(inPicture: picture.width, picture.height) > options.minimumPresence
  }

  /// The landmarks of each detection that doesn't frame a person whose landmarks are known already.
  private func candidates(
    of findings: [PersonDetector.Finding], in picture: ColorImage, besides known: [BodyLandmarks]
  ) throws(DetectionError) -> [BodyLandmarks] {
    var seen = known
    for finding in findings
    where !seen.contains(where: { $0.nextRegion.isAlmost(finding.region) }) {
      guard let person = try person(in: picture, region: finding.region),
        isConfident(of: person, in: picture)
      else { continue }
      // Smaller squares show things, too, whose landmarks keep together in a square that is too large.
      guard !finding.isSmall || person.extent > Self.minimumExtent * finding.region.side else {
        continue
      }
      seen.append(person)
    }
    return Array(seen.dropFirst(known.count))
  }

  /// The resting place of a person who overlaps another one, after repeated passes, each in the
  /// square of the person's own landmarks. `nil` if that is a person who has been accepted already,
  /// or if they don't come to rest. Also `nil` if the model is unsure of them, sees less than
  /// half of their points in the picture, or sees others in the mirror image.
  ///
  /// A square may hold parts of two people, and the landmarks be a mixture of both. A person stays
  /// where they are; a mixture slides onto one of the two, or wanders on.
  private func settled(
    _ candidate: BodyLandmarks, in picture: ColorImage, besides accepted: [BodyLandmarks]
  ) throws(DetectionError) -> BodyLandmarks? {
    var last = candidate
    for pass in 1...Self.growing.passes {
      guard let next = try person(in: picture, region: last.nextRegion),
        !accepted.contains(where: next.isSamePerson)
      else { return nil }
      if next.meanDistance(to: last) < 0.05 * next.extent {
        guard next.presence > Self.contestedPresence,
          next.visibleShare(inPicture: picture.width, picture.height) >= 0.5,
          let mirrored = try self.person(in: picture, region: last.nextRegion, isMirrored: true),
          mirrored.meanDistance(to: next) < Self.mirroredDistance * next.extent
        else { return nil }
        return next
      }
      let growth = next.nextRegion.side / candidate.region.side
      guard pass < Self.settlingPasses || growth > Self.growing.factor else { return nil }
      last = next
    }
    return nil
  }
}

extension BodyLandmarks {
  /// The share of the smaller of two people's rectangles that lies in the other from which on one
  /// of them may be made of parts of both, or be a part of the other.
  private static let contestedCoverage = 1.0 / 3

  /// Whether the square around them is about as large as it was in another inference pass: things shrink from
  /// pass to pass.
  fileprivate func hasSize(of other: BodyLandmarks) -> Bool {
    (0.65...1.5).contains(nextRegion.side / other.region.side)
  }

  /// Whether their middle is near another person's: within three quarters of the radius of
  /// the circle around that body.
  fileprivate func isCentered(in other: BodyLandmarks) -> Bool {
    let circle = other.nextRegion
    let offset = nextRegion.center - circle.center
    return (offset * offset).sum() < 0.09 * circle.side * circle.side
  }

  /// Whether the other person may be made of parts of them and others, or be a part of them.
  fileprivate func contests(_ other: BodyLandmarks) -> Bool {
    other.box.coverage(with: box) > Self.contestedCoverage && !other.isSamePerson(as: self)
  }
}

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
