internal import PoseAnalysis
internal import PoseDetection
internal import Foundation
internal import PoseImaging
internal import Pose3D
internal import PoseWorkers
internal import Synchronization

/// The finder of people and hands in this process: detectors whose models are loaded by the first
/// request that needs them and kept. As many are at work side by side as there are processors;
/// later requests wait.
final class PoseEngine: Sendable {
  static let shared = PoseEngine()

  /// The models and the number of looks at each person. Tests in which they make no difference take faster ones.
  @TaskLocal static var effort = DetectionEffort.best

  /// The maximum number of people in a result: as many as `pose3d detect --people all` looks for.
  static let maximumPeople = 16

  /// Detectors that one thread at a time uses.
  private final class Detectors {
    private let assets: DetectionAssets
    private var bodyFinders: [Search: BodyFinder] = [:]
    let hands: HandFinder

    init(_ assets: DetectionAssets) {
      self.assets = assets
      hands = HandFinder(assets: assets)
    }

    private struct Search: Hashable {
      var effort: DetectionEffort
      var maximumPeople: Int
    }

    /// The finder of at most so many people.
    func bodies(_ maximumPeople: Int) throws -> BodyFinder {
      let search = Search(effort: PoseEngine.effort, maximumPeople: maximumPeople)
      if let finder = bodyFinders[search] { return finder }
      let finder: BodyFinder
      if let other = bodyFinders.first(where: { $0.key.effort == search.effort })?.value {
        finder = other.lookingFor(maximumPeople)
      } else {
        var options = DetectionOptions()
        options.maximumPeople = maximumPeople
        options.effort = search.effort
        finder = try BodyFinder(assets: assets, options: options)
      }
      bodyFinders[search] = finder
      return finder
    }
  }

  private let permits = Permits(Processors.count)
  private let free = Mutex<[UncheckedTransfer<Detectors>]>([])

  /// Runs work with detectors for its exclusive use.
  private func with<Value>(_ work: (Detectors) throws -> Value) throws -> Value {
    permits.wait()
    defer { permits.signal() }
    // The last ones used come first: one thread always has the same.
    let kept = free.withLock { $0.popLast() }
    let detectors = try kept ?? UncheckedTransfer(Detectors(.installed()))
    defer { free.withLock { $0.append(detectors) } }
    return try work(detectors.value)
  }
}

// MARK: What requests ask for

extension PoseEngine {
  /// The people in a picture, the most prominent first, as `pose3d detect --people all` finds them.
  func people(in source: PictureSource, _ part: CGRect) throws -> [Pose2D] {
    let (picture, region) = (try source.picture(), try source.region(part))
    return try with {
      try $0.bodies(Self.maximumPeople).poses(in: picture, regionOfInterest: region)
    }
  }

  /// The same people and their hands, as `pose3d detect --people all --hands` finds them.
  func peopleWithHands(
    in source: PictureSource, _ part: CGRect
  ) throws -> (people: [Pose2D], hands: [HandPose]) {
    let (picture, region) = (try source.picture(), try source.region(part))
    return try with { detectors in
      let people = try detectors.bodies(Self.maximumPeople).poses(
        in: picture, regionOfInterest: region)
      guard !people.isEmpty else { return ([], []) }
      let hands = try detectors.hands.hands(
        in: picture, near: people, regionOfInterest: region, maximumCount: 2 * people.count)
      return (people, hands)
    }
  }

  /// The hands in a picture, as `pose3d hands` finds them.
  func hands(
    in source: PictureSource, _ part: CGRect, maximumCount: Int
  ) throws -> [HandPose] {
    let (picture, region) = (try source.picture(), try source.region(part))
    return try with {
      try $0.hands.hands(in: picture, regionOfInterest: region, maximumCount: maximumCount)
    }
  }

  /// The most prominent person in space, as `pose3d analyze` measures them; `nil` if there is none.
  func body(in source: PictureSource, _ part: CGRect) throws -> BodyPose? {
    let (frame, region) = (try source.frame(), try source.region(part))
    let people = try with {
      try $0.bodies(1).poses(in: frame.image, regionOfInterest: region, depth: frame.depth)
    }
    return PictureAnalysis(of: frame, people: people).people.first
  }
}
