import Foundation

/// Where the program looks for what set-up installed, and keeps what it may forget.
enum Installation {
  /// The folders that may hold the detection runtime and models, in the order in which they are
  /// tried: `POSE3D_HOME`, then `.deps` beside or above the program (a checkout's build folder lies
  /// below it), then `share/pose3d` of an installation, then `.deps` in or above the current folder.
  static var assetFolders: [String] {
    let executable = (Bundle.main.executablePath as NSString?)?.resolvingSymlinksInPath
    let program = ((executable ?? CommandLine.arguments[0]) as NSString).deletingLastPathComponent
    let environment = ProcessInfo.processInfo.environment
    return [environment["POSE3D_HOME"]].compactMap { $0 }.filter { !$0.isEmpty }
      + ancestors(of: program).map { "\($0)/.deps" }
      + [
        ((program as NSString).deletingLastPathComponent as NSString)
          .appendingPathComponent("share/pose3d")
      ]
      + ancestors(of: FileManager.default.currentDirectoryPath).map { "\($0)/.deps" }
  }

  /// The user's cache folder for compiled models, made when it doesn't exist; `nil` when it can't
  /// be, which costs time and nothing else.
  static var cacheFolder: String? {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { "\($0)/.cache" }
    guard let folder = base.map({ "\($0)/pose3d/openvino" }),
      (try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)) != nil,
      access(folder, W_OK) == 0
    else { return nil }
    return folder
  }

  private static func ancestors(of path: String) -> [String] {
    var folders: [String] = []
    var folder = path
    while folder != "/" && !folder.isEmpty && folder != "." {
      folders.append(folder)
      folder = (folder as NSString).deletingLastPathComponent
    }
    return folders
  }
}
