internal import CFFmpeg
import DepthIO

/// The contents of an Azure Kinect's recording besides its tracks (Azure Kinect Sensor SDK, "Azure
/// Kinect DK recording file format").
enum AzureKinectRecording {
  /// The calibration that is attached to a recording, for pictures of these sizes; `nil` without
  /// one, or when it can't be read.
  static func calibration(
    in container: Container, colorSize: (width: Int, height: Int),
    depthSize: (width: Int, height: Int)?
  ) -> CameraFile? {
    guard container.isAzureKinect else { return nil }
    let attachment = container.streams.first { stream in
      stream.parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT
        && Container.value("filename", in: stream.metadata) == "calibration.json"
    }
    guard let attachment, let start = attachment.parameters.extradata else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(attachment.parameters.extradata_size))
    // The SDK writes the text with the zero that ends it.
    let text = Array(bytes.prefix { $0 != 0 })
    return try? CameraFile(
      bytes: text, name: "\(container.path), calibration.json",
      options: CameraReadingOptions(colorSize: colorSize, depthSize: depthSize))
  }
}
