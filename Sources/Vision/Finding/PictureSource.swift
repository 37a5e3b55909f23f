internal import PoseAnalysis
internal import DepthIO
internal import PoseDetection
internal import Foundation
internal import PoseImaging
internal import simd
internal import Synchronization

/// The picture of a handler with what belongs to it, read when the first request needs it, and once.
final class PictureSource: @unchecked Sendable {
  /// The origin of the image.
  enum Origin {
    case file(URL)
    case data(Data)
    case image(CGImage)
    case buffer(CVPixelBuffer)
    /// There is none.
    case missing(String)
  }

  /// The time of a frame; zero for a single image. Set before requests are performed.
  var timeRange = CMTimeRange.zero

  private let origin: Origin
  /// `nil` for the one that the file states.
  private let orientation: ImageOrientation?
  private let depth: AVDepthData?
  /// Of the raster, before it is turned; `nil` when they aren't known.
  private let intrinsics: simd_float3x3?
  /// The error in the options.
  private let problem: VisionFailure?

  /// What has been read.
  private struct Known {
    var picture: ColorImage?
    var frame: PictureFrame?
  }

  private let known = Mutex(Known())

  init(
    _ origin: Origin, orientation: CGImagePropertyOrientation?, depth: AVDepthData? = nil,
    options: [VNImageOption: Any] = [:], intrinsics: simd_float3x3? = nil
  ) {
    self.origin = origin
    self.orientation = orientation.map(ImageOrientation.init)
    self.depth = depth
    do {
      self.intrinsics = try Self.intrinsics(in: options) ?? intrinsics
      problem = nil
    } catch {
      self.intrinsics = nil
      problem = error
    }
  }

  /// A frame of a recording.
  convenience init(
    _ buffer: CMSampleBuffer, orientation: CGImagePropertyOrientation?, depth: AVDepthData? = nil,
    options: [VNImageOption: Any] = [:]
  ) {
    let origin: Origin =
      buffer.imageBuffer.map { .buffer($0) } ?? .missing("the sample buffer holds no image")
    self.init(
      origin, orientation: orientation, depth: depth, options: options,
      intrinsics: buffer.intrinsics)
    if buffer.presentationTimeStamp.isNumeric {
      timeRange = CMTimeRange(
        start: buffer.presentationTimeStamp,
        duration: buffer.duration.isNumeric ? buffer.duration : .zero)
    }
  }

  /// The intrinsics among the options: a matrix, or its bytes.
  private static func intrinsics(
    in options: [VNImageOption: Any]
  ) throws(VisionFailure) -> simd_float3x3? {
    switch options[.cameraIntrinsics] {
    case nil: return nil
    case let matrix as simd_float3x3: return matrix
    case let data as Data where data.count == MemoryLayout<simd_float3x3>.size:
      var matrix = simd_float3x3()
      _ = withUnsafeMutableBytes(of: &matrix) { data.copyBytes(to: $0) }
      return matrix
    case let value?:
      throw VisionFailure(
        .invalidOption,
        "cameraIntrinsics is \(type(of: value)): a matrix_float3x3, or Data with its \(MemoryLayout<simd_float3x3>.size) bytes, was expected"
      )
    }
  }
}

// MARK: Reading

extension PictureSource {
  /// The upright picture.
  func picture() throws -> ColorImage {
    try known.withLock { known in
      if let problem { throw problem }
      if let image = known.frame?.image ?? known.picture { return image }
      let image = try readPicture()
      known.picture = image
      return image
    }
  }

  /// The upright picture with its camera and its depth map.
  func frame() throws -> PictureFrame {
    try known.withLock { known in
      if let problem { throw problem }
      if let frame = known.frame { return frame }
      let (input, camera) = try input()
      let frame = try PictureFrame(input, camera: camera)
      known.frame = frame
      return frame
    }
  }

  private func readPicture() throws -> ColorImage {
    switch origin {
    case .file(let url): try large(upright(StillFile(url).color()))
    case .data(let data): try large(upright(StillFile(data).color()))
    case .image, .buffer, .missing: try raster().upright(orientation ?? .up)
    }
  }

  /// The picture in memory, as it is stored.
  private func raster() throws(VisionFailure) -> ColorImage {
    switch origin {
    case .image(let picture): return try large(picture.image)
    case .buffer(let buffer): return try large(buffer.colors())
    case .missing(let message): throw VisionFailure(.invalidImage, message)
    case .file, .data: preconditionFailure("a file is read by itself")
    }
  }

  /// The image, if it is large enough to show a person.
  private func large(_ image: ColorImage) throws(VisionFailure) -> ColorImage {
    guard min(image.width, image.height) >= 16 else {
      throw VisionFailure(
        .invalidImage,
        "the image is of \(image.width)×\(image.height) pixels: at least 16×16 are needed")
    }
    return image
  }

  /// The image of a file, turned by the caller's orientation rather than the file's.
  private func upright(_ file: ColorFile) -> ColorImage {
    guard let orientation, orientation != file.orientation else { return file.image }
    return file.image.upright(file.orientation.inverse).upright(orientation)
  }

  private typealias Input = (picture: PictureInput, camera: CameraChoice)

  private func input() throws -> Input {
    switch origin {
    case .file(let url): try input(StillFile(url))
    case .data(let data): try input(StillFile(data))
    case .image, .buffer, .missing: try inputFromMemory()
    }
  }

  private func inputFromMemory() throws -> Input {
    let turn = orientation ?? .up
    let image = try raster()
    var input = PictureInput(FileInput(name: "image", picture: image.upright(turn)))
    input.depth = depth.map {
      FileInput(name: "depth data", depthFile: $0.file.oriented(turn))
    }
    var camera = CameraChoice()
    camera.calibration = try calibration(width: image.width, height: image.height)?.oriented(turn)
    return (input, camera)
  }

  /// A file as it is, or its parts if the caller's settings go beyond the file.
  private func input(_ still: StillFile) throws -> Input {
    guard orientation != nil || intrinsics != nil else {
      return (PictureInput(still.input), CameraChoice())
    }
    let file = try still.color()
    let turn = orientation ?? file.orientation
    guard turn != file.orientation || intrinsics != nil else {
      return (PictureInput(still.input), CameraChoice())
    }
    let image = try large(upright(file))
    var input = PictureInput(FileInput(name: still.input.name, picture: image))
    let embedded = still.depth()
    input.depth = embedded.map { depth in
      let turned =
        turn == file.orientation ? depth : depth.oriented(file.orientation.inverse).oriented(turn)
      return FileInput(name: still.input.name, depthFile: turned)
    }
    var camera = CameraChoice()
    camera.calibration = try calibration(
      width: file.storedWidth, height: file.storedHeight)?.oriented(turn)
    if camera.calibration == nil, embedded?.camera == nil,
      let focalLength = file.focalLengthIn35mmFilm
    {
      camera.calibration = CameraFile(
        name: still.input.name,
        color: Camera(
          focalLengthIn35mmFilm: focalLength, width: image.width, height: image.height))
    }
    return (input, camera)
  }

  /// The calibration that the caller gave, for the raster; `nil` without one.
  private func calibration(width: Int, height: Int) throws(VisionFailure) -> CameraFile? {
    guard let intrinsics else { return nil }
    guard let camera = Camera(intrinsics, width: width, height: height, source: .user) else {
      throw VisionFailure(
        .invalidOption,
        "cameraIntrinsics is no camera's for \(width)×\(height) pixels: focal lengths of \(intrinsics[0, 0]) and \(intrinsics[1, 1]), principal point \(intrinsics[2, 0]), \(intrinsics[2, 1])"
      )
    }
    return CameraFile(name: "cameraIntrinsics", color: camera)
  }
}

// MARK: The part that is searched

extension PictureSource {
  /// The region of interest in pixels of the upright picture; `nil` for all of it. Throws a
  /// `VisionFailure`, `invalidArgument`, for one that isn't inside the picture.
  func region(_ rectangle: CGRect) throws -> RegionOfInterest? {
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    guard rectangle != whole else { return nil }
    let slack = 1e-6
    guard rectangle.width > 0, rectangle.height > 0, rectangle.minX >= -slack,
      rectangle.minY >= -slack, rectangle.maxX <= 1 + slack, rectangle.maxY <= 1 + slack
    else {
      throw VisionFailure(
        .invalidArgument,
        "the region of interest [\(rectangle.minX), \(rectangle.minY), \(rectangle.width), \(rectangle.height)] is not within [0, 0, 1, 1]"
      )
    }
    let picture = try picture()
    return RegionOfInterest(
      normalizedX: rectangle.minX, normalizedY: rectangle.minY, normalizedWidth: rectangle.width,
      normalizedHeight: rectangle.height, imageWidth: picture.width, imageHeight: picture.height)
  }
}
