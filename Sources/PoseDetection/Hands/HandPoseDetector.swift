public import Pose3D
internal import PoseGeometry
public import PoseImaging

/// Finds hands and their 21 landmarks in pictures: MediaPipe Hands (Zhang et al. 2020) with its
/// full models and its arithmetic, run by OpenVINO on the processor.
///
/// A detector is used from one thread at a time; several may be at work in several threads. The
/// same picture gives the same numbers, whatever was analysed before.
public final class HandPoseDetector {
  /// Options of the search. The defaults find the hands that MediaPipe 0.10's `solutions.hands`
  /// finds in a still, and more.
  public struct Options: Sendable {
    /// The maximum number of hands that are returned, at least 1.
    public var maximumHandCount = 2
    /// 0…1, the score from which on the palm detector is believed in the first pass.
    public var minimumDetectionConfidence = 0.5
    /// 0…1, the presence that the landmark model must exceed for a hand to count.
    public var minimumPresence = 0.5
    /// Whether a picture in which fewer than `maximumHandCount` hands were found is searched
    /// again: turned, in overlapping squares, from farther away. The palm detector alone misses 4
    /// of 16 hands held up to the camera, those before a patterned wall. Only a hand that the
    /// landmark model is almost certain of is added: 52 in 98 pictures of people, one of them a
    /// forearm. It takes five to twenty times as long as the first pass.
    public var searchesAgain = true
    /// Whether a hand of the first pass whose presence is below 0.9 is reframed by its own landmarks
    /// where that makes it almost certain, which gives better landmarks than MediaPipe's for a hand
    /// that the palm detector framed badly. Such hands then differ from MediaPipe's. `pose3d` does so.
    public var reframesDoubtfulHands = false
    /// Threads that one inference uses, at least 1.
    public var threads = 1
    /// A folder for compiled models, made when it is missing; `nil` keeps none.
    public var cacheFolder: String?

    /// The defaults.
    public init() {}
  }

  let options: Options
  let palms: PalmDetector
  let landmarks: HandLandmarkModel

  /// A detector with its models compiled.
  ///
  /// - Throws: `DetectionError` when the runtime or a model can't be used, or the cache folder
  ///   can't be made.
  public init(assets: DetectionAssets, options: Options = Options()) throws(DetectionError) {
    precondition(
      options.maximumHandCount > 0, "\(options.maximumHandCount) hands can't be looked for")
    precondition(options.threads > 0, "\(options.threads) threads can't work")
    if let folder = options.cacheFolder { try makeFolder(folder) }
    try assets.verify(recordFolder: options.cacheFolder)
    let runtime = try InferenceRuntime(library: assets.runtimeLibrary)
    self.options = options
    (palms, landmarks) = try compiledSideBySide(
      with: runtime,
      { runtime throws(DetectionError) in
        try PalmDetector(path: assets.palmModel, runtime: runtime, options: options)
      },
      { runtime throws(DetectionError) in
        try HandLandmarkModel(path: assets.handModel, runtime: runtime, options: options)
      })
  }

  /// The hands in a picture, each with all 21 landmarks; empty when there are none.
  ///
  /// First those that MediaPipe finds, in the order of the palm detector's scores and with
  /// MediaPipe's numbers; then, while there are fewer than `maximumHandCount`, those at the wrists
  /// of `bodies`, body by body and left before right; then those of the second pass
  /// (`Options.searchesAgain`). Points are in pixels and may lie outside the picture; the
  /// confidence of each is the hand's.
  ///
  /// `chirality` is the model's output for an unmirrored image. A hand that begins at the wrist of
  /// one of `bodies` gets that body's `id`. If the model is less than 90 % sure, it also gets that
  /// wrist's side, with the wrist's confidence.
  ///
  /// - Parameters:
  ///   - picture: the picture, upright.
  ///   - bodies: people found in this picture; their wrists are looked at closely, which finds hands too
  ///     small for the palm detector.
  ///   - regionOfInterest: the part of the picture that is searched; `nil` for all of it. Points stay in
  ///     pixels of the whole picture.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func hands(
    in picture: ColorImage, near bodies: [Pose2D] = [],
    regionOfInterest: RegionOfInterest? = nil
  ) throws(DetectionError) -> [HandPose] {
    try hands(
      in: picture, near: bodies, regionOfInterest: regionOfInterest,
      maximumCount: options.maximumHandCount)
  }

  /// The same, at most so many of them, at least 1, whatever the options say.
  package func hands(
    in picture: ColorImage, near bodies: [Pose2D] = [], regionOfInterest: RegionOfInterest? = nil,
    maximumCount: Int
  ) throws(DetectionError) -> [HandPose] {
    precondition(maximumCount > 0, "\(maximumCount) hands can't be looked for")
    guard let part = PictureWindow(picture, regionOfInterest) else { return [] }
    let wrists = bodies.flatMap(WristView.views).map { $0.moved(by: -part.origin) }
    return try hands(in: part.picture(), wrists: wrists, maximumCount: maximumCount).map { hand in
      let near = wrists.filter { $0.isWrist(of: hand) }
      return hand.moved(by: part.origin).pose(in: picture.width, picture.height, at: near)
    }
  }
}

/// The order in which a picture is searched, and the criteria for a hand there.
extension HandPoseDetector {
  /// The score from which on a palm is followed up where MediaPipe found none; what is no hand is
  /// left to the landmark model to find out.
  private static let minimumScore = 0.1

  /// The maximum number of palms of a view that are followed up there.
  static let palmCount = 6

  /// The presence that a hand must have which MediaPipe doesn't find. In 98 pictures of people the
  /// faces that the landmark model takes for hands reach 0.95; most hands have 0.98 and more.
  private static let surePresence = 0.97

  /// The presence that is enough where a hand begins at a body's wrist.
  private static let presenceAtWrist = 0.9

  /// The presence below which a hand of the first pass is doubtful.
  private static let doubtfulPresence = 0.9

  /// The number of times that such a hand is framed by its own landmarks before it is judged.
  private static let framings = 3

  /// The hands in a picture, at most `maximumCount`, in the order in which they are found.
  func hands(
    in picture: ColorImage, wrists: [WristView], maximumCount: Int
  ) throws(DetectionError) -> [HandLandmarks] {
    var found = try firstPass(over: picture, maximumCount: maximumCount)
    for wrist in wrists where found.count < maximumCount {
      if found.contains(where: wrist.isWrist) { continue }
      if let hand = try hand(in: picture, at: wrist, besides: found) { found.append(hand) }
    }
    guard options.searchesAgain else { return found }
    for view in Self.views(of: picture) where found.count < maximumCount {
      for region in try regions(in: picture, view: view)
      where found.count < maximumCount {
        let hand = try settledHand(
          in: picture, from: region, besides: found, minimumPresence: Self.surePresence)
        if let hand { found.append(hand) }
      }
    }
    return found
  }

  /// The hand that begins at a body's wrist; `nil` if none is found.
  ///
  /// - Parameter palmCount: the number of palms near the wrist that are followed up.
  func hand(
    in picture: ColorImage, at wrist: WristView, besides known: [HandLandmarks],
    palmCount: Int = HandPoseDetector.palmCount
  ) throws(DetectionError) -> HandLandmarks? {
    let palms = try regions(in: picture, view: wrist.view).prefix(palmCount)
    for region in palms + [wrist.expectedRegion] {
      let hand = try settledHand(
        in: picture, from: region, besides: known, minimumPresence: Self.presenceAtWrist)
      if let hand, wrist.isWrist(of: hand) { return hand }
    }
    return nil
  }

  /// A hand of the frame before, framed by its landmarks there; `nil` if it isn't there any more.
  func followed(
    _ hand: HandLandmarks, in picture: ColorImage
  ) throws(DetectionError) -> HandLandmarks? {
    let region = SquareRegion(handLandmarks: hand.points)
    guard region.isUsable else { return nil }
    let hand = try landmarks.landmarks(in: picture, region: region)
    return hand.presence > options.minimumPresence ? hand : nil
  }

  /// MediaPipe's way: the most confident palms in the whole picture, as many as there may be hands,
  /// and the landmarks of each; a palm that proves to be none is not replaced by the next one.
  func firstPass(
    over picture: ColorImage, maximumCount: Int
  ) throws(DetectionError) -> [HandLandmarks] {
    var found: [HandLandmarks] = []
    let findings = try palms.findings(
      in: picture, view: SquareRegion(around: picture.width, picture.height),
      minimumConfidence: options.minimumDetectionConfidence)
    for finding in findings.prefix(maximumCount) {
      let hand = try landmarks.landmarks(in: picture, region: finding.region)
      if hand.presence > options.minimumPresence, !found.contains(where: hand.isSameHand) {
        found.append(hand)
      }
    }
    return options.reframesDoubtfulHands ? try reframed(found, in: picture) : found
  }

  /// Hands, with the doubtful ones framed again if that makes them almost certain.
  private func reframed(
    _ hands: [HandLandmarks], in picture: ColorImage
  ) throws(DetectionError) -> [HandLandmarks] {
    var hands = hands
    for (index, hand) in hands.enumerated() where hand.presence < Self.doubtfulPresence {
      guard let framed = try reframed(hand, in: picture), framed.presence >= Self.surePresence,
        !hands.indices.contains(where: { $0 != index && framed.isSameHand(as: hands[$0]) })
      else { continue }
      hands[index] = framed
    }
    return hands
  }

  /// The squares around the palms in a view, the most confident first.
  private func regions(
    in picture: ColorImage, view: SquareRegion
  ) throws(DetectionError) -> [SquareRegion] {
    guard view.isUsable else { return [] }
    return try palms.findings(in: picture, view: view, minimumConfidence: Self.minimumScore)
      .prefix(Self.palmCount).map(\.region)
  }

  /// The hand in a square that was only guessed; `nil` when there is none or one that is already
  /// known.
  private func settledHand(
    in picture: ColorImage, from region: SquareRegion, besides known: [HandLandmarks],
    minimumPresence: Double
  ) throws(DetectionError) -> HandLandmarks? {
    // Around a known hand's middle there is no other one.
    guard region.isUsable, !known.contains(where: { $0.region.isCentered(near: region) }) else {
      return nil
    }
    let guess = try landmarks.landmarks(in: picture, region: region)
    guard let hand = try reframed(guess, in: picture),
      hand.presence >= max(minimumPresence, options.minimumPresence),
      !known.contains(where: hand.isSameHand)
    else { return nil }
    return hand
  }

  /// A hand framed by its own landmarks again and again, as MediaPipe follows it from picture to
  /// picture; `nil` when that leads away from any hand.
  private func reframed(
    _ hand: HandLandmarks, in picture: ColorImage
  ) throws(DetectionError) -> HandLandmarks? {
    let hopeless = 0.05
    var hand = hand
    for _ in 0..<Self.framings {
      let region = SquareRegion(handLandmarks: hand.points)
      guard hand.presence > hopeless, region.isUsable else { return nil }
      hand = try landmarks.landmarks(in: picture, region: region)
    }
    return hand
  }

  /// The views of the second pass, the likeliest first: the palm detector isn't the same in all
  /// directions and at all sizes, and its grid is coarse.
  private static func views(of picture: ColorImage) -> [SquareRegion] {
    let whole = SquareRegion(around: picture.width, picture.height)
    func turned(by eighths: Int) -> SquareRegion {
      SquareRegion(
        center: whole.center, side: whole.side, rotation: Double(eighths) * Double.pi / 4)
    }
    let far = SquareRegion(center: whole.center, side: 1.5 * whole.side, rotation: 0)
    return [0, 2, -4, -2].map(turned) + tiles(of: picture) + [far] + [-1, 1, -3, 3].map(turned)
  }

  /// Three overlapping squares as high as an oblong picture; none of one that is almost square.
  private static func tiles(of picture: ColorImage) -> [SquareRegion] {
    let size = SIMD2(Double(picture.width), Double(picture.height))
    let side = size.min()
    guard size.max() > 1.05 * side else { return [] }
    return [0, 0.5, 1].map { share in
      let center = (size - side) * share + side / 2
      return SquareRegion(center: center, side: side, rotation: 0)
    }
  }
}

extension SquareRegion {
  /// Whether another square's middle is near this one's.
  fileprivate func isCentered(near other: SquareRegion) -> Bool {
    center.distance(to: other.center) < 0.25 * side
  }
}
