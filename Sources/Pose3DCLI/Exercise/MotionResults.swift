import PoseAnalysis
import PoseDocuments
import PoseMotion
import PoseDrawing
import PoseFiles

/// The destinations of a sequence's results: documents, plots, and a table for people.
struct MotionResults {
  /// As the user named them; `-` for standard output.
  let json: String?
  let jsonFile: OutputFile?
  let csv: String?
  let csvFile: OutputFile?
  /// The table of repetitions.
  let repetitions: String?
  let repetitionsFile: OutputFile?
  /// A folder.
  let plots: String?

  /// Makes the folder of plots, so that the user learns of a problem before the work.
  func prepare() throws(Failure) { if let plots { try Destination.makeFolder(plots) } }

  /// Writes the documents and plots of a video; JSON Lines where the name ends so. Returns the plots'
  /// files.
  ///
  /// - Parameter inputs: the files that were read, which stay.
  func write(_ document: SequenceDocument, inputs: [String]) throws -> [String] {
    let isLines = json?.lowercased().hasSuffix(".jsonl") ?? false
    try write(json, jsonFile) { piece in
      if isLines {
        try document.writeJSONLines(to: piece)
      } else {
        try document.writeJSON(to: piece)
      }
    }
    try write(csv, csvFile) { piece in try document.writeCSV(to: piece) }
    try writeRepetitions(document.analyses)
    return try plots(of: document.sequence.people, document.analyses, inputs: inputs)
  }

  /// Writes the documents and plots of an exercise. Returns the plots' files.
  func write(_ document: ExerciseDocument, inputs: [String]) throws -> [String] {
    try write(json, jsonFile) { piece in try piece(document.json) }
    try write(csv, csvFile) { piece in try document.writeCSV(to: piece) }
    try writeRepetitions(document.analyses)
    return try plots(of: document.people, document.analyses, inputs: inputs)
  }

  private func writeRepetitions(_ analyses: [ExerciseAnalysis]) throws {
    try write(repetitions, repetitionsFile) { piece in try piece(RepetitionCSV(analyses).text) }
  }

  private func plots(
    of people: [PersonMotion], _ analyses: [ExerciseAnalysis], inputs: [String]
  ) throws -> [String] {
    try plots.map { try MotionPlots.write(people, analyses, toFolder: $0, inputs: inputs) } ?? []
  }

  private func write(
    _ path: String?, _ file: OutputFile?, _ body: (@escaping (String) throws -> Void) throws -> Void
  ) throws {
    if let file {
      try file.write { piece in try body { try piece(Array($0.utf8)) } }
    } else if path == "-" {
      try body { Terminal.standardOutput.writeRaw($0) }
    }
  }

  /// Prints the table, unless standard output holds a document, and lists the written files.
  ///
  /// - Parameters:
  ///   - analyses: those of the people, in their order.
  ///   - showsWalking: whether the measures of their steps follow.
  ///   - drawn: the plots' files.
  ///   - further: other files that were written.
  ///   - video: the annotated video, where there is one.
  func finish(
    _ people: [PersonMotion], in sequence: PoseSequence, _ analyses: [ExerciseAnalysis],
    showsWalking: Bool, plots drawn: [String], further: [String] = [], video: String? = nil
  ) throws {
    if ![json, csv, repetitions].contains("-") {
      let terminal = Terminal.standardOutput
      let lines =
        MotionTable.lines(of: people, in: sequence, analyses)
        + (showsWalking ? GaitTable.lines(of: people, in: sequence) : [])
      for line in lines { terminal.write(line.text, style: line.style) }
      terminal.writeWritten(
        [jsonFile?.path, csvFile?.path, repetitionsFile?.path].compactMap { $0 } + further)
      if let plots, !drawn.isEmpty { terminal.writeWrittenPlots(drawn, toFolder: plots) }
      terminal.writeWritten([video].compactMap { $0 })
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }
}
