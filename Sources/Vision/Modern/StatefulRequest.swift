/// A request that Apple's keeps knowledge in from picture to picture; this one looks at each by itself.
public protocol StatefulRequest: VisionRequest {
  /// The least time between pictures that are looked at, which has no effect.
  var frameAnalysisSpacing: CMTime { get }
  /// The number of frames needed for a result.
  var minimumLatencyFrameCount: Int { get }
}
