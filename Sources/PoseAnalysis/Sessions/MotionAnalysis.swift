public import PoseDocuments
public import PoseFiles
public import PoseMotion
internal import PoseDrawing

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
  /// - Throws: `noSuchPerson`; `unsupported` without the libraries of linear algebra.
  public init(
    of input: MotionInput, person: Int? = nil, options: MeasurementOptions = MeasurementOptions()
  ) throws(FileError) {
    try Installation.checkLinearAlgebra()
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
      // Another program's keypoints have confidences of other meanings.
      + (input.origin == nil ? [] : sequence.presenceDoubts) + sequence.groundingDoubts
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

/// The results of a session besides its repetitions: walking, functional tests, postures at work, and the basis of
/// a comparison.
extension MotionAnalysis {
  /// The name of the file, without its folders: documents and pages are sent to others.
  public var name: String {
    source.file == FileBytes.standardInput ? "standard input" : FileNames.name(of: source.file)
  }

  /// Warnings about the reliability of the numbers, a sentence each, without the folders of files: those of the
  /// document that was read, and those of its analysis.
  ///
  /// - Parameter wording: makes sentences of diagnostics.
  public func warnings(wording: (Diagnostic) -> String = \.description) -> [String] {
    let known = origin?.warnings ?? []
    return FileNames.withoutFolders(
      known + diagnostics.map(wording).filter { !known.contains($0) },
      of: [source.file, origin?.file])
  }

  /// The walking of the people who walk.
  ///
  /// - Parameters:
  ///   - reference: the walking of a group of people to compare with; `nil` for none.
  ///   - version: the program's version, for the document.
  ///   - wording: makes sentences of diagnostics.
  /// - Throws: `motionMissing` when none of them does.
  public func gait(
    comparedWith reference: GaitReference? = nil, version: String,
    wording: (Diagnostic) -> String = \.description
  ) throws(FileError) -> GaitDocument {
    let people = people.map { person in
      GaitDocument.Person(
        id: person.id, stature: person.stature,
        gait: GaitAnalysis(of: person, in: sequence))
    }
    let walking = people.filter { !$0.gait.passes.isEmpty }
    guard !walking.isEmpty else {
      let excluded = people.flatMap(\.gait.excluded).map(\.sentence)
      throw FileError(
        .motionMissing, path: source.file,
        "no straight stretch of two steps or more was found"
          + (excluded.isEmpty ? "" : " (\(excluded.joined(separator: "; ")))"))
    }
    var document = GaitDocument(
      version: version, file: name, reference: reference, people: walking,
      warnings: warnings(wording: wording))
    document.warnings += Self.diagnostics(of: walking).map(wording)
    return document
  }

  /// What a reader should know before trusting how people walk, besides the analysis' diagnostics.
  package static func diagnostics(of walking: [GaitDocument.Person]) -> [Diagnostic] {
    let isAssumed = walking.flatMap(\.gait.measures).contains { $0.missing == .fieldOfView }
    let isSlow = walking.contains(where: \.gait.looksSlowedDown)
    return (isAssumed ? [fieldOfViewAssumed] : []) + (isSlow ? [slowMotionSuspected] : [])
  }

  /// A functional test of the people who do it: a person without a rise or a jump only stands by.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - reference: what is published about people of the age; `nil` for none.
  ///   - version: the program's version, for the document.
  ///   - wording: makes sentences of diagnostics.
  /// - Throws: `motionMissing` when none of them does it.
  public func functionalTest(
    _ test: FunctionalTest, comparedWith reference: FunctionalTestReference? = nil, version: String,
    wording: (Diagnostic) -> String = \.description
  ) throws(FileError) -> FunctionalTestDocument {
    let people = people.map { person in
      FunctionalTestDocument.Person(
        id: person.id, result: FunctionalTestResult(test, of: person))
    }
    let tested = people.filter { !$0.result.trials.isEmpty }
    guard !tested.isEmpty else {
      // The sentence has that already.
      let reason = people.first?.result.values.first?.missing.flatMap { $0 == .notDone ? nil : $0 }
      throw FileError(
        .motionMissing, path: source.file,
        "no person does this test (\(test.title))" + (reason.map { ": \($0.words)" } ?? ""))
    }
    return FunctionalTestDocument(
      version: version, file: name, reference: reference, people: tested,
      warnings: warnings(wording: wording))
  }

  /// The postures at work of the people, scored by published methods.
  ///
  /// - Parameters:
  ///   - methods: the methods.
  ///   - conditions: what is stated about the work.
  ///   - version: the program's version, for the document.
  ///   - wording: makes sentences of diagnostics.
  /// - Throws: `motionMissing` when no frame of any person has a score.
  public func ergonomics(
    _ methods: [ErgonomicMethod] = ErgonomicMethod.allCases, conditions: WorkConditions = .init(),
    version: String, wording: (Diagnostic) -> String = \.description
  ) throws(FileError) -> ErgonomicsDocument {
    precondition(!methods.isEmpty, "no method")
    let people = people.map { person in
      ErgonomicsDocument.Person(
        id: person.id,
        assessments: methods.map { ErgonomicAssessment($0, of: person, conditions: conditions) })
    }
    let assessed = people.filter { $0.assessments.contains { $0.median != nil } }
    guard !assessed.isEmpty else {
      let reasons = people.first?.assessments.first?.missing ?? []
      let most = reasons.max { $0.share < $1.share }?.reason.words
      throw FileError(
        people.isEmpty ? .nobody : .motionMissing, path: source.file,
        people.isEmpty
          ? "no person is in any of its frames"
          : "no frame shows trunk, neck and an arm of a person well enough"
            + (most.map { ": \($0)" } ?? ""))
    }
    var document = ErgonomicsDocument(
      version: version, file: name, people: assessed,
      frameNumbers: sequence.recording.frames.map(\.index), warnings: warnings(wording: wording))
    if document.lacksSigmas { document.warnings.append(wording(Self.scoreSigmaMissing)) }
    return document
  }

  /// The basis for comparing this session with another one: the person who is seen in most frames, of equals the
  /// first.
  ///
  /// - Throws: a `FileError` when no person is in any frame.
  public func summary() throws(FileError) -> SessionSummary {
    let recording = sequence.recording
    let shown = people.map { $0.states.count { $0 != nil } }
    guard let most = shown.max(), most > 0, let index = shown.firstIndex(of: most) else {
      throw FileError(.nobody, path: source.file, "no person is in any of its frames")
    }
    return SessionSummary(
      of: people[index], analyses[index], gait: GaitAnalysis(of: people[index], in: sequence),
      name: name, isInCameraFrame: recording.isInCameraFrame,
      hasCamera: (recording.camera ?? origin?.camera) != nil)
  }

  /// The difference of a later session from this one; without one that of the left side from the right.
  ///
  /// - Parameters:
  ///   - later: the later session; `nil` to compare the sides of this one.
  ///   - version: the program's version, for the document.
  ///   - wording: makes sentences of diagnostics.
  /// - Throws: as `summary`, and `motionMissing` when there is no measure that both have.
  public func comparison(
    with later: MotionAnalysis?, version: String, wording: (Diagnostic) -> String = \.description
  ) throws(FileError) -> ComparisonDocument {
    let before = try summary()
    let comparison =
      try later.map { later throws(FileError) in
        SessionComparison(before: before, after: try later.summary())
      } ?? SessionComparison(sidesOf: before)
    guard !comparison.rows.isEmpty else {
      let paths = [source.file, later?.source.file].compactMap { $0 }
      throw FileError(
        .motionMissing, path: paths.joined(separator: ", "),
        "there is no measure that both \(later == nil ? "sides" : "sessions") have")
    }
    var sentences: [String] = []
    for sentence in ([self, later].compactMap { $0 }).flatMap({ $0.warnings(wording: wording) })
    where !sentences.contains(sentence) {
      sentences.append(sentence)
    }
    if comparison.isWithoutSigmas { sentences.append(wording(Self.sigmaMissing)) }
    return ComparisonDocument(version: version, comparison: comparison, warnings: sentences)
  }

  /// The differences of several later sessions from this one.
  ///
  /// - Parameters:
  ///   - later: at least two, in the order of time.
  ///   - version: the program's version, for the document.
  ///   - wording: makes sentences of diagnostics.
  /// - Throws: as `summary`, and `motionMissing` when a later session has no measure of this one.
  public func series(
    with later: [MotionAnalysis], version: String, wording: (Diagnostic) -> String = \.description
  ) throws(FileError) -> SeriesDocument {
    let sessions = [self] + later
    let series = SessionSeries(
      try sessions.map { (session) throws(FileError) in try session.summary() })
    for (session, comparison) in zip(later, series.comparisons) where comparison.rows.isEmpty {
      throw FileError(
        .motionMissing, path: "\(source.file), \(session.source.file)",
        "there is no measure that both sessions have")
    }
    var sentences: [String] = []
    for sentence in sessions.flatMap({ $0.warnings(wording: wording) })
    where !sentences.contains(sentence) {
      sentences.append(sentence)
    }
    if series.isWithoutSigmas { sentences.append(wording(Self.sigmaMissing)) }
    return SeriesDocument(version: version, series: series, warnings: sentences)
  }

  /// Lengths lie along the viewing direction of a camera that isn't known.
  package static let fieldOfViewAssumed: Diagnostic =
    "Lengths along the viewing direction are as long as the camera's field of view lets them be, and that is assumed: give it where the video is measured (\(setting: .fieldOfView))."

  /// People run with steps that are far too slow.
  package static let slowMotionSuspected: Diagnostic =
    "A person runs with fewer than \(Int(GaitAnalysis.slowestRun)) steps a minute: if the video plays slower than life, give how many times slower where it is measured (\(setting: .slowMotion)). Times and speeds are those of the file."

  /// Scores are certain without a reason.
  package static let scoreSigmaMissing = Diagnostic(
    "the joints have no uncertainty, so that the scores have none either", remedy: .stateJointSigma)

  /// No difference can be told from none.
  package static let sigmaMissing = Diagnostic(
    "the joints have no uncertainty, so that no change can be told from none",
    remedy: .stateJointSigma)
}

/// The plots of what people did over time, as files in a folder.
public enum MotionPlots {
  /// Writes the usual plots of every person, each as PNG and SVG: `knee-flexion.png`, and where there
  /// are several people `person-2-knee-flexion.png`.
  ///
  /// - Parameters:
  ///   - people: the people whose curves are drawn.
  ///   - analyses: theirs, in the same order.
  ///   - folder: has to exist.
  ///   - inputs: the files that were read, which stay.
  /// - Returns: the files that were written.
  public static func write(
    _ people: [PersonMotion], _ analyses: [ExerciseAnalysis], toFolder folder: String,
    inputs: [String]
  ) throws -> [String] {
    let place = folder.hasSuffix("/") ? folder : folder + "/"
    var written: [String] = []
    for (person, analysis) in zip(people, analyses) {
      let plots = AnglePlot.usual(
        of: person, analysis: analysis, isNumbered: people.count > 1)
      for plot in plots {
        let owner = people.count > 1 ? "person-\(person.id)-" : ""
        for (ending, bytes) in [
          ("png", try plot.png()), ("svg", Array(try plot.svg().utf8)),
        ] {
          let file = try OutputFile("\(place)\(owner)\(plot.name).\(ending)", inputs: inputs)
          try file.write(bytes)
          written.append(file.path)
        }
      }
    }
    return written
  }
}
