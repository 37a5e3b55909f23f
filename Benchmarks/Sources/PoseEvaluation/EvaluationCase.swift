internal import DepthIO
internal import Foundation
package import Kinematics
package import Pose3D
package import PoseDocuments
package import PoseGeometry
package import PoseImaging
internal import PoseSystem

/// A frame with exact truth: a folder with `case.json`, and the colour picture and the depth maps of
/// the same view that it names.
package struct EvaluationCase: Sendable {
  /// Whether a true joint is seen from the camera. The raw value is the word in `case.json`.
  package enum Visibility: String, CaseIterable, Sendable {
    case visible
    case hiddenBySelf = "occluded_self"
    case hiddenByObject = "occluded_object"
    case hiddenByAnother = "occluded_other_person"
    case outOfFrame = "out_of_frame"
  }

  /// The choice of a case's depth map. The raw value is its name on the command line.
  package enum DepthSource: String, CaseIterable, Sendable {
    /// The sensor's, with its noise: `depth_file`.
    case sensor
    /// The exact one: `depth_clean_file`.
    case clean
    /// No depth map.
    case none
  }

  /// The case's name; that of its folder where `case.json` has none.
  package let name: String
  /// The folder, as the caller named it.
  package let folder: String
  /// The side from which the person is seen, `front`; `nil` if it isn't known.
  package let view: String?
  /// The depth sensor, `kinect_v2`; `nil` if it isn't known.
  package let sensor: String?
  /// The colour camera.
  package let camera: Camera
  /// The direction of gravity (down) in the camera's frame; `nil` if it isn't known.
  package let gravity: Vector3?
  /// The true joints in metres, in the camera's frame: x right, y down, z forward.
  package let truth: PerJoint<Vector3>
  /// The joints in the picture, in pixels.
  package let pixels: PerJoint<SIMD2<Double>>
  /// Whether the joints are seen.
  package let visibility: PerJoint<Visibility>
  /// The tip of the nose in the camera's frame, in metres; `nil` if it isn't known.
  package let noseTip: Vector3?
  /// Stature in metres, crown to sole.
  package let stature: Double

  /// The other files, by `case.json`.
  struct Files: Sendable {
    var color: String?
    var depth: String?
    var cleanDepth: String?
    var confidence: String?
    var depthUnit: DepthUnit?
  }
  let files: Files

  static let fileName = "case.json"
  private var path: String { "\(folder)/\(Self.fileName)" }
}

// MARK: - Pictures

extension EvaluationCase {
  /// The path of the colour picture's file. Throws a `FileError`, `invalidValue`, when `case.json` names none.
  package var colorPath: String {
    get throws(FileError) { "\(folder)/\(try named(files.color, "color_file"))" }
  }

  /// The colour picture. Throws a `FileError` that names the key in `case.json`: when the
  /// file is missing or damaged, or has not the size of the intrinsics.
  package func colorImage() throws(FileError) -> ColorImage {
    let colorPath = try colorPath
    let image: ColorImage
    do throws(FileError) {
      image = try ColorImage(contentsOf: colorPath)
    } catch {
      throw unusable(error, "color_file", files.color)
    }
    guard image.width == camera.width, image.height == camera.height else {
      throw FileError(
        .invalidValue, path: path,
        "color_intrinsics are for \(camera.width)×\(camera.height), the image "
          + "\(files.color ?? "") is \(image.width)×\(image.height): give the intrinsics of this "
          + "image")
    }
    return image
  }

  /// A depth map, registered to the colour picture; `nil` for `none`. Throws a `FileError`
  /// that names the key in `case.json`: when it doesn't name the file or its unit, or the file is
  /// missing, damaged or of another aspect ratio than the colour picture.
  package func depthMap(_ source: DepthSource) throws(FileError) -> DepthMap? {
    let (name, key): (String?, String)
    switch source {
    case .none: return nil
    case .sensor: (name, key) = (files.depth, "depth_file")
    case .clean: (name, key) = (files.cleanDepth, "depth_clean_file")
    }
    let depthPath = "\(folder)/\(try named(name, key))"
    guard let unit = files.depthUnit else {
      throw FileError(
        .invalidValue, path: path, "there is no \"depth_scale_m\", the metres a step of \(key)")
    }
    let map: DepthMap
    do throws(FileError) {
      map = try DepthMap(contentsOf: depthPath, unit: unit)
    } catch {
      throw unusable(error, key, name)
    }
    let confident = source == .sensor ? try withConfidence(map) : map
    do throws(FileError) {
      return try confident.registered(toWidth: camera.width, height: camera.height, path: depthPath)
    } catch {
      throw FileError(
        .invalidValue, path: path,
        "color_intrinsics are for \(camera.width)×\(camera.height), \(key) \(name ?? "") is "
          + "\(map.width)×\(map.height): different aspect ratios, so they don't show one view")
    }
  }

  /// The sensor's map with the sensor's confidence, where it states one.
  private func withConfidence(_ map: DepthMap) throws(FileError) -> DepthMap {
    guard let name = files.confidence else { return map }
    do throws(FileError) {
      return try map.withConfidence(contentsOf: "\(folder)/\(name)")
    } catch {
      throw unusable(error, "confidence_file", name)
    }
  }

  private func named(_ name: String?, _ key: String) throws(FileError) -> String {
    guard let name else {
      throw FileError(.invalidValue, path: path, "there is no \"\(key)\"")
    }
    return name
  }

  private func unusable(_ error: FileError, _ key: String, _ name: String?) -> FileError {
    FileError(
      error.code == .noSuchFile ? .noSuchFile : .invalidValue, path: path,
      "\(key) \(name ?? ""): \(error.message)")
  }
}

extension EvaluationCase {
  /// The true points inside the picture, each with confidence 1: the 12 joints of the limbs, the top
  /// of the head and, where it is known, the tip of the nose.
  package var exactKeypoints: Pose2D {
    var points: [Keypoint: SIMD2<Double>] = [:]
    for joint in Joint.allCases where visibility[joint] != .outOfFrame {
      if let keypoint = Keypoint(rawValue: joint.name), Self.keypoints.contains(keypoint) {
        points[keypoint] = pixels[joint]
      }
    }
    if let pixel = noseTip.flatMap(camera.pixel(of:)), isInPicture(pixel) { points[.nose] = pixel }
    return Pose2D(
      points: points.mapValues { Pose2D.Point(x: $0.x, y: $0.y, confidence: 1) },
      imageWidth: camera.width, imageHeight: camera.height)
  }

  /// The same points as a detector might find them. Most are off by 1 % of the body's size along
  /// each axis (log-normal, 35 %) with a confidence of 0.55…1; 8 % are uncertain, 4 % off with
  /// 0.1…0.6; 2 % are outliers, 12 % off with 0.1…0.9. The body's size is 2.6 times the points' root
  /// mean square spread.
  ///
  /// The noise follows from the case's name and the keypoint's alone, not from the other cases.
  package var noisyKeypoints: Pose2D {
    var pose = exactKeypoints
    let rays = pose.points.mapValues { camera.normalized(SIMD2($0.x, $0.y)) }
    // In the order of the keypoints, so that the sum is the same every time.
    let present = Self.keypoints.compactMap { rays[$0] }
    guard !present.isEmpty else { return pose }
    let center = present.reduce(.zero, +) / Double(present.count)
    let squares = present.reduce(0) { $0 + (($1 - center) * ($1 - center)).sum() }
    let size = 2.6 * (squares / Double(present.count)).squareRoot()
    var random = RandomNumbers(seed: RandomNumbers.seed(from: name))
    for keypoint in Self.keypoints {
      // All are drawn, those of absent points too.
      let (kind, spread) = (random.uniform(), exp(0.35 * random.normal()))
      let direction = SIMD2(random.normal(), random.normal())
      let fraction = random.uniform()
      guard let ray = rays[keypoint] else { continue }
      let (share, confidence) =
        switch kind {
        case ..<0.02: (0.12, 0.1...0.9)
        case ..<0.1: (0.04, 0.1...0.6)
        default: (0.01 * spread, 0.55...1)
        }
      let moved = ray + share * size * direction
      guard let pixel = camera.pixel(of: Vector3(moved.x, moved.y, 1)) else { continue }
      pose.points[keypoint] = Pose2D.Point(
        x: pixel.x, y: pixel.y,
        confidence: confidence.lowerBound
          + fraction * (confidence.upperBound - confidence.lowerBound))
    }
    return pose
  }

  /// The points that are given, in the order in which their noise is drawn.
  private static let keypoints: [Keypoint] = [
    .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
    .leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle, .nose, .topHead,
  ]

  private func isInPicture(_ pixel: SIMD2<Double>) -> Bool {
    (-0.5...Double(camera.width) - 0.5).contains(pixel.x)
      && (-0.5...Double(camera.height) - 0.5).contains(pixel.y)
  }
}

extension EvaluationCase {
  /// The case in a folder.
  ///
  /// Throws a `FileError`: `noSuchFile` without a `case.json`; `notOnePerson` for a sequence and
  /// for an image of no person or several; `invalidValue` for a file that is not JSON, missing
  /// values, invalid values, a joint that is none of the 17, and an image with lens distortion or a
  /// depth map of another view. The sentence names the place in the file.
  package init(folder: String) throws(FileError) {
    let path = "\(folder)/\(Self.fileName)"
    let bytes = try FileBytes.read(path)
    self = try FileError.explaining(path) {
      try Self(try DocumentNode(parsing: bytes), folder: folder)
    }
  }

  private init(_ document: DocumentNode, folder: String) throws {
    let person = try Self.person(in: document, folder: folder)
    name =
      document["case"]?.string ?? URL(filePath: folder).standardizedFileURL.lastPathComponent
    self.folder = folder
    view = document["view"]?.string
    sensor = document["sensor"]?.string
    camera = try Self.camera(try document.member("color_intrinsics"))
    gravity = try document["gravity_camera"].map(Self.direction)
    stature = try Self.stature(try person.member("stature_m"))
    truth = try Self.joints("joints_camera_m", of: person, Self.point)
    pixels = try Self.joints("joints_2d_px", of: person, Self.pixel)
    visibility = try Self.joints("visibility", of: person, Self.visibility)
    noseTip = try person["extra_joints_camera_m"]?["noseTip"].map(Self.point)
    files = try Self.files(document, folder: folder)
  }

  private static func person(in document: DocumentNode, folder: String) throws -> DocumentNode {
    func refusal(_ message: String) -> FileError {
      FileError(.notOnePerson, path: "\(folder)/\(fileName)", message)
    }
    if document["persons"] == nil, let frames = document["frames"]?.elements {
      throw refusal("a sequence (\(frames.count) in \"frames\"); single frames are evaluated")
    }
    let persons = try document.member("persons").list(of: "persons")
    guard let person = persons.first, persons.count == 1 else {
      throw refusal("\(persons.count) people; frames with one person are evaluated")
    }
    return person
  }
}

// MARK: - Values

extension EvaluationCase {
  private static func camera(_ node: DocumentNode) throws -> Camera {
    if let distortion = node["distortion"], distortion.string != "none" {
      throw distortion.mismatch(expected: "\"none\", an image without lens distortion,")
    }
    func focalLength(_ key: String) throws -> Double {
      let member = try node.member(key)
      guard try member.number() > 0 else {
        throw member.mismatch(expected: "a focal length in pixels, more than 0,")
      }
      return try member.number()
    }
    return Camera(
      width: try node.member("width").positiveInteger(),
      height: try node.member("height").positiveInteger(),
      fx: try focalLength("fx"), fy: try focalLength("fy"),
      cx: try node.member("cx").number(), cy: try node.member("cy").number(), source: .file)
  }

  private static func files(_ document: DocumentNode, folder: String) throws -> Files {
    if let node = document["depth_registered_to_color"], node.bool != true {
      throw node.mismatch(expected: "true, a depth map of the colour image's view,")
    }
    func name(_ key: String) throws -> String? {
      guard let node = document[key] else { return nil }
      guard let name = node.string, !name.isEmpty else {
        throw node.mismatch(expected: "the name of a file in the folder")
      }
      return name
    }
    let unit = try document["depth_scale_m"].map { node in
      guard let unit = DepthUnit(metresPerStep: try node.number()) else {
        throw node.mismatch(
          expected: "metres a step, more than 0 and at most 1 (0.001 is millimetres),")
      }
      return unit
    }
    // Frames of phones have the file, and don't name it.
    let usual = "confidence.png"
    let hasUsual = FileBytes.isThere("\(folder)/\(usual)")
    return Files(
      color: try name("color_file"), depth: try name("depth_file"),
      cleanDepth: try name("depth_clean_file"),
      confidence: try name("confidence_file") ?? (hasUsual ? usual : nil),
      depthUnit: unit)
  }

  /// A value of every joint. Names that are none are an error: they would be misspelt ones.
  private static func joints<Value>(
    _ key: String, of person: DocumentNode, _ read: (DocumentNode) throws -> Value
  ) throws -> PerJoint<Value> {
    let table = try person.member(key)
    guard table.isObject else {
      throw table.mismatch(expected: "an object with the 17 joints by name")
    }
    if let name = table.keys.first(where: { Joint(name: $0) == nil }) {
      throw DocumentNode.Problem("\(table.place) has \"\(name)\", which is none of the 17 joints")
    }
    return try PerJoint { try read(try table.member($0.name)) }
  }

  private static func point(_ node: DocumentNode) throws -> Vector3 {
    let values = try node.list(of: "x, y and z")
    guard values.count == 3 else { throw node.mismatch(expected: "x, y and z") }
    for value in values where abs(try value.number()) > farthest {
      throw value.mismatch(expected: "metres from the camera, at most \(Int(farthest)),")
    }
    return Vector3(try values[0].number(), try values[1].number(), try values[2].number())
  }

  private static func pixel(_ node: DocumentNode) throws -> SIMD2<Double> {
    let values = try node.numbers()
    guard values.count == 2 else { throw node.mismatch(expected: "x and y in pixels") }
    return SIMD2(values[0], values[1])
  }

  private static func visibility(_ node: DocumentNode) throws -> Visibility {
    guard let visibility = node.string.flatMap(Visibility.init(rawValue:)) else {
      let words = Visibility.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.mismatch(expected: "one of \(words)")
    }
    return visibility
  }

  private static func stature(_ node: DocumentNode) throws -> Double {
    let metres = try node.number()
    guard Stature.range.contains(metres) else {
      throw node.mismatch(expected: "a body's height in metres, between 0.4 and 2.8,")
    }
    return metres
  }

  private static func direction(_ node: DocumentNode) throws -> Vector3 {
    let vector = try point(node)
    guard let direction = vector.normalized else {
      throw DocumentNode.Problem("\(node.place) is 0 0 0, which is no direction: leave it out")
    }
    return direction
  }

  /// Metres beyond which a place is a mistake of units.
  private static let farthest = 100.0
}

extension DocumentNode {
  /// A member that has to be there.
  fileprivate func member(_ key: String) throws(Problem) -> DocumentNode {
    guard let member = self[key] else { throw Problem("\(place) has no \"\(key)\"") }
    return member
  }
}
