internal import DepthIO
internal import PoseDocuments
internal import PoseImaging

/// A colour picture, its camera and, where there is one, a depth map of the same view: files that
/// people keep side by side, brought together.
struct RegisteredFrame {
  /// Of the upright picture.
  let camera: Camera
  /// In the picture's view, at any resolution.
  let depth: DepthMap?
  /// Direction of gravity in the camera's frame, as the calibration states it.
  let gravity: SIMD3<Double>?
  /// Diagnostics for the user.
  private(set) var diagnostics: [Diagnostic] = []

  /// A depth map with the file it is from.
  struct Depth {
    let path: String
    let map: DepthMap
    /// The calibration in that file, upright as the map is.
    let calibration: CameraFile?
    /// Whether it came out of the picture's own file, turned as the picture is.
    let isEmbedded: Bool
  }

  /// Brings the parts together.
  ///
  /// - Parameters:
  ///   - cameraFile: the calibration in the camera file that the caller named.
  ///   - choice: the caller's other settings of the camera.
  init(
    of file: ColorFile, path: String, depth: Depth?, cameraFile: CameraFile?, choice: CameraChoice
  ) throws(FileError) {
    let (width, height) = (file.image.width, file.image.height)
    if Self.hidesItsTurn(file) {
      let companions = [depth.flatMap { $0.isEmbedded ? nil : $0.path }, cameraFile?.path]
        .compactMap { $0 }
      if !companions.isEmpty {
        diagnostics.append(
          "\(path): stored turned or mirrored (EXIF orientation \(file.orientation.rawValue)) in a shape that doesn't show it: \(companions.joined(separator: " and ")) \(companions.count == 1 ? "is" : "are") taken to be upright."
        )
      }
    }
    let stated = cameraFile?.upright(with: file.orientation, width: width, height: height)
    var own = depth?.calibration
    if let depth, !depth.isEmbedded {
      own = own?.upright(with: file.orientation, width: width, height: height)
    }
    if let calibration = own, stated == nil,
      !haveSameAspect((calibration.color.width, calibration.color.height), (width, height))
    {
      diagnostics.append(
        "\(calibration.path): its calibration is for \(calibration.color.width)×\(calibration.color.height), another shape than \(path), and is not used for it."
      )
      own = nil
    }
    gravity = (stated ?? own)?.gravity
    camera = try choice.camera(
      forWidth: width, height: height, stated: stated, own: own,
      focalLengthIn35mmFilm: file.focalLengthIn35mmFilm,
      depth: depth.flatMap { $0.map.isMetric ? ($0.map.width, $0.map.height) : nil })
    self.depth = try depth.map { (depth) throws(FileError) in
      try Self.registered(depth, to: file, calibration: stated ?? own)
    }
  }

  /// The depth map in the picture's view, turned upright with it when it is stored the same way.
  private static func registered(
    _ depth: Depth, to file: ColorFile, calibration: CameraFile?
  ) throws(FileError) -> DepthMap {
    let (width, height) = (file.image.width, file.image.height)
    if let calibration, calibration.colorFromDepth != nil {
      return try calibration.registered(
        depth.map, toWidth: width, height: height, depthPath: depth.path)
    }
    let map = depth.map
    let isTurned =
      !depth.isEmbedded && file.orientation.swapsAxes
      && haveSameLie((map.width, map.height), (height, width))
    let upright = isTurned ? map.oriented(file.orientation) : map
    guard let calibration else {
      return try upright.registered(toWidth: width, height: height, path: depth.path)
    }
    return try calibration.registered(
      upright, toWidth: width, height: height, depthPath: depth.path)
  }

  /// Whether the picture was turned or mirrored on reading and has the same shape as before.
  private static func hidesItsTurn(_ file: ColorFile) -> Bool {
    file.orientation != .up && file.storedWidth == file.image.width
  }
}
