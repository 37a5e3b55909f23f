import Foundation
import Kinematics
import Pose3D
import PoseAnalysis
import PoseDocuments
import PoseDrawing
import PoseFiles
import PoseImaging
import PoseMotion
import Synchronization

/// The object behind a result's handle: rows, and the document, which is written on request.
final class Outcome: @unchecked Sendable {
  /// A person in a frame.
  struct Row {
    let frame: Int
    let time: Double?
    let person: Int
    /// `nil` where there is nothing but 3D joints.
    let pose: BodyPose?
    /// The pose in the camera's frame at that moment, where that is another one.
    var seen: BodyPose?
    /// The body of a file of this program's; `nil` for other programs', whose joints have no source.
    var body: BodyEstimate?
    let skeleton: Skeleton
  }

  /// The format of a document.
  enum Format: Int32 {
    case json
    case lines
    case csv
    case page
  }

  let rows: [Row]
  /// The angles of all rows.
  let definitions: [AngleDefinition]
  /// Sentences in the words of the interface.
  let warnings: [CText]
  let angleNames: [CText]
  private let source: Source
  /// Locked while a text is made.
  private let texts = Mutex<[Format: CText]>([:])

  private enum Source {
    case picture(PictureAnalysis)
    case video(SequenceDocument)
    case angles(AnglesDocument)
    case session(json: () -> String, csv: () -> String, page: () -> String)
    case report(page: String)
  }

  private init(
    _ source: Source, rows: [Row], angles definitions: [AngleDefinition], warnings: [String]
  ) {
    (self.source, self.rows, self.definitions) = (source, rows, definitions)
    self.warnings = warnings.map(CText.init)
    angleNames = definitions.map { CText($0.name) }
  }

  convenience init(_ analysis: PictureAnalysis) {
    let rows = analysis.people.map {
      Row(frame: 0, time: nil, person: $0.id, pose: $0, skeleton: $0.skeleton)
    }
    self.init(
      .picture(analysis), rows: rows, angles: AngleDefinition.catalogue,
      warnings: analysis.diagnostics.map(\.interfaceWords))
  }

  convenience init(
    _ found: VideoResult, of analysis: VideoAnalysis, detail: SequenceDetail, doubts: [String] = []
  ) {
    let sequence = found.sequence
    let rows: [Row] = sequence.recording.frames.enumerated().flatMap { position, frame in
      sequence.people.compactMap { person in
        guard let pose = sequence.pose(of: person, at: position),
          let skeleton = person.skeleton(at: position)
        else { return nil }
        return Row(
          frame: frame.index, time: frame.time, person: person.id, pose: pose,
          seen: sequence.poseToDraw(of: person, at: position), skeleton: skeleton)
      }
    }
    func document(_ wording: (Diagnostic) -> String) -> SequenceDocument {
      analysis.document(
        of: found, version: Installation.version, detail: detail, wording: wording)
    }
    self.init(
      .video(document(\.commandLineWords)), rows: rows, angles: AngleDefinition.catalogue,
      warnings: doubts + document(\.interfaceWords).warnings)
  }

  /// - Parameters:
  ///   - document: with the sentences of the command line.
  ///   - warnings: those of the interface.
  convenience init(_ document: AnglesDocument, warnings: [String]) {
    let rows = document.frames.flatMap { frame in
      frame.people.map {
        Row(
          frame: frame.index, time: frame.time, person: $0.id, pose: nil,
          body: [.pose3d, .csv].contains(document.layout) ? $0.body : nil, skeleton: $0.skeleton)
      }
    }
    self.init(
      .angles(document), rows: rows, angles: document.definitions, warnings: warnings)
  }

  /// The measurements of a session, without rows.
  ///
  /// - Parameter warnings: in the words of the interface.
  convenience init(
    json: @escaping () -> String, csv: @escaping () -> String, page: @escaping () -> String,
    warnings: [String]
  ) {
    self.init(
      .session(json: json, csv: csv, page: page), rows: [], angles: [], warnings: warnings)
  }

  /// A report, which is a page only.
  convenience init(page: String, warnings: [String]) {
    self.init(.report(page: page), rows: [], angles: [], warnings: warnings)
  }
}

// MARK: Documents

extension Outcome {
  /// The document, kept as long as this object; `nil` when there is none of this kind.
  func text(_ format: Format) -> CText? {
    texts.withLock { texts in
      if texts[format] == nil { texts[format] = written(format).map(CText.init) }
      return texts[format]
    }
  }

  private func written(_ format: Format) -> String? {
    var text = ""
    switch (source, format) {
    case (.picture(let analysis), .json): text = Self.document(of: analysis).json
    case (.picture(let analysis), .csv): text = Self.document(of: analysis).csv
    case (.video(let document), .json): document.writeJSON { text += $0 }
    case (.video(let document), .lines): document.writeJSONLines { text += $0 }
    case (.video(let document), .csv): document.writeCSV { text += $0 }
    case (.angles(let document), .json): text = document.json
    case (.angles(let document), .csv): text = document.csv
    case (.session(let json, _, _), .json): text = json()
    case (.session(_, let csv, _), .csv): text = csv()
    case (.session(_, _, let page), .page): text = page()
    case (.report(let page), .page): text = page
    case (.picture, .lines), (.angles, .lines), (.session, .lines), (.picture, .page),
      (.video, .page), (.angles, .page), (.report, _):
      return nil
    }
    return text
  }

  private static func document(of analysis: PictureAnalysis) -> SkeletonDocument {
    analysis.document(version: Installation.version, wording: \.commandLineWords)
  }

  /// The drawing, a PNG file.
  func overlay() throws -> [UInt8] {
    guard case .picture(let analysis) = source else {
      throw Refusal(option: "only the result of an image can be drawn on it")
    }
    return try PoseOverlay(of: analysis.people, on: analysis.frame.image).png()
  }
}

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
    case .sigmas:
      joints.map { pose?.sigma($0) ?? body?.sigmas?[$0] ?? skeleton.sigmas?[$0] }
    case .confidences: joints.map { pose?.confidence($0) }
    case .sources: joints.map { (pose?.source($0) ?? body?.sources[$0])?.rank }
    case .points:
      joints.flatMap { joint in
        let point = (seen ?? pose)?.pixel(joint)
        return [point?.x, point?.y]
      }
    case .angles: skeleton.angles(definitions).map { $0.value.map { $0 * 180 / .pi } }
    case .angleSigmas: skeleton.angles(definitions).map { $0.sigma.map { $0 * 180 / .pi } }
    case .height: [pose?.bodyHeight ?? body?.stature.metres]
    case .heightSigma: [pose?.bodyHeightSigma ?? body?.stature.sigma]
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

/// Text for C, where it is as long as this object lives.
final class CText: @unchecked Sendable {
  /// Ends with a zero.
  let start: UnsafePointer<CChar>
  /// Bytes before the zero.
  let length: Int

  init(_ text: String) {
    let bytes = text.utf8
    length = bytes.count
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: length + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[length] = 0
    start = UnsafePointer(copy)
  }

  deinit { start.deallocate() }
}
