internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

extension SkeletonReader {
  /// Whether a text begins as a TRC file does.
  static func isTRC(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return String(decoding: start.prefix(12), as: UTF8.self).lowercased() == "pathfiletype"
  }

  /// The markers of a TRC file, one frame per row. The cells stand between tabs, and an empty one is a
  /// marker that wasn't seen; without tabs they stand between spaces.
  func trcDraft(of bytes: [UInt8]) throws -> SkeletonDraft {
    let table = try TRCTable(bytes)
    var columns: [Keypoint: Int] = [:]
    for (column, name) in table.markers.enumerated() {
      guard let keypoint = Self.keypoint(named: name) else { continue }
      if let other = columns[keypoint] {
        throw error(
          .invalidValue,
          "line 4 has the markers \(table.markers[other]) and \(name), which are the same point")
      }
      columns[keypoint] = column
    }
    let frames = table.rows.map { row in
      var person = SkeletonDraft.Person(place: "line \(row.line)")
      for (keypoint, column) in columns {
        person.points[keypoint] = row.point(column)
        if row.point(column) == nil {
          person.gaps[keypoint] = "\(table.markers[column]) has no coordinates there"
        }
      }
      return SkeletonDraft.Frame(index: row.index, time: row.time, people: [person])
    }
    var notes: [Diagnostic] = []
    if let count = table.frameCount, count != frames.count {
      notes.append("the header counts \(count) frames, the file has \(frames.count)")
    }
    let front = Vector3(1, 0, 0)
    return SkeletonDraft(
      layout: .trc, unit: table.unit,
      world: WorldAxes(up: Vector3(0, 1, 0), front: front, source: .file), front: front,
      frames: frames, notes: notes,
      advice: "; markers on the skin are not joint centres: the file must have these, under names "
        + "such as LHip or leftHip")
  }
}
