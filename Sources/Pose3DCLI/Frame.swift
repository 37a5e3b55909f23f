import DepthIO
import Documents
import Foundation
import Imaging
import Kinematics
import Pose3D
import PoseFiles

/// A picture with its camera and, where there is one, its depth map, read from files and brought
/// together.
struct Frame {
  let image: ColorImage
  let camera: Camera
  /// Registered to the picture: the same view at any resolution.
  let depth: DepthMap?
  let vertical: Vertical
  /// What the user should know, a sentence each.
  private(set) var warnings: [String]

  private let imageInput: SkeletonDocument.ImageInput
  private var depthInput: SkeletonDocument.DepthInput?
  private let cameraFile: String?

  /// Reads the files that the user named. Without a depth file, the depth map in the picture's own
  /// file is taken, where it has one and `usesOwnDepth` says so.
  init(
    image path: String, depth depthPath: String?, usesOwnDepth: Bool, camera cameraPath: String?,
    diagonalFieldOfView: Double?, reading: ReadingArguments
  ) throws {
    // Once: a pipe can't be read again for the depth map inside.
    let bytes = try FileBytes.read(path == "-" ? "/dev/stdin" : path)
    let file = try ColorFile(
      showing: .person, bytes: bytes, name: path, options: try reading.options(fallback: nil))
    let image = file.image
    self.image = image
    imageInput = .init(
      file: path, orientation: file.orientation.rawValue, width: image.width,
      height: image.height)
    cameraFile = cameraPath
    let size = (width: file.storedWidth, height: file.storedHeight)
    let cameraBytes = try reading.cameraBytes(cameraPath)
    var calibration = try reading.calibration(cameraBytes, colorSize: size)
    let options = try reading.options(fallback: calibration?.depthUnit)
    var depthFile: DepthFile?
    var ownDepthProblem: String?
    if let depthPath {
      depthFile = try DepthFile(contentsOf: depthPath, options: options)
    } else if usesOwnDepth {
      do {
        depthFile = try DepthFile.embedded(
          inBytes: bytes, name: path, options: options)
      } catch {
        // Nobody asked for it by name, and the picture is sound.
        ownDepthProblem = "its own depth map can't be read, and is left out: \(error.message)"
      }
    }
    if let depthFile {
      // Calibrations of a device have the depth camera of the mode that the map was taken in.
      calibration = try reading.calibration(
        cameraBytes, colorSize: size,
        depthSize: (depthFile.storedWidth, depthFile.storedHeight))
    } else if reading.depthScale != nil || reading.depthConfidence != nil {
      throw Failure(
        code: .usage,
        message:
          "--depth-scale and --depth-confidence are about a depth map, and there is none: give "
          + "one with --depth")
    }
    let depth = try depthFile.map {
      AlignedView.Depth(
        path: depthPath ?? path, map: try reading.withConfidence($0.map, options),
        calibration: $0.camera, isEmbedded: depthPath == nil)
    }
    let view = try AlignedView(
      of: file, path: path, depth: depth, cameraFile: calibration,
      diagonalFieldOfView: diagonalFieldOfView)
    (camera, self.depth) = (view.camera, view.depth)
    vertical = Vertical(stated: view.gravity, depth: view.depth, camera: view.camera)
    warnings = view.warnings
    if let ownDepthProblem { warnings.append("\(path): \(ownDepthProblem)") }
    guard let depthFile, let depth else { return }
    depthInput = .init(
      file: depth.path, of: depthFile, frame: reading.frame,
      confidenceFile: reading.depthConfidence)
    warnings += depthFile.warnings(path: depth.path)
    if let warning = vertical.warning(
      calibration: cameraPath ?? depth.path, depth: depth.path)
    {
      warnings.append(warning)
    }
  }

  // MARK: The result

  /// What the user should know once the people have been measured.
  ///
  /// - Parameter height: the height that was given, in metres.
  func warnings(after people: [BodyPose], height: Double?) -> [String] {
    guard !people.isEmpty else { return [] }
    var sentences: [String] = []
    if camera.source == .assumed {
      sentences.append(
        "no camera file, no --fov and no focal length in the picture: a diagonal field of view of "
          + "60° is assumed. Angles hardly depend on it, distances from the camera do.")
    }
    for person in people where Joint.allCases.allSatisfy({ person.joints[$0].source == .inferred })
    {
      sentences.append(
        "person \(person.id): not one joint is seen in the picture; all are the prior's guess.")
    }
    guard let depthInput else { return sentences }
    if height == nil, people.contains(where: { $0.depthUse == .relative }) {
      sentences.append(
        "\(depthInput.file): its unit is not known: it gives the body's shape, and height stays the "
          + "reference of 1.8 m (--height says otherwise).")
    }
    sentences += people.compactMap { person in
      person.depthUse.refusal.map {
        "person \(person.id) was lifted without depth: \(depthInput.file) \($0)"
      }
    }
    return sentences
  }

  /// The skeleton file of this frame.
  func document(
    people: [BodyPose], keypointFile: String?, warnings: [String]
  ) -> SkeletonDocument {
    SkeletonDocument(
      version: Pose3DCommand.version, image: imageInput, depth: depthInput,
      keypointFile: keypointFile, cameraFile: cameraFile, camera: camera,
      gravity: vertical.gravity, gravitySource: vertical.source, people: people,
      warnings: warnings)
  }
}
