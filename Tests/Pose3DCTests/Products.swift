import Foundation
import TestSupport

/// What was built beside the tests.
enum Products {
  static let folder: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    return bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// Standard output of the program.
  static func program(_ arguments: [String]) async throws -> String {
    try await ChildProcess(
      folder.appending(path: "pose3d").path, arguments,
      environment: ["POSE3D_HOME": Checkout.path(".deps")]
    ).output
  }
}
