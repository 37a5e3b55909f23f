import PoseSystem

/// The names in a folder. Not API: shared by the modules that read files.
package enum FolderListing {
  /// Whether a folder has this name.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.fileSystemBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of the files and folders in a folder, in no particular order, without those that
  /// begin with a dot; `nil` if the folder doesn't exist, or may not be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder.fileSystemBytes) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: start.pointee))
        { name in
          String(
            fileSystemBytes: UnsafeBufferPointer(start: name, count: strlen(name)).map {
              UInt8(bitPattern: $0)
            })
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
