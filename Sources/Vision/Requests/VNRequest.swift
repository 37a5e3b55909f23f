public import Foundation

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
  private let lock = NSLock()
  private var found: [VNObservation]?
  private var isCancelled = false
  private var chosenRevision: Int
  private var hints = (background: false, processor: true)

  /// The function that is called when the request is done.
  public final let completionHandler: VNRequestCompletionHandler?

  /// A request without a completion handler.
  public override convenience init() { self.init(completionHandler: nil) }

  /// A request that calls a completion handler when it is done, in the thread that performs it.
  public init(completionHandler: VNRequestCompletionHandler?) {
    self.completionHandler = completionHandler
    chosenRevision = Self.defaultRevision
  }

  /// The revisions that there are. They differ in name alone: all are of this package.
  open class var supportedRevisions: IndexSet { [1] }
  /// The revision that is used unless another one is chosen.
  open class var defaultRevision: Int { supportedRevisions.last ?? 1 }
  /// The newest revision.
  open class var currentRevision: Int { supportedRevisions.last ?? 1 }

  /// The revision. One that there isn't is refused when the request is performed.
  public final var revision: Int {
    get { lock.withLock { chosenRevision } }
    set { lock.withLock { chosenRevision = newValue } }
  }

  /// The observations; `nil` before the request has been performed, and if it failed.
  public final var observations: [VNObservation]? { lock.withLock { found } }

  /// A hint without effect.
  public final var preferBackgroundProcessing: Bool {
    get { lock.withLock { hints.background } }
    set { lock.withLock { hints.background = newValue } }
  }

  /// A hint without effect: it always runs on the processor.
  public final var usesCPUOnly: Bool {
    get { lock.withLock { hints.processor } }
    set { lock.withLock { hints.processor = newValue } }
  }

  /// Has the request end, the one under way at its next step and else the next one, with
  /// `requestCancelled`.
  public final func cancel() { lock.withLock { isCancelled = true } }

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
    guard lock.withLock({ isCancelled }) else { return }
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
    lock.withLock {
      found = observations
      isCancelled = false
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
