public import PoseDocuments
internal import PoseGeometry
public import PoseImaging

/// A file of several cameras and where they are.
public struct CameraRigFile: Sendable, Equatable {
  /// The schema that is read and written.
  public static let schema = "pose3d.rig/1"

  /// The file, as the caller named it.
  public let path: String
  /// The cameras.
  public internal(set) var rig: CameraRig
  /// The origin of its layout, in words.
  public let layout: String

  /// Reads a calibration of several cameras: `pose3d.rig/1`, TOML of Pose2Sim, Anipose, FreeMoCap and caliscope,
  /// Qualisys' `.qca.txt`, Kalibr's camera chain, OpenCV's stereo files. Its contents decide the format. A folder is
  /// COLMAP's text model, or every file of JSON, YAML or XML in it is a camera's, with a rotation and a translation
  /// from the world, called by the file's name.
  ///
  /// The file gives the vertical, or else the cameras do (`CameraRig.upByCameras`).
  ///
  /// - Throws: `FileError`: `noSuchFile`, `unknownFormat` for a file of another kind, and `unsuitable` when a camera
  ///   has no place or no intrinsics, two have one name or one place, or there is only one.
  public init(contentsOf path: String) throws(FileError) {
    guard FolderListing.isFolder(path) else {
      try self.init(
        bytes: try FileBytes.read(path, limit: CameraFile.sizeLimit), name: path)
      return
    }
    self = try CameraReader(path: path, options: CameraReadingOptions()).rigFolder()
  }

  /// Reads one from its bytes; `name` is what errors call it. Throws as `init(contentsOf:)` does.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    self = try CameraReader(path: name, options: CameraReadingOptions()).rigFile(bytes)
  }

  init(path: String, rig: CameraRig, layout: String) {
    (self.path, self.rig, self.layout) = (path, rig, layout)
  }

  /// A rig as a `pose3d.rig/1` document, with a line break at its end; the same rig gives the same text.
  public static func json(of rig: CameraRig) -> String {
    var members: [(String, JSONValue)] = [("schema", .string(schema))]
    if let up = rig.up { members.append(("up", .numbers([up.x, up.y, up.z]))) }
    if let sigma = rig.upSigma { members.append(("upSigma", .exact(sigma))) }
    if let sigma = rig.scaleSigma { members.append(("scaleSigma", .exact(sigma))) }
    members.append(
      (
        "cameras",
        .array(
          rig.cameras.map { member in
            JSONValue(
              member: member.name, intrinsics: member.camera,
              cameraFromWorld: member.cameraFromWorld.columnMajor, sigma: member.sigma)
          })
      ))
    if let covariance = rig.covariance {
      // Not rounded: some are less than 1e-12.
      members.append(("covariance", .array(covariance.lowerTriangle.map(JSONValue.exact))))
    }
    return JSONValue.object(members).text
  }
}

extension JSONValue {
  /// A camera of a rig.
  fileprivate init(
    member name: String, intrinsics: Camera, cameraFromWorld: [Double], sigma: CameraRig.Sigma?
  ) {
    guard case .object(let members) = JSONValue(intrinsics: intrinsics) else {
      preconditionFailure("a camera is an object")
    }
    var all = [("name", .string(name))] + members
    all.append(("cameraFromWorld", .numbers(cameraFromWorld)))
    if let sigma { all.append(("sigma", JSONValue(sigma: sigma))) }
    self = .object(all)
  }

  /// Standard deviations, not rounded: some are less than 1e-6.
  private init(sigma: CameraRig.Sigma) {
    func list(_ numbers: [Double]) -> JSONValue { .array(numbers.map(JSONValue.exact)) }
    var members: [(String, JSONValue)] = []
    if let values = sigma.intrinsics { members.append(("intrinsics", list(values))) }
    if let values = sigma.distortion { members.append(("distortion", list(values))) }
    if let v = sigma.rotation { members.append(("rotation", list([v.x, v.y, v.z]))) }
    if let v = sigma.position { members.append(("position", list([v.x, v.y, v.z]))) }
    self = .object(members)
  }
}
