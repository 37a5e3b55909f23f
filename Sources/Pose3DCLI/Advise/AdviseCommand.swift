import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDocuments
import PoseDrawing
import PoseFiles
import PoseImaging
import PoseMotion

/// The exercise that is advised on, in any of the ways in which people write its name.
struct NamedExerciseArgument: ExpressibleByArgument {
  let exercise: Exercise

  init(_ exercise: Exercise) { self.exercise = exercise }

  init?(argument: String) {
    guard let exercise = Exercise(named: argument) else { return nil }
    self.exercise = exercise
  }

  static var allValueStrings: [String] { Exercise.allCases.map(\.commonName) }

  var defaultValueDescription: String { exercise.commonName }
}

/// `pose3d advise`: what a camera can measure of an exercise from where it stands, and which move helps.
struct AdviseCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Advises where to put the camera for an exercise.",
    discussion: """
      Prints the uncertainty of the exercise's angles that is expected from the camera's place, and \
      the move that helps most: around the person, nearer or farther, higher or lower, a second \
      camera. A move is advised only if its effect is clear.

      Distance, height and direction are found in an image, or in a few frames of a video, in which \
      the person stands as in the exercise. Before a camera of this machine or a stream the person has \
      some seconds to get into place. Without an image the place is stated.

      An angle's ± is one standard deviation for a single frame without depth, the root mean square \
      of both sides at the start of the movement, halfway and at its turning point.

      EXAMPLES
        pose3d advise photo.jpg --exercise squat --height 1.72
        pose3d advise clip.mp4 --exercise biceps-curl --map map.png
        pose3d advise /dev/video0 --exercise squat --height 1.72
        pose3d advise --exercise squat --distance 4 --lens-height 1.2 --azimuth 0
        pose3d advise photo.jpg -o - | jq .moves
      """)

  @Argument(
    help: ArgumentHelp(
      "An image or a video of the person from the camera's place, a camera of this machine (/dev/video0, or "
        + "its number 0) or a stream (rtsp://…) (default: the place is stated).",
      valueName: "input"))
  var input: String?

  @Option(
    help: ArgumentHelp("The exercise.", valueName: "exercise"))
  var exercise = NamedExerciseArgument(.squat)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The distance from the person in metres, without an image (default: 4).", valueName: "metres")
  )
  var distance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The height of the lens above the floor in metres, without an image (default: 1.2).",
      valueName: "metres"))
  var lensHeight: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The direction of the camera from the person in degrees, without an image: 0 in front, 90 at the "
        + "person's left, -90 at the right, 180 behind (default: 0).", valueName: "degrees"))
  var azimuth: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The size of the images, without an image (default: 1920x1080); the size that a camera is asked for.",
      valueName: "size"))
  var size: PictureSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With a camera or a stream: the time to get into place (default: \(Int(AdviceStream.usualWait))).",
      valueName: "seconds"))
  var wait: Double?

  @OptionGroup(title: "CAMERA") var camera: CameraArguments

  @OptionGroup(title: "VERTICAL") var vertical: VerticalArguments

  @OptionGroup var body: HeightArgument

  @OptionGroup var detection: EffortArgument

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("Write the advice as JSON; - for stdout.", valueName: "file"))
  var outputPath: String?

  /// The former name of `--output -`.
  @Flag(help: .hidden) var json = false

  @Option(
    help: ArgumentHelp(
      "Write a floor plan of the places around the person, as PNG; - for stdout.",
      valueName: "file"))
  var map: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  /// The limits of stated places, in metres.
  private static let distances = 0.3...30.0
  private static let lensHeights = 0.0...10.0
  /// The limits of the time to get into place, in seconds.
  private static let waits = 0.0...600.0

  func validate() throws {
    let isStream = input.map(AdviceStream.isStream) ?? false
    let stated = [
      ("--distance", distance != nil), ("--lens-height", lensHeight != nil),
      ("--azimuth", azimuth != nil), ("--size", size != nil && !isStream),
    ]
    if let wait {
      guard isStream else {
        throw ValidationError("--wait is about a camera or a stream: give one, or leave it out.")
      }
      guard Self.waits.contains(wait) else {
        throw ValidationError("--wait \(wait): between 0 and 600 seconds were expected.")
      }
    }
    if input != nil, let option = stated.first(where: \.1)?.0 {
      throw ValidationError("\(option) states what an image shows: leave out one of them.")
    }
    if input == nil, camera.camera != nil {
      throw ValidationError("--camera belongs to an image: give one, or state --fov and --size.")
    }
    if input == nil, detection.effort != nil {
      throw ValidationError("--effort is about finding a person: give an image.")
    }
    if let distance, !Self.distances.contains(distance) {
      throw ValidationError("--distance \(distance): between 0.3 and 30 metres were expected.")
    }
    if let lensHeight, !Self.lensHeights.contains(lensHeight) {
      throw ValidationError("--lens-height \(lensHeight): between 0 and 10 metres were expected.")
    }
    if let azimuth, !(-360...360).contains(azimuth) {
      throw ValidationError("--azimuth \(azimuth): between -360 and 360 degrees were expected.")
    }
    if json && outputPath != nil {
      throw ValidationError("--json and --output both write JSON: give one of them.")
    }
    if map == "-" && output == "-" {
      throw ValidationError("Only one of --output and --map can go to standard output.")
    }
    try FileEnding.checkDocument("--output", output)
    try FileEnding.check("--map", map, ["png"], "a PNG image is written; name it .png.")
  }

  private var output: String? { outputPath ?? (json ? "-" : nil) }

  func execute() throws {
    if json { Terminal.warn("--json is called --output - now.") }
    let files = try OutputFile.all(
      [("--output", output), ("--map", map)],
      inputs: [input.flatMap { AdviceStream.isStream($0) ? nil : $0 }, camera.camera].compactMap {
        $0
      })
    let analysis = try analysis()
    Terminal.warn(analysis.diagnostics)
    let document = AdviceDocument(
      version: Pose3DCommand.version, file: analysis.file, camera: analysis.camera,
      scene: analysis.scene, stature: analysis.stature,
      heightSource: analysis.heightSource.rawValue, advice: analysis.advice,
      warnings: analysis.diagnostics.map(\.commandLineWords))
    let text = document.json
    let plan = map == nil ? [] : try PlacementMap(of: analysis.advice).png()
    try files[0]?.write(Array(text.utf8))
    try files[1]?.write(plan)
    if output == "-" {
      Terminal.standardOutput.writeRaw(text)
    } else if map == "-" {
      Terminal.standardOutput.writeRaw(Data(plan))
    } else {
      for line in AdviceTable.lines(of: analysis) {
        Terminal.standardOutput.write(line.text, style: line.style)
      }
      Terminal.standardOutput.writeWritten(files.compactMap { $0?.path })
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func analysis() throws -> PlacementAnalysis {
    var options = MeasurementOptions(camera: camera, vertical: vertical, body: body)
    options.detection.effort = detection.effort
    var bar = ProgressBar(total: 100, on: .standardError)
    defer { bar.erase() }
    let progress = { (share: Double) in bar.show(Int((share * 100).rounded())) }
    guard let input else {
      let (width, height) = size.map { ($0.width, $0.height) } ?? (1920, 1080)
      return PlacementAnalysis(
        at: CameraPlacement(
          azimuth: (azimuth ?? 0) * .pi / 180, distance: distance ?? 4,
          height: lensHeight ?? 1.2),
        camera: Camera(
          width: width, height: height,
          diagonalFieldOfView: options.camera.diagonalFieldOfView ?? Self.usualFieldOfView,
          source: camera.fov == nil ? .assumed : .user),
        exercise: exercise.exercise, bodyHeight: body.height,
        knowsGravity: vertical.direction != nil, progress: progress)
    }
    options.detection.maximumPeople = 2
    if AdviceStream.isStream(input) {
      return try AdviceStream(input, wait: wait, size: size).analysis(
        exercise: exercise.exercise, options: options, progress: progress)
    }
    let finder = {
      try EffortArgument.finder(assets: .forCommand(), options: options.detection)
    }
    switch try ImpliedCommand.kind(of: input) {
    case .video:
      return try PlacementAnalysis(
        video: input, exercise: exercise.exercise, options: options, progress: progress,
        finder: finder)
    default:
      return try PlacementAnalysis(
        of: PictureInput(try FileInput(argument: input)), exercise: exercise.exercise,
        options: options, progress: progress, finder: finder)
    }
  }

  /// The diagonal field of view that is assumed without an image, in radians: the program's own assumption
  /// for images.
  private static let usualFieldOfView = 60 * Double.pi / 180
}
