internal import PoseDocuments
internal import Foundation
internal import Kinematics
internal import PoseMotion
internal import Pose3D

extension SkeletonDocument {
  /// One line per person as CSV (RFC 4180, with a header): the columns of a sequence's CSV – frame, time,
  /// person, filled, repetition, every clinical angle in degrees with its sigma, contacts –, then of every joint
  /// the position in the body's frame and its sigma, in metres, and its source. What has no value is
  /// empty.
  public var csv: String {
    let definitions = AngleDialect.clinical.angles
    let angleColumns = PoseColumns.angles(definitions)
    let jointColumns = Joint.allCases.flatMap { joint in
      ["x", "y", "z", "sigma", "source"].map { "\(joint.name)_\($0)" }
    }
    let fixed = ["frame", "time", "person", "filled", "repetition"]
    let contacts = PoseColumns.contacts
    let lines = people.map { person in
      let angles = person.skeleton.angles(definitions).flatMap { angle in
        [angle.value, angle.sigma].map(PoseColumns.degrees)
      }
      let joints = Joint.allCases.flatMap { joint in
        let place = person.position(joint)
        return [place.x, place.y, place.z, person.sigma(joint)].map(PoseColumns.metres)
          + [person.source(joint).rawValue]
      }
      let start = ["\(depth?.frame ?? 0)", "", "\(person.id)", "0", ""]
      return start + angles + contacts.map { _ in "" } + joints
    }
    return ([fixed + angleColumns + contacts + jointColumns] + lines)
      .map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
