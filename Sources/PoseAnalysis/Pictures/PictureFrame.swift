public import DepthIO
public import PoseDocuments
internal import PoseFiles
public import PoseImaging

/// A picture with its camera, its vertical and, where there is one, its depth map, read from files and
/// brought together.
public struct PictureFrame: Sendable {
  /// The upright picture.
  public let image: ColorImage
  /// Its camera.
  public let camera: Camera
  /// Registered to the picture: the same view at any resolution.
  public let depth: DepthMap?
  /// The gravity estimate.
  public let vertical: GravityEstimate
  /// Diagnostics for the user.
  public let diagnostics: [Diagnostic]

  let imageInput: SkeletonDocument.ImageInput
  let depthInput: SkeletonDocument.DepthInput?
  let cameraFile: String?
  /// The file of the depth map; `nil` where there is none of its own.
  let depthFileName: String?
  /// The file with the camera's intrinsics; `nil` if no file states them.
  let cameraPlace: String?

  /// Reads the files. Without a depth file, the depth map in the image's own file is taken, if it
  /// has one and the input allows it.
  ///
  /// Throws a `FileError`: those of `ColorFile`, `DepthFile` and `CameraFile`; `unsuitable` for an
  /// image too small to show a person; `depthMissing` if a unit or confidences are stated and there
  /// is no depth map; `mismatch` if sizes don't fit each other.
  public init(
    _ input: PictureInput, camera choice: CameraChoice = CameraChoice()
  ) throws(FileError) {
    let path = input.picture.name
    var bytes: [UInt8]?
    var options = input.reading
    let file = try ColorFile(
      showing: .person, input.picture, bytes: &bytes, options: options)
    image = file.image
    imageInput = .init(
      file: path, orientation: file.orientation.rawValue, width: file.image.width,
      height: file.image.height)
    let cameraBytes = try choice.contents()
    cameraFile = cameraBytes?.path
    depthFileName = input.depth?.name
    let size = (width: file.storedWidth, height: file.storedHeight)
    var calibration = try cameraBytes?.calibration(colorSize: size)
    options.unitOfIntegers = calibration?.depthUnit
    var ownDepthProblem: Diagnostic?
    let depthFile = try Self.depthFile(
      of: input, bytes: bytes, options: options, problem: &ownDepthProblem)
    if let depthFile {
      // Calibrations of a device have the depth camera of the mode that the map was taken in.
      calibration = try cameraBytes?.calibration(
        colorSize: size, depthSize: (depthFile.storedWidth, depthFile.storedHeight))
    } else if input.reading.depthUnit != nil || input.depthConfidence != nil
      || input.reading.channel != nil
    {
      throw FileError(
        .depthMissing, path: path,
        "there is no depth map whose unit, confidence or channel could be stated",
        remedy: .giveDepth)
    }
    let depth = try depthFile.map { (depthFile) throws(FileError) in
      RegisteredFrame.Depth(
        path: input.depth?.name ?? path, map: try input.withConfidence(depthFile.map, options),
        calibration: depthFile.camera, isEmbedded: input.depth == nil)
    }
    let view = try RegisteredFrame(
      of: file, path: path, depth: depth, cameraFile: calibration, choice: choice)
    (camera, self.depth) = (view.camera, view.depth)
    vertical = GravityEstimate(
      given: choice.givenGravity, stated: view.gravity, depth: view.depth,
      camera: view.camera)
    cameraPlace =
      switch view.camera.source {
      case .device, .estimated, .assumed, .user: nil
      case .file: cameraFile
      case .calibration, .exif: path
      }
    var diagnostics = view.diagnostics
    if let doubt = camera.doubt(statedIn: cameraPlace) { diagnostics.append(doubt) }
    if let ownDepthProblem { diagnostics.append(ownDepthProblem) }
    guard let depthFile, let depth else {
      depthInput = nil
      self.diagnostics = diagnostics
      return
    }
    depthInput = .init(
      file: depth.path, of: depthFile, frame: options.frame,
      confidenceFile: input.depthConfidence)
    diagnostics += depthFile.diagnostics(path: depth.path)
    if let diagnostic = vertical.diagnostic(
      calibration: cameraFile ?? depth.path, depth: depth.path)
    {
      diagnostics.append(diagnostic)
    }
    self.diagnostics = diagnostics
  }

  /// The depth file that was named, or the depth map in the picture's own file; `nil` without.
  private static func depthFile(
    of input: PictureInput, bytes: [UInt8]?, options: ReadingOptions, problem: inout Diagnostic?
  ) throws(FileError) -> DepthFile? {
    if let depth = input.depth {
      return try depth.depthFile(options: options)
    }
    guard input.usesOwnDepth, let bytes else { return nil }
    do throws(FileError) {
      return try DepthFile.embedded(inBytes: bytes, name: input.picture.name, options: options)
    } catch {
      guard options.channel == nil else { throw error }
      // It was not requested by name, and the image is sound.
      problem =
        Diagnostic(
          "\(input.picture.name): its own depth map can't be read, and is left out: \(error.problem)",
          remedy: error.remedy)
      return nil
    }
  }
}

extension PictureInput {
  /// The map with the confidences that the caller named, or as it is.
  func withConfidence(
    _ map: DepthMap, _ options: ReadingOptions
  ) throws(FileError) -> DepthMap {
    guard let depthConfidence else { return map }
    return try map.withConfidence(contentsOf: depthConfidence, options: options)
  }
}

/// A picture that is analysed, with the files that belong to it.
public struct PictureInput: Sendable {
  /// The picture: JPEG, PNG, HEIC, TIFF, OpenEXR, PPM or a Record3D recording.
  public var picture: FileInput
  /// A depth map of the same view, of any resolution; `nil` for the one in the picture's own file,
  /// where there is one.
  public var depth: FileInput?
  /// Whether the depth map in the picture's own file is used.
  public var usesOwnDepth = true
  /// A grey picture of the camera's confidence in the depth map, as in ARKit: 0, 1 and 2.
  public var depthConfidence: String?
  /// Options for reading the files: the unit of the depth map, channel, frame, limit of pixels.
  public var reading = ReadingOptions()

  /// A picture, and a depth map where there is one.
  public init(_ picture: FileInput, depth: FileInput? = nil) {
    self.picture = picture
    self.depth = depth
  }
}
