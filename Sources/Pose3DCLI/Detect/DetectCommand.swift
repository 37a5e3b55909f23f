import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDetection
import PoseImaging
import Pose3D
import PoseFiles

/// `pose3d detect`: the people in pictures and their 2D keypoints.
struct DetectCommand: ReportingCommand {
  static let solves = false

  static let configuration = CommandConfiguration(
    commandName: "detect",
    abstract: "Finds the people in images: their 2D keypoints, and their hands.",
    discussion: """
      Prints a table; -o writes the keypoints as JSON, --overlay the images with the people drawn \
      on them. Pixels are counted from the centre of the top-left pixel of the upright image, left \
      and right are the person's own.

      Several images go into one file, or, where a folder is named (it is there, or the name ends \
      with a slash), into a file for each: NAME.json, NAME_keypoints.json for OpenPose, and \
      NAME_overlay.png. An image that can't be used is left out: stderr says why, the others are \
      done, and the exit code is 65.

      An image without a person is no error: the list is empty, and stderr says so. Bad input ends \
      with an exit code of the sysexits convention (64 usage, 65 data, 66 no input, 69 not \
      installed, 73 and 74 output).

      EXAMPLES
        pose3d detect photo.jpg --overlay overlay.png
        pose3d detect team.jpg --people all --hands -o people.json
        pose3d detect frames/*.png --layout openpose -o poses/ --overlay drawn/
        pose3d detect photo.jpg --layout coco -o - | jq '.[0].score'
        pose3d detect photo.jpg --model posenet.tflite
        pose3d detect photo.jpg --model rtmpose-m.onnx
      """)

  @Argument(
    help: ArgumentHelp(
      "The images: JPEG, PNG, HEIC, WebP, TIFF, GIF, BMP, OpenEXR, PPM or a Record3D recording; - for standard "
        + "input. Their orientation is applied.", valueName: "image"))
  var images: [String]

  @OptionGroup var detection: DetectionArguments

  @OptionGroup var points: KeypointLayoutArgument

  @Flag(help: "Find hands too.")
  var hands = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Search only this part of each image: its left and top edge, width and height in pixels.",
      valueName: "x,y,w,h"))
  var roi: String?

  @OptionGroup var mirrored: MirrorArgument

  @OptionGroup var picture: PictureArguments

  @Option(
    help: ArgumentHelp(
      "What --output is. pose3d: every point by name; vision: Vision's 19 points, fractions from the "
        + "lower left; coco: COCO results; halpe: 26 points; mediapipe: 33 landmarks; openpose: "
        + "BODY_25, one file per image.", valueName: "layout"))
  var layout: KeypointFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the keypoints as JSON to a file, or one an image to a folder; - for stdout.",
      valueName: "file or folder/"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the images with the people drawn on them, as PNG; - for stdout.",
      valueName: "file or folder/"))
  var overlay: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    try FileEnding.checkImage("--overlay", overlay)
    _ = try region()
    try points.check(against: detection.model)
    if layout != nil && output == nil {
      throw ValidationError(
        "--layout sets the layout of --output: name the file with --output (-o).")
    }
    if output == "-" && overlay == "-" {
      throw ValidationError(
        "--output - and --overlay - both go to standard output: give one a file.")
    }
    if images.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input holds one image: give - once.")
    }
    guard images.count > 1 else { return }
    if let overlay, !destinations[1].isFolder {
      throw ValidationError(
        "--overlay \(overlay): each of the \(images.count) images is drawn to a file of its own: "
          + "give a folder, with a slash at its end.")
    }
    if let output, layout == .openpose, !destinations[0].isFolder {
      throw ValidationError(
        "--output \(output): OpenPose's layout is one file per image, and these are \(images.count): "
          + "give a folder, with a slash at its end.")
    }
  }

  // MARK: The work

  /// The detectors that analyse the images.
  private struct Detectors {
    let bodies: BodyFinder
    let hands: HandPoseDetector?
  }

  func execute() throws {
    let destinations = try Destination.all(destinations, pictures: images)
    var results = DetectionResults(
      format: layout ?? .pose3d, keypoints: destinations[0], drawings: destinations[1])
    var failureCount = 0
    var bar = ProgressBar(total: images.count, on: .standardError)
    defer { bar.erase() }
    // Made when a picture has been read: it takes time.
    var detectors: Detectors?
    for (index, path) in images.enumerated() {
      if images.count > 1 { bar.show(index) }
      let image = try attempt(&bar) {
        try ColorFile(
          showing: .person, FileInput(argument: path), options: picture.options
        ).image
      }
      guard let image else {
        failureCount += 1
        continue
      }
      let ready = try detectors ?? makeDetectors()
      detectors = ready
      let found = try finds(in: image, path: path, with: ready)
      bar.erase()
      if try attempt(&bar, { try results.add(found, of: image, at: index) }) == nil {
        failureCount += 1
      }
    }
    bar.erase()
    try results.finish()
    guard failureCount == 0 else {
      throw Failure(
        code: .data,
        message: "\(failureCount) of \(images.count) images could not be used")
    }
  }

  /// The result of `work`; `nil` if one of several images can't be used, which is then reported.
  private func attempt<Result>(
    _ bar: inout ProgressBar, _ work: () throws -> Result
  ) throws -> Result? {
    do {
      return try work()
    } catch {
      guard images.count > 1, let failure = Failure(error), failure.isAboutInput else {
        throw error
      }
      bar.erase()
      _ = failure.report()
      return nil
    }
  }

  private func finds(
    in image: ColorImage, path: String, with detectors: Detectors
  ) throws -> PicturePoses {
    let people = try detectors.bodies.poses(in: image, regionOfInterest: try region())
    let hands = try detectors.hands?.hands(in: image, near: people)
    return PicturePoses(
      file: path, width: image.width, height: image.height,
      people: mirrored.mirror ? people.map { $0.withSidesSwapped() } : people,
      hands: mirrored.mirror ? hands?.map { $0.withSidesSwapped() } : hands)
  }

  private func makeDetectors() throws -> Detectors {
    let assets = try DetectionAssets.forCommand()
    let options = try detection.options(layout: points.keypointLayout)
    let bodies = try EffortArgument.finder(assets: assets, options: options)
    guard roi == nil || bodies.seesRegions else {
      throw Failure(
        code: .usage,
        message: "--roi: a PoseNet sees whole images; leave it out, or use BlazePose")
    }
    guard hands else { return Detectors(bodies: bodies, hands: nil) }
    let hands = try HandPoseDetector(
      installedIn: assets, maximumCount: 2 * options.maximumPeople,
      minimumConfidence: options.minimumConfidence)
    return Detectors(bodies: bodies, hands: hands)
  }

  // MARK: The options

  private var destinations: [Destination.Option] {
    [
      .init(
        name: "--output", path: output,
        ending: layout == .openpose ? "_keypoints.json" : ".json"),
      .init(name: "--overlay", path: overlay, ending: "_overlay.png"),
    ]
  }

  private func region() throws -> RegionOfInterest? {
    guard let roi else { return nil }
    let numbers = roi.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let values = numbers.compactMap { $0 }.filter(\.isFinite)
    guard numbers.count == 4, values.count == 4, values[2] > 0, values[3] > 0 else {
      throw ValidationError(
        "--roi \(roi): four numbers of pixels were expected, x,y,width,height, such as "
          + "100,50,640,480.")
    }
    return RegionOfInterest(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}
