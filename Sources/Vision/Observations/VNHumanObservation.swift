public import Foundation
internal import Pose3D

/// A person in a picture, with the rectangle around their points.
public final class VNHumanObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// Whether the rectangle is around the upper body alone.
  public private(set) var upperBodyOnly = false

  /// The person whose points these are; `nil` when none of them is in the picture.
  convenience init?(_ pose: Pose2D, upperBodyOnly: Bool) {
    guard let box = pose.visionBox(upperBodyOnly: upperBodyOnly) else { return nil }
    self.init(boundingBox: box, confidence: VNConfidence(pose.confidence), revision: 2)
    self.upperBodyOnly = upperBodyOnly
  }

  override init(boundingBox: CGRect, confidence: VNConfidence, revision: Int = 1) {
    super.init(boundingBox: boundingBox, confidence: confidence, revision: revision)
  }

  /// Whether another one is the same observation with the same rectangle around the same part.
  public override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNHumanObservation)?.upperBodyOnly == upperBodyOnly
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) {
    guard let upperBodyOnly = coder.part(Bool.self, forKey: "upperBodyOnly") else { return nil }
    self.upperBodyOnly = upperBodyOnly
    super.init(coder: coder)
  }

  /// Archives the observation.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: upperBodyOnly, forKey: "upperBodyOnly")
  }
}

extension Pose2D {
  /// The rectangle around the points in the picture, in normalised coordinates; `nil` without any.
  func visionBox(upperBodyOnly: Bool) -> CGRect? {
    let lower: Set<Keypoint> = [
      .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .leftToe, .rightToe, .leftSmallToe,
      .rightSmallToe, .leftHeel, .rightHeel,
    ]
    let places = points.filter { !upperBodyOnly || !lower.contains($0.key) }.values
      .map { $0.normalized(width: imageWidth, height: imageHeight) }
    guard let left = places.map(\.x).min(), let right = places.map(\.x).max(),
      let bottom = places.map(\.y).min(), let top = places.map(\.y).max()
    else { return nil }
    let box = CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
      .intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
    return box.width > 0 && box.height > 0 ? box : nil
  }
}
