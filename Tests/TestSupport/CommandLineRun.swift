import Foundation
package import Testing

/// The program run as its user runs it.
package struct CommandLineRun: Sendable {
  package let exitCode: Int32
  package let output: String
  package let errors: String

  /// Runs the program and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: as on the command line.
  ///   - name: the program, of those that this package builds.
  ///   - assets: the folder with the detection runtime; `nil` for one that has none.
  ///   - hasFullDisk: whether no file can grow beyond a few kilobytes, as on a full disk.
  ///   - script: arguments of a shell that runs the program as `"$0" "$@"`.
  ///   - place: the folder to which the program is copied when there are no assets.
  package init(
    _ arguments: [String], of name: String = "pose3d", assets: String? = Checkout.path(".deps"),
    hasFullDisk: Bool = false,
    through script: [String]? = nil, in place: TemporaryFolder? = nil
  ) async throws {
    let folder = try place ?? TemporaryFolder()
    // A copy elsewhere finds no runtime beside itself: only the one that it is given.
    let built = URL(filePath: Self.program).deletingLastPathComponent().appending(path: name).path
    var program = built
    if assets == nil {
      program = folder.path(name)
      try FileManager.default.copyItem(atPath: built, toPath: program)
    }
    let shell = hasFullDisk ? ["-c", "ulimit -f 8; exec \"$0\" \"$@\""] : script
    let run = try await ChildProcess(
      shell == nil ? program : "/bin/sh", (shell.map { $0 + [program] } ?? []) + arguments,
      environment: ["POSE3D_HOME": assets], startingIn: assets == nil ? folder.path : nil,
      place: folder)
    (exitCode, output, errors) = (run.exitCode, run.output, run.errors)
  }

  /// Expects that it ended with an exit code and this one sentence on stderr, and printed nothing else.
  package func expectFailure(
    code: Int32, message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(exitCode == code, sourceLocation: sourceLocation)
    #expect(errors == "error: \(message)\n", sourceLocation: sourceLocation)
    #expect(output.isEmpty, sourceLocation: sourceLocation)
  }

  /// Beside the bundle of the tests.
  package static let program: String = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let products =
      bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return products.appending(path: "pose3d").path
  }()
}
