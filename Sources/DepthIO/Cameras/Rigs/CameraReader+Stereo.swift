internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// OpenCV's files of two cameras (`stereoCalibrate`, samples/cpp/stereo_calib.cpp): the matrices and distortions of both,
/// and `R`, `T` from the first camera's frame to the second's; and files of one camera each with a rotation and a
/// translation from the world, in a folder.
extension CameraReader {
  private static let matrices = [
    ["cameramatrix1", "m1", "k1", "mtx1"], ["cameramatrix2", "m2", "k2", "mtx2"],
  ]
  private static let distortions = [
    ["distcoeffs1", "distortioncoefficients1", "d1", "dist1"],
    ["distcoeffs2", "distortioncoefficients2", "d2", "dist2"],
  ]
  private static let rotations = ["r", "rvec", "rotation", "rotationmatrix", "rotationvector"]
  private static let translations = ["t", "tvec", "translation", "translationvector"]

  /// Both cameras of a stereo file.
  func stereoRig(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraRigFile {
    guard document.member(named: Self.matrices[0]) != nil else { throw Self.noRig }
    var cameras: [Camera] = []
    for place in 0..<2 {
      guard let matrix = document.member(named: Self.matrices[place]) else {
        throw Problem("the second camera's matrix is missing")
      }
      var lens: LensDistortion?
      if let list = document.member(named: Self.distortions[place]) {
        lens = try openCVDistortion(try list.flatNumbers(), in: list)
      }
      cameras.append(
        try camera(
          try openCVSize(document), matrix: try matrix.matrixNumbers(9), distortion: lens))
    }
    let motion = try Self.place(in: document)
    return try rigFile(
      Self.inMetres(
        [
          .init(name: "1", camera: cameras[0], cameraFromWorld: .identity),
          .init(name: "2", camera: cameras[1], cameraFromWorld: motion),
        ], beyond: 20), up: nil, layout: "OpenCV, two cameras")
  }

  private static let endings = [".json", ".xml", ".yaml", ".yml", ".pickle", ".pkl"]

  /// The cameras of a folder with a file for each, or of a session of OpenCap's with a folder for each.
  func rigFolder() throws(FileError) -> CameraRigFile {
    if let files = colmapFiles { return try colmapRig(files) }
    var members: [CameraRig.Member] = []
    let session = openCapFiles
    for (name, file) in session.isEmpty ? cameraFiles : session {
      let bytes = try FileBytes.read(file, limit: Self.sizeLimit)
      members.append(
        try CameraReader(path: file, options: options).rigMember(bytes, name: name))
    }
    do throws(Problem) {
      return try rigFile(
        session.isEmpty ? Self.inMetres(members, beyond: 100) : members, up: nil,
        layout: session.isEmpty ? "a folder of OpenCV's files" : "OpenCap")
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  private var cameraFiles: [(name: String, file: String)] {
    (FolderListing.names(in: path) ?? []).sorted().compactMap { name in
      Self.endings.first(where: name.lowercased().hasSuffix).map {
        (String(name.dropLast($0.count)), "\(path)/\(name)")
      }
    }
  }

  /// The cameras' pickles in the folders of a session, or of its folder of videos.
  private var openCapFiles: [(name: String, file: String)] {
    for folder in [path, "\(path)/Videos"] {
      let found = (FolderListing.names(in: folder) ?? []).sorted().compactMap { name in
        let inside = FolderListing.names(in: "\(folder)/\(name)") ?? []
        return inside.contains(Self.openCapName)
          ? (name: name, file: "\(folder)/\(name)/\(Self.openCapName)") : nil
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// A camera of a folder, with the intrinsics and the pose in its file.
  func rigMember(_ bytes: [UInt8], name: String) throws(FileError) -> CameraRig.Member {
    if PickleTree.begins(bytes) {
      do throws(Problem) {
        return try pickledMember(bytes, name: name)
      } catch {
        throw FileError(.unsuitable, path: path, error)
      }
    }
    let file = try cameraFile(bytes)
    do throws(Problem) {
      guard let text = String(validating: bytes, as: UTF8.self), let syntax = CameraSyntax(text)
      else { throw Self.noRig }
      let document: DocumentNode
      switch syntax {
      case .json: document = try DocumentNode(parsing: bytes)
      case .yaml: document = DocumentNode(try YAMLTree.value(of: text))
      case .xml: document = DocumentNode(FileStorageXML.value(of: try XMLTree(parsing: bytes)))
      case .toml, .numbers, .deviceListing: throw Self.noRig
      }
      return CameraRig.Member(
        name: name, camera: file.color, cameraFromWorld: try Self.place(in: document))
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  static func place(
    in document: DocumentNode
  ) throws(DocumentNode.Problem) -> RigidTransform {
    guard let rotation = document.member(named: rotations),
      let translation = document.member(named: translations)
    else { throw Problem("it has no \"R\" and \"T\": where the camera is isn't known") }
    return try motion(rotation, translation)
  }

  /// A motion from a rotation vector or matrix (row by row) and a translation.
  static func motion(
    _ rotation: DocumentNode, _ translation: DocumentNode
  ) throws(DocumentNode.Problem) -> RigidTransform {
    var (r, t) = ([Double](), [Double]())
    for node in try rotation.flatNumbers() { r.append(try node.number()) }
    for node in try translation.flatNumbers() { t.append(try node.number()) }
    guard t.count == 3 else { throw translation.mismatch(expected: "3 numbers") }
    let shift = Vector3(t[0], t[1], t[2])
    if r.count == 3 {
      return RigidTransform(rotationVector: Vector3(r[0], r[1], r[2]), translation: shift)
    }
    let columns = [0, 3, 6, 1, 4, 7, 2, 5, 8]
    guard r.count == 9 else {
      throw rotation.mismatch(expected: "a rotation vector of 3 numbers or a matrix of 9")
    }
    let m = columns.map { r[$0] }
    let whole = RigidTransform(
      columnMajor: [
        m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, t[0], t[1], t[2], 1,
      ], tolerance: 1e-3)
    guard let whole else { throw rotation.mismatch(expected: "a rotation") }
    return whole
  }

  /// The cameras with places in metres: where they are farther apart than so many, in millimetres.
  static func inMetres(_ members: [CameraRig.Member], beyond limit: Double) -> [CameraRig.Member] {
    guard let first = members.first else { return members }
    let span = members.map { ($0.position - first.position).length }.max() ?? 0
    guard span > limit else { return members }
    return members.map { member in
      var member = member
      member.cameraFromWorld.translation /= 1000
      return member
    }
  }
}
