import Kinematics
import Pose3D

/// A quantity with numbers for every row, as in pose3d.h.
enum Quantity: Int32 {
  case frame
  case time
  case person
  case joints
  case bodyJoints
  case sigmas
  case confidences
  case sources
  case points
  case angles
  case angleSigmas
  case height
  case heightSigma
}

extension Outcome {
  /// The number of a quantity's values in a row.
  func width(of quantity: Quantity) -> Int {
    let joints = Joint.allCases.count
    return switch quantity {
    case .frame, .time, .person, .height, .heightSigma: 1
    case .joints, .bodyJoints: 3 * joints
    case .points: 2 * joints
    case .sigmas, .confidences, .sources: joints
    case .angles, .angleSigmas: definitions.count
    }
  }

  /// Writes a quantity of all rows; NaN for what there isn't.
  func write(_ quantity: Quantity, to numbers: UnsafeMutableBufferPointer<Double>) {
    var place = 0
    for row in rows {
      for number in row.numbers(quantity, definitions) {
        numbers[place] = number ?? .nan
        place += 1
      }
    }
  }
}

extension Outcome.Row {
  fileprivate func numbers(_ quantity: Quantity, _ definitions: [AngleDefinition]) -> [Double?] {
    let joints = Joint.allCases
    return switch quantity {
    case .frame: [Double(frame)]
    case .time: [time]
    case .person: [Double(person)]
    case .joints:
      joints.flatMap { joint in
        let place = pose?.cameraRelativePosition(joint) ?? skeleton.positions[joint]
        return [place.x, place.y, place.z]
      }
    case .bodyJoints:
      joints.flatMap { joint in
        let place = pose?.position(joint)
        return [place?.x, place?.y, place?.z]
      }
    case .sigmas: joints.map { pose?.sigma($0) ?? skeleton.sigmas?[$0] }
    case .confidences: joints.map { pose?.confidence($0) }
    case .sources: joints.map { pose?.source($0).rank }
    case .points:
      joints.flatMap { joint in
        let point = pose?.pixel(joint)
        return [point?.x, point?.y]
      }
    case .angles: skeleton.angles(definitions).map { $0.value.map { $0 * 180 / .pi } }
    case .angleSigmas: skeleton.angles(definitions).map { $0.sigma.map { $0 * 180 / .pi } }
    case .height: [pose?.bodyHeight]
    case .heightSigma: [pose?.bodyHeightSigma]
    }
  }
}

extension JointSource {
  fileprivate var rank: Double {
    switch self {
    case .inferred: 0
    case .lifted: 1
    case .depth: 2
    case .triangulated: 3
    }
  }
}
