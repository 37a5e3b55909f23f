internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

extension SkeletonReader {
  /// The beginning of the table of `pose3d export`.
  private static let start = "frame,time_s,person,"

  /// Whether a text begins as the joints' table of `pose3d export` does.
  static func isCSV(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.starts(with: start.utf8)
  }

  /// The joints' table of `pose3d export`: a line for each person and frame, the unit in the columns'
  /// names, y up and z to the front. A cell is empty where a foot's point or a sigma isn't known. The joints named
  /// in `inferred` weren't seen.
  func csvDraft(of bytes: [UInt8]) throws -> SkeletonDraft {
    var lines = TextLines(bytes)
    guard Self.isCSV(bytes), let header = lines.next() else {
      throw error(.unknownFormat, "a table of joints begins with \(Self.start)")
    }
    let names = Self.cells(header.bytes)
    let columns = try CSVColumns(names) { self.error(.invalidValue, $0) }
    var frames: [SkeletonDraft.Frame] = []
    while let (number, bytes) = lines.next() {
      let place = "line \(number + 1)"
      let cells = Self.cells(bytes)
      guard cells.count == names.count else {
        throw error(
          .invalidValue, "\(place) has \(cells.count) cells where the header has \(names.count)")
      }
      let values = try cells.indices.map { column -> Double? in
        guard !cells[column].isEmpty, column != columns.inferred else { return nil }
        // Frame, time and person come first: a time may be that of a clock.
        guard let value = Double(cells[column]), value.isFinite,
          column < 3 || abs(value) <= BodyCodec.document.farthest
        else {
          throw error(
            .invalidValue,
            "\(place), column \(names[column]): \"\(cells[column])\" where a number was expected")
        }
        return value
      }
      guard let index = values[0].flatMap(Int.init(exactly:)), index >= 0, let time = values[1],
        let id = values[2].flatMap(Int.init(exactly:))
      else {
        throw error(
          .invalidValue,
          "\(place) doesn't begin with a frame's number, a time and a person's number")
      }
      let inferred = try columns.inferred.map { column in
        try cells[column].split(separator: " ").map { name in
          guard let joint = Joint(name: String(name)) else {
            throw error(
              .invalidValue,
              "\(place), column inferred: \"\(name)\" where the name of a joint was expected")
          }
          return joint
        }
      }
      let person = SkeletonDraft.Person(
        place: place, id: id, confidence: nil, isFilled: false,
        body: try columns.body(of: values, inferred: inferred) {
          self.error(.missingJoints, "\(place) \($0)")
        },
        measured: nil)
      if frames.last?.index == index {
        frames[frames.count - 1].people.append(person)
      } else {
        frames.append(SkeletonDraft.Frame(index: index, time: time, people: [person]))
      }
    }
    let front = Vector3(0, 0, 1)
    return SkeletonDraft(
      layout: .csv, unit: columns.unit,
      world: WorldAxes(up: Vector3(0, 1, 0), front: front, source: .file), front: front,
      frames: frames)
  }

  private static func cells(_ line: ArraySlice<UInt8>) -> [String] {
    let text = line.last == 0x0D ? line.dropLast() : line
    return text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The columns of the table of joints.
private struct CSVColumns {
  let unit: LengthUnit
  private let joints: PerJoint<[Int]>
  private let sigmas: PerJoint<Int?>
  private let feet: [String: [Int]]
  /// The column with the names of the joints that weren't seen.
  let inferred: Int?

  /// - Parameter refusal: makes an error of a sentence.
  init(_ names: [String], refusal: (String) -> FileError) throws {
    guard
      let unit = LengthUnit.allCases.first(where: { names.contains("root_x_\($0.rawValue)") })
    else { throw refusal("line 1 has no column root_x_m, root_x_cm or root_x_mm") }
    let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    func columns(_ point: String) -> [Int] {
      ["x", "y", "z"].compactMap { places["\(point)_\($0)_\(unit.rawValue)"] }
    }
    self.unit = unit
    inferred = places["inferred"]
    joints = PerJoint { columns($0.name) }
    sigmas = PerJoint { places["\($0.name)_sigma_\(unit.rawValue)"] }
    feet = Dictionary(
      uniqueKeysWithValues: ["leftHeel", "leftToe", "rightHeel", "rightToe"].map {
        ($0, columns($0))
      })
    if let joint = Joint.allCases.first(where: { joints[$0].count < 3 }) {
      throw refusal("line 1 lacks a column of \(joint.name): x, y and z in \(unit.rawValue)")
    }
  }

  /// A person in the file's unit.
  func body(
    of values: [Double?], inferred: [Joint]?, refusal: (String) -> FileError
  ) throws -> BodyEstimate {
    func point(_ columns: [Int]) -> Vector3? {
      let found = columns.compactMap { values[$0] }
      return found.count == 3 ? Vector3(found[0], found[1], found[2]) : nil
    }
    func foot(_ side: String) -> Foot? {
      feet["\(side)Heel"].flatMap(point).flatMap { heel in
        feet["\(side)Toe"].flatMap(point).map { Foot(heel: heel, toe: $0) }
      }
    }
    var positions = PerJoint(repeating: Vector3.zero)
    for joint in Joint.allCases {
      guard let place = point(joints[joint]) else { throw refusal("lacks \(joint.name)") }
      positions[joint] = place
    }
    let deviations = Joint.allCases.compactMap { sigmas[$0].flatMap { values[$0] } }
    guard deviations.allSatisfy({ $0 >= 0 }) else { throw refusal("has a sigma below 0") }
    return BodyEstimate(
      positions: positions,
      sigmas: deviations.count == Joint.allCases.count
        ? PerJoint { deviations[$0.rawValue] } : nil,
      sources: PerJoint { inferred?.contains($0) == true ? .inferred : .lifted },
      leftFoot: foot("left"), rightFoot: foot("right"))
  }
}
