internal import PoseGeometry
internal import Kinematics
internal import Pose3D

extension PersonMotion {
  /// The motion with smoothed positions. It is split where the person is lost: the parts before and
  /// after are independent.
  ///
  /// The root is smoothed in the recording's frame, the joints relative to the root, the feet relative
  /// to their ankles. The sigmas stay: they are those of a single frame, most of whose error goes on
  /// for many frames (a detector's habits, the prior) and isn't averaged out.
  func smoothed(_ smoothing: PoseSequence.Smoothing) -> PersonMotion {
    var result = self
    // The root first, then what hangs on it: each is put back on an anchor that is smoothed already.
    for point in BodyPoint.all {
      let samples = states.map { state -> Vector3? in
        guard let state, let place = state[point] else { return nil }
        return point.anchor.map { place - state.body.positions[$0] } ?? place
      }
      for (index, value) in filtered(samples, by: smoothing).enumerated() {
        guard let value else { continue }
        let anchor = point.anchor.flatMap { result.states[index]?.body.positions[$0] } ?? .zero
        result.states[index]?[point] = anchor + value
      }
    }
    return result
  }

  private func filtered(
    _ samples: [Vector3?], by smoothing: PoseSequence.Smoothing
  ) -> [Vector3?] {
    switch smoothing {
    case .none: return samples
    case .butterworth(let cutoff):
      return ButterworthFilter(cutoff: cutoff).filtered(samples, at: times)
    case .oneEuro:
      var result = samples
      for run in SampleRuns.of(times, isPresent: { samples[$0] != nil }) {
        var filter = OneEuroFilter()
        for index in run {
          result[index] = samples[index].map { filter.filter($0, at: times[index]) }
        }
      }
      return result
    }
  }
}

/// A moving point of the body: a joint, or a point of a foot.
enum BodyPoint: Equatable {
  case joint(Joint)
  case leftHeel, leftToe, rightHeel, rightToe

  /// The points of feet.
  static let ofFeet: [BodyPoint] = [.leftHeel, .leftToe, .rightHeel, .rightToe]

  /// All, each after what it hangs on.
  static let all = Joint.allCases.map(BodyPoint.joint) + ofFeet

  /// The joint relative to which it is smoothed; `nil` for the root.
  var anchor: Joint? {
    switch self {
    case .joint(let joint): joint == .root ? nil : .root
    case .leftHeel, .leftToe: .leftAnkle
    case .rightHeel, .rightToe: .rightAnkle
    }
  }
}

extension PersonMotion.State {
  /// The place of a point; `nil` for one of a foot that is not known, which stays so.
  subscript(point: BodyPoint) -> Vector3? {
    get {
      switch point {
      case .joint(let joint): body.positions[joint]
      case .leftHeel: body.leftFoot?.heel
      case .leftToe: body.leftFoot?.toe
      case .rightHeel: body.rightFoot?.heel
      case .rightToe: body.rightFoot?.toe
      }
    }
    set {
      guard let newValue else { return }
      switch point {
      case .joint(let joint): body.positions[joint] = newValue
      case .leftHeel: body.leftFoot?.heel = newValue
      case .leftToe: body.leftFoot?.toe = newValue
      case .rightHeel: body.rightFoot?.heel = newValue
      case .rightToe: body.rightFoot?.toe = newValue
      }
    }
  }
}
