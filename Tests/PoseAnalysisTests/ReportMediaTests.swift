import Foundation
import TestSupport
import Testing

@testable import PoseAnalysis

/// Which file is taken for the video that a document names.
struct ReportMediaTests {
  private let folder: TemporaryFolder
  private var document: String { folder.path("documents/a.json") }

  init() throws {
    folder = try TemporaryFolder([
      ("secret.mp4", "secret"), ("documents/a.json", "{}"), ("documents/a.mp4", "video"),
      ("documents/frames/0001.png", "frame"), ("documents/linked/0001.png", "frame"),
    ])
    for (link, end) in [
      ("documents/out.mp4", "../secret.mp4"), ("documents/in.mp4", "a.mp4"),
      ("documents/linked/0002.png", folder.path("secret.mp4")), ("documents/folder", ".."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: end)
    }
  }

  @Test(arguments: ["a.mp4", "in.mp4", "frames"])
  func `a file or folder beside the document is taken, whatever folder the document names`(
    name: String
  ) {
    let expected = folder.path("documents/" + name)
    for named in [name, "videos/\(name)", "/home/user/\(name)", "../\(name)"] {
      #expect(ReportMedia.path(of: named, beside: document) == expected)
    }
  }

  @Test(arguments: [
    "", ".", "..", "/", "videos/..", "none.mp4", "secret.mp4", "../secret.mp4", "out.mp4", "linked",
    "folder", "a.mp4\0", "/etc/passwd",
  ])
  func `nothing that lies elsewhere is taken`(named: String) {
    #expect(ReportMedia.path(of: named, beside: document) == nil)
  }

  @Test func `an absolute path counts for its name alone`() {
    #expect(ReportMedia.path(of: folder.path("secret.mp4"), beside: document) == nil)
  }
}
