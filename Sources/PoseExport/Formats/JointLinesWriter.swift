internal import PoseDocuments
internal import PoseFiles
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// The people as `pose3d.skeleton/1` in JSON Lines: the joints alone. They are in the axes of a
/// level camera at the clip's origin (x right, y down, z away from it), which the layout demands
/// for joints.
struct JointLinesWriter {
  let clip: PoseClip
  let version: String

  func write(to text: inout FileText) throws {
    let header = JSONValue.object(
      JSONValue.head(schema: SkeletonDocument.schema, version: version) + [
        ("detail", .string("joints")),
        ("units", .motionUnits),
        ("joints", .array(Joint.allCases.map { .string($0.name) })),
      ] + (clip.processing.map { [("processing", MotionSummary.processing($0))] } ?? []))
    text.write(header.compactText + "\n")
    for frame in clip.times.indices {
      text.write("{\"index\":\(frame),\"time\":")
      text.write(clip.times[frame], decimals: 6)
      text.write(",\"people\":[")
      var isFirst = true
      for person in clip.people where person.isPresent[frame] {
        if !isFirst { text.write(",") }
        isFirst = false
        write(person, frame, to: &text)
      }
      text.write("]}\n")
      try text.flushIfLarge()
    }
    text.write("{\"summary\":{\"frames\":\(clip.frameCount),\"people\":\(clip.personCount)}}\n")
  }

  private func write(_ person: PoseClip.Person, _ frame: Int, to text: inout FileText) {
    text.write("{\"id\":\(person.id),\"confidence\":")
    text.write(person.confidences[frame], decimals: 6)
    text.write(",\"bodyHeight\":")
    text.write(person.stature, decimals: 6)
    text.write(",\"cameraPositions\":")
    list(Joint.allCases.map { person.position($0, frame) }, to: &text)
    if !person.sigmas.isEmpty {
      text.write(",\"sigmas\":[")
      for joint in Joint.allCases {
        if joint != .root { text.write(",") }
        text.write(person.sigma(joint, frame) ?? 0, decimals: 6)
      }
      text.write("]")
    }
    text.write(",\"sources\":[")
    for joint in Joint.allCases {
      text.write((joint == .root ? "\"" : ",\"") + person.source(joint, frame).rawValue + "\"")
    }
    text.write("]")
    let feet = [("left", FootPoint.leftHeel, FootPoint.leftToe), ("right", .rightHeel, .rightToe)]
      .compactMap { side, heel, toe in
        person.foot(heel, frame).flatMap { heel in
          person.foot(toe, frame).map { (side: side, heel: heel, toe: $0) }
        }
      }
    if !feet.isEmpty {
      text.write(",\"feet\":{")
      for (index, foot) in feet.enumerated() {
        text.write((index > 0 ? "," : "") + "\"\(foot.side)\":{\"heel\":")
        point(foot.heel, to: &text)
        text.write(",\"toe\":")
        point(foot.toe, to: &text)
        text.write("}")
      }
      text.write("}")
    }
    text.write(",\"filled\":\(person.isFilled[frame])}")
  }

  private func list(_ places: [Vector3], to text: inout FileText) {
    for (index, place) in places.enumerated() {
      text.write(index == 0 ? "[" : ",")
      point(place, to: &text)
    }
    text.write("]")
  }

  private func point(_ place: Vector3, to text: inout FileText) {
    text.write("[")
    text.write(place.x, decimals: 7)
    text.write(",")
    text.write(-place.y, decimals: 7)
    text.write(",")
    text.write(-place.z, decimals: 7)
    text.write("]")
  }
}
