import Analysis
import Documents
import Foundation

/// The files of a batch that are done, with their lines of the summary: a line of JSON for each, written
/// when it is. A run that is resumed leaves those out.
struct BatchRecord {
  private struct Entry: Codable {
    let item: String
    let lines: [[String]]
  }

  /// The lines of what is done, by what identifies an item and its settings.
  private(set) var done: [String: [[String]]] = [:]
  private let path: String
  private let file: FileHandle

  /// The record of a folder.
  ///
  /// - Parameter resumes: whether what an earlier run has done counts.
  init(_ path: String, resumes: Bool) throws(Failure) {
    self.path = path
    var kept = Data()
    if resumes, let data = FileManager.default.contents(atPath: path) {
      // A line that was cut off, and what isn't a line, is done again.
      for line in data.split(separator: UInt8(ascii: "\n")) {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: line),
          entry.lines.allSatisfy({ $0.count == BatchSummary.header.count })
        else { continue }
        done[entry.item] = entry.lines
        kept.append(contentsOf: line + [UInt8(ascii: "\n")])
      }
    }
    do {
      try OutputFile(path, inputs: []).write(Array(kept))
      file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
    } catch {
      throw Self.unwritable(path)
    }
  }

  /// Adds an item that is done.
  mutating func add(_ item: String, _ lines: [[String]]) throws(Failure) {
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
