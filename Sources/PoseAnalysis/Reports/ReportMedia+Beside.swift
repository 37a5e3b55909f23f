internal import PoseDocuments
internal import Foundation

extension ReportMedia {
  /// The video or picture from which a document was made, when it is beside the document under its name; `nil`
  /// otherwise.
  ///
  /// A document may come from elsewhere, and whatever it names would be in a page that is passed on. So the folder
  /// in its path doesn't count, and neither it nor a frame in it may be a link out of the document's folder.
  package static func path(of named: String, beside document: String) -> String? {
    let folder = (document as NSString).deletingLastPathComponent
    let name = (named as NSString).lastPathComponent
    guard !["", ".", "..", "/"].contains(name) else { return nil }
    let path = folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
    let place = OutputFile.resolved(folder.isEmpty ? "." : folder)
    func isInside(_ path: String) -> Bool {
      OutputFile.resolved(path).hasPrefix(place == "/" ? place : place + "/")
    }
    guard FileBytes.isThere(path) || FolderListing.isFolder(path), isInside(path) else {
      return nil
    }
    // Frames lie in the folder or in folders of it.
    let names = FileManager.default.enumerator(atPath: path)
    while let name = names?.nextObject() as? String {
      guard isInside((path as NSString).appendingPathComponent(name)) else { return nil }
    }
    return path
  }
}
