internal import Foundation
public import simd

/// A frame of a recording: its picture and when it was taken (Core Media).
///
/// Apple's come from a camera or a file; this one is made from a pixel buffer.
public final class CMSampleBuffer: Sendable {
  /// The picture.
  public let imageBuffer: CVImageBuffer?
  /// The time of capture.
  public let presentationTimeStamp: CMTime
  /// The duration.
  public let duration: CMTime
  /// The intrinsics of the camera that took it, in its pixels; `nil` when they aren't known.
  let intrinsics: simd_float3x3?

  /// A frame. Not Apple's.
  ///
  /// - Parameters:
  ///   - imageBuffer: the picture.
  ///   - presentationTimeStamp: when it was taken.
  ///   - duration: how long it is shown.
  ///   - cameraIntrinsics: the matrix of the camera, in pixels of the buffer, as
  ///     `kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix` has it; `nil` when it isn't known.
  public init(
    imageBuffer: CVImageBuffer?, presentationTimeStamp: CMTime = .invalid,
    duration: CMTime = .invalid, cameraIntrinsics: simd_float3x3? = nil
  ) {
    self.imageBuffer = imageBuffer
    self.presentationTimeStamp = presentationTimeStamp
    self.duration = duration
    intrinsics = cameraIntrinsics
  }
}

/// The attachment that holds the camera's intrinsics: the bytes of a `matrix_float3x3`.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix = "CameraIntrinsicMatrix"

/// The picture of a frame.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// The time of a frame's capture; invalid if it isn't known.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// The duration of a frame; invalid if it isn't known.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Whether a frame has its picture.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.imageBuffer != nil }

/// Whether a frame has its picture.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.imageBuffer != nil }

/// The attachment of a frame: the camera's intrinsics if they are known, and nothing else.
public func CMGetAttachment(
  _ target: CMSampleBuffer, key: CFString, attachmentModeOut: UnsafeMutablePointer<UInt32>?
) -> CFTypeRef? {
  guard key == kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix else { return nil }
  return target.intrinsics.map { matrix in
    withUnsafeBytes(of: matrix) { NSData(bytes: $0.baseAddress, length: $0.count) }
  }
}
