internal import Kinematics
internal import PoseImaging
internal import PoseMotion
internal import Pose3D
public import PoseFiles

/// The results of a live session as JSON Lines, while it runs: those of `SequenceDocument`
/// (`pose3d.skeleton/1`), a header and one line per frame. The summary, which needs all frames, is
/// missing; instead each person has the count of their repetitions so far.
public struct LiveLines {
  private let source: String
  private let format: String
  private let version: String
  private let detail: SequenceDetail
  private var isBegun = false

  /// Lines of which none is written yet.
  ///
  /// - Parameters:
  ///   - source: the origin of the stream, for the header.
  ///   - format: the kind of stream in words.
  ///   - version: the program's version.
  ///   - detail: the detail about each person.
  public init(source: String, format: String, version: String, detail: SequenceDetail) {
    (self.source, self.format) = (source, format)
    (self.version, self.detail) = (version, detail)
  }

  /// The line of a frame with its end; before the first one stands the header.
  public mutating func text(of frame: LiveFrame) -> String {
    defer { isBegun = true }
    return (isBegun ? "" : header(frame) + "\n") + line(frame) + "\n"
  }

  private func line(_ frame: LiveFrame) -> String {
    let people = frame.people.compactMap { person in
      person.pose.map { pose in
        FrameLine.Person(
          pose: pose,
          measured: person.measured.map {
            PoseObservation($0, id: person.id, confidence: person.keypoints.confidence)
          }, angles: person.angles, exercise: person.exercise.name,
          confidence: person.exercise.confidence,
          count: (person.exercise.count, person.exercise.missed), contacts: person.contacts)
      }
    }
    return FrameLine(
      index: frame.index, time: frame.time, startsShot: frame.startsShot, people: people,
      vertical: frame.world.source == .posture ? frame.world : nil, fingers: frame.shownFingers,
      detail: detail
    ).text
  }

  private func header(_ frame: LiveFrame) -> String {
    var options = PoseSequence.Options()
    options.smoothing = .oneEuro
    (options.repairs, options.longestGap, options.liftsOverTime) = (false, 0, false)
    options.groundsFeet = frame.scene.groundsFeet
    let document = SequenceDocument(
      version: version,
      video: .init(
        file: source, format: format, width: frame.camera.width, height: frame.camera.height,
        isComplete: false),
      cameraFile: frame.scene.cameraFile, gravitySource: frame.scene.view.vertical.source,
      sequence: PoseSequence(
        PoseRecording(frames: [], camera: frame.camera, gravity: frame.gravity), options: options),
      analyses: [], detail: detail)
    return document.headerLine
  }
}
