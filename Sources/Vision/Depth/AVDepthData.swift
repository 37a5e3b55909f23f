internal import DepthIO
public import Foundation
internal import PoseImaging

/// A depth map with its calibration, as a phone's camera makes it (AVFoundation).
///
/// Apple's come from capture and from Image I/O; this one also comes straight from a phone's file, or
/// from a map in memory. Holes are 0 or not a number.
public final class AVDepthData: Sendable {
  /// Whether the distances can be believed, or only their order and ratios.
  public enum Accuracy: Int, Sendable {
    /// Ratios hold; nothing is measured by it.
    case relative
    /// Distances are in metres.
    case absolute
  }

  /// The device's own word about the map.
  public enum Quality: Int, Sendable {
    /// Low.
    case low
    /// High.
    case high
  }

  /// The map, its values in the unit of its format.
  public let depthDataMap: CVPixelBuffer
  /// Whether the distances can be believed.
  public let depthDataAccuracy: Accuracy
  /// The device's own judgement of the map (default: `high`).
  public let depthDataQuality: Quality
  /// Whether the device has smoothed the map and filled its holes.
  public let isDepthDataFiltered: Bool
  /// The camera's calibration; `nil` when it isn't known.
  public let cameraCalibrationData: AVCameraCalibrationData?
  /// A file's facts about the camera if they are more than a camera's calibration.
  private let calibration: CameraFile?

  private init(
    map: CVPixelBuffer, accuracy: Accuracy, quality: Quality, isFiltered: Bool,
    calibration: CameraFile?, camera: AVCameraCalibrationData?
  ) {
    depthDataMap = map
    depthDataAccuracy = accuracy
    depthDataQuality = quality
    isDepthDataFiltered = isFiltered
    cameraCalibrationData = camera
    self.calibration = calibration
  }

  /// A depth map in memory. Not Apple's. `nil` for a buffer of a format without depth.
  ///
  /// - Parameters:
  ///   - depthDataMap: depths in metres or disparities in one over metres, by its format.
  ///   - accuracy: whether they can be believed.
  ///   - cameraCalibrationData: the camera's calibration, when it is known.
  ///   - isFiltered: whether holes have been filled.
  public convenience init?(
    depthDataMap: CVPixelBuffer, accuracy: Accuracy = .absolute,
    cameraCalibrationData: AVCameraCalibrationData? = nil, isFiltered: Bool = false
  ) {
    guard Self.formats.contains(depthDataMap.format) else { return nil }
    self.init(
      map: depthDataMap, accuracy: accuracy, quality: .high, isFiltered: isFiltered,
      calibration: nil, camera: cameraCalibrationData)
  }

  /// Depths in metres, row by row from the top; 0 or not a number where nothing was measured. Not
  /// Apple's. `nil` unless there is a number for every pixel, and at least one pixel.
  public convenience init?(
    width: Int, height: Int, metres: [Float], accuracy: Accuracy = .absolute,
    cameraCalibrationData: AVCameraCalibrationData? = nil
  ) {
    guard
      let map = CVBuffer(width: width, height: height, format: kCVPixelFormatType_DepthFloat32),
      metres.count == width * height
    else { return nil }
    map.write(metres)
    self.init(
      depthDataMap: map, accuracy: accuracy, cameraCalibrationData: cameraCalibrationData)
  }

  /// The depth map in a phone's picture, or in a file of depth alone, upright; it goes with the picture
  /// of `CGImage(contentsOf:)`. Not Apple's.
  ///
  /// Throws an error of `VNErrorDomain`: `invalidImage` for a file that can't be read, `dataUnavailable`
  /// for one without depth.
  public convenience init(contentsOf url: URL) throws {
    do {
      let file = try StillFile(url)
      guard let depth = file.depth() ?? (try? file.depthAlone()) else {
        throw VisionFailure(.dataUnavailable, "\(url.path): there is no depth map in it")
      }
      self.init(depth)
    } catch {
      throw VisionFailure(error).cocoaError
    }
  }

  /// A map with the other facts of its original; `nil` has none, and nothing is measured by it
  /// then.
  convenience init(map: CVPixelBuffer, describedBy origin: AVDepthData?) {
    self.init(
      map: map, accuracy: origin?.depthDataAccuracy ?? .relative,
      quality: origin?.depthDataQuality ?? .high, isFiltered: origin?.isDepthDataFiltered ?? false,
      calibration: origin?.calibration, camera: origin?.cameraCalibrationData)
  }

  convenience init(_ file: DepthFile) {
    let map = file.map
    // A map that was read has a size.
    let buffer = CVBuffer(
      width: map.width, height: map.height, format: kCVPixelFormatType_DepthFloat32)!
    buffer.write(map.metres)
    self.init(
      map: buffer, accuracy: map.isMetric ? .absolute : .relative,
      quality: file.details.quality == "low" ? .low : .high,
      isFiltered: file.details.isFiltered ?? false, calibration: file.camera,
      camera: file.camera.map { AVCameraCalibrationData($0.color) })
  }

  static let formats: [OSType] = [
    kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32,
    kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32,
  ]

  /// The format of the map, one of the four of depth and disparity.
  public var depthDataType: OSType { depthDataMap.format }

  /// The formats that it can be had in.
  public var availableDepthDataTypes: [OSType] { Self.formats }

  /// The map in another format. A format without depth changes nothing.
  public func converting(toDepthDataType depthDataType: OSType) -> AVDepthData {
    guard Self.formats.contains(depthDataType), depthDataType != self.depthDataType,
      let map = CVBuffer(
        width: depthDataMap.width, height: depthDataMap.height, format: depthDataType)
    else { return self }
    map.write(depthDataMap.metres)
    return with(map: map, calibration: calibration, camera: cameraCalibrationData)
  }

  /// The map turned upright, its calibration with it.
  public func applyingExifOrientation(
    _ exifOrientation: CGImagePropertyOrientation
  ) -> AVDepthData {
    guard exifOrientation != .up else { return self }
    return AVDepthData(file.oriented(ImageOrientation(exifOrientation)))
      .converting(toDepthDataType: depthDataType)
  }

  /// Another map of the same view. As with Apple's, the calibration is dropped. Throws an error of
  /// `VNErrorDomain`, `invalidFormat`, for a buffer without depth.
  public func replacingDepthDataMap(with pixelBuffer: CVPixelBuffer) throws -> AVDepthData {
    guard Self.formats.contains(pixelBuffer.format) else {
      throw VisionFailure(
        .invalidFormat,
        "a pixel buffer of the format \(PixelFormat.name(pixelBuffer.format)) holds no depth: hdis, fdis, hdep or fdep was expected"
      ).cocoaError
    }
    return with(map: pixelBuffer, calibration: nil, camera: nil)
  }

  private func with(
    map: CVPixelBuffer, calibration: CameraFile?, camera: AVCameraCalibrationData?
  ) -> AVDepthData {
    AVDepthData(
      map: map, accuracy: depthDataAccuracy, quality: depthDataQuality,
      isFiltered: isDepthDataFiltered, calibration: calibration, camera: camera)
  }

  /// The map as it is analysed.
  var file: DepthFile {
    let map = DepthMap(
      width: depthDataMap.width, height: depthDataMap.height, metres: depthDataMap.metres,
      scale: depthDataAccuracy == .absolute ? .file : .unknown)
    var details = DepthDetails(format: "AVDepthData", encoding: PixelFormat.name(depthDataType))
    details.accuracy = depthDataAccuracy == .absolute ? .absolute : .relative
    details.isFiltered = isDepthDataFiltered
    details.quality = depthDataQuality == .low ? "low" : "high"
    let camera =
      calibration
      ?? cameraCalibrationData.map { CameraFile(name: "depth data", color: $0.camera) }
    return DepthFile(map, camera: camera, details: details)
  }
}

extension CVBuffer {
  /// Depths in metres of a raster of depth or disparity, not a number where there are none.
  var metres: [Float] {
    let count = width * height
    let values: [Float] =
      switch format {
      case kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat16:
        (0..<count).map { Float(memory.load(fromByteOffset: 2 * $0, as: Float16.self)) }
      default: (0..<count).map { memory.load(fromByteOffset: 4 * $0, as: Float.self) }
      }
    return values.map { value in
      guard value > 0, value.isFinite else { return .nan }
      return isDisparity ? 1 / value : value
    }
  }

  /// Takes over depths in metres.
  func write(_ metres: [Float]) {
    let isHalf =
      format == kCVPixelFormatType_DepthFloat16 || format == kCVPixelFormatType_DisparityFloat16
    for (index, depth) in metres.enumerated() {
      let value = isDisparity ? 1 / depth : depth
      if isHalf {
        memory.storeBytes(of: Float16(value), toByteOffset: 2 * index, as: Float16.self)
      } else {
        memory.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
      }
    }
  }

  private var isDisparity: Bool {
    format == kCVPixelFormatType_DisparityFloat16 || format == kCVPixelFormatType_DisparityFloat32
  }
}

// The auxiliary picture of depth as Image I/O hands it over, and AVFoundation takes it.

/// The auxiliary picture that holds disparity.
public let kCGImageAuxiliaryDataTypeDisparity = "kCGImageAuxiliaryDataTypeDisparity"
/// The auxiliary picture that holds depth.
public let kCGImageAuxiliaryDataTypeDepth = "kCGImageAuxiliaryDataTypeDepth"
/// The bytes of an auxiliary picture.
public let kCGImageAuxiliaryDataInfoData = "kCGImageAuxiliaryDataInfoData"
/// The layout of an auxiliary picture's bytes: "PixelFormat", "Width", "Height", "BytesPerRow".
public let kCGImageAuxiliaryDataInfoDataDescription = "kCGImageAuxiliaryDataInfoDataDescription"
/// The metadata of an auxiliary picture: here the `AVDepthData` that it is from.
public let kCGImageAuxiliaryDataInfoMetadata = "kCGImageAuxiliaryDataInfoMetadata"

extension AVDepthData {
  /// The depth map of an auxiliary picture, as `CGImageSourceCopyAuxiliaryDataInfoAtIndex` gives it, or
  /// of a dictionary with its bytes and their description.
  ///
  /// Throws an error of `VNErrorDomain`, `invalidArgument`, for a dictionary that lacks them, or
  /// whose bytes don't match the description.
  public convenience init(fromDictionaryRepresentation dictionary: [AnyHashable: Any]) throws {
    let description =
      dictionary[kCGImageAuxiliaryDataInfoDataDescription] as? [AnyHashable: Any] ?? [:]
    func number(_ key: String) -> Int? { (description[key] as? any BinaryInteger).map { Int($0) } }
    guard let data = dictionary[kCGImageAuxiliaryDataInfoData] as? Data,
      let width = number("Width"), let height = number("Height"),
      let format = number("PixelFormat").flatMap(OSType.init(exactly:)),
      AVDepthData.formats.contains(format),
      let map = CVBuffer(width: width, height: height, format: format)
    else {
      throw VisionFailure(
        .invalidArgument,
        "the dictionary holds no depth map: \(kCGImageAuxiliaryDataInfoData) with the bytes, and \(kCGImageAuxiliaryDataInfoDataDescription) with Width, Height, PixelFormat and BytesPerRow were expected"
      ).cocoaError
    }
    let row = map.planes[0].bytesPerRow
    let stride = number("BytesPerRow") ?? row
    guard stride >= row, data.count >= stride * (height - 1) + row else {
      throw VisionFailure(
        .invalidArgument,
        "the depth map of \(width)×\(height) has \(data.count) bytes, \(row * height) were expected"
      ).cocoaError
    }
    for line in 0..<height {
      let start = data.startIndex + line * stride
      UnsafeMutableRawBufferPointer(start: map.memory + line * row, count: row)
        .copyBytes(from: data[start..<(start + row)])
    }
    let origin = dictionary[kCGImageAuxiliaryDataInfoMetadata] as? AVDepthData
    self.init(map: map, describedBy: origin)
  }

  /// The map's bytes with their description, and the kind of auxiliary picture that they are.
  public func dictionaryRepresentation(
    forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<NSString?>?
  ) -> [AnyHashable: Any]? {
    let isDepth =
      depthDataType == kCVPixelFormatType_DepthFloat32
      || depthDataType == kCVPixelFormatType_DepthFloat16
    outAuxDataType?.pointee = NSString(
      string: isDepth ? kCGImageAuxiliaryDataTypeDepth : kCGImageAuxiliaryDataTypeDisparity)
    return auxiliaryPicture
  }

  /// The map's bytes with their description.
  var auxiliaryPicture: [AnyHashable: Any] {
    let map = depthDataMap
    let description: [AnyHashable: Any] = [
      "PixelFormat": Int(map.format), "Width": map.width, "Height": map.height,
      "BytesPerRow": map.planes[0].bytesPerRow,
    ]
    return [
      kCGImageAuxiliaryDataInfoData: Data(bytes: map.memory, count: map.byteCount),
      kCGImageAuxiliaryDataInfoDataDescription: description,
      kCGImageAuxiliaryDataInfoMetadata: self,
    ]
  }
}
