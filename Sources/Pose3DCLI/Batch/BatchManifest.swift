import PoseAnalysis
import PoseDocuments
import Foundation
import PoseImaging
import PoseMotion
import Pose3D

/// A list of files with the options of each: CSV (RFC 4180) with a header, of which only `file` is
/// required. An empty cell has the command line's value for all.
struct BatchManifest {
  /// A line of it.
  struct Row {
    /// The file, as a path from where the program runs; a relative one is taken from the manifest's folder.
    var path: String
    var depth: String?
    var depthUnit: DepthUnit?
    var camera: String?
    /// Radians.
    var fieldOfView: Double?
    var height: Double?
    var frameRate: Double?
    var slowMotion: Double?
    var exercise: ExerciseChoice?

    init(path: String) { self.path = path }
  }

  static let columns = [
    "file", "depth", "depth-scale", "camera", "fov", "height", "fps", "slow-motion", "exercise",
  ]

  let rows: [Row]

  /// Reads a manifest.
  ///
  /// Throws a `FileError` for one that can't be read, and a `Failure` that names line and column of what
  /// can't be used.
  init(contentsOf path: String) throws {
    let bytes = try FileBytes.read(path)
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw Failure(code: .data, message: "\(path): this is no text in UTF-8")
    }
    let lines = try Self.lines(
      of: text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text, path)
    guard let header = lines.first?.cells.map({ $0.trimmingCharacters(in: .whitespaces) }),
      header.contains("file")
    else {
      throw Failure(
        code: .data,
        message: "\(path): the first line has to name the columns, with \"file\" among them: "
          + Self.columns.joined(separator: ", "))
    }
    for name in header where !Self.columns.contains(name) {
      throw Failure(
        code: .data,
        message: "\(path): there is no column \"\(name)\": those that are known are "
          + Self.columns.joined(separator: ", "))
    }
    if let twice = header.first(where: { name in header.count { $0 == name } > 1 }) {
      throw Failure(code: .data, message: "\(path): there are two columns \"\(twice)\"")
    }
    let folder = FileNames.folder(of: path)
    rows = try lines.dropFirst().map { line in
      guard line.cells.count == header.count else {
        throw Failure(
          code: .data,
          message: "\(path), line \(line.number): there are \(line.cells.count) cells, and "
            + "\(header.count) columns")
      }
      let cells = Dictionary(
        uniqueKeysWithValues: zip(
          header, line.cells.map { $0.trimmingCharacters(in: .whitespaces) }))
      return try Self.row(cells, place: "\(path), line \(line.number)", folder: folder)
    }
    guard !rows.isEmpty else {
      throw Failure(code: .data, message: "\(path): no files are listed below the header")
    }
  }

  private static func row(
    _ cells: [String: String], place: String, folder: String
  ) throws(Failure) -> Row {
    func cell(_ name: String) -> String? { cells[name].flatMap { $0.isEmpty ? nil : $0 } }
    func file(_ name: String) -> String? {
      cell(name).map { $0.hasPrefix("/") || folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    func number(_ name: String, _ option: some UserOption) throws(Failure) -> Double? {
      guard let text = cell(name) else { return nil }
      guard let number = Double(text), option.range?.contains(number) ?? number.isFinite else {
        throw Failure(
          code: .data,
          message: "\(place), \(name): \"\(text)\": \(option.expectation) was expected")
      }
      return number
    }
    guard let path = file("file") else {
      throw Failure(code: .data, message: "\(place), file: no file is named")
    }
    var row = Row(path: path)
    row.depth = file("depth")
    row.camera = file("camera")
    if let text = cell("depth-scale") {
      do { row.depthUnit = try DepthUnit(parsing: text) } catch {
        throw Failure(code: .data, message: "\(place), depth-scale: \"\(text)\": \(error)")
      }
    }
    if let text = cell("fov") {
      let option = MeasurementOption.fieldOfView
      guard let fov = FieldOfView(argument: text), option.range?.contains(fov.degrees) ?? true
      else {
        throw Failure(
          code: .data,
          message: "\(place), fov: \"\(text)\": \(option.expectation) was expected")
      }
      row.fieldOfView = fov.radians
    }
    if let text = cell("height") {
      do {
        row.height = try BodyHeight.metres(text)
      } catch {
        throw Failure(
          code: .data,
          message:
            "\(place), height: \"\(text)\": \(MeasurementOption.height.expectation) was expected"
        )
      }
    }
    row.frameRate = try number("fps", ReadingOption.frameRate)
    row.slowMotion = try number("slow-motion", ReadingOption.slowMotion)
    if row.camera != nil && row.fieldOfView != nil {
      throw Failure(
        code: .data, message: "\(place): camera and fov both say what the camera is: give one")
    }
    if let text = cell("exercise") {
      guard let exercise = ExerciseArgument(argument: text) else {
        throw Failure(
          code: .data,
          message: "\(place), exercise: \"\(text)\" is none of "
            + ExerciseArgument.allValueStrings.joined(separator: ", "))
      }
      row.exercise = exercise.choice
    }
    return row
  }

  /// The cells of each line that has any, with its number; quoted ones may hold commas, quotes and line
  /// breaks.
  private static func lines(
    of text: String, _ path: String
  ) throws(Failure) -> [(number: Int, cells: [String])] {
    var lines: [(number: Int, cells: [String])] = []
    var (cells, cell) = ([String](), "")
    var (isQuoted, wasQuoted) = (false, false)
    var (number, start) = (1, 1)
    func isBlank() -> Bool { cells.isEmpty && cell.isEmpty && !wasQuoted }
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character.isNewline { number += 1 }
      if isQuoted {
        if character != "\"" {
          cell.append(character)
        } else if rest.first == "\"" {
          cell.append(rest.removeFirst())
        } else {
          isQuoted = false
        }
        continue
      }
      switch character {
      case "\"" where cell.isEmpty: (isQuoted, wasQuoted) = (true, true)
      case ",":
        cells.append(cell)
        (cell, wasQuoted) = ("", false)
      case _ where character.isNewline:
        if !isBlank() { lines.append((start, cells + [cell])) }
        (cells, cell, wasQuoted, start) = ([], "", false, number)
      default: cell.append(character)
      }
    }
    guard !isQuoted else {
      throw Failure(
        code: .data, message: "\(path), line \(start): a quoted cell isn't closed")
    }
    if !isBlank() { lines.append((start, cells + [cell])) }
    return lines
  }
}
