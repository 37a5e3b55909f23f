public import Foundation
internal import Synchronization

/// A function that is called when a request is done, with the request and its error.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// The source of `results` of a request of any kind. Not Apple's: in Objective-C a subclass may
/// narrow the type of a property, in Swift it can't.
public protocol VNRequestResultsProviding {
  /// The observations; `nil` before the request has been performed, and if it failed.
  var observations: [VNObservation]? { get }
}

extension VNRequestResultsProviding {
  /// The observations; `nil` before the request has been performed, and if it failed.
  public var results: [VNObservation]? { observations }
}

/// Something to be looked for in a picture. A request may be performed again and again; by one handler
/// at a time.
open class VNRequest: NSObject, VNRequestResultsProviding, @unchecked Sendable {
  private struct State {
    var found: [VNObservation]?
    var isCancelled = false
    var revision: Int
    var prefersBackground = false
    var usesProcessor = true
  }

  private let state: Mutex<State>

  /// The function that is called when the request is done.
  public final let completionHandler: VNRequestCompletionHandler?

  /// A request without a completion handler.
  public override convenience init() { self.init(completionHandler: nil) }

  /// A request that calls a completion handler when it is done, in the thread that performs it.
  public init(completionHandler: VNRequestCompletionHandler?) {
    self.completionHandler = completionHandler
    state = Mutex(State(revision: Self.defaultRevision))
  }

  /// The revisions that there are. They differ in name alone: all are of this package.
  open class var supportedRevisions: IndexSet { [1] }
  /// The revision that is used unless another one is chosen.
  open class var defaultRevision: Int { supportedRevisions.last ?? 1 }
  /// The newest revision.
  open class var currentRevision: Int { supportedRevisions.last ?? 1 }

  /// The revision. One that there isn't is refused when the request is performed.
  public final var revision: Int {
    get { state.withLock { $0.revision } }
    set { state.withLock { $0.revision = newValue } }
  }

  /// The observations; `nil` before the request has been performed, and if it failed.
  public final var observations: [VNObservation]? { state.withLock { $0.found } }

  /// A hint without effect.
  public final var preferBackgroundProcessing: Bool {
    get { state.withLock { $0.prefersBackground } }
    set { state.withLock { $0.prefersBackground = newValue } }
  }

  /// A hint without effect: it always runs on the processor.
  public final var usesCPUOnly: Bool {
    get { state.withLock { $0.usesProcessor } }
    set { state.withLock { $0.usesProcessor = newValue } }
  }

  /// Has the request end, the one under way at its next step and else the next one, with
  /// `requestCancelled`.
  public final func cancel() { state.withLock { $0.isCancelled = true } }

  /// The devices that can compute each stage: the processor.
  public final var supportedComputeStageDevices: [VNComputeStage: [MLComputeDevice]] {
    [.main: MLComputeDevice.allComputeDevices]
  }

  /// The device that computes a stage; `nil` leaves it to the framework.
  public final func computeDevice(for computeStage: VNComputeStage) -> MLComputeDevice? { nil }

  /// A hint without effect: it always runs on the processor.
  public final func setComputeDevice(
    _ computeDevice: MLComputeDevice?, for computeStage: VNComputeStage
  ) {}

  // MARK: Performing

  /// The observations in the image. Each kind of request has its own.
  func found(in source: PictureSource) throws -> [VNObservation] {
    throw VisionFailure(
      .unsupportedRequest, "\(type(of: self)) is no request that can be performed here")
  }

  /// Throws where the request was cancelled.
  final func checkCancellation() throws(VisionFailure) {
    guard state.withLock({ $0.isCancelled }) else { return }
    throw VisionFailure(.requestCancelled, "\(type(of: self)) was cancelled")
  }

  /// Looks, keeps what was found, and calls the completion handler; what went wrong is also returned.
  final func perform(on source: PictureSource) -> NSError? {
    var failure: NSError?
    var observations: [VNObservation]?
    do {
      let name = String(describing: type(of: self))
      let revision = revision
      guard type(of: self).supportedRevisions.contains(revision) else {
        throw VisionFailure(
          .unsupportedRevision, "\(name) does not support \(name)Revision\(revision)")
      }
      try checkCancellation()
      let found = try found(in: source)
      try checkCancellation()
      for observation in found { observation.timeRange = source.timeRange }
      observations = found
    } catch {
      failure = VisionFailure(error).cocoaError
    }
    state.withLock { [observations] state in
      state.found = observations
      state.isCancelled = false
    }
    completionHandler?(self, failure)
    return failure
  }
}

/// A stage of a request's work.
public enum VNComputeStage: String, Sendable {
  /// All of it but the post-processing.
  case main
  /// The post-processing.
  case postProcessing
}

/// A request that may look at a part of the picture alone.
open class VNImageBasedRequest: VNRequest, @unchecked Sendable {
  private let part = Mutex(CGRect(x: 0, y: 0, width: 1, height: 1))

  /// The part that is searched, in normalised coordinates from the lower left corner (default: all
  /// of the image). A person counts if the middle of their hips or shoulders is inside. Results
  /// keep the coordinates of the whole image. A part that isn't inside the image is refused when
  /// the request is performed.
  public final var regionOfInterest: CGRect {
    get { part.withLock { $0 } }
    set { part.withLock { $0 = newValue } }
  }
}

/// A request that Apple's keeps knowledge in from picture to picture. This one looks at each picture by
/// itself: the same picture gives the same result.
open class VNStatefulRequest: VNImageBasedRequest, @unchecked Sendable {
  /// The least time between pictures that are looked at, which has no effect.
  public final let frameAnalysisSpacing: CMTime

  /// A request that looks at pictures so far apart.
  public init(
    frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil
  ) {
    self.frameAnalysisSpacing = frameAnalysisSpacing
    super.init(completionHandler: completionHandler)
  }

  /// A request that looks at every picture.
  public override init(completionHandler: VNRequestCompletionHandler?) {
    frameAnalysisSpacing = .zero
    super.init(completionHandler: completionHandler)
  }

  /// A request that looks at every picture.
  public convenience init() { self.init(completionHandler: nil) }

  /// The number of images that a result needs: one.
  public final var minimumLatencyFrameCount: Int { 1 }
}
