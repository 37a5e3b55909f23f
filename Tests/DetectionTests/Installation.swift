import Detection
import Foundation
import Testing

/// The runtime and the models of this checkout, where `scripts/setup` puts them.
enum Installation {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let fixtures = root.appendingPathComponent("fixtures/detection")

  /// Why a test that needs the runtime was skipped.
  static let reason: Comment = "scripts/setup installs the detection runtime"

  static let assets = try? DetectionAssets.locate(in: [root.appendingPathComponent(".deps").path])
  static var isComplete: Bool { assets != nil }

  /// A detector for each way of looking, made once: compiling takes seconds in a debug build. They
  /// belong to the main actor, since a detector is used from one thread at a time.
  @MainActor static func detector(maximumCount: Int = 1) throws -> BodyPoseDetector {
    if let detector = detectors[maximumCount] { return detector }
    var options = BodyPoseDetector.Options()
    options.maximumCount = maximumCount
    let detector = try BodyPoseDetector(assets: try #require(assets), options: options)
    detectors[maximumCount] = detector
    return detector
  }

  @MainActor private static var detectors: [Int: BodyPoseDetector] = [:]

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
