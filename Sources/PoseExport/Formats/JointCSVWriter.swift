internal import PoseGeometry
internal import Kinematics
internal import Pose3D
internal import PoseFiles

/// The joints of all people as CSV (RFC 4180), a line for each person and frame in which they are; the
/// header names the units. The last column has the names of the joints that weren't seen.
struct JointCSVWriter {
  let clip: PoseClip
  let unit: LengthUnit

  func write(to text: inout FileText) throws {
    let unit = unit.rawValue
    let axes = ["x", "y", "z"]
    let points = FootPoint.allCases.filter { point in
      clip.people.contains { $0.seenFootPoints.contains(point) }
    }
    var columns = ["frame", "time_s", "person"]
    for joint in Joint.allCases {
      columns += axes.map { "\(joint.name)_\($0)_\(unit)" }
      columns.append("\(joint.name)_sigma_\(unit)")
    }
    for point in points { columns += axes.map { "\(point.rawValue)_\($0)_\(unit)" } }
    columns.append("inferred")
    text.write(columns.joined(separator: ",") + "\n")
    for frame in clip.times.indices {
      for person in clip.people where person.isPresent[frame] {
        text.write("\(frame),")
        text.write(clip.times[frame], decimals: 6)
        text.write(",\(person.id)")
        for joint in Joint.allCases {
          cells(person.position(joint, frame), to: &text)
          text.write(UInt8(ascii: ","))
          if let sigma = person.sigma(joint, frame) { length(sigma, to: &text) }
        }
        for point in points { cells(person.foot(point, frame), to: &text) }
        let inferred = Joint.allCases.filter { person.source($0, frame) == .inferred }
        text.write("," + inferred.map(\.name).joined(separator: " "))
        text.write("\n")
      }
      try text.flushIfLarge()
    }
  }

  private func cells(_ place: Vector3?, to text: inout FileText) {
    guard let place else { return text.write(",,,") }
    for value in [place.x, place.y, place.z] {
      text.write(UInt8(ascii: ","))
      length(value, to: &text)
    }
  }

  private func length(_ metres: Double, to text: inout FileText) {
    text.write(metres / unit.metres, decimals: unit.decimals)
  }
}
