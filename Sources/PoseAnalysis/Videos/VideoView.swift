internal import DepthIO
internal import PoseDocuments
internal import PoseImaging
internal import PoseVideo

/// The camera of a video, its vertical, and how its depth maps come into the picture's view.
struct VideoView: Sendable {
  /// Of the upright picture.
  let camera: Camera
  /// The gravity estimate; the camera is taken to stand still.
  let vertical: GravityEstimate
  /// The file with the camera's intrinsics; `nil` if no file states them.
  let cameraPlace: String?
  /// Diagnostics for the user.
  let diagnostics: [Diagnostic]

  private let registration: DepthRegistration

  /// The registration of depth maps with the image's view.
  private struct DepthRegistration {
    let calibration: CameraFile?
    let camera: Camera
    let path: String

    func registered(_ map: DepthMap) throws(FileError) -> DepthMap {
      guard let calibration else {
        return try map.registered(toWidth: camera.width, height: camera.height, path: path)
      }
      return try calibration.registered(
        map, toWidth: camera.width, height: camera.height, depthPath: path)
    }
  }

  /// The view of a video.
  ///
  /// - Parameters:
  ///   - path: its name in sentences.
  ///   - depthPath: the name of what holds the depth maps.
  ///   - choice: the settings of the camera.
  ///   - cameraFile: the calibration in the camera file.
  ///   - depths: a few of its depth maps, in which the floor is looked for.
  init(
    of info: VideoInfo, path: String, depthPath: String, choice: CameraChoice,
    cameraFile: CameraFile?, depths: [DepthMap]
  ) throws(FileError) {
    let (width, height) = (info.width, info.height)
    // A caller that states the colour camera alone leaves the depth camera of a recording's maps as
    // it is.
    let stated = cameraFile?.upright(with: info.orientation, width: width, height: height)
      .withDepthCamera(of: depthPath == path ? info.calibration : nil)
    let camera = try choice.camera(
      forWidth: width, height: height, stated: stated, own: info.calibration,
      focalLengthIn35mmFilm: info.focalLengthIn35mmFilm,
      focalLengthSigma: CameraChoice.videoFocalLengthSigma, isOfPhone: info.phone != nil,
      depth: depths.first.flatMap { $0.isMetric ? ($0.width, $0.height) : nil })
    self.camera = camera
    var diagnostics: [Diagnostic] = []
    if let diagnostic = CameraChoice.diagnostic(
      on: camera, missing: "\(path): no camera file and no \(setting: .fieldOfView)",
      depth: depths.first { $0.isMetric }, phone: info.phone)
    {
      diagnostics.append(diagnostic)
    }
    cameraPlace = [.calibration, .exif].contains(camera.source) ? path : cameraFile?.path
    if let doubt = camera.doubt(statedIn: cameraPlace) { diagnostics.append(doubt) }
    let calibration = stated ?? info.calibration
    let registration = DepthRegistration(
      calibration: calibration, camera: camera, path: depthPath)
    self.registration = registration
    vertical = GravityEstimate(
      given: choice.givenGravity, stated: calibration?.gravity,
      depths: try depths.map { (map) throws(FileError) in try registration.registered(map) },
      camera: camera)
    if let diagnostic = vertical.diagnostic(
      calibration: calibration?.path ?? depthPath, depth: depthPath)
    {
      diagnostics.append(diagnostic)
    }
    self.diagnostics = diagnostics
  }

  /// A depth map of the video in the picture's view.
  func registered(_ map: DepthMap) throws(FileError) -> DepthMap {
    try registration.registered(map)
  }
}
