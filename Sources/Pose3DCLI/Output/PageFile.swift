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
    guard let path, isPDF(path), browser == nil else { return }
    throw Failure(
      code: .unavailable,
      message:
        "\(option) \(path): a PDF is printed by Chromium, Chrome, Edge or Brave, and none is on "
        + "PATH: install one (`apt-get install chromium`), or name the page .html and print it from your browser"
    )
  }

  /// Writes a page.
  ///
  /// - Parameter makePage: writes the HTML to its argument, piece by piece.
  /// - Returns: the number of bytes of the file.
  static func write(
    to file: OutputFile, _ makePage: (_ write: (String) throws -> Void) throws -> Void
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
    let bytes = try printed(file.path, makePage)
    try file.write(bytes)
    return bytes.count
  }

  private static func isPDF(_ path: String) -> Bool {
    (path as NSString).pathExtension.lowercased() == "pdf"
  }

  private static var browser: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = browsers.flatMap { name in folders.map { "\($0)/\(name)" } } + applications
    return paths.first(where: FileManager.default.isExecutableFile)
  }

  private static func printed(
    _ path: String, _ makePage: (_ write: (String) throws -> Void) throws -> Void
  ) throws -> [UInt8] {
    try check("a page", path)
    guard let browser else { return [] }
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
    try OutputFile(page.path, inputs: []).write { piece in
      try makePage { try piece(Array($0.utf8)) }
    }
    try run(
      browser,
      // The time is the page's own, in milliseconds: a video's first frame is decoded meanwhile.
      [
        "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer",
        "--virtual-time-budget=8000",
      ]
        // Chromium doesn't start as root in its sandbox; the page is our own, and loads nothing.
        + (geteuid() == 0 ? ["--no-sandbox"] : [])
        + [
          "--user-data-dir=\(folder.appendingPathComponent("profile").path)",
          "--print-to-pdf=\(pdf.path)", page.absoluteString,
        ], for: path)
    guard let bytes = try? FileBytes.read(pdf.path), bytes.starts(with: Array("%PDF".utf8)) else {
      throw failure(path, browser, "it wrote no PDF")
    }
    return bytes
  }

  private static func run(_ browser: String, _ arguments: [String], for path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: browser)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    Interruption.watch()
    let requests = Interruption.count
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
