public import ArgumentParser
import DepthIO
import Detection
import Foundation
import Imaging
import Kinematics
public import Pose3D
import PoseDrawing
internal import PoseFiles

/// `pose3d analyze`: one picture to a skeleton.
struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Finds the people in a picture and measures their skeletons.",
    discussion: """
      Prints a table of joints and angles. With a depth map the body's size is measured; without \
      one it is Vision's reference of 1.8 m, unless --height says otherwise.

      Which way is down is what the camera file says, or else the floor in the depth map, where \
      it is seen well enough.

      The 2D keypoints are detected in the picture, or read from a file (pose3d.keypoints/1, COCO, \
      OpenPose, AlphaPose, MediaPipe or Vision-style JSON; a folder with a file a frame).

      --explain prints a further table: for every joint its keypoint, the depth reading in front of \
      it and what became of it, the prior, and how sure the result is; and what became of the depth \
      map and where the height came from. It follows the table, or goes to stderr when -o - or \
      --overlay - takes standard output.

      A picture without a person is no error: the exit code is 0, "people" is empty, and a sentence \
      on stderr says so. Bad input ends with an exit code of the sysexits convention (64 usage, 65 \
      data, 66 no input, 69 not installed, 73 and 74 output).

      EXAMPLES
        pose3d analyze photo.jpg --height 1.72 --overlay overlay.png
        pose3d analyze IMG_0042.HEIC --overlay overlay.png
        pose3d analyze color.png --depth depth.png --depth-scale mm --camera camera.json -o out.json
        pose3d analyze frame.png --keypoints openpose.json -o - | jq '.people[0].angles'
      """)

  @Argument(
    help:
      "The picture: JPEG, PNG, HEIC, TIFF, OpenEXR, PPM or a Record3D recording; - for standard input. Its orientation is applied."
  )
  var image: String

  @Option(
    help: ArgumentHelp(
      "A depth map of the same view, of any resolution: 16-bit PNG or PGM, TIFF, OpenEXR, PFM, NPY, "
        + "NPZ, raw numbers with a JSON file, Record3D, a phone's HEIC or JPEG. Without it, the depth "
        + "map in the picture's own file, where there is one.", valueName: "file"))
  var depth: String?

  @OptionGroup var reading: ReadingArguments

  @Flag(help: "Leave out the depth map in the picture's own file.")
  var ignoreOwnDepth = false

  @Option(
    help: ArgumentHelp(
      "A camera file: pose3d.camera/1, or another program's calibration (docs/depth.md lists them). "
        + "Without it: the calibration in the depth file, where there is one.", valueName: "file"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "The picture's diagonal field of view in degrees, when there is no camera file. Without either: "
        + "the depth file's calibration, EXIF, else 60.", valueName: "degrees"))
  var fov: Double?

  @Option(
    help: ArgumentHelp("2D keypoints instead of detecting them.", valueName: "file"))
  var keypoints: String?

  @Option(
    help: ArgumentHelp(
      "The keypoint file's layout, where its number of points fits several.", valueName: "layout"))
  var keypointLayout: KeypointLayout?

  @Option(
    help: ArgumentHelp(
      "The picture's number in a keypoint file or folder of several: the file's own, or the number in "
        + "the picture's name.", valueName: "number"))
  var keypointFrame: Int?

  @Option(help: ArgumentHelp("The person's height, when known.", valueName: "metres"))
  var height: Double?

  @Option(
    help: ArgumentHelp(
      "How many people are analysed: one, the most prominent; all, of those that are detected \(PeopleCount.all.maximum) at most; or a number. For more than one, parts of the picture are searched too.",
      valueName: "number"))
  var people = PeopleCount.one

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the skeleton as JSON; - for stdout.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the picture with the skeleton drawn on it, as PNG; - for stdout.", valueName: "file"))
  var overlay: String?

  @Flag(help: "Say what every joint rests on: keypoint, depth, prior.")
  var explain = false

  func validate() throws {
    if camera != nil && fov != nil {
      throw ValidationError("--camera and --fov both say what the camera is: give one of them.")
    }
    if let fov, !(1...170).contains(fov) {
      throw ValidationError("--fov \(fov): a field of view is between 1 and 170 degrees.")
    }
    if let height, !(0.4...2.8).contains(height) {
      throw ValidationError(
        "--height \(height): a body's height is given in metres, between 0.4 and 2.8.")
    }
    if keypointLayout != nil && keypoints == nil {
      throw ValidationError("--keypoint-layout is about a file: give one with --keypoints.")
    }
    if keypointFrame != nil && keypoints == nil {
      throw ValidationError("--keypoint-frame is about a file: give one with --keypoints.")
    }
    if output == "-" && overlay == "-" {
      throw ValidationError(
        "--output - and --overlay - both go to standard output: give one a file.")
    }
    if ignoreOwnDepth && depth != nil {
      throw ValidationError(
        "--ignore-own-depth is for pictures that hold a depth map; --depth names another one.")
    }
  }

  func run() throws {
    do {
      try analyze()
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }

  private func analyze() throws {
    let files = try OutputFile.all(
      [("--output", output), ("--overlay", overlay)],
      inputs: [image, depth, camera, keypoints, reading.depthConfidence])
    let (jsonFile, overlayFile) = (files[0], files[1])
    let frame = try Frame(
      image: image, depth: depth, usesOwnDepth: !ignoreOwnDepth, camera: camera,
      diagonalFieldOfView: fov, reading: reading)
    var warnings = frame.warnings
    let poses = try people(in: frame)
    var lifted: [BodyPose] = []
    for pose in Self.numbered(poses) {
      do {
        lifted.append(
          try lifter(for: frame).bodyPose(from: pose, camera: frame.camera, depth: frame.depth))
      } catch {
        warnings.append("person \(pose.id ?? 0) is left out: \(error)")
      }
    }
    for person in lifted {
      warnings += person.skeleton.implausibleBones().map { "person \(person.id): \($0.sentence)" }
    }
    warnings += frame.warnings(after: lifted, height: height)
    if poses.isEmpty {
      warnings.append(
        keypoints.map { "no person in \($0)." }
          ?? "no person was found in \(image)\(people.closerLook.map { ": \($0)" } ?? "").")
    }
    for warning in warnings {
      Terminal.standardError.write("pose3d: \(warning)", style: .warning)
    }
    let json = frame.document(people: lifted, keypointFile: keypoints, warnings: warnings).json
    try jsonFile?.write(Data(json.utf8))
    let png = overlay == nil ? nil : try PoseOverlay(of: lifted, on: frame.image).png()
    if let png { try overlayFile?.write(Data(png)) }
    let isOutputTaken = output == "-" || overlay == "-"
    if explain && isOutputTaken {
      ExplanationTable.write(lifted, depthFile: depth, to: .standardError)
    }
    switch (output, overlay) {
    case ("-", _): Terminal.standardOutput.writeRaw(json)
    case (_, "-"): Terminal.standardOutput.writeRaw(Data(png ?? []))
    default:
      PoseTable.write(lifted, vertical: frame.vertical, to: .standardOutput)
      if explain { ExplanationTable.write(lifted, depthFile: depth, to: .standardOutput) }
      for file in [jsonFile, overlayFile].compactMap({ $0 }) {
        Terminal.standardOutput.write("wrote \(file.path)", style: .faint)
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// The poses, each with a number of its own: the file's where it gives one that is not taken.
  private static func numbered(_ poses: [Pose2D]) -> [Pose2D] {
    var taken: Set<Int> = []
    let given = Set(poses.compactMap(\.id))
    return poses.map { pose in
      var pose = pose
      if let id = pose.id, taken.insert(id).inserted { return pose }
      let free = (0...).first { !taken.contains($0) && !given.contains($0) } ?? 0
      taken.insert(free)
      pose.id = free
      return pose
    }
  }

  /// The 2D poses, most prominent first, as many as were asked for.
  private func people(in frame: Frame) throws -> [Pose2D] {
    if let keypoints {
      let poses = try KeypointFile.people(
        contentsOf: keypoints, imageWidth: frame.image.width, imageHeight: frame.image.height,
        layout: keypointLayout, frame: keypointFrame)
      guard people != .all, poses.count > people.maximum else { return poses }
      // The largest, in the file's order.
      let largest = poses.indices.sorted { Self.extent(of: poses[$0]) > Self.extent(of: poses[$1]) }
      return largest.prefix(people.maximum).sorted().map { poses[$0] }
    }
    var options = BodyPoseDetector.Options()
    options.maximumCount = people.maximum
    options.cacheFolder = Installation.cacheFolder
    let detector = try BodyPoseDetector(
      assets: DetectionAssets.locate(in: Installation.assetFolders), options: options)
    return try detector.poses(in: frame.image, depth: frame.depth)
  }

  /// The longer side of the box around a pose's keypoints, in pixels.
  private static func extent(of pose: Pose2D) -> Double {
    let (xs, ys) = (pose.points.values.map(\.x), pose.points.values.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return 0 }
    return max(right - left, bottom - top)
  }

  private func lifter(for frame: Frame) -> Lifter {
    var options = Lifter.Options()
    options.bodyHeight = height
    options.gravity = frame.vertical.gravity
    return Lifter(options: options)
  }
}

extension KeypointLayout: ExpressibleByArgument {}
