import Foundation
import Kinematics
import Pose3D
import PoseAnalysis
import PoseDocuments

/// The files of a batch that are done, with their lines of the summary: a line of JSON for each, written
/// when it is. A run that is resumed leaves those out.
struct BatchRecord {
  private struct Entry: Codable {
    let item: String
    let lines: [BatchSummary.Line]
  }

  /// The lines of what is done, by what identifies an item and its settings.
  private(set) var done: [String: [BatchSummary.Line]] = [:]
  private let path: String
  private let file: FileHandle

  /// The record of a folder.
  ///
  /// - Parameter resumes: whether what an earlier run has done counts.
  init(_ path: String, resumes: Bool) throws(Failure) {
    self.path = path
    var kept = Data()
    if resumes, let bytes = try? FileBytes.read(path) {
      // A line that was cut off, and what isn't a line, is done again.
      for line in Data(bytes).split(separator: UInt8(ascii: "\n")) {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: line) else { continue }
        done[entry.item] = entry.lines
        kept.append(contentsOf: line + [UInt8(ascii: "\n")])
      }
    }
    do throws(FileError) {
      try OutputFile(path, inputs: []).write(Array(kept))
    } catch {
      throw Failure(code: .cantCreate, message: error.commandLineWords)
    }
    let descriptor = open(path.fileSystemBytes, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unwritable(path) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Adds an item that is done.
  mutating func add(_ item: String, _ lines: [BatchSummary.Line]) throws(Failure) {
    do {
      let data = try JSONEncoder().encode(Entry(item: item, lines: lines))
      try file.write(contentsOf: data + [UInt8(ascii: "\n")])
      try file.synchronize()
    } catch {
      throw Self.unwritable(path)
    }
    done[item] = lines
  }

  private static func unwritable(_ path: String) -> Failure {
    Failure(
      code: .cantCreate,
      message: "\(path): can't be written: \(String(cString: strerror(errno)))")
  }
}

/// The outcome of a batch: a line of CSV for each person in each file, and the record from which a
/// run resumes.
enum BatchSummary {
  /// A person in a file, a file without people, or one that couldn't be measured.
  struct Line: Codable {
    let file: String
    let result: String
    let kind: String
    var exitCode: Int32 = 0
    var person: BatchResult.Person?
    var frames: Int?
    var warnings = ""
    var message = ""
  }

  private static let header = [
    "file", "result", "kind", "exit_code", "person", "exercise", "exercise_confidence",
    "repetitions", "not_counted", "range_of_motion_deg", "range_of_motion_sigma_deg", "height_m",
    "height_sigma_m", "height_estimation", "frames", "warnings", "message",
  ]

  /// The lines of a file: one per person, or a single one if there are no people.
  static func lines(of item: BatchItem, _ finding: BatchResult) -> [Line] {
    var line = Line(file: item.path, result: item.output, kind: item.kind.rawValue)
    line.frames = finding.frames
    line.warnings = FileNames.withoutFolders(
      finding.diagnostics.map(\.commandLineWords), of: [item.path, item.depth]
    ).joined(separator: " | ")
    guard !finding.people.isEmpty else { return [line] }
    return finding.people.map { person in
      var own = line
      own.person = person
      return own
    }
  }

  /// The line of a file that couldn't be measured.
  static func line(of item: BatchItem, _ failure: Failure) -> Line {
    Line(
      file: item.path, result: "", kind: item.kind.rawValue, exitCode: failure.code.rawValue,
      message: failure.message)
  }

  /// RFC 4180; nothing in it is a formula.
  static func csv(_ lines: [Line]) -> String {
    ([header] + lines.map(cells)).map { cells in
      zip(header, cells).map { name, cell in
        ["file", "result"].contains(name) ? CSVText.path(cell) : CSVText.cell(cell)
      }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// The cells of a line, in the order of `header`.
  private static func cells(of line: Line) -> [String] {
    let person = line.person
    let degrees = { (radians: Double?) in text(radians.map { $0 * 180 / .pi }, 1) }
    return [
      line.file, line.result, line.kind, "\(line.exitCode)", text(person?.id),
      person?.exercise ?? "", text(person?.exerciseConfidence, 2), text(person?.repetitions),
      text(person?.notCounted), degrees(person?.rangeOfMotion),
      degrees(person?.rangeOfMotionSigma), text(person?.stature.metres, 3),
      text(person?.stature.sigma, 3), person?.stature.estimation?.rawValue ?? "",
      text(line.frames), line.warnings, line.message,
    ]
  }

  private static func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }

  private static func text(_ number: Double?, _ digits: Int) -> String {
    number.map { String(format: "%.\(digits)f", $0) } ?? ""
  }
}
