public import Pose3D
public import PoseDocuments
public import PoseImaging
internal import PoseMotion

/// The main results of an image or video of a batch; the document has the rest.
public struct BatchResult: Sendable {
  /// A person, in short.
  public struct Person: Sendable, Codable {
    /// Their number in the document.
    public let id: Int
    /// The stature.
    public let stature: Stature
    /// The exercise's word in files; `nil` for none, and in a picture.
    public var exercise: String?
    /// 0…1, the confidence in it.
    public var exerciseConfidence: Double?
    /// The number of counted repetitions; `nil` in an image.
    public var repetitions: Int?
    /// The number of rejected repetitions.
    public var notCounted: Int?
    /// The mean range of motion of those that count, in radians; `nil` without any.
    public var rangeOfMotion: Double?
    /// One standard deviation of it: repetitions share their errors, so that it is as large as that of one.
    public var rangeOfMotionSigma: Double?
  }

  /// The people; may be empty.
  public let people: [Person]
  /// The frames that were measured; 1 for a picture.
  public let frames: Int
  /// Diagnostics about the reliability of the numbers.
  public let diagnostics: [Diagnostic]
  /// Whether it was read to its end: not so after a cancellation.
  public let isComplete: Bool
}

extension BatchResult {
  init(_ analysis: PictureAnalysis) {
    people = analysis.people.map { Person(id: $0.id, stature: $0.body.stature) }
    (frames, diagnostics, isComplete) = (1, analysis.diagnostics, true)
  }

  init(_ result: VideoResult, diagnostics: [Diagnostic]) {
    people = zip(result.sequence.people, result.analyses).map { motion, analysis in
      let counted = analysis.repetitions.filter(\.isCounted)
      let sigmas = counted.compactMap(\.rangeOfMotionSigma)
      let count = Double(counted.count)
      return Person(
        id: motion.id, stature: motion.stature, exercise: analysis.exercise,
        exerciseConfidence: analysis.confidence, repetitions: counted.count,
        notCounted: analysis.repetitions.count - counted.count,
        rangeOfMotion: counted.isEmpty
          ? nil : counted.reduce(0) { $0 + $1.rangeOfMotion } / count,
        rangeOfMotionSigma: sigmas.isEmpty || sigmas.count < counted.count
          ? nil : sigmas.reduce(0, +) / count)
    }
    frames = result.sequence.recording.frames.count
    self.diagnostics = diagnostics
    isComplete = result.isComplete
  }
}

/// An image or a video of a batch, with its settings.
public struct BatchItem: Sendable {
  /// The kind of file.
  public enum Kind: String, Sendable {
    /// As `PictureAnalysis` does.
    case picture
    /// As `VideoAnalysis` does.
    case video
  }

  /// The picture, video or folder of frames.
  public var path: String
  /// The kind of file.
  public var kind: Kind
  /// The path of its document.
  public var output: String
  /// A depth map, or what holds those of a video; `nil` for those in the file itself.
  public var depth: String?
  /// The unit of its depth maps, where it is stated.
  public var depthUnit: DepthUnit?
  /// The options of its measurement. Those of detection don't count: detectors are shared, and the batch has them.
  public var measurement = MeasurementOptions()
  /// Frames a second of a folder of frames.
  public var frameRate: Double?
  /// How many times slower than life a video plays; `nil` for what its file states.
  public var slowMotion: Double?

  /// A file of which nothing else is known.
  public init(path: String, kind: Kind, output: String) {
    (self.path, self.kind, self.output) = (path, kind, output)
  }
}
