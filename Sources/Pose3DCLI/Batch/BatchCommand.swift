import Pose3D
import PoseAnalysis
import ArgumentParser
import PoseDetection
import PoseDocuments
import Foundation
import PoseMotion
import PoseFiles
import PoseWorkers

/// `pose3d batch`: many pictures and videos, each into a document of its own, with a summary of all.
struct BatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Measures many images and videos: a JSON file each, and a summary of all as CSV.",
    discussion: """
      INPUTS are files, folders of files, and patterns in quotes. --manifest FILE.csv lists files \
      instead, a line each, with the columns file and, where they differ from file to file, depth, \
      depth-scale, camera, fov, height, fps, slow-motion and exercise. Paths in it start from its own folder.

      FOLDER/NAME.json is what `pose3d analyze` or `pose3d video` writes for a file; \
      FOLDER/summary.csv has a line for each person in each file: exercise, repetitions, range of \
      motion, height, warnings. A file that can't be measured has a line with the exit code and the \
      reason, and the others go on; then the exit code of it all is 1.

      --resume leaves out what is done, of the same contents and settings, tries again what failed, \
      and goes on inside the video that was at work. --shard 2/5 measures every fifth file of \
      the list, from the second on, for several machines; the summary is then summary-2-of-5.csv.

      EXAMPLES
        pose3d batch videos/ -o results
        pose3d batch 'monday/*.mp4' 'friday/*.mp4' -o out --exercise squat --resume
        pose3d batch --manifest list.csv -o results
        pose3d batch --manifest list.csv -o results --shard 2/5
      """)

  @Argument(help: "Images, videos, folders of them, and patterns in quotes.")
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "A list of the files as CSV, with the options of each.", valueName: "file"))
  var manifest: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where results go; made when it is missing.", valueName: "folder"))
  var output: String

  @OptionGroup(title: "CAMERA") var camera: CameraArguments

  @OptionGroup(title: "VERTICAL") var vertical: VerticalArguments

  @OptionGroup var detection: DetectionArguments

  @OptionGroup var points: KeypointLayoutArgument

  @OptionGroup var body: HeightArgument

  @Option(
    parsing: .unconditional,
    help: ReadingOption.frameRate.help(
      "number", "A folder of frames has none. A list's own column comes first."))
  var fps: Double?

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var prescription: TargetArguments

  @OptionGroup var amount: DetailArgument

  @Option(help: ArgumentHelp("Measure only the i-th of n shares of the list.", valueName: "i/n"))
  var shard = BatchShard.whole

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  @Flag(help: "Leave out what an earlier run with the same --output has done.")
  var resume = false

  @OptionGroup var threads: JobsArgument

  func validate() throws {
    try points.check(against: detection.model)
    try ReadingOption.frameRate.check(fps)
    if inputs.isEmpty == (manifest == nil) {
      throw ValidationError(
        inputs.isEmpty
          ? "Name the files, or a list of them with --manifest FILE.csv."
          : "--manifest lists the files: leave out those on the command line.")
    }
    if output == "-" {
      throw ValidationError("--output -: results go to a folder.")
    }
    if resume && writing.noOverwrite {
      throw ValidationError("--resume writes a new summary: leave out --no-overwrite.")
    }
  }

  // MARK: The work

  func execute() throws {
    let rows =
      try manifest.map { try BatchManifest(contentsOf: $0).rows }
      ?? BatchInputs.files(inputs).map { BatchManifest.Row(path: $0) }
    let outputs = BatchInputs.outputs(of: rows.map(\.path), in: output)
    var owners: [String: String] = [:]
    for (row, result) in zip(rows, outputs) {
      if owners.updateValue(row.path, forKey: result) != nil {
        throw Failure(
          code: .usage, message: "\(row.path): it is listed twice, and there is one result for it")
      }
    }
    let own = rows.indices.filter(shard.contains).map { (rows[$0], outputs[$0]) }
    try Destination.makeFolder(output)
    let base = output.hasSuffix("/") ? output : output + "/"
    let recordPath = "\(base).pose3d-batch\(shard.suffix).jsonl"
    let inputs =
      [manifest, camera.choice.file?.name]
      + rows.flatMap { [$0.path, $0.depth, $0.camera] }
    try OutputFile.check(
      outputs + [recordPath, summaryPath(base)], against: inputs.compactMap { $0 })
    // With --no-overwrite each that is there is refused before any work.
    for path in own.map(\.1) + [recordPath, summaryPath(base)] where FileBytes.isThere(path) {
      _ = try OutputFile(path, inputs: [])
    }
    var record = try BatchRecord(recordPath, resumes: resume)
    var lines = [[BatchSummary.Line]?](repeating: nil, count: own.count)
    var (items, places, keys, earlier) = ([BatchItem](), [Int](), [String](), 0)
    for (place, (row, result)) in own.enumerated() {
      guard let item = try item(row, result, &lines[place]) else { continue }
      let key = try key(of: item)
      if let found = record.done[key], FileBytes.isThere(result) {
        lines[place] = found
        earlier += 1
      } else {
        try makeFolders(for: result)
        items.append(item)
        places.append(place)
        keys.append(key)
      }
    }
    if resume, earlier > 0 {
      Terminal.warn(
        "\(earlier) of \(own.count) files \(earlier == 1 ? "is" : "are") done already.")
    }
    Interruption.watch()
    var isWhole = true
    if !items.isEmpty {
      let batch = BatchAnalysis(assets: try .forCommand(), options: try options())
      var progress = BatchProgress(total: items.count)
      try batch.run(items, isCancelled: { Interruption.count > 0 }) { number, result in
        let item = items[number]
        do {
          let finding = try result.get()
          guard finding.isComplete else {
            isWhole = false
            return
          }
          let found = BatchSummary.lines(of: item, finding)
          lines[places[number]] = found
          try record.add(keys[number], found)
          progress.done(item.path, found)
        } catch {
          guard let failure = Failure(error) else { throw error }
          lines[places[number]] = [BatchSummary.line(of: item, failure)]
          progress.failed(failure)
        }
      }
      progress.erase()
    }
    isWhole = isWhole && lines.allSatisfy { $0 != nil }
    try finish(lines, base: base, isWhole: isWhole)
  }

  private func summaryPath(_ base: String) -> String { "\(base)summary\(shard.suffix).csv" }

  /// Writes the summary, and prints the outcome.
  private func finish(_ lines: [[BatchSummary.Line]?], base: String, isWhole: Bool) throws {
    let path = summaryPath(base)
    let done = lines.compactMap { $0 }
    try OutputFile(path, inputs: []).write(
      Array(BatchSummary.csv(done.flatMap { $0 }).utf8))
    let failures = done.count { $0.first?.exitCode != 0 }
    let terminal = Terminal.standardOutput
    terminal.write(
      "\(done.count - failures) of \(lines.count) \(lines.count == 1 ? "file" : "files") measured"
        + (failures > 0 ? ", \(failures) failed" : ""))
    terminal.writeWritten([path])
    try terminal.checkWritten(as: "the standard output")
    guard isWhole else {
      Terminal.warn("interrupted; --resume goes on.")
      throw ExitCode(Interruption.exitCode)
    }
    if failures > 0 { throw ExitCode(1) }
  }

  /// The work item of a row; `nil`, with its line of the summary, if nothing can be done with it.
  private func item(
    _ row: BatchManifest.Row, _ result: String, _ lines: inout [BatchSummary.Line]?
  ) throws -> BatchItem? {
    let kind: BatchItem.Kind
    do throws(Failure) {
      kind = try ImpliedCommand.kind(of: row.path)
    } catch {
      Terminal.warn(error.message)
      // It isn't known what it would be.
      lines = [
        BatchSummary.Line(
          file: row.path, result: "", kind: "", exitCode: error.code.rawValue,
          message: error.message)
      ]
      return nil
    }
    var item = BatchItem(path: row.path, kind: kind, output: result)
    item.depth = row.depth
    item.depthUnit = row.depthUnit
    item.measurement = MeasurementOptions(
      camera: camera, vertical: vertical, body: body, motion: motion, targets: prescription)
    if let file = row.camera {
      item.measurement.camera.file = FileInput(file)
      item.measurement.camera.name = nil
      item.measurement.camera.diagonalFieldOfView = nil
    }
    if let fieldOfView = row.fieldOfView {
      item.measurement.camera.file = nil
      item.measurement.camera.diagonalFieldOfView = fieldOfView
    }
    if let height = row.height { item.measurement.bodyHeight = height }
    if let exercise = row.exercise { item.measurement.exercise = exercise }
    (item.frameRate, item.slowMotion) = (row.frameRate ?? fps, row.slowMotion)
    return item
  }

  private func options() throws -> BatchAnalysis.Options {
    var options = BatchAnalysis.Options()
    options.detection = try detection.options(layout: points.keypointLayout)
    options.detail = amount.detail
    options.jobs = threads.number
    options.resumes = resume
    options.version = Pose3DCommand.version
    options.wording = { $0.commandLineWords }
    return options
  }

  /// The key that identifies an item: its files, as large and as old as they are, and all settings.
  private func key(of item: BatchItem) throws -> String {
    let files = [item.path, item.depth, item.measurement.camera.file?.name].compactMap { $0 }.map {
      path in
      var status = stat()
      _ = stat(path.fileSystemBytes, &status)
      return "\(path) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
    var digest = ContentDigest()
    let settings = try [item, options().detection].map(VideoFingerprint.description)
    digest.add("\(Pose3DCommand.version) \(files) \(amount.detail) \(settings)")
    return "\(item.path) \(digest.hexadecimal)"
  }

  private func makeFolders(for result: String) throws(Failure) {
    // Those above it, from the first one that is missing.
    var folder = FileNames.folder(of: result)
    var missing: [String] = []
    while !folder.isEmpty, folder != "/", !FolderListing.isFolder(folder) {
      missing.append(folder)
      folder = FileNames.folder(of: folder)
    }
    for folder in missing.reversed() { try Destination.makeFolder(folder) }
  }
}

/// The progress of a batch: a line for each file that is done, and on a terminal a bar below them.
struct BatchProgress {
  private var bar: ProgressBar
  private var count = 0

  init(total: Int) { bar = ProgressBar(total: total, on: .standardError) }

  /// A file was measured.
  mutating func done(_ path: String, _ lines: [BatchSummary.Line]) {
    let words = lines.compactMap(\.person).map { person in
      let exercise = person.exercise.map { ["\($0) × \(person.repetitions ?? 0)"] } ?? []
      let height =
        person.stature.estimation == .measured
        ? [String(format: "%.3f m", person.stature.metres)] : []
      let words = exercise + height
      return words.isEmpty ? "a person" : words.joined(separator: ", ")
    }
    step {
      Terminal.standardOutput.write(
        "\(path.safeOnOneLine): \(words.isEmpty ? "no person" : words.joined(separator: "; "))")
    }
  }

  /// A file couldn't be.
  mutating func failed(_ failure: Failure) { step { Terminal.warn(failure.message) } }

  private mutating func step(_ write: () -> Void) {
    bar.erase()
    write()
    count += 1
    bar.show(count)
  }

  /// Takes the bar away.
  mutating func erase() { bar.erase() }
}
