import ArgumentParser
import PoseAnalysis
import PoseDocuments
import PoseMotion

/// The destinations of a session's result: the options of every command that makes its document,
/// table and page.
struct SessionOutputArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the result as JSON; - for stdout.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write the measures as CSV; - for stdout.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write a page for a browser, or as file.pdf a printed one.", valueName: "file"))
  var page: String?

  @OptionGroup(title: "OUTPUT") var treatment: OutputArguments

  func validate() throws {
    if [output, csv, page].count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Only one of --output, --csv and --page can go to standard output.")
    }
    try FileEnding.checkDocument("--output", output, page: "--page")
    try FileEnding.checkTable("--csv", csv)
    try FileEnding.checkPage("--page", page)
  }

  /// The files to write, checked before the work.
  ///
  /// - Parameter inputs: the files that are read, which stay.
  func files(inputs: [String]) throws -> [OutputFile?] {
    try PageFile.check("--page", page)
    return try OutputFile.all(
      [("--output", output), ("--csv", csv), ("--page", page)], inputs: inputs)
  }

  /// Writes what was asked for, and prints the table unless something else goes to standard output.
  func write(
    to files: [OutputFile?], table: [(text: String, style: Terminal.Style)],
    json: () -> String, csv makeCSV: () -> String, page makePage: () -> String
  ) throws {
    let terminal = Terminal.standardOutput
    let paths = [output, csv, page]
    // What is piped is alone on standard output.
    let isPiped = paths.contains("-")
    if !isPiped {
      for line in table { terminal.write(line.text, style: line.style) }
    }
    func write(_ index: Int, _ text: () -> String) throws {
      if let file = files[index] {
        try file.write(Array(text().utf8))
        if !isPiped { terminal.writeWritten([file.path]) }
      } else if paths[index] == "-" {
        terminal.writeRaw(text())
      }
    }
    try write(0, json)
    try write(1, makeCSV)
    if let file = files[2] {
      let page = makePage()
      _ = try PageFile.write(to: file) { try $0(page) }
      if !isPiped { terminal.writeWritten([file.path]) }
    } else {
      try write(2, makePage)
    }
    try terminal.checkWritten(as: "the standard output")
  }
}

/// One session: the options of every command that measures one.
struct SessionArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The file of joints over time, or the folder with a keypoint file for every image; - for "
        + "standard input.", valueName: "input"))
  var input: String

  @OptionGroup var reading: MotionInputArguments

  @OptionGroup(title: "MOTION") var processing: ProcessingArguments

  /// Reads the session, and analyses it.
  func analysis() throws -> MotionAnalysis { try reading.session(input, motion: processing) }
}

extension MotionInputArguments {
  /// Reads a session, and analyses it.
  func session(
    _ input: String, motion: ProcessingArguments, exercise: ExerciseChoice = .none
  ) throws -> MotionAnalysis {
    var options = lifting.measurement
    (options.motion, options.exercise) = (motion.sequenceOptions, exercise)
    let analysis = try MotionAnalysis(of: read(input), person: person, options: options)
    Terminal.warn(analysis.diagnostics)
    return analysis
  }
}
