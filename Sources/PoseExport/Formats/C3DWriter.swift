internal import Kinematics
internal import PoseFiles
internal import PoseGeometry

/// All people's joints as C3D: numbers of 32 bits, little-endian, Y up, +Z to the front.
///
/// A point that isn't known is 0, 0, 0 with the residual −1, which ezc3d and py-c3d both take for
/// missing. The residual of the others is the joint's sigma in whole millimetres, 0 if unknown; POINT:SCALE is a
/// millimetre in the file's unit.
/// TRIAL:ACTUAL_END_FIELD has the number of frames beyond 16 bits. Such a file isn't filled up at
/// its end, because readers count its frames by its length.
///
/// Source: The C3D File Format User Guide (Motion Lab Systems, 2008).
struct C3DWriter {
  let clip: PoseClip
  let unit: LengthUnit

  /// A point of a person.
  private enum Point {
    case joint(Joint)
    case foot(FootPoint)
  }

  /// The most values of a dimension, which is a byte.
  private static let most = 255
  private static let block = 512

  private typealias Person = PoseClip.Person

  private var points: [(person: Person, point: Point)] {
    clip.people.flatMap { person in
      Joint.allCases.map { (person, Point.joint($0)) }
        + person.seenFootPoints.map { (person, Point.foot($0)) }
    }
  }

  private var labels: [String] {
    points.map { person, point in
      let name =
        switch point {
        case .joint(let joint): joint.name
        case .foot(let point): point.rawValue
        }
      return clip.people.count > 1 ? "P\(person.id):\(name)" : name
    }
  }

  /// The blocks of the parameters. Their number is in the parameters themselves, and doesn't change their length.
  private var parameterBlocks: Int {
    (parameters(labels, dataBlock: 0).count + Self.block - 1) / Self.block
  }

  /// Whether the format has room for the names of all points: the number of the parameters' blocks is a byte.
  var hasRoom: Bool { parameterBlocks <= Int(UInt8.max) }

  func write(to piece: ([UInt8]) throws -> Void) throws {
    precondition(hasRoom, "C3D has no room for the points of \(clip.people.count) people")
    let (points, labels) = (points, labels)
    let dataBlock = 2 + parameterBlocks
    var start = BinaryBytes()
    start.append(header(pointCount: labels.count, dataBlock: dataBlock))
    start.append(parameters(labels, dataBlock: dataBlock))
    start.pad(to: Self.block)
    try piece(start.bytes)
    var data = BinaryBytes()
    var written = 0
    for frame in clip.times.indices {
      for (person, point) in points {
        switch point {
        case .joint(let joint):
          append(
            person.isPresent[frame] ? person.position(joint, frame) : nil,
            sigma: person.sigma(joint, frame), to: &data)
        case .foot(let point):
          append(
            person.isPresent[frame] ? person.foot(point, frame) : nil, sigma: nil, to: &data)
        }
      }
      if data.bytes.count > 1 << 18 {
        written += data.bytes.count
        try piece(data.bytes)
        data = BinaryBytes()
      }
    }
    try piece(data.bytes)
    written += data.bytes.count
    let rest = written % Self.block
    if clip.frameCount <= Int(UInt16.max), rest > 0 {
      try piece(Array(repeating: 0, count: Self.block - rest))
    }
  }

  private func append(_ place: Vector3?, sigma: Double?, to data: inout BinaryBytes) {
    guard let place else {
      for value: Float in [0, 0, 0, -1] { data.append(value) }
      return
    }
    for value in [place.x, place.y, place.z] { data.append(Float(value / unit.metres)) }
    data.append(Float(min(((sigma ?? 0) * 1000).rounded(), 127)))
  }

  /// Negative, for the points are no integers; residuals are multiples of it.
  private var scale: Float { Float(-0.001 / unit.metres) }

  private var shortFrameCount: UInt16 { UInt16(clamping: clip.frameCount) }

  private func header(pointCount: Int, dataBlock: Int) -> [UInt8] {
    var header = BinaryBytes()
    header.append([2, 0x50])
    header.append(UInt16(pointCount))
    header.append(UInt16(0))  // Analog samples a frame.
    header.append(UInt16(1))
    header.append(shortFrameCount)
    header.append(UInt16(10))  // The longest gap that was filled: as other writers.
    header.append(scale)
    header.append(UInt16(dataBlock))
    header.append(UInt16(0))
    header.append(Float(clip.rate))
    header.pad(to: Self.block)
    return header.bytes
  }

  private func parameters(_ labels: [String], dataBlock: Int) -> [UInt8] {
    var section = C3DParameters()
    let frames = clip.frameCount
    section.beginGroup("POINT", "3D points")
    section.add("USED", words: [UInt16(clamping: labels.count)])
    section.add("SCALE", floats: [scale])
    section.add("RATE", floats: [Float(clip.rate)])
    section.add("DATA_START", words: [UInt16(dataBlock)])
    section.add("FRAMES", words: [shortFrameCount])
    for (number, start) in stride(from: 0, to: labels.count, by: Self.most).enumerated() {
      let part = Array(labels[start..<min(start + Self.most, labels.count)])
      section.add("LABELS" + (number == 0 ? "" : "\(number + 1)"), texts: part)
    }
    section.add("DESCRIPTIONS", texts: labels.prefix(Self.most).map { _ in "joint centre" })
    section.add("UNITS", text: unit.rawValue)
    section.add("X_SCREEN", text: "+Z")
    section.add("Y_SCREEN", text: "+Y")
    section.beginGroup("ANALOG", "none")
    section.add("USED", words: [0])
    section.add("RATE", floats: [0])
    section.beginGroup("TRIAL", "the recording")
    section.add("ACTUAL_START_FIELD", words: [1, 0], dimensions: [2])
    section.add(
      "ACTUAL_END_FIELD",
      words: [UInt16(truncatingIfNeeded: frames), UInt16(truncatingIfNeeded: frames >> 16)],
      dimensions: [2])
    section.add("CAMERA_RATE", floats: [Float(clip.rate)])
    let events = self.events
    if !events.isEmpty {
      section.beginGroup("EVENT", "repetitions")
      section.add("USED", words: [UInt16(events.count)])
      section.add("CONTEXTS", texts: events.map { _ in "General" })
      section.add("LABELS", texts: events.map(\.label))
      section.add("SUBJECTS", texts: events.map(\.subject))
      section.add(
        "TIMES",
        floats: events.flatMap { [Float($0.seconds / 60).rounded(.down), Float($0.rest)] },
        dimensions: [2, UInt8(events.count)])
    }
    return section.bytes
  }

  /// The named events, as far as the format has room for them.
  private var events: [(label: String, subject: String, seconds: Double, rest: Double)] {
    let all = clip.people.flatMap { person in
      person.events.map { (label: $0.label, subject: "P\(person.id)", time: $0.time) }
    }.sorted { $0.time < $1.time }
    return all.prefix(Self.most).map { event in
      let seconds = event.time - (clip.times.first ?? 0)
      return (event.label, event.subject, seconds, seconds - (seconds / 60).rounded(.down) * 60)
    }
  }

  /// The number of events that the format has no room for.
  var eventsLeftOut: Int {
    max(0, clip.people.reduce(0) { $0 + $1.events.count } - Self.most)
  }
}

/// The parameters of a C3D file: groups of named values.
struct C3DParameters {
  private var records = BinaryBytes()
  private var group: UInt8 = 0

  private static let block = 512

  /// The section, not filled up to whole blocks.
  var bytes: [UInt8] {
    let length = 4 + records.bytes.count + 2
    var section = BinaryBytes()
    section.append([UInt8(1), 0x50, UInt8(clamping: (length + Self.block - 1) / Self.block), 84])
    section.append(records.bytes)
    section.append([UInt8](repeating: 0, count: 2))
    return section.bytes
  }

  /// Begins a group, to which the parameters that follow belong.
  mutating func beginGroup(_ name: String, _ description: String) {
    group += 1
    records.append(UInt8(name.utf8.count))
    records.append(0 &- group)
    records.append(name.utf8)
    records.append(UInt16(2 + 1 + description.utf8.count))
    records.append(UInt8(description.utf8.count))
    records.append(description.utf8)
  }

  /// Whole numbers without a sign.
  mutating func add(_ name: String, words: [UInt16], dimensions: [UInt8] = []) {
    var data = BinaryBytes()
    for word in words { data.append(word) }
    add(name, type: 2, dimensions: dimensions, data: data.bytes)
  }

  mutating func add(_ name: String, floats: [Float], dimensions: [UInt8] = []) {
    var data = BinaryBytes()
    for value in floats { data.append(value) }
    add(name, type: 4, dimensions: dimensions, data: data.bytes)
  }

  mutating func add(_ name: String, text: String) {
    add(name, type: 0xFF, dimensions: [UInt8(text.utf8.count)], data: Array(text.utf8))
  }

  /// Up to 255 texts, filled up with spaces to the length of the longest.
  mutating func add(_ name: String, texts: [String]) {
    let width = texts.map(\.utf8.count).max() ?? 0
    var data: [UInt8] = []
    for text in texts {
      data += Array(text.utf8) + Array(repeating: 0x20, count: width - text.utf8.count)
    }
    add(name, type: 0xFF, dimensions: [UInt8(width), UInt8(texts.count)], data: data)
  }

  private mutating func add(_ name: String, type: UInt8, dimensions: [UInt8], data: [UInt8]) {
    records.append(UInt8(name.utf8.count))
    records.append(group)
    records.append(name.utf8)
    records.append(UInt16(2 + 2 + dimensions.count + data.count + 1))
    records.append([type, UInt8(dimensions.count)])
    records.append(dimensions)
    records.append(data)
    records.append(UInt8(0))
  }
}
