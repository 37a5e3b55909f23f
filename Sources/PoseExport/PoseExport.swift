internal import Foundation
internal import Kinematics
public import PoseDocuments
public import PoseFiles
internal import PoseGeometry

/// Writes a clip in the formats of other programs, each file whole or not at all.
///
/// ```swift
/// let clip = try PoseClip(of: PoseSequence(recording), path: "squat.json")
/// let export = PoseExport(of: clip, path: "squat.json", version: "1.0")
/// try export.write([.bvh, .c3d], toFolder: "out", named: "squat", inputs: ["squat.json"])
/// ```
public struct PoseExport: Sendable {
  private let clip: PoseClip
  private let options: ExportOptions
  /// The file that was read, in sentences.
  private let path: String
  private let version: String
  private let motions: [RigMotion]

  /// Prepares a clip.
  ///
  /// - Parameters:
  ///   - clip: the people over time.
  ///   - options: options for the files.
  ///   - path: the file that was read, in sentences.
  ///   - version: the program's version, for the files.
  public init(
    of clip: PoseClip, options: ExportOptions = ExportOptions(), path: String, version: String
  ) {
    self.clip = clip
    self.options = options
    self.path = path
    self.version = version
    motions = clip.people.map { RigMotion(of: $0, times: clip.times) }
  }

  /// The written files, and the diagnostics about them.
  public struct Outcome: Sendable {
    /// The files, in their order.
    public fileprivate(set) var files: [String] = []
    /// Diagnostics: parts that are missing from a file, and unseen parts that are in it.
    public fileprivate(set) var diagnostics: [Diagnostic] = []
  }

  /// The names of a format's files: `squat.trc`; of several people where one file holds one
  /// `squat-p1.trc`, with the person's number.
  public func fileNames(of format: ExportFormat, named stem: String) -> [String] {
    guard format.holdsOnePerson, clip.people.count > 1 else {
      return ["\(stem).\(format.rawValue)"]
    }
    return clip.people.map { "\(stem)-p\($0.id).\(format.rawValue)" }
  }

  /// Writes the files.
  ///
  /// - Parameters:
  ///   - formats: the kinds of files; one that is named twice is written once.
  ///   - folder: has to exist.
  ///   - stem: what the files are called, without ending.
  ///   - inputs: the files that were read, which are not overwritten.
  /// - Returns: the paths of the files, and the diagnostics about them.
  /// - Throws: `FileError` for a file that can't be written, before any is; one for a full disk leaves
  ///   the files that are complete by then; `unsuitable` for times that the format can't have.
  public func write(
    _ formats: [ExportFormat], toFolder folder: String, named stem: String, inputs: [String]
  ) throws -> Outcome {
    var seen: Set<ExportFormat> = []
    let formats = formats.filter { seen.insert($0).inserted }
    let place = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    let names = formats.flatMap { format in
      fileNames(of: format, named: stem).map { (format: format, path: place + $0) }
    }
    let files = try OutputFile.all(
      names.map { (name: "\($0.format.rawValue)", path: Optional($0.path)) }, inputs: inputs
    ).compactMap { $0 }
    var outcome = Outcome()
    outcome.diagnostics = clip.diagnostics
    var even: PoseClip?
    for format in formats {
      let own = zip(names, files).filter { $0.0.format == format }.map(\.1)
      var clip = clip
      if [.bvh, .c3d].contains(format) {
        clip = try even ?? self.clip.even(path: path)
        even = clip
      }
      for diagnostic in try write(format, clip, to: own)
      where !outcome.diagnostics.contains(diagnostic) {
        outcome.diagnostics.append(diagnostic)
      }
      outcome.files += own.map(\.path)
    }
    return outcome
  }

  /// Writes the files of a format. Returns what the user should know.
  private func write(
    _ format: ExportFormat, _ clip: PoseClip, to files: [OutputFile]
  ) throws -> [Diagnostic] {
    let unit = options.unit(of: format)
    let isAsItIs = clip.times == self.clip.times
    let motions =
      isAsItIs ? motions : clip.people.map { RigMotion(of: $0, times: clip.times) }
    var diagnostics = isAsItIs ? [] : clip.diagnostics
    for (place, file) in files.enumerated() {
      let person = clip.people[place]
      let motion = motions[place]
      switch format {
      case .trc:
        let name = URL(fileURLWithPath: file.path).lastPathComponent
        try Self.write(to: file) { text in
          try TRCWriter(
            clip: clip, person: person, names: options.names, unit: unit,
            fileName: Self.onOneLine(name)
          ).write(to: &text)
        }
      case .mot:
        let writer = MOTWriter(clip: clip, motion: motion, path: path)
        try Self.write(to: file) { try writer.write(to: &$0) }
        diagnostics += writer.diagnostics
      case .bvh:
        try Self.write(to: file) {
          try BVHWriter(clip: clip, motion: motion, unit: unit).write(to: &$0)
        }
      case .c3d:
        let writer = C3DWriter(clip: clip, unit: unit)
        guard writer.hasRoom else {
          throw FileError(
            .unsuitable, path: path,
            "\(clip.people.count) people are in it, and C3D has no room for the names of so many points: choose "
              + "some of them, or another format")
        }
        try file.write { piece in try writer.write(to: piece) }
        if writer.eventsLeftOut > 0 {
          diagnostics.append(
            "\(path): C3D has room for 255 events, and \(writer.eventsLeftOut) more are left out")
        }
      case .glb:
        try file.write { piece in
          try GLBWriter(
            clip: clip, motions: motions, version: version, path: path
          ).write(to: piece)
        }
      case .usda:
        try Self.write(to: file) { try USDAWriter(clip: clip, motions: motions).write(to: &$0) }
      case .csv:
        try Self.write(to: file) { try JointCSVWriter(clip: clip, unit: unit).write(to: &$0) }
      case .jsonl:
        try Self.write(to: file) {
          try JointLinesWriter(clip: clip, version: version).write(to: &$0)
        }
      }
    }
    if [.bvh, .glb, .usda].contains(format) { diagnostics += absences(in: clip) }
    return diagnostics
  }

  /// The diagnostics about people who aren't there all the time, if the format can't express it.
  private func absences(in clip: PoseClip) -> [Diagnostic] {
    clip.people.compactMap { person in
      let absent = person.isPresent.count { !$0 }
      guard absent > 0 else { return nil }
      return
        "\(path): person \(person.id) isn't there in \(absent) of \(person.isPresent.count) frames: skeletons of BVH, GLB and USDA stand still there"
    }
  }

  private static func write(
    to file: OutputFile, _ body: (inout FileText) throws -> Void
  ) throws {
    try file.write { piece in
      var text = FileText(to: piece)
      try body(&text)
      try text.flush()
    }
  }

  /// A name without what would end a line or a cell.
  private static func onOneLine(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "_" : $0 }))
  }
}

/// A kind of file in which a recording leaves this program. The raw value is its name on the command
/// line and the ending of its files.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Markers over time as text: OpenSim, Pose2Sim.
  case trc
  /// The coordinates of a model of OpenSim's over time, as text.
  case mot
  /// Points over time, binary: Mokka, Vicon Nexus, Visual3D, MATLAB.
  case c3d
  /// A skeleton with its motion, as text: Blender, MotionBuilder, Unity.
  case bvh
  /// glTF 2.0 in one binary file, with a body of plain bones: Blender, three.js, Unity, Godot.
  case glb
  /// OpenUSD with UsdSkel, as text: Omniverse, Houdini, Maya, Blender.
  case usda
  /// The joints' places and sigmas as a table, a line for each person and frame.
  case csv
  /// `pose3d.skeleton/1` as JSON Lines, which this program reads.
  case jsonl

  /// Whether a file of this kind holds one person: several people are then as many files.
  public var holdsOnePerson: Bool { [.trc, .mot, .bvh].contains(self) }
}

/// Options of exported files.
public struct ExportOptions: Sendable, Equatable {
  /// The marker names of TRC.
  public var names = MarkerNames.vision
  /// The unit of lengths in TRC, C3D, BVH and CSV; `nil` for what is usual there: metres, in C3D
  /// millimetres, in BVH centimetres. MOT, GLB, USDA and JSON Lines are in metres always.
  public var unit: LengthUnit?

  /// The default options.
  public init() {}

  /// The unit of lengths in files of a kind.
  public func unit(of format: ExportFormat) -> LengthUnit {
    switch format {
    case .trc, .csv: unit ?? .metre
    case .c3d: unit ?? .millimetre
    case .bvh: unit ?? .centimetre
    case .mot, .glb, .usda, .jsonl: .metre
    }
  }
}

/// The naming scheme of the joints as markers. The raw value is the name on the command line.
///
/// Those of `pose2sim` and `blazepose` are the names of the marker sets that come with Pose2Sim's models
/// for OpenSim (`Markers_Body25.xml`, `Markers_BlazePose.xml`). A joint that the set has no marker
/// for is left out. Heel and big toe are there where any frame has them.
public enum MarkerNames: String, CaseIterable, Sendable {
  /// This program's and Vision's: `leftElbow`. All 17 joints.
  case vision
  /// Pose2Sim's for 25 points, in which `Neck` is the middle of the shoulders: `LElbow`. 15 joints and the
  /// top of the head, which the set doesn't use.
  case pose2sim
  /// Pose2Sim's for MediaPipe's points: `LElbow`. The 12 joints of the limbs.
  case blazepose

  /// The marker of a joint; `nil` where the set has none.
  func name(of joint: Joint) -> String? {
    if self == .vision { return joint.name }
    switch joint {
    case .root: return self == .pose2sim ? "CHip" : nil
    case .centerShoulder: return self == .pose2sim ? "Neck" : nil
    case .topHead: return self == .pose2sim ? "Head" : nil
    case .spine, .centerHead: return nil
    default: return Self.short(joint.name)
    }
  }

  /// The marker of a point of the feet.
  func name(of point: FootPoint) -> String {
    switch (self, point) {
    case (.vision, _): point.rawValue
    case (_, .leftToe): "LBigToe"
    case (_, .rightToe): "RBigToe"
    case (_, .leftHeel), (_, .rightHeel): Self.short(point.rawValue)
    }
  }

  /// `LElbow` of `leftElbow`.
  private static func short(_ name: String) -> String {
    name.hasPrefix("left") ? "L" + name.dropFirst(4) : "R" + name.dropFirst(5)
  }
}
