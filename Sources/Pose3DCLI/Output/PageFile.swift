import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDocuments

/// A page that is written as HTML or, where the file's name ends so, as PDF by a browser that is installed.
enum PageFile {
  /// Browsers of Chromium's family, which print from the command line.
  private static let browsers = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
    "brave-browser",
  ]
  private static let applications = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ]
  /// Seconds after which a browser that has printed nothing is ended.
  private static let patience = 120.0

  /// Throws where a PDF is asked for and no browser is there to print it.
  ///
  /// - Parameters:
  ///   - option: the option that names the file, `--report`.
  ///   - path: the file; `nil` where the option was not given.
  static func check(_ option: String, _ path: String?) throws(Failure) {
    guard let path, isPDF(path) else { return }
    _ = try browser(for: "\(option) \(path)")
  }

  /// The browser that prints; throws where there is none.
  ///
  /// - Parameter output: the option and the file, or the file.
  private static func browser(for output: String) throws(Failure) -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = browsers.flatMap { name in folders.map { "\($0)/\(name)" } } + applications
    if let found = paths.first(where: FileManager.default.isExecutableFile) { return found }
    throw Failure(
      code: .unavailable,
      message:
        "\(output): a PDF is printed by Chromium, Chrome, Edge or Brave, and none is on "
        + "PATH: install one (`apt-get install chromium`), or name the page .html and print it from your browser"
    )
  }

  /// Writes a page.
  ///
  /// - Parameters:
  ///   - recordings: the number of recordings in it, all of which are printed.
  ///   - makePage: writes the HTML to its argument, piece by piece.
  /// - Returns: the number of bytes of the file.
  static func write(
    to file: OutputFile, recordings: Int = 1,
    _ makePage: (_ write: (String) throws -> Void) throws -> Void
  ) throws -> Int {
    guard isPDF(file.path) else {
      var count = 0
      try file.write { piece in
        try makePage { text in
          let bytes = Array(text.utf8)
          count += bytes.count
          try piece(bytes)
        }
      }
      return count
    }
    let bytes = try printed(file.path, recordings, makePage)
    try file.write(bytes)
    return bytes.count
  }

  private static func isPDF(_ path: String) -> Bool {
    (path as NSString).pathExtension.lowercased() == "pdf"
  }

  private static func printed(
    _ path: String, _ recordings: Int, _ makePage: (_ write: (String) throws -> Void) throws -> Void
  ) throws -> [UInt8] {
    let browser = try browser(for: path)
    // From here on Ctrl-C only asks: the folder is to be removed first.
    Interruption.watch()
    let requests = Interruption.count
    // Beside the file: a browser in a sandbox of its own reads neither the folder of temporary files nor hidden ones.
    let name = "pose3d-print-\(UUID().uuidString)"
    let parent = URL(fileURLWithPath: OutputFile.resolved(path)).deletingLastPathComponent()
    let folder = parent.appendingPathComponent(name, isDirectory: true)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileError(
        .unwritable, path: path, "can't be written: a folder beside it can't be made")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let (page, pdf) = (
      folder.appendingPathComponent("page.html"), folder.appendingPathComponent("page.pdf")
    )
    do {
      try OutputFile(page.path, inputs: []).write { piece in
        try makePage { try piece(Array($0.utf8)) }
      }
    } catch let error as FileError where error.path == page.path {
      throw FileError(error.code, path: path, error.problem)
    }
    try run(
      browser,
      // The time is the page's own, in milliseconds: a video's first frame is decoded meanwhile.
      [
        "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer",
        "--virtual-time-budget=\(8000 + 4000 * (recordings - 1))",
      ]
        // Chromium doesn't start as root in its sandbox; the page is our own, and loads nothing.
        + (geteuid() == 0 ? ["--no-sandbox"] : [])
        + [
          "--user-data-dir=\(folder.appendingPathComponent("profile").path)",
          "--print-to-pdf=\(pdf.path)", page.absoluteString + (recordings > 1 ? "#all" : ""),
        ], for: path, requests)
    guard let bytes = try? FileBytes.read(pdf.path), bytes.starts(with: Array("%PDF".utf8)) else {
      throw failure(path, browser, "it wrote no PDF")
    }
    return bytes
  }

  /// - Parameter requests: the number of requests to end before the page was made.
  private static func run(
    _ browser: String, _ arguments: [String], for path: String, _ requests: Int
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: browser)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw failure(path, browser, "it could not be started")
    }
    let deadline = ProcessInfo.processInfo.systemUptime + patience
    while process.isRunning {
      if Interruption.count != requests || ProcessInfo.processInfo.systemUptime > deadline {
        process.terminate()
        process.waitUntilExit()
        guard Interruption.count == requests else { throw ExitCode(Interruption.exitCode) }
        throw failure(path, browser, "it printed nothing for \(Int(patience)) s")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    // Ctrl-C ends the browser, too.
    guard Interruption.count == requests else { throw ExitCode(Interruption.exitCode) }
    guard process.terminationStatus == 0 else {
      throw failure(path, browser, "it ended with status \(process.terminationStatus)")
    }
  }

  private static func failure(_ path: String, _ browser: String, _ reason: String) -> Failure {
    Failure(
      code: .unavailable,
      message:
        "\(path): \(browser) could not print the page: \(reason). Name the page .html, and print it "
        + "from your browser")
  }
}
