import PoseAnalysis
import PoseDocuments
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
    if resumes, let bytes = try? FileBytes.read(path) {
      // A line that was cut off, and what isn't a line, is done again.
      for line in Data(bytes).split(separator: UInt8(ascii: "\n")) {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: line),
          entry.lines.allSatisfy({ $0.count == BatchSummary.header.count })
        else { continue }
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
