import PoseAnalysis
public import ArgumentParser
import PoseDocuments
import Foundation
import PoseMotion
public import Pose3D
import PoseDrawing
import PoseExport
import PoseFiles
import PoseReport

/// `pose3d analyze`: one picture to a skeleton.
struct AnalyzeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Finds the people in an image and measures their skeletons.",
    discussion: """
      Prints a table of joints and angles. With a depth map the body's size is measured; without \
      one it is Vision's reference of 1.8 m, unless --height says otherwise.

      Which way is down is what --gravity or --level says, else the camera file, else the floor in \
      the depth map, where it is seen well enough.

      The 2D keypoints are detected in the image, or read from a file (pose3d.keypoints/1, COCO, \
      OpenPose, AlphaPose, MediaPipe or Vision-style JSON; a folder with one file per frame).

      --explain prints a further table: for every joint its keypoint, the depth reading in front of \
      it and what became of it, the prior, and the sigma of the result; and what became of the depth \
      map and where the height came from. It follows the table, or goes to stderr when -o - or \
      --overlay - takes standard output.

      --same-person takes several images of one person, the most prominent of each: the lengths of \
      the bones, and the height where there are depth maps, are estimated from all of them and held in \
      each. Poses and directions should differ: images from one direction have the same errors. --depth is then given once for every image, in their order, and what is written goes \
      into folders: NAME.json, NAME.csv, NAME_overlay.png. An image that can't be used is left out: \
      stderr says why, the others are done, and the exit code is 65.

      An image without a person is no error: the exit code is 0, "people" is empty, and a sentence \
      on stderr says so. Bad input ends with an exit code of the sysexits convention (64 usage, 65 \
      data, 66 no input, 69 not installed, 73 and 74 output).

      EXAMPLES
        pose3d analyze photo.jpg --height 1.72 --overlay overlay.png
        pose3d analyze photo.jpg --level --effort fast --csv angles.csv
        pose3d analyze IMG_0042.HEIC --overlay overlay.png
        pose3d analyze color.png --depth depth.png --depth-scale mm \\
          --camera camera.json -o out.json
        pose3d analyze photo.jpg --model rtmpose-m.onnx
        pose3d analyze photo.jpg --level --export glb
        pose3d analyze --same-person front.jpg side.jpg squat.jpg -o skeletons/
        pose3d analyze --same-person a.png b.png --depth a16.png --depth b16.png
        pose3d analyze frame.png --keypoints points.json -o - | jq '.people[0].angles'
      """, aliases: ["analyse"])

  @Argument(
    help: ArgumentHelp(
      "The image: JPEG, PNG, HEIC, WebP, TIFF, GIF, BMP, OpenEXR, PPM or a Record3D recording; - for standard input. "
        + "Its orientation is applied. Several with --same-person.", valueName: "image"))
  var images: [String]

  @Flag(
    help: "The images show one person: proportions and height are estimated from all of them.")
  var samePerson = false

  @Option(
    help: ArgumentHelp(
      "A depth map of the same view, of any resolution: 16-bit PNG or PGM, TIFF, OpenEXR, PFM, NPY, "
        + "NPZ, raw numbers with a JSON file, Record3D, a phone's HEIC or JPEG. With --same-person "
        + "once for every image. (default: the depth map in the image's own file, if any)",
      valueName: "file"))
  var depth: [String] = []

  @OptionGroup(title: "DEPTH AND PICTURES") var reading: DepthArguments

  @OptionGroup var own: OwnDepthArgument

  @OptionGroup(title: "CAMERA") var camera: CameraArguments

  @OptionGroup(title: "VERTICAL") var vertical: VerticalArguments

  @Option(
    help: ArgumentHelp("2D keypoints instead of detecting them.", valueName: "file"))
  var keypoints: String?

  @OptionGroup var points: KeypointLayoutArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The image's number in a keypoint file or folder of several: the file's own, or the number in "
        + "the image's name. Not needed where the file names the image as its file is named.",
      valueName: "number", visibility: .hidden))
  var keypointFrame: Int?

  @OptionGroup var detection: DetectionArguments

  @OptionGroup var body: HeightArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the skeleton as JSON; - for stdout.", valueName: "file or folder/"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write angles and joints as CSV, a line for each person: the columns of pose3d video --csv, then "
        + "each joint's position, sigma and source; - for stdout.", valueName: "file or folder/"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write the image with the skeleton drawn on it, as PNG; - for stdout.",
      valueName: "file or folder/"))
  var overlay: String?

  @OptionGroup var export: ExportArgument

  @OptionGroup var report: ReportArgument

  @OptionGroup var privacy: PrivacyArguments

  @Flag(help: "Print the evidence for every joint: keypoint, depth, prior.")
  var explain = false

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if report.report == "-" { throw ReportArgument.refusal }
    try FileEnding.checkDocument("--output", output)
    try FileEnding.checkTable("--csv", csv)
    try FileEnding.checkImage("--overlay", overlay)
    if points.keypointLayout != nil && keypoints == nil && detection.model == nil {
      throw ValidationError(
        "--keypoint-layout is about a file: give one with --keypoints, or a model with --model.")
    }
    if keypointFrame != nil && keypoints == nil {
      throw ValidationError("--keypoint-frame is about a file: give one with --keypoints.")
    }
    if detection.model != nil && keypoints != nil {
      throw ValidationError(
        "--model finds keypoints, and --keypoints gives them: leave out one of them.")
    }
    if detection.confidence.minConfidence != nil && keypoints != nil {
      throw ValidationError(
        "--min-confidence is for detection, and --keypoints gives keypoints: leave out one of them."
      )
    }
    if detection.passes.effort != nil && keypoints != nil {
      throw ValidationError(
        "--effort is about finding keypoints, and --keypoints gives them: leave out one of them.")
    }
    try privacy.check([("--overlay", overlay), ("--report", report.report)])
    let toStandardOutput = [("--output", output), ("--csv", csv), ("--overlay", overlay)]
      .filter { $0.1 == "-" }.map { "\($0.0) -" }
    if toStandardOutput.count > 1 {
      throw ValidationError(
        "\(toStandardOutput.prefix(2).joined(separator: " and ")) both go to standard output: give one "
          + "a file.")
    }
    try own.check(against: depth)
    if samePerson && export.export != nil {
      throw ValidationError(
        "--export is for one image: write --same-person's skeletons with -o, and pose3d export them."
      )
    }
    if samePerson { try validateSamePerson() } else { try validateOnePicture() }
  }

  private func validateOnePicture() throws {
    if images.count > 1 {
      throw ValidationError(
        "\(images.count) images: give one, or --same-person where all show one person. "
          + "pose3d batch measures each by itself.")
    }
    if depth.count > 1 {
      throw ValidationError("--depth is given \(depth.count) times, and there is one image.")
    }
  }

  func execute() throws {
    if samePerson { try executeSamePerson() } else { try executeOnePicture() }
  }

  private func executeOnePicture() throws {
    let depth = depth.first
    try PageFile.check("--report", report.report)
    let files = try OutputFile.all(
      [("--output", output), ("--csv", csv), ("--overlay", overlay)]
        + [("--report", report.report)] + export.files(input: images[0], output: output),
      inputs: [images[0], depth, camera.camera, keypoints, reading.depthConfidence])
    var finder: BodyFinder?
    let analysis = try analysis(of: images[0], depth: depth, &finder)
    Terminal.warn(analysis.diagnostics)
    let document = analysis.document(
      version: Pose3DCommand.version, wording: \.commandLineWords)
    let contents = [
      output.map { _ in Array(document.json.utf8) }, csv.map { _ in Array(document.csv.utf8) },
      try overlay.map { _ in
        try PoseOverlay(
          of: analysis.people,
          on: privacy.hiding(
            analysis.people, in: analysis.frame.image, camera: analysis.camera)
        ).png()
      },
    ]
    for (file, bytes) in zip(files, contents) {
      if let file, let bytes { try file.write(bytes) }
    }
    let exported =
      try exported(analysis) + reported(analysis, to: files[3])
    let piped = [output, csv, overlay].firstIndex(of: "-")
    let isOutputTaken = piped != nil
    if explain && isOutputTaken {
      ExplanationTable.write(analysis.people, depthFile: depth, to: .standardError)
    }
    if let piped {
      Terminal.standardOutput.writeRaw(Data(contents[piped] ?? []))
    } else {
      PoseTable.write(analysis, to: .standardOutput)
      if explain {
        ExplanationTable.write(analysis.people, depthFile: depth, to: .standardOutput)
      }
      Terminal.standardOutput.writeWritten(files.prefix(3).compactMap { $0?.path } + exported)
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// Writes the page for a browser. Returns its name.
  private func reported(
    _ analysis: PictureAnalysis, to file: OutputFile?
  ) throws -> [String] {
    guard let path = report.report else { return [] }
    let isShown = !report.noVideo && FileBytes.isThere(images[0])
    let media =
      isShown
      ? try ReportArgument.media(
        images[0], times: [0], camera: analysis.camera,
        hiding: privacy.blurFaces
          ? FaceRegions(of: analysis.people.map(\.body), camera: analysis.camera) : nil) : nil
    // The report's reader may not know the program's options.
    let warnings = analysis.diagnostics.map(\.description)
    var clip = ReportClip(of: analysis, file: images[0], media: media, warnings: warnings)
    clip.facts += privacy.facts(hasMedia: media != nil)
    return [try ReportArgument.write([clip], heading: report.about.heading, to: file, named: path)]
  }

  /// Writes the files for other programs, unless no person was seen. Returns their names.
  private func exported(_ analysis: PictureAnalysis) throws -> [String] {
    guard export.export != nil, !analysis.people.isEmpty else { return [] }
    let clip = try PoseClip(of: analysis.sequence, joints: .measured, path: images[0])
    let inputs = [images[0], depth.first, camera.camera, keypoints].compactMap { $0 }
    return try export.write(clip, input: images[0], output: output, inputs: inputs)
  }

  /// One picture. The finder is made for the first one: it takes time.
  func analysis(
    of image: String, depth: String?, _ finder: inout BodyFinder?
  ) throws -> PictureAnalysis {
    var input = PictureInput(try FileInput(argument: image))
    input.depth = try depth.map { (path) throws(FileError) in try FileInput(argument: path) }
    input.usesOwnDepth = !own.ignoreOwnDepth
    input.depthConfidence = reading.depthConfidence
    input.reading = try reading.options
    var options = MeasurementOptions(
      camera: camera, vertical: vertical, body: body,
      detection: try detection.options(layout: keypoints == nil ? points.keypointLayout : nil))
    if let keypoints {
      // All that the file has: only detection has a limit of its own.
      if detection.people == .all { options.detection.maximumPeople = .max }
      return try PictureAnalysis(
        of: input,
        keypoints: KeypointInput(
          keypoints.readablePath, layout: points.keypointLayout, frame: keypointFrame),
        options: options)
    }
    return try PictureAnalysis(of: input, options: options) {
      if let finder { return finder }
      let made = try EffortArgument.finder(assets: .forCommand(), options: options.detection)
      finder = made
      return made
    }
  }
}

extension KeypointLayout: ExpressibleByArgument {}
