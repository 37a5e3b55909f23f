internal import PoseDocuments
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// A moment with its people.
extension BodyCodec {
  /// A frame; `time` is `null` where there is none, and `cut` there only where the video was cut before.
  func value(
    index: Int, time: Double?, startsShot: Bool = false, people: [JSONValue]
  ) -> JSONValue {
    .members(
      [(.index, .integer(index)), (.time, value(time))]
        + (startsShot ? [(.cut, .bool(true))] : []) + [(.people, .array(people))])
  }

  /// The number, the time and the people of a frame, and whether the video was cut before it.
  func frame(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> (
    index: Int, time: Double?, startsShot: Bool, people: DocumentNode.List
  ) {
    let (index, people) = (try node.member(.index), try node.member(.people))
    return (
      try frameNumber(index),
      try node[.time].map { time throws(DocumentNode.Problem) in
        try time.number()
      },
      node[.cut]?.bool ?? false,
      try people.list(of: "persons")
    )
  }
}

/// The measurements of a frame.
extension BodyCodec {
  func value(_ frame: PoseRecording.Frame) -> JSONValue {
    value(
      index: frame.index, time: frame.time, startsShot: frame.startsShot,
      people: frame.people.map { person in
        .members(
          [
            (.id, .optional(person.id.map(JSONValue.integer))),
            (.confidence, value(person.confidence)),
          ] + members(person.body))
      })
  }

  func recordedFrame(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> PoseRecording.Frame {
    let frame = try frame(node)
    let time = try node.member(.time).number()
    // Thirty years; a video is looked for at that place.
    guard abs(time) <= 1e9 else {
      throw try node.member(.time).mismatch(expected: "seconds of at most 1e9")
    }
    var people: [PoseObservation] = []
    for person in frame.people {
      let id = try person[.id].map(identity)
      let confidence = try share(person.member(.confidence))
      people.append(PoseObservation(try body(person), id: id, confidence: confidence))
    }
    return PoseRecording.Frame(
      index: frame.index, time: time, people: people, startsShot: frame.startsShot)
  }
}
