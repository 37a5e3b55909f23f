public import PoseImaging
public import PoseMotion
public import Pose3D

/// A frame of a video with the people's skeletons, their elbow and knee angles, and the counter of
/// an exercise, for people to read.
///
/// As `PoseOverlay`, but for legend and counter, which stay in their corners from frame to frame.
/// The first exercise has the counter; the other people's repetitions stand beside their numbers.
///
/// ```swift
/// let exercise = ExerciseOverlay.Exercise(
///   person: 0, title: "squat", progress: timeline.progress(at: frame.time))
/// try ExerciseOverlay(of: poses, on: frame.image, exercises: [exercise])
///   .withWords { try writer.append(words: $0, at: frame.time) }
/// ```
public struct ExerciseOverlay: Sendable {
  /// A person's exercise.
  public struct Exercise: Sendable, Equatable {
    /// The person, `BodyPose.id`.
    public var person: Int
    /// The exercise's usual name.
    public var title: String
    /// The progress of the person.
    public var progress: ExerciseProgress

    /// An exercise of a person.
    public init(person: Int, title: String, progress: ExerciseProgress) {
      (self.person, self.title, self.progress) = (person, title, progress)
    }

    /// A person's exercise at a time in seconds; `nil` if there is none.
    public init?(of timeline: ExerciseTimeline, at time: Double) {
      guard let title = timeline.title else { return nil }
      self.init(person: timeline.person, title: title, progress: timeline.progress(at: time))
    }
  }

  /// The people; the nearest is drawn on top.
  public let poses: [BodyPose]
  /// The picture under them.
  public let image: ColorImage
  /// Their exercises, the one with the counter first; the counter is drawn without people, too.
  public let exercises: [Exercise]
  /// The points of feet that rest on the ground, by the people's numbers (`BodyPose.id`); each gets a bar,
  /// which the legend explains. `nil` for a video in which none is known.
  public let contacts: [Int: [ContactPoint]]?
  /// Options of the drawing besides skeletons and counter.
  public let options: PoseOverlay.Options

  /// The drawing of `poses` and `exercises` on `image`; a pose of another picture size is scaled.
  public init(
    of poses: [BodyPose], on image: ColorImage, exercises: [Exercise],
    contacts: [Int: [ContactPoint]]? = nil, options: PoseOverlay.Options = PoseOverlay.Options()
  ) {
    self.contacts = contacts
    self.poses = poses
    self.image = image
    self.exercises = exercises
    self.options = options
  }

  /// The drawing as a PNG file of the picture's own size: 8-bit RGB. The same input gives the same
  /// bytes.
  ///
  /// - Throws: `tooLarge` for a picture of more than 32,767 pixels along a side; `drawingFailed`
  ///   when there is no memory for it.
  public func png() throws(DrawingError) -> [UInt8] { try drawn().png() }

  /// Hands out the drawing's pixels, as an encoder takes them, for as long as `body` runs.
  ///
  /// - Parameter body: takes `width * height` words 0xXXRRGGBB, row by row.
  /// - Returns: what `body` returns.
  /// - Throws: as `png()`, and what `body` throws.
  public func withWords<R>(_ body: (UnsafeBufferPointer<UInt32>) throws -> R) throws -> R {
    try drawn().withWords(body)
  }

  private func drawn() throws(DrawingError) -> Canvas {
    let canvas = try Canvas(image)
    canvas.draw(
      OverlayLayout(
        of: poses, width: image.width, height: image.height, options: options,
        exercises: exercises, contacts: contacts, textWidth: canvas.width(of:)))
    return canvas
  }
}
