import Foundation

/// The program run as its user runs it.
struct CommandLineRun {
  let exitCode: Int32
  let output: String
  let errors: String

  /// Runs `pose3d` and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: as on the command line.
  ///   - assets: the folder with the detection runtime; `nil` for one that has none.
  ///   - hasFullDisk: whether no file can grow beyond a few kilobytes, as on a full disk.
  ///   - place: the folder to which the program is copied when there are no assets.
  ///   - script: arguments of a shell that runs the program as `"$0" "$@"`.
  init(
    _ arguments: [String], assets: String? = Self.checkout(".deps"), hasFullDisk: Bool = false,
    through script: [String]? = nil, in place: TemporaryFolder? = nil
  ) throws {
    let folder = try place ?? TemporaryFolder()
    let output = try folder.file("stdout", Data())
    let errors = try folder.file("stderr", Data())
    let process = Process()
    // A copy elsewhere finds no runtime beside itself: only what it is told of.
    var program = Self.program
    if assets == nil {
      program = URL(filePath: folder.path("pose3d"))
      try FileManager.default.copyItem(at: Self.program, to: program)
      process.currentDirectoryURL = URL(filePath: folder.path)
    }
    let shell = hasFullDisk ? ["-c", "ulimit -f 8; exec \"$0\" \"$@\""] : script
    process.executableURL = shell == nil ? program : URL(filePath: "/bin/sh")
    process.arguments = (shell.map { $0 + [program.path] } ?? []) + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["POSE3D_HOME"] = assets
    process.environment = environment
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    exitCode = process.terminationStatus
    self.output = try String(contentsOfFile: output, encoding: .utf8)
    self.errors = try String(contentsOfFile: errors, encoding: .utf8)
  }

  /// Beside the bundle of the tests.
  private static var program: URL {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let products =
      bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return products.appending(path: "pose3d")
  }

  /// A file of the checkout.
  static func checkout(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name).path
  }

  static func fixture(_ name: String) -> String { checkout("fixtures/\(name)") }

  /// Whether people can be detected in this checkout.
  static let hasDetection = FileManager.default.fileExists(atPath: checkout(".deps/stamp"))
}

/// A folder that goes when it is no longer used.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "pose3d-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: Data) throws -> String {
    try bytes.write(to: URL(filePath: path(name)))
    return path(name)
  }

  var contents: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}
