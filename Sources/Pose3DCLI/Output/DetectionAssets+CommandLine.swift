import PoseAnalysis
import PoseDetection

extension DetectionAssets {
  /// The assets that set-up installed. Folders that aren't trusted are named on stderr, because a
  /// user would not notice otherwise.
  static func forCommand() throws -> DetectionAssets {
    let (folders, untrusted) = Installation.assetFolders()
    for folder in untrusted {
      Terminal.warn(
        "\(folder) is not used: it belongs to another user, or other users may write to it; "
          + "set POSE3D_HOME=\(folder) if you trust it.")
    }
    return try locate(in: folders)
  }
}
