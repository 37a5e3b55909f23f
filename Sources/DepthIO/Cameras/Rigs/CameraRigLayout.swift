internal import Foundation
public import PoseDocuments
internal import PoseGeometry
public import PoseImaging

/// A layout in which a rig is written for other programs. The raw value is its word on the command line.
public enum CameraRigLayout: String, Sendable, CaseIterable {
  /// `pose3d.rig/1`.
  case pose3d
  /// The TOML of Pose2Sim, in metres; the world's z points up, where up is known.
  case pose2sim
  /// The same, which Anipose reads.
  case anipose
  /// FreeMoCap's TOML, in millimetres, with each camera's axes and position in the world; z up as for Pose2Sim.
  case freemocap
  /// caliscope's `camera_array.toml`, in metres, cameras by numbers; z up as for Pose2Sim.
  case caliscope
  /// A folder with the `Videos` of a session of OpenCap's and a pickle for each camera, in millimetres; the world's y
  /// points down, where up is known, as that of OpenCap's board on a wall.
  case opencap
  /// A folder with a file of OpenCV's `FileStorage` for each camera: matrix, coefficients, and `R`, `T`
  /// from the world.
  case opencv
  /// Kalibr's camera chain: each camera's pose relative to the one before it, without a world.
  case kalibr
  /// A folder with COLMAP's text model: `cameras.txt`, `images.txt`, and `points3D.txt` without points.
  case colmap

  /// The layout that a file's ending asks for; `nil` for another ending, and for folders.
  public init?(ending path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "json": self = .pose3d
    case "toml": self = .pose2sim
    case "yaml", "yml": self = .kalibr
    default: return nil
    }
  }

  /// Whether it is a folder with several files.
  public var isFolder: Bool { [.opencv, .colmap, .opencap].contains(self) }

  /// The program's name, for errors.
  var title: String {
    switch self {
    case .pose3d: "pose3d.rig/1"
    case .pose2sim: "Pose2Sim's TOML"
    case .anipose: "Anipose's TOML"
    case .freemocap: "FreeMoCap's TOML"
    case .caliscope: "caliscope's TOML"
    case .opencap: "OpenCap's pickle"
    case .opencv: "OpenCV's FileStorage"
    case .kalibr: "Kalibr's camera chain"
    case .colmap: "COLMAP's text model"
    }
  }

  /// The files of a rig: their names in the folder, with those of folders in it, "" for a layout of one file, and their
  /// bytes. The same rig gives the same bytes.
  ///
  /// - Throws: `unsuitable` for a lens that the layout can't express.
  public func files(of rig: CameraRig) throws(FileError) -> [(name: String, bytes: [UInt8])] {
    func text(_ name: String, _ text: String) -> (name: String, bytes: [UInt8]) {
      (name, Array(text.utf8))
    }
    switch self {
    case .pose3d: return [text("", CameraRigFile.json(of: rig))]
    case .pose2sim, .anipose: return [text("", try pose2Sim(rig))]
    case .freemocap: return [text("", try freeMoCap(rig))]
    case .caliscope: return [text("", try caliscope(rig))]
    case .kalibr: return [text("", try kalibr(rig))]
    case .opencv:
      var files: [(String, [UInt8])] = []
      for (member, name) in zip(rig.cameras, Self.fileNames(of: rig)) {
        files.append(text("\(name).yml", try openCV(member)))
      }
      return files
    case .colmap:
      let (cameras, images) = try colmap(rig)
      return [text("cameras.txt", cameras), text("images.txt", images), text("points3D.txt", "")]
    case .opencap: return try openCap(rig)
    }
  }

  /// The rig's world from one in which up is another axis; the same world where up is unknown.
  private func world(_ rig: CameraRig, up axis: Vector3) -> RigidTransform {
    let turn = rig.up.map { Rotation.shortestArc(from: $0, to: axis) } ?? .identity
    return RigidTransform(rotation: turn.inverse, translation: .zero)
  }

  // MARK: TOML

  private func pose2Sim(_ rig: CameraRig) throws(FileError) -> String {
    let keys = Self.fileNames(of: rig, besides: ["metadata"]).map(Self.tomlKey)
    return try toml(rig, tables: keys, millimetres: false) {
      ["name = \(Self.quoted($0.name))", "fisheye = \($1)"]
    } + Self.metadata
  }

  /// As `CameraGroup.dump` of FreeMoCap writes it: tables are read in the order of their names.
  private func freeMoCap(_ rig: CameraRig) throws(FileError) -> String {
    let digits = "\(rig.cameras.count - 1)".count
    let keys = rig.cameras.indices.map { index in
      "cam_" + String(repeating: "0", count: digits - "\(index)".count) + "\(index)"
    }
    let upright = world(rig, up: Vector3(0, 0, 1))
    return try toml(rig, tables: keys, millimetres: true) { member, isFisheye in
      let worldFromCamera = (member.cameraFromWorld * upright).inverse
      let m = worldFromCamera.rotation
      let rows = [
        [m.x.x, m.y.x, m.z.x], [m.x.y, m.y.y, m.z.y], [m.x.z, m.y.z, m.z.z],
      ]
      return [
        "name = \(Self.quoted(member.name))", "world_orientation = \(Self.matrix(rows))",
        "world_position = [\(Self.list(worldFromCamera.translation * 1000))]",
      ] + (isFisheye ? ["fisheye = true"] : [])
    } + Self.metadata
  }

  /// As `CameraArray.to_toml` of caliscope 0.11 writes it: cameras have numbers, and no names.
  private func caliscope(_ rig: CameraRig) throws(FileError) -> String {
    let numbers = Self.numbers(of: rig)
    var next = numbers.makeIterator()
    return try toml(rig, tables: numbers.map { "cameras.\($0)" }, millimetres: false) {
      ["cam_id = \(next.next() ?? 0)", "rotation_count = 0", "fisheye = \($1)"]
    }
  }

  /// The numbers at the ends of the cameras' names if they differ, as in `cam_3`; else their places.
  private static func numbers(of rig: CameraRig) -> [Int] {
    let ends = rig.cameras.compactMap { member -> Int? in
      let digits = String(member.name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
      return digits.count < 7 ? Int(digits) : nil
    }
    return Set(ends).count == rig.cameras.count ? ends : Array(rig.cameras.indices)
  }

  /// A table for each camera, with what all programs have in it and further lines.
  private func toml(
    _ rig: CameraRig, tables: [String], millimetres: Bool,
    _ further: (CameraRig.Member, _ isFisheye: Bool) -> [String]
  ) throws(FileError) -> String {
    let upright = world(rig, up: Vector3(0, 0, 1))
    var text = ""
    for (member, table) in zip(rig.cameras, tables) {
      let (lens, isFisheye) = try openCVLens(member)
      let camera = member.camera
      let pose = member.cameraFromWorld * upright
      // Pose2Sim has whole numbers as fractions; caliscope doesn't.
      let point = self == .caliscope || self == .freemocap ? "" : ".0"
      let lines =
        [
          "[\(table)]", "size = [\(camera.width)\(point), \(camera.height)\(point)]",
          "matrix = \(Self.matrix(Self.rows(of: camera)))",
          "distortions = [\(Self.list(lens))]",
          "rotation = [\(Self.list(pose.rotation.rotationVector))]",
          "translation = [\(Self.list(pose.translation * (millimetres ? 1000 : 1)))]",
        ] + further(member, isFisheye)
      text += lines.joined(separator: "\n") + "\n\n"
    }
    return text
  }

  private static let metadata = "[metadata]\nadjusted = false\nerror = 0.0\n"

  private static func quoted(_ text: String) -> String { JSONValue.string(text).compactText }

  private static func matrix(_ rows: [[Double]]) -> String {
    "[\(rows.map { "[\(list($0))]" }.joined(separator: ", "))]"
  }

  /// A dot in a bare key would make a table in a table.
  private static func tomlKey(_ name: String) -> String {
    name.contains(".") ? "\"\(name)\"" : name
  }

  // MARK: OpenCap

  /// As opencap-core's `calcIntrinsics` and `calcExtrinsics` leave it (`utilsChecker.py`).
  private func openCap(_ rig: CameraRig) throws(FileError) -> [(name: String, bytes: [UInt8])] {
    let board = world(rig, up: Vector3(0, -1, 0))
    var files: [(String, [UInt8])] = []
    for (index, member) in rig.cameras.enumerated() {
      let (lens, isFisheye) = try openCVLens(member)
      guard !isFisheye else { throw unwritable(member, "a fisheye lens") }
      guard lens.count <= 5 else { throw unwritable(member, "six radial coefficients") }
      let camera = member.camera
      let pose = member.cameraFromWorld * board
      let (r, turn, t) = (pose.rotation, pose.rotation.rotationVector, pose.translation * 1000)
      let pickle = NumPyPickle.bytes(of: [
        ("distortion", [1, 5], lens + [Double](repeating: 0, count: 5 - lens.count)),
        ("intrinsicMat", [3, 3], Self.rows(of: camera).flatMap { $0 }),
        ("imageSize", [2, 1], [Double(camera.height), Double(camera.width)]),
        (
          "rotation", [3, 3], [r.x.x, r.y.x, r.z.x, r.x.y, r.y.y, r.z.y, r.x.z, r.y.z, r.z.z]
        ), ("translation", [3, 1], [t.x, t.y, t.z]),
        ("rotation_EulerAngles", [3, 1], [turn.x, turn.y, turn.z]),
      ])
      files.append(("Videos/Cam\(index)/\(CameraReader.openCapName)", pickle))
    }
    return files
  }

  // MARK: OpenCV

  private func openCV(_ member: CameraRig.Member) throws(FileError) -> String {
    let (lens, isFisheye) = try openCVLens(member)
    let camera = member.camera
    let r = member.cameraFromWorld.rotation
    let rotation = [r.x.x, r.y.x, r.z.x, r.x.y, r.y.y, r.z.y, r.x.z, r.y.z, r.z.z]
    let t = member.cameraFromWorld.translation
    func matrix(_ name: String, _ rows: Int, _ columns: Int, _ numbers: [Double]) -> String {
      """
      \(name): !!opencv-matrix
         rows: \(rows)
         cols: \(columns)
         dt: d
         data: [ \(Self.list(numbers)) ]

      """
    }
    return """
      %YAML:1.0
      ---
      image_width: \(camera.width)
      image_height: \(camera.height)
      distortion_model: \(isFisheye ? "fisheye" : lens.count > 5 ? "rational_polynomial" : "plumb_bob")

      """ + matrix("camera_matrix", 3, 3, Self.rows(of: camera).flatMap { $0 })
        + matrix("distortion_coefficients", 1, lens.count, lens)
        + matrix("R", 3, 3, rotation) + matrix("T", 3, 1, [t.x, t.y, t.z])
  }

  // MARK: Kalibr

  private func kalibr(_ rig: CameraRig) throws(FileError) -> String {
    var text = ""
    var before: RigidTransform?
    let names = Self.fileNames(of: rig)
    for (index, member) in rig.cameras.enumerated() {
      let camera = member.camera
      var (lens, isFisheye) = try openCVLens(member)
      if !isFisheye, lens.count > 4 {
        guard lens[4...].allSatisfy({ $0 == 0 }) else {
          throw unwritable(member, "more than two radial coefficients")
        }
        lens = Array(lens.prefix(4))
      }
      text += "cam\(index):\n"
      if let before {
        let motion = member.cameraFromWorld * before.inverse
        let m = motion.columnMajor
        text += "  T_cn_cnm1:\n"
        for row in 0..<4 {
          text += "  - [\(Self.list([m[row], m[row + 4], m[row + 8], m[row + 12]]))]\n"
        }
      }
      before = member.cameraFromWorld
      text += """
          camera_model: pinhole
          distortion_coeffs: [\(Self.list(lens))]
          distortion_model: \(isFisheye ? "equidistant" : "radtan")
          intrinsics: [\(Self.list([camera.fx, camera.fy, camera.cx, camera.cy]))]
          resolution: [\(camera.width), \(camera.height)]
          rostopic: /\(names[index])/image_raw

        """
    }
    return text
  }

  // MARK: COLMAP

  /// COLMAP's pixels have their corners at whole numbers, and ours their centres.
  private func colmap(_ rig: CameraRig) throws(FileError) -> (cameras: String, images: String) {
    var cameras = "# CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]\n"
    var images = "# IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME\n# POINTS2D[]\n"
    for (index, member) in rig.cameras.enumerated() {
      let camera = member.camera
      let (lens, isFisheye) = try openCVLens(member)
      let pinhole = [camera.fx, camera.fy, camera.cx + 0.5, camera.cy + 0.5]
      let (model, numbers) =
        isFisheye
        ? ("OPENCV_FISHEYE", lens)
        : lens.count <= 4
          ? ("OPENCV", lens + [Double](repeating: 0, count: 4 - lens.count))
          : ("FULL_OPENCV", lens + [Double](repeating: 0, count: max(0, 8 - lens.count)))
      cameras +=
        "\(index + 1) \(model) \(camera.width) \(camera.height) "
        + (pinhole + numbers).map(Self.number).joined(separator: " ") + "\n"
      let (q, t) = (member.cameraFromWorld.rotation.quaternion, member.cameraFromWorld.translation)
      let pose = [q.w, q.vector.x, q.vector.y, q.vector.z, t.x, t.y, t.z].map(Self.number)
      let name = String(member.name.map { $0.isNewline ? " " : $0 })
      images += "\(index + 1) \(pose.joined(separator: " ")) \(index + 1) \(name)\n\n"
    }
    return (cameras, images)
  }

  // MARK: What they share

  /// OpenCV's coefficients of a lens, 4, 5 or 8, and whether they are those of its fisheye.
  private func openCVLens(
    _ member: CameraRig.Member
  ) throws(FileError) -> (coefficients: [Double], isFisheye: Bool) {
    guard let lens = member.camera.distortion, !lens.isNone else { return ([0, 0, 0, 0], false) }
    let coefficients = lens.coefficients
    switch lens.model {
    case .fisheye: return (coefficients, true)
    case .brownConrady:
      for count in [4, 5]
      where coefficients.count >= count && coefficients[count...].allSatisfy({ $0 == 0 }) {
        return (Array(coefficients[..<count]), false)
      }
      return (coefficients, false)
    case .realSenseModified, .realSenseInverse, .radialTable:
      throw unwritable(member, "the lens model \(lens.model.rawValue)")
    }
  }

  private func unwritable(_ member: CameraRig.Member, _ what: String) -> FileError {
    FileError(
      .unsuitable, path: member.name,
      "the camera has \(what), which \(title) can't express: write pose3d.rig/1, or calibrate the camera again"
    )
  }

  private static func rows(of camera: Camera) -> [[Double]] {
    [[camera.fx, 0, camera.cx], [0, camera.fy, camera.cy], [0, 0, 1]]
  }

  /// Names of letters, digits, "-", "_" and "." that differ from each other.
  private static func fileNames(
    of rig: CameraRig, besides others: Set<String> = []
  ) -> [String] {
    var taken = others
    return rig.cameras.map { member in
      let plain = String(
        member.name.unicodeScalars.map { scalar -> Character in
          let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
          return isPlain || "-_.".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        })
      let base = plain.drop { $0 == "." }.isEmpty ? "camera" : String(plain.drop { $0 == "." })
      var (name, count) = (base, 1)
      while !taken.insert(name.lowercased()).inserted {
        count += 1
        name = "\(base)_\(count)"
      }
      return name
    }
  }

  private static func list(_ numbers: [Double]) -> String {
    numbers.map(number).joined(separator: ", ")
  }

  private static func list(_ v: Vector3) -> String { list([v.x, v.y, v.z]) }

  /// All digits that matter, with a decimal point: YAML reads 1e-05 as text.
  private static func number(_ value: Double) -> String {
    let text = "\(value == 0 ? 0 : value)"
    guard let exponent = text.firstIndex(of: "e"), !text.contains(".") else { return text }
    return text[..<exponent] + ".0" + text[exponent...]
  }
}
