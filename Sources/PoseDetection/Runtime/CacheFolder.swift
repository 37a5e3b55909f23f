internal import Foundation

/// Makes the folder for compiled models where it is missing.
func makeFolder(_ path: String) throws(DetectionError) {
  do {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  } catch {
    throw DetectionError(
      .cacheUnusable, path: path,
      "the folder for compiled models can't be made (\(error.localizedDescription)); "
        + "name another one or none")
  }
}
