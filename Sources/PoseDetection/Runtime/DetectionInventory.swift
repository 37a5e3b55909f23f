internal import Foundation

/// The installed parts of detection, for a person who wants to know whether it works.
package struct DetectionInventory: Sendable, Equatable {
  /// A file and how large it is.
  package struct File: Sendable, Equatable {
    /// Absolute path.
    package let path: String
    /// Size in bytes.
    package let byteCount: Int
  }

  /// The runtime's own statement of its version, such as `2026.4.1-22982-…`.
  package let runtimeVersion: String
  /// The runtime's library.
  package let runtimeLibrary: File
  /// The models, the person detector first.
  package let models: [File]
  /// Whether ONNX models of the user's can be read.
  package let readsONNX: Bool
  /// The number of libraries and models that set-up installed and that are unchanged; `nil` where
  /// it left no stamp to compare them with.
  package let verifiedCount: Int?
}

extension DetectionAssets {
  /// Compares the files with what set-up wrote down, loads the runtime to ask its version, and measures
  /// the files; models are not compiled.
  ///
  /// - Throws: `DetectionError` with the code `runtimeUnusable` when the library can't be loaded or is
  ///   damaged, `modelUnusable` for a damaged model.
  package func inventory() throws(DetectionError) -> DetectionInventory {
    let verifiedCount = try verify(recordFolder: nil, isForced: true)
    let runtime = try InferenceRuntime(library: runtimeLibrary)
    return DetectionInventory(
      runtimeVersion: runtime.version,
      runtimeLibrary: DetectionInventory.File(measuring: runtimeLibrary),
      models: ([personModel, landmarkModel, palmModel, handModel]
        + [heavyLandmarkModel].compactMap { $0 })
        .map { DetectionInventory.File(measuring: $0) },
      readsONNX: readsONNX, verifiedCount: verifiedCount)
  }
}

extension DetectionInventory.File {
  /// A file that was found a moment ago; 0 bytes if it has gone since.
  fileprivate init(measuring path: String) {
    // A linked file counts with the size of what it links to.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    self.init(path: path, byteCount: attributes?[.size] as? Int ?? 0)
  }
}
