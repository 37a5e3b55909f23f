public import Documents
internal import Foundation
internal import Geometry
internal import Kinematics
public import Motion
internal import Pose3D

/// What an interrupted run leaves behind so that it can go on: a line that says what was analysed and
/// how, then a line per frame with all digits of what was measured. It lies beside the output and goes
/// away with the last frame.
public final class VideoJournal {
  /// The file.
  public let path: String
  private let file: UnsafeMutablePointer<FILE>

  /// Where the journal of an output lies.
  public static func path(of output: String) -> String { output + ".resume" }

  /// A new journal, with the frames that were done before.
  ///
  /// Throws `unwritable`.
  public init(
    of output: String, fingerprint: VideoFingerprint, frames: [PoseRecording.Frame]
  ) throws(FileError) {
    path = Self.path(of: output)
    // Beside the old one until the frames that were done before are in it.
    let draft = path + ".new"
    guard let file = fopen(draft, "w") else { throw Self.unwritable(path) }
    self.file = file
    try write(fingerprint.header)
    for frame in frames { try add(frame) }
    try flush()
    guard rename(draft, path) == 0 else { throw Self.unwritable(path) }
  }

  deinit { fclose(file) }

  /// Adds a frame.
  func add(_ frame: PoseRecording.Frame) throws(FileError) { try write(JSONValue(frame)) }

  /// Sees to it that what was added survives the program.
  func flush() throws(FileError) { guard fflush(file) == 0 else { throw Self.unwritable(path) } }

  /// Takes the journal away: there is nothing to go on with.
  public func remove() { unlink(path) }

  private func write(_ value: JSONValue) throws(FileError) {
    let line = Data((value.compactText + "\n").utf8)
    let written = line.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard written == line.count else { throw Self.unwritable(path) }
  }

  private static func unwritable(_ path: String) -> FileError {
    FileError(
      .unwritable, path: path, "can't be written: \(String(cString: strerror(errno)))")
  }

  /// The frames of an earlier run; `nil` when there is no journal. A last line that was cut off is
  /// left out.
  ///
  /// - Throws: `FileError`: `mismatch` when the journal is of another input or other settings, and names
  ///   what differs; `damaged` when it is none.
  public static func frames(
    of output: String, fingerprint: VideoFingerprint
  ) throws(FileError) -> [PoseRecording.Frame]? {
    let path = path(of: output)
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last end of a line: nothing, or half a line.
    lines.removeLast()
    guard let first = lines.first, let header = try? DocumentNode(parsing: Array(first)),
      let differences = fingerprint.differences(from: header)
    else {
      throw FileError(
        .damaged, path: path,
        "this is no journal of an interrupted run; remove it to start anew")
    }
    guard differences.isEmpty else {
      throw FileError(
        .mismatch, path: path,
        "the interrupted run had other inputs or settings: \(differences.joined(separator: ", ")) differ",
        remedy: .repeatSettings)
    }
    do {
      let frames = try lines.dropFirst().map {
        try PoseRecording.Frame(try DocumentNode(parsing: Array($0)))
      }
      guard zip(frames, frames.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
        throw DocumentNode.Problem("its frames are not in the order of their times")
      }
      return frames
    } catch {
      let problem = (error as? DocumentNode.Problem)?.message ?? "\(error)"
      throw FileError(.damaged, path: path, "\(problem); remove it to start anew")
    }
  }
}

// MARK: Frames as lines

extension DocumentNode {
  /// An integer that the journal can have written; ids get successors.
  fileprivate func integer() throws(Problem) -> Int {
    let number = try number()
    guard let integer = Int(exactly: number), abs(number) < 1e15 else {
      throw mismatch(expected: "an integer")
    }
    return integer
  }
}

extension JSONValue {
  fileprivate init(_ frame: PoseRecording.Frame) {
    self = .object([
      ("index", .integer(frame.index)), ("time", .exact(frame.time)),
      ("people", .array(frame.people.map(JSONValue.init))),
    ])
  }

  private init(_ person: PoseObservation) {
    let vector = { (v: Vector3) in [JSONValue.exact(v.x), .exact(v.y), .exact(v.z)] }
    let foot = { (foot: Foot?) in
      JSONValue.optional(
        foot.map {
          .array(vector($0.heel) + vector($0.toe) + ($0.sigma.map { [.exact($0)] } ?? []))
        })
    }
    self = .object([
      ("id", .optional(person.id.map(JSONValue.integer))),
      ("confidence", .exact(person.confidence)),
      ("positions", .array(Joint.allCases.flatMap { vector(person.positions[$0]) })),
      (
        "sigmas",
        .optional(
          person.sigmas.map { sigmas in .array(Joint.allCases.map { .exact(sigmas[$0]) }) })
      ),
      (
        "sources", .array(Joint.allCases.map { .string(person.sources[$0].rawValue) })
      ),
      ("leftFoot", foot(person.leftFoot)), ("rightFoot", foot(person.rightFoot)),
      ("bodyHeight", .exact(person.bodyHeight)),
      ("bodyHeightSigma", .optional(person.bodyHeightSigma.map(JSONValue.exact))),
      ("heightEstimation", .optional(person.heightEstimation.map { .string($0.rawValue) })),
    ])
  }
}

extension PoseRecording.Frame {
  fileprivate init(_ node: DocumentNode) throws(DocumentNode.Problem) {
    guard let index = node["index"], let time = node["time"], let people = node["people"] else {
      throw DocumentNode.Problem("a line without index, time and people")
    }
    var observations: [PoseObservation] = []
    for person in try people.list(of: "people") {
      observations.append(try PoseObservation(resuming: person))
    }
    self.init(index: try index.integer(), time: try time.number(), people: observations)
  }
}

extension PoseObservation {
  fileprivate init(resuming node: DocumentNode) throws(DocumentNode.Problem) {
    let count = Joint.allCases.count
    guard let places = try node["positions"]?.numbers(), places.count == 3 * count,
      let words = node["sources"]?.elements, words.count == count,
      let height = try node["bodyHeight"]?.number()
    else { throw DocumentNode.Problem("\(node.place) is no person") }
    let vector = { (from: Int, numbers: [Double]) in
      Vector3(numbers[from], numbers[from + 1], numbers[from + 2])
    }
    let sigmas = try node["sigmas"]?.numbers()
    guard sigmas?.count ?? count == count else {
      throw DocumentNode.Problem("\(node.place) has \(sigmas?.count ?? 0) sigmas")
    }
    let foot = { (name: String) throws(DocumentNode.Problem) -> Foot? in
      guard let numbers = try node[name]?.numbers(), numbers.count >= 6 else { return nil }
      return Foot(
        heel: vector(0, numbers), toe: vector(3, numbers),
        sigma: numbers.count > 6 ? numbers[6] : nil)
    }
    self.init(
      id: try node["id"].map { (id) throws(DocumentNode.Problem) in try id.integer() },
      confidence: try node["confidence"]?.number() ?? 1,
      positions: PerJoint { vector(3 * $0.rawValue, places) },
      sigmas: sigmas.map { sigmas in PerJoint { sigmas[$0.rawValue] } },
      sources: PerJoint {
        words[$0.rawValue].string.flatMap(BodyPose.JointSource.init) ?? .inferred
      },
      leftFoot: try foot("leftFoot"), rightFoot: try foot("rightFoot"), bodyHeight: height,
      bodyHeightSigma: try node["bodyHeightSigma"]?.number(),
      heightEstimation: node["heightEstimation"]?.string.flatMap(BodyPose.HeightEstimation.init))
  }
}
