internal import PoseGeometry
package import PoseImaging
package import Pose3D

/// The hands that are followed from frame to frame, and when places without one were last searched.
///
/// A hand is framed by its landmarks in the frame before, as MediaPipe does in videos: one inference, and none of the
/// palm detector. Places where no hand was found are searched again after a pause, which becomes longer each time.
package struct HandTracks {
  /// A hand of the frame before.
  private struct Track {
    var hand: HandLandmarks
    /// The wrist at which it begins.
    var wrist: Wrist?
  }

  /// A wrist of a person.
  private struct Wrist: Hashable {
    let body: Int?
    let chirality: Chirality

    init(_ view: WristView) { (body, chirality) = (view.bodyID, view.chirality) }
  }

  /// When a place is searched again, in seconds, and the pause after the next miss.
  private struct Search {
    var next = -Double.infinity
    var pause = HandTracks.pause.first

    mutating func miss(at time: Double) {
      next = time + pause
      pause = min(2 * pause, HandTracks.pause.longest)
    }
  }

  private var tracks: [Track] = []
  private var wholeImage = Search()
  private var wrists: [Wrist: Search] = [:]

  /// Chosen: seconds from a search that found nothing to the next one.
  private static let pause = (first: 0.2, longest: 1.0)
  /// Chosen: the palms of a wrist's view that are followed up.
  private static let palmCount = 2

  /// No hand is followed.
  package init() {}

  /// The hands in the next frame: those that are followed, then those that are found.
  fileprivate mutating func next(
    in picture: ColorImage, wrists views: [WristView], maximumCount: Int, at time: Double,
    by detector: HandPoseDetector
  ) throws(DetectionError) -> [HandLandmarks] {
    var now: [Track] = []
    for track in tracks {
      guard let hand = try detector.followed(track.hand, in: picture),
        !now.contains(where: { $0.hand.isSameHand(as: hand) }), now.count < maximumCount
      else { continue }
      // Landmarks that leave the wrist are no longer of this hand.
      let own = track.wrist.flatMap { wrist in views.first { Wrist($0) == wrist } }
      if let own, !own.isWrist(of: hand) { continue }
      now.append(Track(hand: hand, wrist: track.wrist ?? Self.wrist(of: hand, views)))
    }
    if now.count < maximumCount, time >= wholeImage.next {
      let count = now.count
      for hand in try detector.firstPass(over: picture, maximumCount: maximumCount)
      where now.count < maximumCount && !now.contains(where: { $0.hand.isSameHand(as: hand) }) {
        now.append(Track(hand: hand, wrist: Self.wrist(of: hand, views)))
      }
      wholeImage = now.count > count ? Search() : wholeImage
      if now.count == count { wholeImage.miss(at: time) }
    }
    // One wrist a frame: the one that has waited longest.
    let waiting = views.filter { view in
      time >= wrists[Wrist(view), default: Search()].next
        && !now.contains { view.isWrist(of: $0.hand) }
    }.min { wrists[Wrist($0), default: Search()].next < wrists[Wrist($1), default: Search()].next }
    if now.count < maximumCount, let view = waiting {
      let hand = try detector.hand(
        in: picture, at: view, besides: now.map(\.hand), palmCount: Self.palmCount)
      if let hand {
        now.append(Track(hand: hand, wrist: Wrist(view)))
        wrists[Wrist(view)] = nil
      } else {
        wrists[Wrist(view), default: Search()].miss(at: time)
      }
    }
    // Of people who are gone nothing is kept.
    let bodies = Set(views.map(\.bodyID))
    wrists = wrists.filter { bodies.contains($0.key.body) }
    tracks = now
    return now.map(\.hand)
  }

  private static func wrist(of hand: HandLandmarks, _ views: [WristView]) -> Wrist? {
    views.first { $0.isWrist(of: hand) }.map(Wrist.init)
  }
}

extension HandPoseDetector {
  /// The hands in the next frame of a video.
  ///
  /// - Parameters:
  ///   - picture: the frame, upright.
  ///   - bodies: the people in the frame, with the same numbers from frame to frame.
  ///   - tracks: what was seen in the frames before.
  ///   - maximumCount: the maximum number of hands, at least 1.
  ///   - time: seconds, later than those before.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  package func hands(
    in picture: ColorImage, near bodies: [Pose2D], following tracks: inout HandTracks,
    maximumCount: Int, at time: Double
  ) throws(DetectionError) -> [HandPose] {
    precondition(maximumCount > 0, "\(maximumCount) hands can't be looked for")
    let wrists = bodies.flatMap(WristView.views)
    return try tracks.next(
      in: picture, wrists: wrists, maximumCount: maximumCount, at: time, by: self
    ).map { hand in
      hand.pose(in: picture.width, picture.height, at: wrists.filter { $0.isWrist(of: hand) })
    }
  }
}
