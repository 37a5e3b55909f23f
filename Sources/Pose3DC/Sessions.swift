import CPose3D
import Pose3D
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseMotion
import PoseReport

/// The measurements of a session: walking, a functional test, postures at work, the difference of two.
enum Sessions {
  private static let names =
    CallOptions.skeletonNames + [
      "fps", "person", "as_is", "smoothing", "repair", "max_gap", "temporal", "grounding", "size",
    ] + lifting
  private static let lifting = [
    "keypoint_layout", "height", "camera", "camera_text", "camera_name", "intrinsics",
    "field_of_view", "gravity",
  ]
  private static let exerciseNames = ["exercise", "rep_angle", "rep_min"]

  static func gait(of path: String, options text: UnsafePointer<CChar>?) throws -> Outcome {
    let options = try CallOptions(text, names: names + ["reference"])
    let reference = try options.text("reference").map { try GaitReference(contentsOf: $0) }
    let analysis = try analysis(of: path, options)
    let document = try analysis.gait(comparedWith: reference, version: Installation.version)
    return outcome(
      of: [analysis], json: { document.json }, csv: { document.csv },
      page: { GaitPage(document.inPlainWords).html })
  }

  static func functionalTest(
    _ name: String, of path: String, options text: UnsafePointer<CChar>?
  ) throws -> Outcome {
    guard let test = FunctionalTest(rawValue: name) else {
      let names = FunctionalTest.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal(option: "test is \(name) where one of \(names) was expected")
    }
    let options = try CallOptions(text, names: names + ["age", "sex"])
    let reference = try reference(test, options)
    let analysis = try analysis(of: path, options)
    let document = try analysis.functionalTest(
      test, comparedWith: reference, version: Installation.version)
    return outcome(
      of: [analysis], json: { document.json }, csv: { document.csv },
      page: { FunctionalTestPage(document.inPlainWords).html })
  }

  /// What is published about people of the stated age; `nil` if none is stated.
  private static func reference(
    _ test: FunctionalTest, _ options: CallOptions
  ) throws(Refusal) -> FunctionalTestReference? {
    let sex = try options.word("sex", as: FunctionalTestReference.Sex.self)
    guard let number = try options.number("age", in: 0...150, "years, up to 150,") else {
      if sex != nil { throw Refusal(option: "sex is about published values: give age, too") }
      return nil
    }
    guard let age = Int(exactly: number) else {
      throw Refusal(option: "age is \(number) where whole years were expected")
    }
    do throws(FunctionalTestReference.Missing) {
      return try FunctionalTestReference(test, age: age, sex: sex)
    } catch {
      throw Refusal(option: "age is \(age): \(error)")
    }
  }

  static func ergonomics(of path: String, options text: UnsafePointer<CChar>?) throws -> Outcome {
    let options = try CallOptions(text, names: names + ["method"] + workNames.map(\.name))
    let method = try options.word("method", as: ErgonomicMethod.self)
    var conditions = WorkConditions()
    for (name, input) in workNames {
      guard let words = try options.textOrNumber(name) else { continue }
      do throws(WorkConditions.Unreadable) {
        try conditions.state(input, words)
      } catch {
        throw Refusal(option: "\(name) is \(words): \(error)")
      }
    }
    let analysis = try analysis(of: path, options)
    let document = try analysis.ergonomics(
      method.map { [$0] } ?? ErgonomicMethod.allCases, conditions: conditions,
      version: Installation.version)
    return outcome(
      of: [analysis], json: { document.json }, csv: { document.csv },
      page: { ErgonomicsPage(document.inPlainWords).html })
  }

  private static let workNames: [(name: String, input: WorkConditions.Input)] = [
    ("load", .load), ("coupling", .coupling), ("activity", .activity), ("wrist", .wrist),
    ("arms", .arms), ("neck", .neckTwist), ("legs", .legs),
  ]

  /// - Parameter after: the later session; `nil` to compare the sides of the first.
  static func comparison(
    of before: String, with after: String?, options text: UnsafePointer<CChar>?
  ) throws -> Outcome {
    let options = try CallOptions(text, names: names + exerciseNames)
    let exercise = try options.exercise()
    let first = try analysis(of: before, options, exercise: exercise)
    let second = try after.map { try analysis(of: $0, options, exercise: exercise) }
    let document = try first.comparison(with: second, version: Installation.version)
    return outcome(
      of: [first, second].compactMap { $0 },
      sentences: document.comparison.conditionSentences
        + (document.comparison.isWithoutSigmas ? [MotionAnalysis.sigmaMissing.interfaceWords] : []),
      json: { document.json }, csv: { document.csv },
      page: { ComparisonPage(document.inPlainWords).html })
  }

  /// - Parameter paths: three sessions or more, in the order of time.
  static func series(of paths: [String], options text: UnsafePointer<CChar>?) throws -> Outcome {
    let options = try CallOptions(text, names: names + exerciseNames)
    let exercise = try options.exercise()
    let sessions = try paths.map { try analysis(of: $0, options, exercise: exercise) }
    let document = try sessions[0].series(
      with: Array(sessions.dropFirst()), version: Installation.version)
    return outcome(
      of: sessions,
      sentences: document.series.conditionSentences
        + (document.series.isWithoutSigmas ? [MotionAnalysis.sigmaMissing.interfaceWords] : []),
      json: { document.json }, csv: { document.csv },
      page: { SeriesPage(document.inPlainWords).html })
  }

  static func exercise(of path: String, options text: UnsafePointer<CChar>?) throws -> Outcome {
    let options = try CallOptions(text, names: names + countedNames)
    let (input, analysis) = try session(of: path, options, exercise: try options.exercise())
    let document = analysis.document(
      version: Installation.version, wording: \.commandLineWords)
    let (page, _) = try page(
      of: [(path, input, analysis)], heading: ReportHeading(), video: .leftOut, hidesFaces: false)
    return outcome(
      of: [analysis], json: { document.json },
      csv: {
        var text = ""
        document.writeCSV { text += $0 }
        return text
      }, page: { page })
  }

  /// - Parameters:
  ///   - paths: one recording or more.
  ///   - isWanted: receives the number of frames of videos that are done, and returns whether the report is still
  ///     wanted.
  static func report(
    of paths: [String], options text: UnsafePointer<CChar>?, isWanted: (Int) -> Bool
  ) throws -> Outcome {
    let options = try CallOptions(text, names: names + countedNames + reportNames)
    let exercise = try options.exercise()
    let sessions = try paths.map { path in
      let (input, analysis) = try session(of: path, options, exercise: exercise)
      return (path: path, input: input, analysis: analysis)
    }
    let video = try options.reportVideo(recordings: paths.count)
    let heading = ReportHeading(
      title: try options.text("title"), subject: try options.text("subject"),
      date: try options.text("date"), notes: try options.texts("note") ?? [])
    let (page, missing) = try page(
      of: sessions, heading: heading, video: video,
      hidesFaces: try options.flag("blur_faces") ?? false, isWanted: isWanted)
    return Outcome(
      page: page,
      warnings: sessions.flatMap { $0.analysis.warnings(wording: \.interfaceWords) } + missing)
  }

  private static let countedNames = exerciseNames + ["target"]
  private static let reportNames = [
    "video", "no_video", "blur_faces", "title", "subject", "date", "note",
  ]

  /// A page about recordings, and sentences on videos that it is without.
  private static func page(
    of sessions: [(path: String, input: MotionInput, analysis: MotionAnalysis)],
    heading: ReportHeading, video: RecordedReport.Video, hidesFaces: Bool,
    isWanted: (Int) -> Bool = { _ in true }
  ) throws -> (html: String, missing: [String]) {
    var missing: [String] = []
    var (done, isOver) = (0, false)
    func read(_ media: ReportMedia) throws -> ReportClip.Media? {
      func end() -> Refusal { Refusal(.data, "ended", "the caller ended the report") }
      do {
        let made = try media.read(
          isCancelled: { isOver },
          onFrame: { _ in
            done += 1
            isOver = !isWanted(done)
          })
        if isOver { throw end() }
        return made
      } catch {
        throw isOver ? end() : error
      }
    }
    let clips = try sessions.map { session in
      do {
        let report = try RecordedReport(
          of: session.analysis, file: session.path, session.input, video: video,
          hidesFaces: hidesFaces
        ) { media, _, _ in try read(media) }
        missing += report.missing.map {
          "\(session.path): \($0), from which it was made, isn't beside it; the page is without it: "
            + "give it as video"
        }
        return report.clip
      } catch let error as RecordedReport.Unsuitable {
        throw Refusal(option: words(of: error, session.path))
      }
    }
    var html = ""
    PoseReport(version: Installation.version, clips: clips, heading: heading).writeHTML {
      html += $0
    }
    return (html, missing)
  }

  private static func words(of error: RecordedReport.Unsuitable, _ path: String) -> String {
    switch error {
    case .noCamera(let video):
      "\(path): names no camera, so that its joints can't be drawn over \(video): leave video out"
    case .tooManyVideos(let cameras, let videos):
      "\(path): was recorded by \(cameras) cameras, and video names \(videos) files"
    case .facesOfSeveralCameras:
      "blur_faces hides faces in the video of one camera, and there are several: leave it out, or give no_video"
    }
  }

  private static func outcome(
    of analyses: [MotionAnalysis], sentences: [String] = [],
    json: @escaping () -> String, csv: @escaping () -> String, page: @escaping () -> String
  ) -> Outcome {
    Outcome(
      json: json, csv: csv, page: page,
      warnings: sentences + analyses.flatMap { $0.warnings(wording: \.interfaceWords) })
  }

  private static func analysis(
    of path: String, _ options: CallOptions, exercise: ExerciseChoice = .none
  ) throws -> MotionAnalysis {
    try session(of: path, options, exercise: exercise).analysis
  }

  private static func session(
    of path: String, _ options: CallOptions, exercise: ExerciseChoice
  ) throws -> (input: MotionInput, analysis: MotionAnalysis) {
    try Refusal.checkLinearAlgebra()
    var reading = MotionInput.Options()
    reading.skeletons = try options.skeletons()
    reading.frameRate = try options.number(ReadingOption.frameRate)
    reading.asIs = try options.flag("as_is") ?? false
    var measurement = try options.measurement()
    measurement.exercise = exercise
    reading.measurement = measurement
    reading.keypointLayout = try options.word("keypoint_layout", as: KeypointLayout.self)
    if let size = try options.numbers("size", count: 2, "a list of two numbers, width and height,")
    {
      guard let width = Int(exactly: size[0]), let height = Int(exactly: size[1]),
        (1...65_536).contains(width), (1...65_536).contains(height)
      else {
        throw Refusal(
          option: "size is \(size) where whole numbers of pixels up to 65536 were expected")
      }
      reading.imageSize = (width, height)
    }
    let input = try MotionInput(contentsOf: path, options: reading)
    if input.source.kind == .skeletons,
      let option = (["size"] + lifting).first(where: { options.has($0) })
    {
      throw Refusal(
        option: "\(path): has joints in space, and \(option) is about 2D keypoints: leave it out")
    }
    return (
      input,
      try MotionAnalysis(
        of: input, person: try options.integer(ReadingOption.person), options: measurement)
    )
  }
}
