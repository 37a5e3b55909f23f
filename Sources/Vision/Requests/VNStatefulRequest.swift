internal import Foundation

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
