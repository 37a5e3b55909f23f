import Foundation
import PoseImaging
import PoseVideo
import Synchronization
import TestSupport
import Testing
import Vision

/// Requests on the frames of a video.
@Suite(.fastDetection)
struct VideoProcessorTests {
  private static let squats = VisionFixture.url("video/squats.mp4")

  /// The times of the frames on which a request was performed, and the people found there.
  private final class Log: Sendable {
    let entries = Mutex<[(time: CMTimeRange, boxes: [CGRect])]>([])

    func add(_ request: VNRequest) {
      let people = (request.results ?? []).compactMap { $0 as? VNHumanObservation }
      entries.withLock { entries in
        entries.append((people.first?.timeRange ?? .invalid, people.map(\.boundingBox)))
      }
    }

    var seconds: [Double] {
      entries.withLock { $0.map { ($0.time.start.seconds * 1000).rounded() / 1000 } }
    }
  }

  private static func request(_ log: Log) -> VNDetectHumanRectanglesRequest {
    let request = VNDetectHumanRectanglesRequest { request, _ in log.add(request) }
    request.upperBodyOnly = false
    return request
  }

  private static func cadence(_ cadence: VNVideoProcessor.Cadence)
    -> VNVideoProcessor.RequestProcessingOptions
  {
    let options = VNVideoProcessor.RequestProcessingOptions()
    options.cadence = cadence
    return options
  }

  private static let half = CMTime(value: CMTimeValue(1), timescale: CMTimeScale(2))

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `each request is performed as often as it was asked for`() throws {
    let processor = VNVideoProcessor(url: Self.squats)
    let logs = [Log(), Log(), Log()]
    try processor.addRequest(
      Self.request(logs[0]),
      processingOptions: Self.cadence(VNVideoProcessor.FrameRateCadence(5)))
    try processor.addRequest(
      Self.request(logs[1]),
      processingOptions: Self.cadence(VNVideoProcessor.TimeIntervalCadence(0.4)))
    let removed = Self.request(logs[2])
    try processor.addRequest(removed, processingOptions: .init())
    try processor.removeRequest(removed)
    try processor.analyze(CMTimeRange(start: Self.half, duration: CMTime(value: 1, timescale: 1)))
    #expect(logs[0].seconds == [0.5, 0.7, 0.9, 1.1, 1.3])
    #expect(logs[1].seconds == [0.5, 0.9, 1.3])
    #expect(logs[2].seconds.isEmpty)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `the names of 2020 perform requests as often as today's`() throws {
    let processor = VNVideoProcessor(url: Self.squats)
    let logs = [Log(), Log(), Log()]
    try processor.add(Self.request(logs[0]))
    try processor.add(Self.request(logs[1]), withProcessingOptions: [.frameCadence: 4])
    try processor.add(
      Self.request(logs[2]), withProcessingOptions: [.timeInterval: NSNumber(value: 0.1)])
    try processor.analyze(
      with: CMTimeRange(start: Self.half, duration: CMTime(value: 1, timescale: 6)))
    #expect(logs[0].seconds == [0.5, 0.533, 0.567, 0.6, 0.633])
    #expect(logs[1].seconds == [0.5, 0.633])
    #expect(logs[2].seconds == [0.5, 0.6])
  }

  @Test(arguments: [0, -1.5, Double.nan, .infinity])
  func `an option that isn't a number above 0 is an error`(value: Double) {
    let processor = VNVideoProcessor(url: Self.squats)
    for option in [VNVideoProcessingOption.frameCadence, .timeInterval] {
      let code = VisionFixture.code {
        try processor.add(VNDetectHumanBodyPoseRequest(), withProcessingOptions: [option: value])
      }
      #expect(code == .invalidOption)
    }
    let code = VisionFixture.code {
      try processor.add(
        VNDetectHumanBodyPoseRequest(), withProcessingOptions: [.frameCadence: "every second"])
    }
    #expect(code == .invalidOption)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a frame has what a handler finds in its image`() throws {
    let log = Log()
    let processor = VNVideoProcessor(url: Self.squats)
    try processor.addRequest(Self.request(log))
    try processor.analyze(
      CMTimeRangeMake(start: CMTime(value: 73, timescale: 30), duration: .indefinite))
    let entries = log.entries.withLock { $0 }
    #expect(log.seconds == [2.433, 2.467, 2.5])
    #expect(entries.allSatisfy { abs($0.time.duration.seconds - 1 / 30) < 1e-4 })
    var options = VideoReader.Options()
    options.from = 73 / 30.0
    let reader = try VideoReader(contentsOf: Self.squats.path, options: options)
    for entry in entries {
      let frame = try #require(try reader.next()).image
      let image = try #require(
        CGImage(width: frame.width, height: frame.height, rgb: frame.pixels))
      let request = VNDetectHumanRectanglesRequest()
      request.upperBodyOnly = false
      try VNImageRequestHandler(cgImage: image).perform([request])
      #expect(request.results?.map(\.boundingBox) == entry.boxes)
      #expect(request.results?.first?.timeRange == .zero)
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `an analysis that is cancelled ends before the next frame, and can be done again`() throws {
    let processor = VNVideoProcessor(url: Self.squats)
    let count = Atomic(0)
    let request = VNDetectHumanRectanglesRequest { _, _ in
      if count.add(1, ordering: .relaxed).newValue == 2 { processor.cancel() }
    }
    try processor.addRequest(request)
    let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let error = #expect(throws: NSError.self) { try processor.analyze(whole) }
    #expect(error?.domain == VNErrorDomain)
    #expect(error?.code == VNErrorCode.requestCancelled.rawValue)
    #expect(count.load(ordering: .relaxed) == 2)
    try processor.analyze(
      CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 10)))
    #expect(count.load(ordering: .relaxed) == 5)
  }

  @Test func `what can't be read or wasn't added is an error of Vision`() throws {
    let missing = VNVideoProcessor(url: VisionFixture.url("video/missing.mp4"))
    try missing.addRequest(VNDetectHumanRectanglesRequest())
    let unread = #expect(throws: NSError.self) { try missing.analyze(.zero) }
    #expect(unread?.domain == VNErrorDomain)
    #expect(unread?.code == VNErrorCode.invalidImage.rawValue)
    let stranger = #expect(throws: NSError.self) {
      try missing.removeRequest(VNDetectHumanBodyPoseRequest())
    }
    #expect(stranger?.code == VNErrorCode.invalidArgument.rawValue)
    let request = VNDetectHumanBodyPoseRequest()
    request.revision = 9
    let unsupported = #expect(throws: NSError.self) { try missing.addRequest(request) }
    #expect(unsupported?.code == VNErrorCode.unsupportedRevision.rawValue)
  }

  static let sums: [(CMTime, CMTime, CMTime)] = [
    (.zero, .indefinite, .indefinite), (.positiveInfinity, .zero, .positiveInfinity),
    (.invalid, .positiveInfinity, .invalid), (.positiveInfinity, .indefinite, .indefinite),
    (
      CMTime(value: 1, timescale: 2), CMTime(value: 1, timescale: 2),
      CMTime(value: 2, timescale: 2)
    ),
  ]

  @Test(arguments: sums)
  func `times without a number stay such in sums`(one: CMTime, other: CMTime, sum: CMTime) {
    #expect(one + other == sum && other + one == sum)
  }

  @Test func `the clocks are those of their names`() {
    #expect(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 60)
    let start = CACurrentMediaTime()
    #expect(CACurrentMediaTime() >= start)
  }
}
