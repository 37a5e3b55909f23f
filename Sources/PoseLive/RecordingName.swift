internal import Foundation

/// Names for recordings: when they begin, by the clock of this machine.
enum RecordingName {
  /// A file of a folder that isn't there yet: `live-2026-03-01-17-45-09.jsonl`.
  static func free(in folder: String) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd-HH-mm-ss"
    let stem = "live-" + format.string(from: Date())
    let base = folder.isEmpty ? "." : folder
    for number in 1... {
      let path = "\(base)/\(stem)\(number == 1 ? "" : "-\(number)").jsonl"
      if !FileManager.default.fileExists(atPath: path) { return path }
    }
    preconditionFailure("a folder holds only so many files")
  }
}
