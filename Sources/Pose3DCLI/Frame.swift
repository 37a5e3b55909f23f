import DepthIO
import Foundation
import Kinematics
import Pose3D

/// A picture with its camera and, where there is one, its depth map, read from files and brought
/// together.
struct Frame {
  let image: ColorImage
  let camera: Camera
  /// Registered to the picture: the same view at any resolution.
  let depth: DepthMap?
  let gravity: Vector3?
  /// What the user should know, a sentence each.
  private(set) var warnings: [String] = []

  private let imageInput: SkeletonDocument.ImageInput
  private var depthInput: SkeletonDocument.DepthInput?
  private let cameraFile: String?

  /// The smallest side in pixels in which a person could be seen.
  private static let leastSide = 16
  /// The diagonal field of view that is assumed when nothing is known, in radians.
  private static let assumedFieldOfView = 60 * Double.pi / 180

  /// Reads the files that the user named.
  init(
    image path: String, depth depthPath: String?, depthScale: String?, camera cameraPath: String?,
    diagonalFieldOfView: Double?
  ) throws {
    let file = try ColorFile(contentsOf: path)
    let image = file.image
    guard min(image.width, image.height) >= Self.leastSide else {
      throw Failure(
        code: .data,
        message: "\(path): \(image.width)×\(image.height) pixels are too few to show a person: "
          + "at least \(Self.leastSide)×\(Self.leastSide) are needed")
    }
    self.image = image
    imageInput = .init(
      file: path, orientation: file.orientation.rawValue, width: image.width,
      height: image.height)
    cameraFile = cameraPath
    let calibration = try Self.calibration(cameraPath, for: file)
    gravity = calibration?.gravity
    camera = try Self.camera(
      of: file, calibration: calibration, diagonalFieldOfView: diagonalFieldOfView)
    let companions = [depthPath, cameraPath].compactMap { $0 }
    if Self.hidesItsTurn(file) && !companions.isEmpty {
      warnings.append(
        "\(path): stored turned or mirrored (EXIF orientation \(file.orientation.rawValue)) in a "
          + "shape that doesn't show it: \(companions.joined(separator: " and ")) "
          + "\(companions.count == 1 ? "is" : "are") taken to be upright.")
    }
    guard let depthPath else {
      depth = nil
      return
    }
    let unit = try Self.unit(depthScale, calibration: calibration)
    let map = try DepthMap(contentsOf: depthPath, unit: unit)
    depthInput = .init(
      file: depthPath, width: map.width, height: map.height, unit: unit?.name ?? "",
      metresPerStep: map.isMetric ? unit?.metresPerStep : nil, validShare: map.validShare,
      median: map.isMetric ? map.median : nil)
    depth = try Self.registered(map, path: depthPath, to: file, calibration: calibration)
    if map.isMetric, let median = map.median, !(0.2...10).contains(median) {
      warnings.append(
        String(
          format: "%@: its median depth is %.3g m in the unit %@: is the unit right?", depthPath,
          median, unit?.name ?? ""))
    }
  }

  // MARK: Camera and depth

  private static func camera(
    of file: ColorFile, calibration: CameraFile?, diagonalFieldOfView: Double?
  ) throws -> Camera {
    let (width, height) = (file.image.width, file.image.height)
    if let calibration { return try calibration.colorCamera(forWidth: width, height: height) }
    if let diagonalFieldOfView {
      return Camera(
        width: width, height: height,
        diagonalFieldOfView: diagonalFieldOfView * .pi / 180, source: .user)
    }
    if let focal = file.focalLengthIn35mmFilm {
      return Camera(focalLengthIn35mmFilm: focal, width: width, height: height)
    }
    return Camera(
      width: width, height: height, diagonalFieldOfView: assumedFieldOfView, source: .assumed)
  }

  private static func unit(_ scale: String?, calibration: CameraFile?) throws -> DepthUnit? {
    guard let scale else { return calibration?.depthUnit }
    do {
      return try DepthUnit(parsing: scale)
    } catch {
      throw Failure(code: .usage, message: "--depth-scale \(scale): \(error)")
    }
  }

  /// The camera file, turned upright with the picture when it describes the picture as stored.
  private static func calibration(_ path: String?, for file: ColorFile) throws -> CameraFile? {
    guard let path else { return nil }
    let calibration = try CameraFile(contentsOf: path)
    let isOfStored = isStoredRaster(
      calibration.color.width, calibration.color.height, of: file)
    return isOfStored ? calibration.oriented(file.orientation) : calibration
  }

  /// The depth map in the picture's view, turned upright with it when it is stored the same way.
  private static func registered(
    _ map: DepthMap, path: String, to file: ColorFile, calibration: CameraFile?
  ) throws -> DepthMap {
    let (width, height) = (file.image.width, file.image.height)
    if let calibration, calibration.colorFromDepth != nil {
      return try calibration.registered(map, toWidth: width, height: height, depthPath: path)
    }
    let upright =
      isStoredRaster(map.width, map.height, of: file) ? map.oriented(file.orientation) : map
    guard let calibration else {
      return try upright.registered(toWidth: width, height: height, path: path)
    }
    return try calibration.registered(upright, toWidth: width, height: height, depthPath: path)
  }

  /// Whether a raster of this size has the shape of the picture as it is stored, where that lies on
  /// its side. (A picture stored upside down can't be told by its shape: its companions are taken
  /// to be upright.)
  private static func isStoredRaster(_ width: Int, _ height: Int, of file: ColorFile) -> Bool {
    guard file.storedWidth == file.image.height, file.storedWidth != file.storedHeight else {
      return false
    }
    return (width > height) == (file.storedWidth > file.storedHeight)
  }

  /// Whether the picture was turned or mirrored on reading and has the same shape as before.
  private static func hidesItsTurn(_ file: ColorFile) -> Bool {
    file.orientation != .up && file.storedWidth == file.image.width
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
      keypointFile: keypointFile, cameraFile: cameraFile, camera: camera, gravity: gravity,
      people: people, warnings: warnings)
  }
}
