internal import PoseWorkers
public import PoseDetection
internal import Synchronization

/// Detectors with their models compiled, for analyses one after another or side by side: each
/// caller takes one that is free, or makes one.
public final class DetectorPool: Sendable {
  private let assets: DetectionAssets
  private let options: BodyPoseDetector.Options
  private let free = Mutex<[UncheckedTransfer<BodyPoseDetector>]>([])
  private let freeHandFinders = Mutex<[UncheckedTransfer<HandFinder>]>([])

  /// A pool without detectors yet, for one kind of input.
  public convenience init(
    assets: DetectionAssets, options: DetectionOptions, for input: DetectionEffort.Input
  ) {
    self.init(assets: assets, options: options.detector(for: input))
  }

  init(assets: DetectionAssets, options: BodyPoseDetector.Options) {
    (self.assets, self.options) = (assets, options)
  }

  /// A detector for exclusive use until it is given back.
  ///
  /// Throws as a detector's initializer does, and `FileError` for a model of the user's.
  func take() throws -> BodyPoseDetector {
    if let detector = free.withLock({ $0.popLast() }) { return detector.value }
    return try BodyPoseDetector(installedIn: assets, options: options)
  }

  /// Takes a detector back.
  func giveBack(_ detector: BodyPoseDetector) {
    let detector = UncheckedTransfer(detector)
    free.withLock { $0.append(detector) }
  }

  /// A finder of hands in the frames of a camera, used by its taker alone until it is given back. It loads
  /// the hand models when it first searches, and keeps them.
  func takeHandFinder() -> HandFinder {
    if let finder = freeHandFinders.withLock({ $0.popLast() }) { return finder.value }
    // Hands that aren't found in one frame are in the next.
    return HandFinder(assets: assets, searchesAgain: false)
  }

  /// Takes a finder of hands back.
  func giveBack(_ finder: HandFinder) {
    let finder = UncheckedTransfer(finder)
    freeHandFinders.withLock { $0.append(finder) }
  }
}
