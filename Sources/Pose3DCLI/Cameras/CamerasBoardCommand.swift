import ArgumentParser
import Foundation
import PoseAnalysis
import PoseBoards
import PoseDocuments
import PoseDrawing

/// `pose3d cameras board`: a sheet with a calibration board.
struct CamerasBoardCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Writes a calibration board to scale as PDF, for A4 or A3.",
    discussion: """
      The board is Kalibr's AprilGrid (tag36h11, numbered from 0 at the lower left), OpenCV's ChArUco \
      board (markers numbered from 0 at the upper left) or a checkerboard. A ruler on the sheet checks the \
      printer; the sheet has the specification for calibrate --board, too.

      Print it at 100 % and glue it onto a rigid, flat plate.
      """)

  static var solves: Bool { false }

  /// A kind of board.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case aprilgrid, charuco, checkerboard
  }

  @Option(
    name: [.short, .customLong("output"), .customLong("write")],
    help: ArgumentHelp("The PDF file; - for stdout.", valueName: "file"))
  var output: String

  @Option(help: "The paper.")
  var paper: BoardSheet.Paper = .a4

  @Option(help: "The kind of board, as large as the paper allows (default: aprilgrid).")
  var kind: Kind?

  @Option(
    help: ArgumentHelp(
      "The board itself: aprilgrid:6x6:23mm:0.3, charuco:5x7:36mm:27mm:DICT_5X5_100 (squares, their side, the markers' side), checkerboard:8x5:27mm or a YAML file of Kalibr.",
      valueName: "board"))
  var board: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    try FileEnding.check("--output", output, ["pdf"], "a PDF file is written; name it .pdf.")
    if board != nil, kind != nil {
      throw ValidationError("--board states the kind of board, too: leave out --kind.")
    }
  }

  func execute() throws {
    let target = output == "-" ? nil : try OutputFile(output, inputs: [])
    let sheet: BoardSheet
    let pdf: [UInt8]
    do {
      sheet = try BoardSheet(try chosen(), on: paper)
      pdf = try sheet.pdf()
    } catch let error as BoardError {
      throw Failure(error)
    }
    if let target {
      try target.write(pdf)
      Terminal.standardOutput.write(
        "\(sheet.board.specification) on \(paper.rawValue.uppercased())", style: .heading)
      Terminal.standardOutput.write("Print it at 100 % and measure the ruler on the sheet.")
      Terminal.standardOutput.write(
        "To calibrate: pose3d cameras calibrate … --board \(sheet.board.specification)",
        style: .faint)
      Terminal.standardOutput.writeWritten([target.path])
    } else {
      Terminal.standardOutput.writeRaw(Data(pdf))
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func chosen() throws -> CalibrationBoard {
    if let board { return try CalibrationBoard(argument: board) }
    let found =
      switch kind ?? .aprilgrid {
      case .aprilgrid: BoardSheet.largest(.aprilGrid(spacing: 0.3), columns: 6, rows: 6, on: paper)
      case .charuco:
        BoardSheet.largest(
          .charuco(marker: 0.75, dictionary: .usual), columns: 5, rows: 7, on: paper)
      case .checkerboard: BoardSheet.largest(.checkerboard, columns: 8, rows: 5, on: paper)
      }
    guard let found else {
      throw Failure(code: .usage, message: "no board of this kind fits on \(paper.rawValue)")
    }
    return found
  }
}

extension BoardSheet.Paper: ExpressibleByArgument {}

extension CalibrationBoard {
  /// A board by its specification, or by a YAML file of Kalibr.
  init(argument: String) throws {
    let name = argument.lowercased()
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      do {
        try self.init(specification: argument)
      } catch {
        throw Failure(code: .usage, message: "\(error)")
      }
      return
    }
    let bytes = try FileBytes.read(argument.readablePath, limit: 1 << 20)
    try self.init(kalibr: String(decoding: bytes, as: UTF8.self), name: argument)
  }
}

extension Failure {
  /// The failure of a calibration by a board.
  init(_ error: BoardError) {
    let code: Code =
      switch error {
      case .badSpecification, .tooLarge: .usage
      case .noDetector: .unavailable
      default: .data
      }
    self.init(code: code, message: error.description)
  }
}
