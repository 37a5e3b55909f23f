public import PoseImaging
public import Pose3D

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
