public import Foundation
internal import Pose3D
internal import Synchronization

/// The first revision of `VNDetectHumanRectanglesRequest`.
public let VNDetectHumanRectanglesRequestRevision1 = 1
/// The second revision of `VNDetectHumanRectanglesRequest`.
public let VNDetectHumanRectanglesRequestRevision2 = 2

/// Finds people in a picture and the rectangles around their points: from the face, without the hair, to
/// the feet.
public final class VNDetectHumanRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
  private let isUpper = Mutex(true)

  /// Whether the rectangles are around the upper bodies alone, as they are unless it is changed.
  public var upperBodyOnly: Bool {
    get { isUpper.withLock { $0 } }
    set { isUpper.withLock { $0 = newValue } }
  }

  /// The people; `nil` before the request has been performed, and when it failed.
  public var results: [VNHumanObservation]? { observations as? [VNHumanObservation] }

  /// The revisions that there are.
  public override class var supportedRevisions: IndexSet { [1, 2] }

  override func found(in source: PictureSource) throws -> [VNObservation] {
    let isUpper = upperBodyOnly
    return try PoseEngine.shared.people(in: source, regionOfInterest).compactMap {
      VNHumanObservation($0, upperBodyOnly: isUpper)
    }
  }
}
