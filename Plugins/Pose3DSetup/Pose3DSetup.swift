import Foundation
import PackagePlugin

/// `swift package pose3d-setup`: installs what Pose3D needs at run time, from a package that depends on it.
///
/// It runs `scripts/setup` in Pose3D's own checkout and links the result into the build folder of the package, where its
/// programs find it.
@main
struct Pose3DSetup: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let checkout = Self.checkout(from: context.package) else {
      throw SetupError(description: "pose3d-setup: this package doesn't depend on Pose3D")
    }
    let setup = Process()
    setup.executableURL = checkout.appending(path: "scripts/setup")
    setup.arguments = arguments
    try setup.run()
    setup.waitUntilExit()
    guard setup.terminationStatus == 0 else {
      throw SetupError(
        description: "pose3d-setup: scripts/setup ended with \(setup.terminationStatus)")
    }
    let installed = checkout.appending(path: ".deps")
    guard checkout != context.package.directoryURL,
      FileManager.default.fileExists(atPath: installed.path)
    else { return }
    let link = context.package.directoryURL.appending(path: ".build/.deps")
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: installed)
    print("pose3d-setup: programs of this package find the runtime and the models in .build/.deps")
  }

  /// The folder of Pose3D: the package itself, or one that it depends on, also by way of others.
  private static func checkout(from package: Package) -> URL? {
    var seen: Set<Package.ID> = []
    var waiting = [package]
    while let next = waiting.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      if next.displayName == "Pose3D" { return next.directoryURL }
      waiting += next.dependencies.map(\.package)
    }
    return nil
  }
}

/// What went wrong, as a sentence.
struct SetupError: Error, CustomStringConvertible {
  let description: String
}
