#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names in a folder. Not API: shared by the modules that read files.
package enum FolderListing {
  /// The names of what is in a folder, in no particular order, without those that begin with a dot;
  /// `nil` when there is no folder of this name, or it may not be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: start.pointee))
        { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
