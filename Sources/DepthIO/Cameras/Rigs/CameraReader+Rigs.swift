internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging
internal import PoseSystem

/// Files of several cameras. The intrinsics are read as of a file of one.
extension CameraReader {
  typealias Problem = DocumentNode.Problem

  func rigFile(_ bytes: [UInt8]) throws(FileError) -> CameraRigFile {
    if PickleTree.begins(bytes) {
      do throws(Problem) {
        let document = DocumentNode(try PickleTree.value(of: bytes))
        guard !Self.isOpenCap(document) else {
          throw Problem(
            "this is one camera of OpenCap's: give the folder of the session, whose folder Videos has one for "
              + "each camera")
        }
        return try stereoRig(document)
      } catch {
        throw FileError(.unsuitable, path: path, error)
      }
    }
    let text = String(validating: bytes, as: UTF8.self)
    guard bytes.count <= Self.sizeLimit, FileFormat(bytes) == nil, let text,
      let syntax = CameraSyntax(text)
    else {
      throw FileError(
        .unknownFormat, path: path,
        "this is not a file of several cameras: \(Self.rigLayouts) was expected")
    }
    do throws(Problem) {
      switch syntax {
      case .json:
        let document = try DocumentNode(parsing: bytes)
        return document["schema"] == nil ? try stereoRig(document) : try ownRig(document)
      case .toml:
        var parser = TOMLParser(text)
        return try tomlRig(DocumentNode(parser.document()), inOrderOf: parser.headings)
      case .xml:
        let tree = try XMLTree(parsing: bytes)
        if Self.isQualisys(tree) { return try qualisysRig(tree) }
        return try stereoRig(DocumentNode(FileStorageXML.value(of: tree)))
      case .yaml:
        let document = DocumentNode(try YAMLTree.value(of: text))
        return Self.isKalibr(document) ? try kalibrRig(document) : try stereoRig(document)
      case .numbers, .deviceListing: throw Self.noRig
      }
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  static let noRig = DocumentNode.Problem(
    "this has no poses of several cameras: \(rigLayouts) was expected")
  private static let rigLayouts =
    "\(CameraRigFile.schema), TOML of Pose2Sim or Anipose, .qca.txt of Qualisys, a camera chain of "
    + "Kalibr's, a text model of COLMAP's, a session of OpenCap's or a stereo file of OpenCV"

  func reader(of camera: String) -> CameraReader {
    var options = options
    options.cameraName = camera
    return CameraReader(path: path, options: options)
  }

  // MARK: Layouts

  private func ownRig(_ document: DocumentNode) throws(Problem) -> CameraRigFile {
    guard document["schema"]?.string == CameraRigFile.schema, let list = document["cameras"] else {
      throw Self.noRig
    }
    var members: [CameraRig.Member] = []
    for node in try list.list(of: "cameras") {
      guard let name = node["name"], let place = node["cameraFromWorld"] else {
        throw Problem(
          "\(node.place) has no \"\(node["name"] == nil ? "name" : "cameraFromWorld")\"")
      }
      guard let text = name.string, !text.isEmpty else {
        throw name.mismatch(expected: "a name")
      }
      let numbers = try place.numbers()
      guard let motion = RigidTransform(columnMajor: numbers, tolerance: 1e-3) else {
        throw place.mismatch(
          expected: "a rigid motion (16 numbers, a 4×4 matrix column by column, in metres)")
      }
      let sigma = try node["sigma"].map(Self.sigma)
      var camera = try camera(node)
      if let own = sigma?.intrinsics {
        camera = camera.with(
          focalLengthsTimes: 1, source: camera.source,
          sigma: max(own[0] / camera.fx, own[1] / camera.fy))
      }
      members.append(.init(name: text, camera: camera, cameraFromWorld: motion, sigma: sigma))
    }
    var up: Vector3?
    if let node = document["up"] {
      let numbers = try node.numbers()
      guard numbers.count == 3,
        let direction = Vector3(numbers[0], numbers[1], numbers[2]).normalized
      else { throw node.mismatch(expected: "a direction of x, y and z") }
      up = direction
    }
    var file = try rigFile(members, up: up, layout: "pose3d")
    // Where this layout states none, it is unknown.
    file.rig.up = up
    file.rig.upSigma = try Self.sigma("upSigma", of: document, atMost: .pi)
    file.rig.scaleSigma = try Self.sigma("scaleSigma", of: document, atMost: 1)
    if let node = document["covariance"] {
      let numbers = try node.numbers()
      guard let covariance = RigCovariance(cameraCount: members.count, lowerTriangle: numbers)
      else {
        let size = members.count * RigCovariance.numbersPerCamera
        let count = size * (size + 1) / 2
        throw node.mismatch(
          expected: numbers.count == count
            ? "a covariance: no variance below 0, no correlation above 1"
            : "\(count) numbers, the cameras' covariance row by row up to the diagonal,")
      }
      file.rig.covariance = covariance
    }
    return file
  }

  /// A standard deviation of the whole rig; `nil` where the document has none.
  private static func sigma(
    _ key: String, of document: DocumentNode, atMost limit: Double
  ) throws(Problem) -> Double? {
    guard let node = document[key] else { return nil }
    let sigma = try node.number()
    guard sigma >= 0, sigma <= limit else {
      throw node.mismatch(expected: "a standard deviation from 0 to \(limit == 1 ? "1" : "π")")
    }
    return sigma
  }

  private static func sigma(_ node: DocumentNode) throws(Problem) -> CameraRig.Sigma {
    func numbers(_ key: String, _ counts: ClosedRange<Int>) throws(Problem) -> [Double]? {
      guard let list = node[key] else { return nil }
      let numbers = try list.numbers()
      guard counts.contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }) else {
        throw list.mismatch(expected: "a standard deviation of each number")
      }
      return numbers
    }
    func vector(_ key: String) throws(Problem) -> Vector3? {
      try numbers(key, 3...3).map { Vector3($0[0], $0[1], $0[2]) }
    }
    guard node.isObject else { throw node.mismatch(expected: "an object of standard deviations") }
    return CameraRig.Sigma(
      intrinsics: try numbers("intrinsics", 4...4), distortion: try numbers("distortion", 4...8),
      rotation: try vector("rotation"), position: try vector("position"))
  }

  /// Pose2Sim's and Anipose's TOML: `rotation` is OpenCV's rotation vector and `translation` the origin, both from
  /// the world to the camera (Pose2Sim `calibration.py`, `toml_write`; aniposelib `cameras.py`). Pose2Sim writes
  /// metres; Anipose the unit of its board, mostly millimetres: cameras more than 100 apart are in those.
  ///
  /// - Parameter headings: the tables' names in the order of the file, which is the cameras'.
  private func tomlRig(
    _ whole: DocumentNode, inOrderOf headings: [[String]]
  ) throws(Problem) -> CameraRigFile {
    // Caliscope puts the cameras into a table of their own.
    let document = whole["cameras"].flatMap { Self.isPose2Sim($0) ? $0 : nil } ?? whole
    guard Self.isPose2Sim(document) else { throw Self.noRig }
    var members: [CameraRig.Member] = []
    let places = Dictionary(
      headings.enumerated().map { ($1.last ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    let keys = document.keys.sorted {
      (places[$0] ?? headings.count, $0) < (places[$1] ?? headings.count, $1)
    }
    for key in keys {
      guard let node = document[key], node["matrix"] != nil, node["size"] != nil else { continue }
      let name = node["name"]?.string ?? key
      guard let rotation = node["rotation"], let translation = node["translation"] else {
        throw Problem(
          "camera \(name) has no \"rotation\" and \"translation\": where it is isn't known")
      }
      let motion = try Self.motion(rotation, translation)
      let camera = try pose2SimCamera(node)
      members.append(.init(name: name, camera: camera, cameraFromWorld: motion))
    }
    return try rigFile(
      Self.inMetres(members, beyond: 100), up: nil, layout: "Pose2Sim or Anipose")
  }

  /// Qualisys' `transform` has the camera's axes in its rows, x right, y up and z backward, and its place in
  /// millimetres; the world's z points up. Verified with Pose2Sim's demonstrations: the rays of four cameras to a
  /// person's joints pass each other within some centimetres.
  private func qualisysRig(_ tree: XMLTree) throws(Problem) -> CameraRigFile {
    var members: [CameraRig.Member] = []
    for camera in Self.qualisysCameras(tree) ?? [] {
      let name = camera.attribute("serial") ?? "\(members.count + 1)"
      guard let transform = camera.element("transform") else {
        throw Problem("camera \(name) has no \"transform\": where it is isn't known")
      }
      func number(_ attribute: String) throws(Problem) -> Double {
        try transform.number(attribute, of: "transform of camera \(name)")
      }
      func row(_ index: Int) throws(Problem) -> Vector3 {
        Vector3(
          try number("r\(index)1"), try number("r\(index)2"), try number("r\(index)3"))
      }
      let (right, up, backward) = (try row(1), try row(2), try row(3))
      guard let axes = Rotation(orthonormalizing: right, -up, -backward),
        abs(right.length - 1) < 0.01, abs(up.length - 1) < 0.01, abs(right.dot(up)) < 0.01,
        right.cross(up).dot(backward) > 0.9
      else { throw Problem("transform of camera \(name) is no rotation") }
      let place = Vector3(try number("x"), try number("y"), try number("z")) / 1000
      members.append(
        .init(
          name: name, camera: try qualisysCamera(camera, name: name),
          cameraFromWorld: RigidTransform(rotation: axes, translation: place).inverse))
    }
    return try rigFile(members, up: Vector3(0, 0, 1), layout: "Qualisys")
  }

  // MARK: What all have to be

  /// No camera is farther from the first than this, in metres.
  private static let maximumDistance = 1000.0

  func rigFile(
    _ members: [CameraRig.Member], up: Vector3?, layout: String
  ) throws(Problem) -> CameraRigFile {
    guard members.count > 1 else {
      throw Problem(
        "it has \(members.count == 1 ? "one camera" : "no cameras") with a place: two or more were "
          + "expected")
    }
    var names: Set<String> = []
    var places = NearPlaces(closerThan: CameraRig.minimumDistance)
    for member in members {
      guard names.insert(member.name).inserted else {
        throw Problem("two cameras are called \(member.name)")
      }
      let distance = (members[0].position - member.position).length
      guard distance <= Self.maximumDistance else {
        throw Problem(
          "cameras \(members[0].name) and \(member.name) are \(distance.wholeWords) m apart: places are "
            + "in metres")
      }
      if let other = places.insert(member.position) {
        throw Problem(
          "cameras \(members[other].name) and \(member.name) are in one place: nothing can be "
            + "triangulated from there")
      }
    }
    var rig = CameraRig(cameras: members, up: up)
    rig.up = up ?? rig.upByCameras
    return CameraRigFile(path: path, rig: rig, layout: layout)
  }
}

/// Places that are entered one by one, of which those near each other are found without comparing all.
struct NearPlaces {
  /// A cube of space whose edge is the distance.
  private struct Cell: Hashable {
    var x: Int
    var y: Int
    var z: Int
  }

  private let distance: Double
  private var places: [Vector3] = []
  private var cells: [Cell: [Int]] = [:]

  /// - Parameter distance: places closer than this are near each other, in metres.
  init(closerThan distance: Double) { self.distance = distance }

  /// Enters a place. Returns the number of an earlier one near it, counted from 0; `nil` if there is none.
  ///
  /// - Precondition: it is within 10^9 times the distance of the first one.
  mutating func insert(_ place: Vector3) -> Int? {
    let offset = (place - (places.first ?? place)) / distance
    let cell = Cell(
      x: Int(offset.x.rounded(.down)), y: Int(offset.y.rounded(.down)),
      z: Int(offset.z.rounded(.down)))
    defer {
      cells[cell, default: []].append(places.count)
      places.append(place)
    }
    var nearest: Int?
    for x in -1...1 {
      for y in -1...1 {
        for z in -1...1 {
          let others = cells[Cell(x: cell.x + x, y: cell.y + y, z: cell.z + z)] ?? []
          let near = others.first { (places[$0] - place).length < distance }
          nearest = [nearest, near].compactMap { $0 }.min()
        }
      }
    }
    return nearest
  }
}
