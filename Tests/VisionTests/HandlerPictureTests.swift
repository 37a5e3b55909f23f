import PoseAnalysis
import DepthIO
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing
import simd

@testable import Vision

/// One picture handed over in every way that there is: the results are the same.
@Suite(
  .fastDetection,
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct HandlerPictureTests {
  private func places(_ handler: VNImageRequestHandler) throws -> [CGPoint] {
    try Self.places(handler)
  }

  /// The points of the demo's picture, which many compare with.
  private static let upright = Result {
    try places(
      VNImageRequestHandler(cgImage: CGImage(contentsOf: VisionFixture.url("demo/color.jpg"))))
  }

  private static func places(_ handler: VNImageRequestHandler) throws -> [CGPoint] {
    let request = VNDetectHumanBodyPoseRequest()
    try handler.perform([request])
    let person = try #require(request.results?.first)
    return try person.availableJointNames.map { try person.recognizedPoint($0).location }
  }

  /// A buffer of a format with the picture's colours.
  private func buffer(_ image: CGImage, _ format: OSType, order: [Int]) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, image.width, image.height, format,
      [kCVPixelBufferCGImageCompatibilityKey: true] as CFDictionary, &made)
    #expect(status == kCVReturnSuccess)
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    for pixel in 0..<(image.width * image.height) {
      for (place, channel) in order.enumerated() {
        bytes[order.count * pixel + place] = channel < 3 ? image.rgb[3 * pixel + channel] : 255
      }
    }
    return buffer
  }

  @Test func `file, bytes, picture, buffers of any order of colours, frames: the same points`()
    throws
  {
    let url = VisionFixture.url("demo/color.jpg")
    let image = try CGImage(contentsOf: url)
    let expected = try places(VNImageRequestHandler(url: url))
    let bgra = try buffer(image, kCVPixelFormatType_32BGRA, order: [2, 1, 0, 3])
    let handlers = [
      VNImageRequestHandler(data: try Data(contentsOf: url)),
      VNImageRequestHandler(cgImage: image, options: [:]),
      VNImageRequestHandler(ciImage: CIImage(cgImage: image), options: [:]),
      VNImageRequestHandler(cvPixelBuffer: bgra, options: [:]),
      VNImageRequestHandler(cvPixelBuffer: CVPixelBuffer(image), orientation: .up),
      VNImageRequestHandler(
        cvPixelBuffer: try buffer(image, kCVPixelFormatType_32RGBA, order: [0, 1, 2, 3])),
      VNImageRequestHandler(
        cvPixelBuffer: try buffer(image, kCVPixelFormatType_32ARGB, order: [3, 0, 1, 2])),
      VNImageRequestHandler(
        cvPixelBuffer: try buffer(image, kCVPixelFormatType_24RGB, order: [0, 1, 2])),
      VNImageRequestHandler(
        cmSampleBuffer: CMSampleBuffer(imageBuffer: bgra), orientation: .up, options: [:]),
    ]
    for handler in handlers { #expect(try places(handler) == expected) }
    let sequence = VNSequenceRequestHandler()
    let request = VNDetectHumanBodyPoseRequest()
    try sequence.perform([request], on: image)
    #expect(try request.results?.first?.recognizedPoint(.nose).location == expected[0])
    try sequence.perform([request], onImageURL: url, orientation: .up)
    #expect(try request.results?.first?.recognizedPoint(.nose).location == expected[0])
  }

  @Test func `luma and chroma give nearly the same points`() throws {
    let image = try CGImage(contentsOf: VisionFixture.url("demo/color.jpg"))
    let expected = try places(VNImageRequestHandler(cgImage: image))
    for format in [
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ] {
      var made: CVPixelBuffer?
      #expect(
        CVPixelBufferCreate(nil, image.width, image.height, format, nil, &made)
          == kCVReturnSuccess)
      let buffer = try #require(made)
      #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
      fill(buffer, from: image, isFull: format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      let found = try places(VNImageRequestHandler(cvPixelBuffer: buffer))
      for (a, b) in zip(found, expected) {
        #expect(hypot(a.x - b.x, a.y - b.y) < 0.01)
      }
    }
  }

  /// Writes a picture's luma and chroma (ITU-R BT.601), chroma of the upper left pixel of four.
  private func fill(_ buffer: CVPixelBuffer, from image: CGImage, isFull: Bool) {
    func plane(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
      CVPixelBufferGetBaseAddressOfPlane(buffer, index)?.assumingMemoryBound(to: UInt8.self)
    }
    guard let luma = plane(0), let chroma = plane(1) else { return }
    let strides = (0...1).map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) }
    for row in 0..<image.height {
      for column in 0..<image.width {
        let start = 3 * (row * image.width + column)
        let (r, g, b) = (
          Double(image.rgb[start]), Double(image.rgb[start + 1]), Double(image.rgb[start + 2])
        )
        let y = 0.299 * r + 0.587 * g + 0.114 * b
        luma[row * strides[0] + column] = UInt8(isFull ? y : 16 + y * 219 / 255)
        guard row % 2 == 0, column % 2 == 0 else { continue }
        let scale = isFull ? 1 : 224.0 / 255
        let place = row / 2 * strides[1] + column
        chroma[place] = UInt8(max(0, min(255, 128 + scale * (b - y) / 1.772)))
        chroma[place + 1] = UInt8(max(0, min(255, 128 + scale * (r - y) / 1.402)))
      }
    }
  }

  @Test(arguments: CGImagePropertyOrientation.allCases)
  func `a raster that is stored turned gives the points of the upright picture`(
    orientation: CGImagePropertyOrientation
  ) throws {
    let upright = try CGImage(contentsOf: VisionFixture.url("demo/color.jpg"))
    let expected = try Self.upright.get()
    // Turned by Core Image's map, then back by that of the handler.
    let back: [CGImagePropertyOrientation: CGImagePropertyOrientation] = [
      .right: .left, .left: .right,
    ]
    let stored = try #require(
      CIImage(cgImage: upright).oriented(back[orientation] ?? orientation).cgImage)
    #expect((stored.width == upright.width) == (orientation.rawValue < 5))
    let found = try places(VNImageRequestHandler(cgImage: stored, orientation: orientation))
    #expect(found == expected)
  }

  @Test func `an orientation that is stated goes before the file's own`() throws {
    let url = VisionFixture.url("images/orientation6.jpg")
    let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(properties[kCGImagePropertyOrientation] as? UInt32 == 6)
    let stored = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let upright = try CGImage(contentsOf: url)
    #expect(stored.width == upright.height && stored.height == upright.width)
    #expect(CIImage(cgImage: stored).oriented(.right).cgImage?.rgb == upright.rgb)
    // Core Image leaves it as it is stored, unless it is asked.
    let file = try #require(CIImage(contentsOf: url))
    #expect(file.cgImage?.rgb == stored.rgb)
    #expect(file.properties[kCGImagePropertyOrientation] as? UInt32 == 6)
    let turned = try #require(
      CIImage(data: Data(contentsOf: url), options: [.applyOrientationProperty: true]))
    #expect(turned.cgImage?.rgb == upright.rgb)
    #expect(turned.properties[kCGImagePropertyOrientation] as? UInt32 == 1)
  }

  // MARK: Depth

  private func sameBody(
    _ a: VNHumanBodyPose3DObservation, _ b: VNHumanBodyPose3DObservation, within: Float
  ) throws {
    #expect(a.heightEstimation == b.heightEstimation)
    #expect(abs(a.bodyHeight - b.bodyHeight) <= within)
    for name in a.availableJointNames {
      let (x, y) = (try a.cameraRelativePosition(name), try b.cameraRelativePosition(name))
      #expect(simd_almost_equal_elements(x, y, within))
    }
  }

  @Test func `depth handed over as AVDepthData measures what the file's own depth does`() throws {
    let url = VisionFixture.portrait
    let expected = try #require(try VisionFixture.body(VNImageRequestHandler(url: url)))
    let image = CVPixelBuffer(try CGImage(contentsOf: url))
    let depth = try AVDepthData(contentsOf: url)
    #expect(depth.depthDataAccuracy == .absolute && depth.isDepthDataFiltered)
    #expect(depth.depthDataType == kCVPixelFormatType_DepthFloat32)
    let own = try VisionFixture.body(
      VNImageRequestHandler(cvPixelBuffer: image, depthData: depth, orientation: .up))
    try sameBody(try #require(own), expected, within: 0)
    // By Image I/O's dictionary, as disparity in half precision.
    let source = try #require(CGImageSourceCreateWithURL(url, nil))
    let dictionary = try #require(
      CGImageSourceCopyAuxiliaryDataInfoAtIndex(
        source, 0, kCGImageAuxiliaryDataTypeDisparity as CFString))
    let copy = try AVDepthData(fromDictionaryRepresentation: dictionary)
      .converting(toDepthDataType: kCVPixelFormatType_DisparityFloat16)
    #expect(copy.depthDataType == kCVPixelFormatType_DisparityFloat16)
    let half = try VisionFixture.body(
      VNImageRequestHandler(
        cmSampleBuffer: CMSampleBuffer(imageBuffer: image), depthData: copy))
    try sameBody(try #require(half), expected, within: 0.01)
    // Turned together.
    let turned = try #require(
      CIImage(cvPixelBuffer: image).oriented(.left).cgImage)
    let other = try VisionFixture.body(
      VNImageRequestHandler(
        cvPixelBuffer: CVPixelBuffer(turned), depthData: depth.applyingExifOrientation(.left),
        orientation: .right))
    try sameBody(try #require(other), expected, within: 1e-5)
  }

  @Test func `a depth map in memory measures what pose3d analyze measures`() throws {
    let map = try DepthFile(
      contentsOf: Fixture.path("demo/depth.png"),
      options: ReadingOptions(depthUnit: .millimetres)
    ).map
    var input = PictureInput(
      FileInput(Fixture.path("demo/color.jpg")), depth: FileInput(Fixture.path("demo/depth.png")))
    input.reading.depthUnit = .millimetres
    let camera = CameraChoice(
      file: FileInput(name: "intrinsics", bytes: Array("366 366 257 207.5".utf8)))
    let expected = try #require(try VisionFixture.measured(input, camera: camera))
    let calibration = try #require(
      AVCameraCalibrationData(
        intrinsicMatrix: VisionFixture.demoIntrinsics,
        intrinsicMatrixReferenceDimensions: CGSize(width: 512, height: 424)))
    #expect(calibration.intrinsicMatrix == VisionFixture.demoIntrinsics)
    let image = CVPixelBuffer(try CGImage(contentsOf: VisionFixture.url("demo/color.jpg")))
    func body(
      _ camera: AVCameraCalibrationData?, _ options: [VNImageOption: Any]
    ) throws -> VNHumanBodyPose3DObservation {
      let depth = try #require(
        AVDepthData(
          width: map.width, height: map.height, metres: map.metres, cameraCalibrationData: camera))
      return try #require(
        try VisionFixture.body(
          VNImageRequestHandler(
            cvPixelBuffer: image, depthData: depth, orientation: .up, options: options)))
    }
    let calibrated = try body(calibration, [:])
    #expect(calibrated.bodyHeight == Float(expected.bodyHeight))
    let bytes = withUnsafeBytes(of: VisionFixture.demoIntrinsics) { Data($0) }
    let stated = try body(nil, [.cameraIntrinsics: bytes])
    try sameBody(stated, calibrated, within: 1e-5)
    // Without a calibration the camera is a guess, and the person as far away as before.
    let guessed = try body(nil, [:])
    #expect(guessed.heightEstimation == .measured)
    #expect(guessed.pose3d.camera.source != .calibration)
  }

  @Test func `a frame's own intrinsics are used, and can be asked for`() throws {
    let image = CVPixelBuffer(try CGImage(contentsOf: VisionFixture.url("demo/color.jpg")))
    let frame = CMSampleBuffer(
      imageBuffer: image, presentationTimeStamp: CMTime(seconds: 1.5, preferredTimescale: 600),
      cameraIntrinsics: VisionFixture.demoIntrinsics)
    #expect(CMSampleBufferGetPresentationTimeStamp(frame).seconds == 1.5)
    let attached = CMGetAttachment(
      frame, key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix, attachmentModeOut: nil)
    #expect((attached as? NSData)?.length == MemoryLayout<matrix_float3x3>.size)
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(cmSampleBuffer: frame, orientation: .up)))
    #expect(body.pose3d.camera.fx == 366 && body.pose3d.camera.source == .user)
    #expect(body.timeRange.start.seconds == 1.5 && body.timeRange.duration == .zero)
  }

  // MARK: Threads

  @Test func `one handler and many, from several threads at once, give the same results`() throws {
    let url = VisionFixture.portrait
    let expected = try #require(try VisionFixture.body(VNImageRequestHandler(url: url)))
    let shared = VNImageRequestHandler(url: url)
    let (found, effort) = (Finds(), PoseEngine.effort)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let handler = index % 2 == 0 ? shared : VNImageRequestHandler(url: url)
      // Threads of their own don't have the test's choice.
      PoseEngine.$effort.withValue(effort) { found.add(try? VisionFixture.body(handler)) }
    }
    #expect(found.all.count == 8)
    for body in found.all { try sameBody(try #require(body), expected, within: 0) }
  }

  /// Results of several threads.
  private final class Finds: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [VNHumanBodyPose3DObservation?] = []

    var all: [VNHumanBodyPose3DObservation?] { lock.withLock { found } }

    func add(_ body: VNHumanBodyPose3DObservation?) { lock.withLock { found.append(body) } }
  }
}
