internal import Kinematics
internal import Pose3D
public import PoseDocuments
internal import PoseGeometry
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
  ///     smoothed, as one that has nothing else is taken.
  /// - Throws: `FileError`.
  public init(
    _ file: SkeletonFile, path: String, frameRate: Double? = nil, asIs: Bool = false
  ) throws(FileError) {
    guard file.frames.contains(where: { !$0.people.isEmpty }) else {
      throw FileError(.nobody, path: path, "no person is in any of its frames")
    }
    let asIs = asIs || file.isProcessed
    let times = try Self.times(
      of: file.frames.map { ($0.index, $0.time) }, frameRate: frameRate, path: path)
    self.init(
      frames: zip(file.frames, times).map { frame, time in
        let people = frame.people.filter { asIs || !$0.isFilled }
        return Frame(
          index: frame.index, time: time,
          people: people.map { PoseObservation($0, asIs: asIs) }, startsShot: frame.startsShot,
          turn: frame.turn)
      },
      world: file.frames.lazy.flatMap(\.people).first?.world,
      isInCameraFrame: file.layout == .pose3d)
    isProcessed = asIs && file.layout == .pose3d
    // A table has a person's number in every line.
    hasSettledIdentities = [.pose3d, .csv].contains(file.layout)
    (views, worldFromFrame) = (file.views, file.worldFromFrame)
    isCameraMoving = file.isCameraMoving
    statedFocalLengthSigma = file.focalLengthSigma
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

extension PoseObservation {
  /// A person from a file of 3D joints: as they were measured, if this program's sequence has that.
  ///
  /// - Parameters:
  ///   - person: the person in the file.
  ///   - asIs: whether to take them as they stand there instead, repaired and smoothed.
  public init(_ person: SkeletonFile.Person, asIs: Bool = false) {
    self.init(
      asIs ? person.body : person.measured ?? person.body, id: person.id,
      confidence: person.confidence ?? 1)
  }
}

extension PoseSequence {
  /// A frame as a line of `SequenceDocument`'s JSON Lines, without its end, for callers that write
  /// them one by one as they come.
  package func line(at position: Int) -> String {
    FramePeople(self, .standard).frame(at: position).compactText
  }
}

/// A frame's measurements as one line of a file, from which the program resumes: read back, a frame
/// is the same to the last bit. And with the rounded numbers of a document: results from these are
/// those from the document when that is read.
extension PoseRecording.Frame {
  /// The frame as JSON without a line break, numbers with all their digits. They have to be finite.
  package var line: String { BodyCodec.journal.value(self).compactText }

  /// The frame in the bytes of a line that `line` gave.
  ///
  /// - Throws: a problem for text that is not JSON, a member that is missing or of another kind,
  ///   and a number that isn't finite or can't have been measured: a coordinate beyond 10 km, a
  ///   sigma or a stature below 0 or beyond it, a confidence outside 0…1.
  package init(line: [UInt8]) throws(DocumentNode.Problem) {
    self = try BodyCodec.journal.recordedFrame(try DocumentNode(parsing: line))
  }

  /// The frame with the numbers that its document has. Where no document can have them, they stay.
  package var written: PoseRecording.Frame {
    let text = BodyCodec.document.value(self).compactText
    let node = try? DocumentNode(parsing: Array(text.utf8))
    return node.flatMap { try? BodyCodec.document.recordedFrame($0) } ?? self
  }
}

extension PoseRecording {
  /// The recording with the vertical that its document has.
  package var withWrittenVertical: PoseRecording {
    guard let gravity else { return self }
    func rounded(_ number: Double) -> Double {
      JSONValue.digits(of: number).flatMap(Double.init) ?? number
    }
    var written = self
    written.gravity = Vector3(rounded(gravity.x), rounded(gravity.y), rounded(gravity.z))
    written.world = WorldAxes(
      cameraGravity: written.gravity, sigma: world.map(\.tiltSigma.written))
    return written
  }
}
