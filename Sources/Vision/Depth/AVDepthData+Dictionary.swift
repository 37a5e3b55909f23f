public import Foundation
internal import PoseImaging

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
