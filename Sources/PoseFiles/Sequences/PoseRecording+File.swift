public import PoseDocuments
internal import Kinematics
public import PoseMotion

extension PoseRecording {
  /// The people in a file of 3D joints. A sequence written by this program gives the measurements,
  /// so that it can be analysed again, to the same result. Poses of filled gaps are left out.
  ///
  /// - Parameters:
  ///   - file: what was read.
  ///   - path: its name in sentences.
  ///   - frameRate: frames a second; their times are then those of their numbers, from 0. `nil` for
  ///     the file's own.
  ///   - asIs: whether to take this program's sequence as it stands there: filled, repaired and
  ///     smoothed.
  /// - Throws: `FileError`.
  public init(
    _ file: SkeletonFile, path: String, frameRate: Double? = nil, asIs: Bool = false
  ) throws(FileError) {
    guard file.frames.contains(where: { !$0.people.isEmpty }) else {
      throw FileError(.nobody, path: path, "no person is in any of its frames")
    }
    let times = try Self.times(
      of: file.frames.map { ($0.index, $0.time) }, frameRate: frameRate, path: path)
    self.init(
      frames: zip(file.frames, times).map { frame, time in
        let people = frame.people.filter { asIs || !$0.isFilled }
        return Frame(
          index: frame.index, time: time,
          people: people.map { PoseObservation($0, asIs: asIs) }, startsShot: frame.startsShot)
      },
      world: file.frames.lazy.flatMap(\.people).first?.world,
      isInCameraFrame: file.layout == .pose3d)
    isProcessed = asIs && file.layout == .pose3d
    // A table has a person's number in every line.
    hasSettledIdentities = [.pose3d, .csv].contains(file.layout)
    (views, worldFromFrame) = (file.views, file.worldFromFrame)
  }

  /// The times of frames with a number and, maybe, a time.
  ///
  /// - Parameters:
  ///   - frames: the frames in their order.
  ///   - frameRate: frames a second; `nil` for the frames' own times.
  ///   - path: the file, in errors.
  /// - Throws: `FileError` without either, and for a frame that isn't later than the one before.
  public static func times(
    of frames: [(index: Int, time: Double?)], frameRate: Double?, path: String
  ) throws(FileError) -> [Double] {
    precondition(frameRate.map { $0 > 0 } ?? true, "\(frameRate ?? 0) frames a second")
    let first = frames.first?.index ?? 0
    var times: [Double] = []
    for frame in frames {
      let time = frameRate.map { (Double(frame.index) - Double(first)) / $0 } ?? frame.time
      guard let time = time ?? (frames.count == 1 ? 0 : nil) else {
        throw FileError(
          .timesMissing, path: path,
          "frame \(frame.index) has no time, and speeds and durations need it",
          remedy: .giveFrameRate)
      }
      if let last = times.last, time <= last {
        throw FileError(
          .timesOutOfOrder, path: path,
          "frame \(frame.index), at \(time) s, is not later than the one before it, at \(last) s",
          remedy: frameRate == nil ? .timeByFrameRate : nil)
      }
      times.append(time)
    }
    return times
  }
}
