import PoseDetection
import Foundation
import TestSupport
import Testing

/// The runtime and the models of this checkout, where `scripts/setup` puts them.
enum Installation {
  /// Why a test that needs the runtime was skipped.
  static let reason: Comment = "scripts/setup installs the detection runtime"

  static let assets = try? DetectionAssets.locate(in: [Checkout.path(".deps")])
  static var isComplete: Bool { assets != nil }

  static var hasHeavyModel: Bool { assets?.heavyLandmarkModel != nil }
  static let heavyReason: Comment = "scripts/setup --heavy installs the heavy landmark model"

  /// A detector for each way of looking, made once: compiling takes seconds in a debug build. They
  /// belong to the main actor, since a detector is used from one thread at a time.
  @MainActor static func detector(
    maximumCount: Int = 1, model: BodyModel? = .full, searchesTiles: Bool? = nil,
    effort: DetectionEffort = .fast
  ) throws -> BodyPoseDetector {
    let known = detectors.first {
      $0.count == maximumCount && $0.model == model && $0.searchesTiles == searchesTiles
        && $0.effort == effort
    }
    if let known { return known.detector }
    var options = BodyPoseDetector.Options()
    options.maximumCount = maximumCount
    options.model = model
    options.searchesTiles = searchesTiles
    options.effort = effort
    let detector = try BodyPoseDetector(assets: try #require(assets), options: options)
    detectors.append((maximumCount, model, searchesTiles, effort, detector))
    return detector
  }

  @MainActor private static var detectors:
    [(
      count: Int, model: BodyModel?, searchesTiles: Bool?, effort: DetectionEffort,
      detector: BodyPoseDetector
    )] = []

  /// The same for hands.
  @MainActor static func handDetector(
    maximumCount: Int = 2, searchesAgain: Bool = true
  ) throws -> HandPoseDetector {
    let key = [maximumCount, searchesAgain ? 1 : 0]
    if let detector = handDetectors[key] { return detector }
    var options = HandPoseDetector.Options()
    options.maximumHandCount = maximumCount
    options.searchesAgain = searchesAgain
    let detector = try HandPoseDetector(assets: try #require(assets), options: options)
    handDetectors[key] = detector
    return detector
  }

  @MainActor private static var handDetectors: [[Int]: HandPoseDetector] = [:]
}
