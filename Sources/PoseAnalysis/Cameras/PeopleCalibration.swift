public import PoseDocuments
public import PoseImaging
import PoseMotion
public import PoseMultiView

/// Places cameras, or looks for those that have moved, by recordings of a person: clocks first, then places, then
/// the clocks again by the places.
public struct PeopleCalibration: Sendable {
  private let recordings: [KeypointRecording]
  /// The person's height in metres, when known.
  public var bodyHeight: Double?
  /// Whether the recordings' clocks run alike.
  public var isSynchronized: Bool

  /// Recordings by two cameras or more.
  public init(_ recordings: [KeypointRecording], isSynchronized: Bool = false) {
    (self.recordings, self.isSynchronized) = (recordings, isSynchronized)
  }

  /// The cameras.
  ///
  /// - Throws: `FileError` `unsuitable`, with the reason: nothing in common, or clocks that can't be told.
  public func calibration() throws(FileError) -> RigCalibration {
    var options = RigCalibrator.Options()
    options.bodyHeight = bodyHeight
    let clocks = try clocks(nil)
    let first = try place(clocks, options)
    guard !isSynchronized else { return first }
    let better = ClockFinder(
      recordings, cameraFromWorld: first.rig.cameras.map(\.cameraFromWorld)
    ).estimates()
    // What is known better counts.
    let merged = zip(clocks, better).map { old, new -> ClockEstimate in
      let change = abs(new.clock.offset - old.clock.offset)
      return new.doubt == nil && change < 0.2 ? new : old
    }
    return try place(merged, options)
  }

  /// Diagnostics about mirrored recordings of the cameras; empty if there is none.
  public func mirrored(against members: [CameraRig.Member]) -> [Diagnostic] {
    precondition(members.count == recordings.count, "a camera for each recording")
    guard !recordings[0].frames.isEmpty else { return [] }
    // By the movement alone: places say nothing of pictures that are mirrored.
    let clocks =
      isSynchronized
      ? recordings.map { _ in ViewClock.same }
      : ClockFinder(recordings).estimates().map { $0.doubt == nil ? $0.clock : .same }
    let views = zip(zip(recordings, members), clocks).map { one, clock in
      ViewFusion.View(
        keypoints: one.0, cameraFromWorld: one.1.cameraFromWorld, clock: clock)
    }
    return [MirroredView(among: views)].compactMap { $0?.diagnostic(names: members.map(\.name)) }
  }

  /// Checks which of some cameras have moved.
  ///
  /// - Throws: `FileError` `unsuitable`, with the reason.
  public func check(against members: [CameraRig.Member]) throws(FileError) -> RigCheck {
    precondition(members.count == recordings.count, "a camera for each recording")
    let clocks = try clocks(members)
    do throws(CalibrationError) {
      var check = try RigCheck(
        recordings, cameraFromWorld: members.map(\.cameraFromWorld), sigmas: members.map(\.sigma),
        clocks: clocks.map(\.clock))
      check.clockDoubts = clocks.map(\.doubt)
      return check
    } catch {
      throw FileError(.unsuitable, path: recordings[0].name, "\(error)")
    }
  }

  private func place(
    _ clocks: [ClockEstimate], _ options: RigCalibrator.Options
  ) throws(FileError) -> RigCalibration {
    do throws(CalibrationError) {
      return try RigCalibrator(recordings, clocks: clocks, options: options).calibration()
    } catch {
      throw FileError(.unsuitable, path: recordings[0].name, "\(error)")
    }
  }

  private func clocks(_ members: [CameraRig.Member]?) throws(FileError) -> [ClockEstimate] {
    guard !isSynchronized else {
      return recordings.map { _ in ClockEstimate(clock: .same, offsetSigma: 0) }
    }
    let found = ClockFinder(
      recordings, cameraFromWorld: members?.map(\.cameraFromWorld)
    ).estimates()
    for (recording, clock) in zip(recordings, found) {
      var isUnknown = clock.offsetSigma == nil
      if case .shortOverlap = clock.doubt { isUnknown = true }
      guard isUnknown else { continue }
      throw FileError(
        .unsuitable, path: recording.name,
        "how its clock runs isn't known: \(clock.doubt?.words ?? "")")
    }
    return found.map { Self.settled($0, isCheck: members != nil) }
  }

  /// The clock that counts.
  ///
  /// - Parameter isCheck: whether cameras that may have moved are checked.
  static func settled(_ found: ClockEstimate, isCheck: Bool) -> ClockEstimate {
    switch found.doubt {
    // Cameras that were moved are what a check looks for: poses that are wrong show no clocks.
    case .posesContradict(let clock, let sigma): ClockEstimate(clock: clock, offsetSigma: sigma)
    // For the same reason: where clocks that agree fit nearly as well, those of cameras in their places mostly agree.
    case .ambiguous(let other) where isCheck && abs(other) < agreement:
      ClockEstimate(clock: .same, doubt: found.doubt)
    default: found
    }
  }

  /// Clocks whose offset is smaller than this, in seconds, agree: three frames of 30 a second. Chosen.
  private static let agreement = 0.1
}
