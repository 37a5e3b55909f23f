internal import PoseGeometry
internal import PoseImaging

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
