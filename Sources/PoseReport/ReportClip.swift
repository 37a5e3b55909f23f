public import PoseImaging
public import PoseMotion

/// The report's contents for one video, image or file of joints.
public struct ReportClip: Sendable {
  /// The image or video behind the skeleton.
  public struct Media: Sendable {
    /// The media type, `video/mp4`.
    public var type: String
    /// Its bytes, as a browser plays or shows them.
    public var bytes: [UInt8]
    /// Pixels, upright.
    public var width: Int
    /// Pixels, upright.
    public var height: Int

    /// The reading of the camera's clock at a video's first frame, in seconds; the first camera's
    /// is the clip's.
    public var start: Double

    /// Media.
    public init(type: String, bytes: [UInt8], width: Int, height: Int, start: Double = 0) {
      (self.type, self.bytes, self.width, self.height) = (type, bytes, width, height)
      self.start = start
    }
  }

  /// The picture of a repetition where it turns, with the skeletons drawn.
  public struct RepetitionPicture: Sendable {
    /// The person's number.
    public var person: Int
    /// The time in seconds at which the repetition turns.
    public var turn: Double
    /// The picture.
    public var png: [UInt8]

    /// A picture.
    public init(person: Int, turn: Double, png: [UInt8]) {
      (self.person, self.turn, self.png) = (person, turn, png)
    }
  }

  /// The title: the name of the file.
  public var name: String
  /// The people and what was done to their motion.
  public var sequence: PoseSequence
  /// Those of its people who are spoken of.
  public var people: [PersonMotion]
  /// Their exercises, in their order.
  public var analyses: [ExerciseAnalysis]
  /// The camera in whose picture the skeletons are drawn; `nil` where the joints are in no camera's
  /// frame: they are then drawn in space only.
  public var camera: Camera?
  /// The video or picture; `nil` for a report without one.
  public var media: Media?
  /// Of a recording by several cameras the others' videos, in the order of `sequence.recording.views` after the first;
  /// `nil` for one that isn't shown.
  public var otherMedia: [Media?] = []
  /// Pictures of people's best and worst repetitions, for the first page.
  public var pictures: [RepetitionPicture] = []
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]
  /// The conditions of the measurement: names and values.
  public var facts: [(name: String, value: String)]

  /// A clip from its parts.
  public init(
    name: String, sequence: PoseSequence, people: [PersonMotion], analyses: [ExerciseAnalysis],
    camera: Camera?, media: Media? = nil, warnings: [String] = [],
    facts: [(name: String, value: String)] = []
  ) {
    precondition(people.count == analyses.count, "an analysis for every person")
    (self.name, self.sequence, self.people, self.analyses) = (name, sequence, people, analyses)
    (self.camera, self.media, self.warnings, self.facts) = (camera, media, warnings, facts)
  }
}
