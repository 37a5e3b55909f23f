import Foundation
import TestSupport
import Testing

#if os(Linux)
/// The manual pages that `scripts/manual_pages.py` makes, against what the program and its sources say.
struct ManualPageTests {
  /// The pages by their names, as text without roff's escapes.
  private let pages: [String: String]
  private let folder: TemporaryFolder

  init() async throws {
    let folder = try TemporaryFolder()
    let run = try await ChildProcess(
      Checkout.path("scripts/manual_pages.py"), [CommandLineRun.program, folder.path("man")])
    try #require(run.exitCode == 0, "\(run.errors)")
    var pages: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("man")) {
      let roff = try String(contentsOfFile: folder.path("man/\(name)"), encoding: .ascii)
      pages[name] = roff.replacing(#/\\f[BIR]|\\%|\\&/#, with: "").replacing("\\-", with: "-")
    }
    (self.folder, self.pages) = (folder, pages)
  }

  /// The commands that `--help` of a command lists, with their other names.
  private static func commands(in help: String) -> [[String]] {
    guard let start = help.firstRange(of: "SUBCOMMANDS:\n") else { return [] }
    let line = #/(?m)^ {2}([a-z]+(?:, [a-z]+)*)(?: \(default\))?(?: {2}|$)/#
    return help[start.upperBound...].matches(of: line).map {
      $0.1.split(separator: ", ").map(String.init)
    }
  }

  @Test func `every command has a page with all its options and the titles of their groups`()
    async throws
  {
    var left: [(page: String, words: [String])] = [("pose3d.1", [])]
    var seen = 0
    while let (name, words) = left.popLast() {
      let page = try #require(pages[name], "there is no \(name)")
      let help = try await CommandLineRun(words + ["--help"]).output
      let options = help.matches(of: #/(?m)^ {2}(?:-\w, )?(--[a-z0-9-]+)(?:/(--[a-z0-9-]+))?/#)
        .flatMap { [String($0.1), $0.2.map(String.init)].compactMap { $0 } }
      #expect(options.contains("--help"), "\(name)")
      for option in options {
        #expect(
          page.firstMatch(of: try Regex("(?m)^(.*, )?\(option)( |,|$)")) != nil,
          "\(name): \(option)")
      }
      for title in help.matches(of: #/(?m)^([A-Z0-9][A-Z0-9 ]+):$/#).map({ String($0.1) })
      where !["OVERVIEW", "USAGE", "OPTIONS", "SUBCOMMANDS"].contains(title) {
        #expect(page.localizedCaseInsensitiveContains("\n.SS \(title)\n"), "\(name): \(title)")
      }
      for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
        #expect(page.contains("\n.SH \(section)\n"), "\(name): \(section)")
      }
      #expect(help.contains("\nEXAMPLES\n") == page.contains("\n.SH EXAMPLES\n"), "\(name)")
      for names in Self.commands(in: help) {
        let prefix = name.dropLast(2)
        left.append(("\(prefix)-\(names[0]).1", words + [names[0]]))
        for other in names.dropFirst() {
          #expect(pages["\(prefix)-\(other).1"] == pages["\(prefix)-\(names[0]).1"])
          seen += 1
        }
      }
      seen += 1
    }
    #expect(seen == pages.count)
    #expect(seen > 10)
  }

  @Test func `exit codes and environment variables are those of the sources`() throws {
    let page = try #require(pages["pose3d.1"])
    for code in [0, 64, 65, 66, 69, 73, 74, 130] {
      #expect(page.contains("\n.TP\n\(code)\n"), "\(code)")
    }
    let sources = FileManager.default.enumerator(atPath: Checkout.path("Sources"))
    var names: Set<String> = []
    while let file = sources?.nextObject() as? String {
      guard file.hasSuffix(".swift") else { continue }
      let text = try String(contentsOfFile: Checkout.path("Sources/\(file)"), encoding: .utf8)
      names.formUnion(text.matches(of: #/environment\["([A-Z0-9_]+)"\]/#).map { String($0.1) })
    }
    #expect(names.contains("POSE3D_HOME"))
    for name in names { #expect(page.contains("\n.TP\n\(name)\n"), "\(name)") }
  }

  @Test(.enabled(if: Tool.has("mandoc"), "apt-get install mandoc"))
  func `mandoc finds nothing to complain of`() async throws {
    let files = pages.keys.sorted().map { folder.path("man/\($0)") }
    let run = try await ChildProcess("mandoc", ["-T", "lint", "-W", "style"] + files)
    #expect(run.exitCode == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
  }

  @Test(.enabled(if: Tool.has("man"), "apt-get install man-db"))
  func `man formats every page without a warning`() async throws {
    for name in pages.keys.sorted() {
      let run = try await ChildProcess(
        "man", ["--warnings", "--local-file", folder.path("man/\(name)")],
        environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(name): \(run.errors)")
      #expect(run.output.contains("EXIT STATUS"), "\(name)")
    }
  }
}

/// A program that a machine may have.
enum Tool {
  static func has(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
#endif
