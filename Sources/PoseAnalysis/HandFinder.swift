package import PoseDetection
package import PoseImaging
package import Pose3D

/// Finds hands in pictures as `pose3d hands` does: near the wrists of people, too, whom BlazePose looks for
/// in one inference pass. Models are loaded when they are first needed.
///
/// A finder is used from one thread at a time; several may be at work in several threads.
package final class HandFinder {
  private let assets: DetectionAssets
  private let minimumConfidence: Double?
  private let searchesAgain: Bool
  private var hands: HandPoseDetector?
  private var bodies: BodyFinder?

  /// A finder without models yet. It has to be so sure of a hand; `nil` for what is usual. A picture with fewer
  /// hands than may be is searched again, which takes up to a second, unless that is not wanted.
  package init(
    assets: DetectionAssets, minimumConfidence: Double? = nil, searchesAgain: Bool = true
  ) {
    (self.assets, self.minimumConfidence) = (assets, minimumConfidence)
    self.searchesAgain = searchesAgain
  }

  /// The hands in a picture.
  ///
  /// - Parameters:
  ///   - picture: the picture that is searched.
  ///   - regionOfInterest: the part that is searched; `nil` for all of it.
  ///   - maximumCount: how many hands are returned at most, at least 1.
  ///   - looksForBodies: whether people are looked for, who say where hands are, and whose.
  /// - Throws: `DetectionError` when a model can't be used and when the runtime gives up.
  package func hands(
    in picture: ColorImage, regionOfInterest: RegionOfInterest? = nil, maximumCount: Int,
    looksForBodies: Bool = true
  ) throws -> [HandPose] {
    var people: [Pose2D] = []
    if looksForBodies {
      people = try bodies(maximumCount / 2 + maximumCount % 2)
        .poses(in: picture, regionOfInterest: regionOfInterest)
    }
    return try detector().hands(
      in: picture, near: people, regionOfInterest: regionOfInterest, maximumCount: maximumCount)
  }

  /// The hands in a picture, at most so many, where its people are known already.
  package func hands(
    in picture: ColorImage, near people: [Pose2D], regionOfInterest: RegionOfInterest? = nil,
    maximumCount: Int
  ) throws -> [HandPose] {
    try detector().hands(
      in: picture, near: people, regionOfInterest: regionOfInterest, maximumCount: maximumCount)
  }

  /// The hands in the next frame of a video, at most so many, where its people are known already.
  package func hands(
    in picture: ColorImage, near people: [Pose2D], following tracks: inout HandTracks,
    maximumCount: Int, at time: Double
  ) throws -> [HandPose] {
    try detector().hands(
      in: picture, near: people, following: &tracks, maximumCount: maximumCount, at: time)
  }

  private func detector() throws(DetectionError) -> HandPoseDetector {
    if let hands { return hands }
    let made = try HandPoseDetector(
      installedIn: assets, maximumCount: 2, minimumConfidence: minimumConfidence,
      searchesAgain: searchesAgain)
    hands = made
    return made
  }

  private func bodies(_ maximumPeople: Int) throws -> BodyFinder {
    if let bodies {
      let other = bodies.lookingFor(maximumPeople)
      self.bodies = other
      return other
    }
    var options = DetectionOptions()
    options.effort = .fast
    options.maximumPeople = maximumPeople
    let made = try BodyFinder(assets: assets, options: options)
    bodies = made
    return made
  }
}
