public import PoseGeometry
internal import Kinematics
public import Pose3D

/// A time during which a point of a foot rests on the ground.
public struct Contact: Sendable, Equatable {
  /// The point that rests.
  public let point: ContactPoint
  /// Seconds: the first moment of the contact.
  public let start: Double
  /// Seconds: the last moment of the contact.
  public let end: Double
  /// One standard deviation of `start` in seconds; `nil` where the contact began before the person was seen.
  public let startSigma: Double?
  /// One standard deviation of `end` in seconds; `nil` where the contact outlasts the time in which the person was
  /// seen.
  public let endSigma: Double?
  /// The mean probability of the contact over its frames, 0.5 to 1.
  public let probability: Double

  /// A contact from its parts.
  public init(
    point: ContactPoint, start: Double, end: Double, startSigma: Double?, endSigma: Double?,
    probability: Double
  ) {
    (self.point, self.start, self.end) = (point, start, end)
    (self.startSigma, self.endSigma) = (startSigma, endSigma)
    self.probability = probability
  }
}

/// A point of a body that can rest on the ground. The ankle stands for its foot where no heel and toe are known.
public enum ContactPoint: String, CaseIterable, Sendable {
  case leftHeel, leftToe, leftAnkle, rightHeel, rightToe, rightAnkle

  /// The place in the body.
  var bodyPoint: BodyPoint {
    switch self {
    case .leftHeel: .leftHeel
    case .leftToe: .leftToe
    case .leftAnkle: .joint(.leftAnkle)
    case .rightHeel: .rightHeel
    case .rightToe: .rightToe
    case .rightAnkle: .joint(.rightAnkle)
    }
  }

  /// Whether it is the person's left foot's.
  public var isLeft: Bool { [.leftHeel, .leftToe, .leftAnkle].contains(self) }

  /// The place in a body's frame in metres; `nil` for a point of a foot that is not known.
  public func place(in body: BodyEstimate) -> Vector3? {
    switch self {
    case .leftHeel: body.leftFoot?.heel
    case .leftToe: body.leftFoot?.toe
    case .leftAnkle: body.positions[.leftAnkle]
    case .rightHeel: body.rightFoot?.heel
    case .rightToe: body.rightFoot?.toe
    case .rightAnkle: body.positions[.rightAnkle]
    }
  }

  /// Heels and toes, left before right.
  public static let ofFeet: [ContactPoint] = [.leftHeel, .leftToe, .rightHeel, .rightToe]

  /// The ankle of its foot.
  public var ankle: ContactPoint { isLeft ? .leftAnkle : .rightAnkle }
}

extension PersonMotion {
  /// The points that rest on the ground in each of the recording's frames, in the order of their contacts.
  public func plantedPoints() -> [[ContactPoint]] {
    var points = times.map { _ in [ContactPoint]() }
    for contact in contacts {
      for frame in times.positions(from: contact.start, to: contact.end) {
        points[frame].append(contact.point)
      }
    }
    return points
  }
}
