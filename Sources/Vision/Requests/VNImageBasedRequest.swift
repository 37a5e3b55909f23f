public import Foundation
internal import Synchronization

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
