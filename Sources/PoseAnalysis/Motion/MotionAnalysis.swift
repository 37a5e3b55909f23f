public import PoseDocuments
public import PoseMotion
public import PoseFiles

/// The exercises of the people in a file of skeletons or keypoints: the work of `pose3d exercise`.
public struct MotionAnalysis: Sendable {
  /// The people and what was done to their motion.
  public let sequence: PoseSequence
  /// Those who were asked for.
  public let people: [PersonMotion]
  /// Their exercises, in their order.
  public let analyses: [ExerciseAnalysis]
  /// Diagnostics about the reliability of the numbers.
  public let diagnostics: [Diagnostic]
  /// The image or video that a document of this program was made from; `nil` for any other input.
  public let origin: DocumentOrigin?
  let source: ExerciseDocument.Input

  /// Follows the people of a recording and finds their repetitions.
  ///
  /// - Parameters:
  ///   - input: what was measured.
  ///   - person: the number of the only person who is wanted; `nil` for all.
  ///   - options: the processing of the motion, the exercise and the prescribed angles; without these,
  ///     those of a document count.
  /// - Throws: `noSuchPerson`.
  public init(
    of input: MotionInput, person: Int? = nil, options: MeasurementOptions = MeasurementOptions()
  ) throws(FileError) {
    let sequence = PoseSequence(input.recording, options: options.motion)
    let people = sequence.people.filter { person == nil || $0.id == person }
    if let person, people.isEmpty {
      let ids = sequence.people.map { "\($0.id)" }.joined(separator: ", ")
      throw FileError(
        .noSuchPerson, path: input.source.file,
        "there is no person \(person); the people are \(ids)")
    }
    self.sequence = sequence
    self.people = people
    let targets = options.targets.isEmpty ? input.origin?.targets ?? [] : options.targets
    analyses = people.map {
      ExerciseAnalysis(of: $0, choice: options.exercise, targets: targets)
    }
    (source, origin) = (input.source, input.origin)
    diagnostics =
      input.diagnostics
      + (input.recording.frames.count == 1
        ? [
          "\(input.source.file): has one frame, and a repetition needs a motion: what is measured is that moment"
        ] : [])
      + sequence.groundingDoubts
  }

  /// The file of what was found, `pose3d.exercise/1`.
  ///
  /// - Parameters:
  ///   - version: the program's version, for the file.
  ///   - wording: makes sentences of diagnostics.
  public func document(
    version: String, wording: (Diagnostic) -> String = \.description
  ) -> ExerciseDocument {
    ExerciseDocument(
      version: version, input: source, sequence: sequence, people: people, analyses: analyses,
      warnings: diagnostics.map(wording))
  }
}
