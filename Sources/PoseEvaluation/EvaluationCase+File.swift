package import PoseDocuments
internal import Pose3D
internal import Foundation
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics

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
      throw distortion.mismatch(expected: "\"none\", a picture without lens distortion,")
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
      throw node.mismatch(expected: "true, a depth map of the colour picture's view,")
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
