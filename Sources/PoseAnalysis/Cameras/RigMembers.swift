internal import DepthIO
internal import PoseDocuments
internal import Foundation
internal import PoseImaging

/// Recordings of which none is given twice.
enum DistinctRecordings {
  /// Throws `FileError` `unsuitable` for a file or folder that is given for two cameras, by whatever name.
  static func check(_ paths: [String]) throws(FileError) {
    var seen: [String: String] = [:]
    for path in paths {
      let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard let other = seen.updateValue(path, forKey: real) else { continue }
      throw FileError(
        .unsuitable, path: path,
        (other == path ? "it is given twice" : "it is \(other), which is given already")
          + ": name the recording of another camera")
    }
  }
}

/// The assignment of a rig's cameras to the videos that they took.
struct RigMembers {
  /// The camera of each video.
  let members: [CameraRig.Member]
  /// Diagnostics for the user.
  let diagnostics: [Diagnostic]

  /// The cameras of videos: those of the given names; else those whose names are in the files' or folders' names; else
  /// all of the rig in their order.
  ///
  /// Throws `FileError` `mismatch` when that leaves a video without a camera or gives one to two.
  init(
    of paths: [String], in file: CameraRigFile, named names: [String]?
  ) throws(FileError) {
    let cameras = file.rig.cameras
    let list = cameras.map(\.name).joined(separator: ", ")
    if let names {
      guard names.count == paths.count else {
        throw FileError(
          .mismatch, path: file.path,
          "\(names.count) camera names for \(paths.count) videos: give one for each")
      }
      var members: [CameraRig.Member] = []
      for name in names {
        guard let camera = cameras.first(where: { $0.name == name }) else {
          throw FileError(
            .mismatch, path: file.path, "there is no camera \(name); the cameras are \(list)")
        }
        members.append(camera)
      }
      self = try RigMembers(members, of: paths, in: file)
      return
    }
    let matches = paths.map { path in cameras.filter { Self.names($0.name, path) } }
    if matches.allSatisfy({ $0.count == 1 }) {
      self = try RigMembers(matches.map { $0[0] }, of: paths, in: file)
      return
    }
    guard cameras.count == paths.count else {
      let index = matches.firstIndex { $0.count != 1 } ?? 0
      throw FileError(
        .mismatch, path: paths[index],
        "which of the cameras \(list) took it isn't in its name: name the cameras in the order of the "
          + "videos")
    }
    members = cameras
    diagnostics = [
      "the videos' names don't say which camera took them: they are taken in the order of \(file.path): \(list)."
    ]
  }

  private init(
    _ members: [CameraRig.Member], of paths: [String], in file: CameraRigFile
  ) throws(FileError) {
    for (index, member) in members.enumerated() {
      guard let other = members[..<index].firstIndex(where: { $0.name == member.name }) else {
        continue
      }
      throw FileError(
        .mismatch, path: paths[index],
        "camera \(member.name) of \(file.path) took \(paths[other]) already: no camera takes two videos"
      )
    }
    (self.members, diagnostics) = (members, [])
  }

  /// Whether a camera's name is in that of a file or its folder, as a word of its own.
  private static func names(_ name: String, _ path: String) -> Bool {
    let file = FileNames.stem(of: path)
    let folders = path.split(separator: "/").dropLast().map(String.init)
    if ([file] + folders).contains(where: { $0.lowercased() == name.lowercased() }) { return true }
    let wanted = words(of: name)
    return ([file] + folders.suffix(1)).contains { text in
      let words = words(of: text)
      return !wanted.isEmpty && words.count >= wanted.count
        && (0...words.count - wanted.count).contains {
          words[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
