import Foundation
import TestSupport
import Testing
import Vision
import simd

/// Mistakes that Apple's API answers with an error: this one does too, and never stops the program.
struct VisionErrorTests {
  private let picture = VNImageRequestHandler(url: VisionFixture.nobody)

  @Test func `the codes are Apple's`() {
    let codes: [(VNErrorCode, Int)] = [
      (.turiCoreErrorCode, -1), (.OK, 0), (.requestCancelled, 1), (.invalidFormat, 2),
      (.operationFailed, 3), (.outOfBoundsError, 4), (.invalidOption, 5), (.ioError, 6),
      (.missingOption, 7), (.notImplemented, 8), (.internalError, 9), (.outOfMemory, 10),
      (.unknownError, 11), (.invalidOperation, 12), (.invalidImage, 13), (.invalidArgument, 14),
      (.invalidModel, 15), (.unsupportedRevision, 16), (.dataUnavailable, 17),
      (.timeStampNotFound, 18), (.unsupportedRequest, 19), (.timeout, 20),
      (.unsupportedComputeStage, 21), (.unsupportedComputeDevice, 22),
    ]
    for (code, number) in codes { #expect(code.rawValue == number) }
    #expect(VNErrorDomain == "com.apple.Vision")
  }

  @Test func `results are nil before a request is performed`() {
    let request = VNDetectHumanBodyPoseRequest()
    #expect(request.results == nil && (request as VNRequest).results == nil)
    #expect(VNDetectHumanBodyPose3DRequest().results == nil)
    #expect(VNDetectHumanHandPoseRequest().results == nil)
    #expect(VNDetectHumanRectanglesRequest().results == nil)
  }

  @Test func `a revision that there isn't is refused when the request is performed`() throws {
    for request in [
      VNDetectHumanBodyPoseRequest(), VNDetectHumanBodyPose3DRequest(),
      VNDetectHumanHandPoseRequest(), VNDetectHumanRectanglesRequest(),
    ] {
      request.revision = 99
      #expect(VisionFixture.code { try picture.perform([request]) } == .unsupportedRevision)
      #expect(request.results == nil)
      #expect(type(of: request).supportedRevisions.contains(type(of: request).defaultRevision))
    }
    #expect(
      VisionFixture.code {
        _ = try VNDetectHumanBodyPoseRequest.supportedJointNames(forRevision: 3)
      } == .unsupportedRevision)
    #expect(
      VisionFixture.code {
        _ = try VNDetectHumanHandPoseRequest.supportedJointsGroupNames(forRevision: 0)
      } == .unsupportedRevision)
  }

  @Test func `the message of a revision that there isn't is Apple's`() {
    let request = VNDetectHumanBodyPose3DRequest()
    request.revision = 2
    let error = #expect(throws: NSError.self) { try picture.perform([request]) }
    #expect(
      error?.localizedDescription
        == "VNDetectHumanBodyPose3DRequest does not support VNDetectHumanBodyPose3DRequestRevision2"
    )
  }

  @Test func `a picture that can't be used is an invalid one`() throws {
    let tiny = try #require(CGImage(width: 4, height: 4, rgb: [UInt8](repeating: 0, count: 48)))
    let request = VNDetectHumanBodyPoseRequest()
    let handlers = [
      VNImageRequestHandler(url: URL(fileURLWithPath: "/nowhere/a.png")),
      VNImageRequestHandler(url: try #require(URL(string: "https://example.com/a.png"))),
      VNImageRequestHandler(url: VisionFixture.url("README.md")),
      VNImageRequestHandler(data: Data()),
      VNImageRequestHandler(data: Data("no image".utf8)),
      VNImageRequestHandler(cgImage: tiny),
      VNImageRequestHandler(cmSampleBuffer: CMSampleBuffer(imageBuffer: nil)),
    ]
    for handler in handlers {
      #expect(VisionFixture.code { try handler.perform([request]) } == .invalidImage)
      #expect(
        VisionFixture.code { try handler.perform([VNDetectHumanBodyPose3DRequest()]) }
          == .invalidImage)
    }
    #expect(
      VisionFixture.code { _ = try CGImage(contentsOf: URL(fileURLWithPath: "/nowhere/a.png")) }
        == .invalidImage)
  }

  @Test func `a file that isn't there is named`() {
    let handler = VNImageRequestHandler(url: URL(fileURLWithPath: "/nowhere/a.png"))
    let error = #expect(throws: NSError.self) {
      try handler.perform([VNDetectHumanBodyPoseRequest()])
    }
    #expect(error?.localizedDescription == "/nowhere/a.png: there is no such file")
  }

  @Test func `a buffer without colours has the wrong format`() throws {
    var made: CVPixelBuffer?
    #expect(
      CVPixelBufferCreate(nil, 32, 32, kCVPixelFormatType_DepthFloat32, nil, &made)
        == kCVReturnSuccess)
    let handler = VNImageRequestHandler(cvPixelBuffer: try #require(made))
    #expect(
      VisionFixture.code { try handler.perform([VNDetectHumanBodyPoseRequest()]) }
        == .invalidFormat)
    #expect(
      CVPixelBufferCreate(nil, 32, 32, 0x7A7A_7A7A, nil, &made) == kCVReturnInvalidPixelFormat)
    #expect(
      CVPixelBufferCreate(nil, 0, 32, kCVPixelFormatType_32BGRA, nil, &made)
        == kCVReturnInvalidArgument)
  }

  @Test(arguments: [
    CGRect(x: 0, y: 0, width: 2, height: 1), CGRect(x: -0.5, y: 0, width: 1, height: 1),
    CGRect(x: 0, y: 0, width: 0, height: 1), CGRect(x: 0.5, y: 0.5, width: 0.6, height: 0.1),
  ])
  func `a region outside the picture is refused`(region: CGRect) async {
    let request = VNDetectHumanBodyPoseRequest()
    request.regionOfInterest = region
    #expect(VisionFixture.code { try picture.perform([request]) } == .invalidArgument)
    var modern = DetectHumanBodyPoseRequest()
    modern.regionOfInterest = NormalizedRect(normalizedRect: region)
    await #expect(throws: VisionError.self) { try await modern.perform(on: VisionFixture.nobody) }
  }

  @Test func `no hands at all can't be asked for`() async {
    let request = VNDetectHumanHandPoseRequest()
    request.maximumHandCount = 0
    #expect(VisionFixture.code { try picture.perform([request]) } == .invalidArgument)
    var modern = DetectHumanHandPoseRequest()
    modern.maximumHandCount = -1
    await #expect(throws: VisionError.self) { try await modern.perform(on: VisionFixture.nobody) }
  }

  @Test func `an option of another type is refused`() throws {
    let image = try CGImage(contentsOf: VisionFixture.nobody)
    for value: Any in ["a text", Data([1, 2, 3]), matrix_float3x3()] {
      let handler = VNImageRequestHandler(
        cgImage: image, orientation: .up, options: [.cameraIntrinsics: value])
      #expect(
        VisionFixture.code { try handler.perform([VNDetectHumanBodyPose3DRequest()]) }
          == .invalidOption)
    }
  }

  @Test func `a request of no kind is unsupported, the others are performed all the same`() {
    var calls: [String] = []
    let unknown = VNRequest { request, error in
      #expect((error as NSError?)?.code == VNErrorCode.unsupportedRequest.rawValue)
      calls.append("unknown")
    }
    let broken = VNDetectHumanBodyPoseRequest { request, error in
      #expect(error != nil && request.results == nil)
      calls.append("broken")
    }
    broken.revision = 7
    #expect(VisionFixture.code { try picture.perform([unknown, broken]) } == .unsupportedRequest)
    #expect(calls == ["unknown", "broken"])
  }

  @Test func `a cancelled request is reported, once`() {
    let request = VNDetectHumanBodyPoseRequest()
    request.cancel()
    #expect(VisionFixture.code { try picture.perform([request]) } == .requestCancelled)
    #expect(VisionFixture.code { try picture.perform([request]) } != .requestCancelled)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a joint or group of another request is refused`() throws {
    let body = VNDetectHumanBodyPoseRequest()
    let space = VNDetectHumanBodyPose3DRequest()
    let hand = VNDetectHumanHandPoseRequest()
    try VNImageRequestHandler(url: VisionFixture.portrait).perform([body, space])
    try VNImageRequestHandler(url: VisionFixture.hands).perform([hand])
    let flat = try #require(body.results?.first)
    let deep = try #require(space.results?.first)
    let fingers = try #require(hand.results?.first)
    let (thumb, tip) = (
      VNRecognizedPointGroupKey(rawValue: "VNHLRKT"), VNRecognizedPointKey(rawValue: "VNHLKTTIP")
    )
    let mistakes: [() throws -> Void] = [
      { _ = try flat.recognizedPoints(forGroupKey: thumb) },
      { _ = try flat.recognizedPoints(.init(rawValue: thumb)) },
      { _ = try flat.recognizedPoint(forKey: tip) },
      { _ = try flat.recognizedPoint(.init(rawValue: .init(rawValue: "human_root_3D"))) },
      { _ = try deep.recognizedPoints(.init(rawValue: thumb)) },
      { _ = try deep.recognizedPoint(.init(rawValue: tip)) },
      { _ = try deep.pointInImage(.init(rawValue: tip)) },
      { _ = try deep.cameraRelativePosition(.init(rawValue: tip)) },
      { _ = try fingers.recognizedPoints(forGroupKey: .bodyLandmarkRegionKeyFace) },
      { _ = try fingers.recognizedPoint(forKey: .bodyLandmarkKeyNose) },
    ]
    for mistake in mistakes { #expect(VisionFixture.code(mistake) == .invalidArgument) }
    #expect(deep.parentJointName(.init(rawValue: tip)) == nil)
  }

  @Test func `depth that isn't there, and dictionaries without any, are refused`() throws {
    #expect(
      VisionFixture.code { _ = try AVDepthData(contentsOf: VisionFixture.nobody) }
        == .dataUnavailable)
    let dictionaries: [[AnyHashable: Any]] = [
      [:], [kCGImageAuxiliaryDataInfoData: Data([1, 2])],
      [
        kCGImageAuxiliaryDataInfoData: Data([1, 2]),
        kCGImageAuxiliaryDataInfoDataDescription: [
          "Width": 4, "Height": 4, "BytesPerRow": 8,
          "PixelFormat": Int(kCVPixelFormatType_DepthFloat16),
        ],
      ],
      [
        kCGImageAuxiliaryDataInfoData: Data(count: 64),
        kCGImageAuxiliaryDataInfoDataDescription: [
          "Width": Int.max, "Height": Int.max, "PixelFormat": Int(kCVPixelFormatType_DepthFloat16),
        ],
      ],
    ]
    for dictionary in dictionaries {
      #expect(
        VisionFixture.code { _ = try AVDepthData(fromDictionaryRepresentation: dictionary) }
          == .invalidArgument)
    }
    let depth = try #require(AVDepthData(width: 2, height: 1, metres: [1, .nan]))
    let colors = CVPixelBuffer(try CGImage(contentsOf: VisionFixture.nobody))
    #expect(
      VisionFixture.code { _ = try depth.replacingDepthDataMap(with: colors) } == .invalidFormat)
    #expect(AVDepthData(width: 2, height: 2, metres: [1]) == nil)
    #expect(AVDepthData(depthDataMap: colors) == nil)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `odd numbers give a result or an error, and never stop the program`() throws {
    let image = CVPixelBuffer(try CGImage(contentsOf: VisionFixture.url("demo/color.jpg")))
    let bodies = VNDetectHumanBodyPoseRequest()
    for part in [
      CGRect(x: 0.5, y: 0.5, width: 1e-9, height: 1e-9),
      CGRect(x: 0.9999999, y: 0, width: 1e-7, height: 1),
    ] {
      bodies.regionOfInterest = part
      try VNImageRequestHandler(cvPixelBuffer: image).perform([bodies])
      #expect(bodies.results?.isEmpty == true)
    }
    let nan = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
    bodies.regionOfInterest = nan
    #expect(
      VisionFixture.code { try VNImageRequestHandler(cvPixelBuffer: image).perform([bodies]) }
        == .invalidArgument)
    let hands = VNDetectHumanHandPoseRequest()
    hands.maximumHandCount = .max
    try VNImageRequestHandler(url: VisionFixture.hands).perform([hands])
    #expect(hands.results?.count == 2)
    func body(_ depth: AVDepthData?, _ intrinsics: matrix_float3x3?) throws -> Int? {
      let options = intrinsics.map { [VNImageOption.cameraIntrinsics: $0 as Any] } ?? [:]
      let handler =
        depth.map {
          VNImageRequestHandler(
            cvPixelBuffer: image, depthData: $0, orientation: .up, options: options)
        } ?? VNImageRequestHandler(cvPixelBuffer: image, options: options)
      let request = VNDetectHumanBodyPose3DRequest()
      do {
        try handler.perform([request])
      } catch {
        #expect((error as NSError).domain == VNErrorDomain)
      }
      return request.results?.count
    }
    for (focal, center) in [(1e-20, 0), (1e20, 0), (.nan, 0), (-1, 0), (366, 1e30), (366, .nan)]
      as [(Float, Float)]
    {
      let matrix = matrix_float3x3(
        SIMD3(focal, 0, 0), SIMD3(0, focal, 0), SIMD3(center, center, 1))
      #expect(try body(nil, matrix) == nil)
      #expect(
        AVCameraCalibrationData(
          intrinsicMatrix: matrix,
          intrinsicMatrixReferenceDimensions: CGSize(width: 512, height: 424)) == nil)
    }
    // Wide and off centre, and still a camera.
    let wide = matrix_float3x3(SIMD3(40, 0, 0), SIMD3(0, 40, 0), SIMD3(-900, 2000, 1))
    _ = try body(nil, wide)
    let maps: [(Int, Int, Float)] = [
      (64, 53, .nan), (64, 53, -1), (64, 53, 1e-30), (64, 53, 1e30), (1, 1, 2), (3, 7, 2),
    ]
    for (width, height, depth) in maps {
      let map = AVDepthData(
        width: width, height: height, metres: [Float](repeating: depth, count: width * height))
      #expect(map != nil)
      _ = try body(map, VisionFixture.demoIntrinsics)
    }
  }
}
