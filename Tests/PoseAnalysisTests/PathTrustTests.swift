import Foundation
import TestSupport
import Testing

@testable import PoseAnalysis

/// Files that may be loaded as code: only the user may have put them there.
struct PathTrustTests {
  private let folder: TemporaryFolder
  private let trust: PathTrust

  init() throws {
    folder = try TemporaryFolder()
    for name in ["openvino/libopenvino_c.so.1", "openvino/libtbb.so.12", "models/a.tflite"] {
      try folder.file("checkout/.deps/\(name)", name)
    }
    trust = PathTrust(program: folder.path("checkout"))
  }

  private var deps: String { folder.path("checkout/.deps") }

  private func open(_ name: String, _ mode: Int = 0o777) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path(name))
  }

  @Test func `what belongs to the user is trusted, and so is what isn't there`() throws {
    #expect(trust.isTrusted(deps))
    #expect(trust.isTrusted(folder.path("nowhere/.deps")))
  }

  @Test(arguments: [
    "", "/openvino", "/openvino/libopenvino_c.so.1", "/openvino/libtbb.so.12", "/models",
    "/models/a.tflite",
  ])
  func `a folder or file that others may write to is not`(name: String) throws {
    try open("checkout/.deps\(name)")
    #expect(!trust.isTrusted(deps))
  }

  @Test func `neither is a file that a link has in a folder of others`() throws {
    try folder.file("others/libtbb.so.12", "a library")
    let link = "\(deps)/openvino/libtbb.so.12"
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("others/libtbb.so.12"))
    #expect(trust.isTrusted(deps))
    try open("others")
    #expect(!trust.isTrusted(deps))
    // If other users can't touch these files, as in /tmp.
    try open("others", 0o1777)
    #expect(trust.isTrusted(deps))
  }

  @Test(arguments: [
    "", "/openvino", "/openvino/libopenvino_c.so.1", "/openvino/libtbb.so.12", "/models",
    "/models/a.tflite",
  ])
  func `what a group may write to is trusted only if that group has no other members`(
    name: String
  ) throws {
    try open("checkout/.deps\(name)", 0o775)
    for isClosed in [true, false] {
      let trust = PathTrust(program: folder.path("checkout")) { _ in isClosed }
      #expect(trust.isTrusted(deps) == isClosed)
    }
  }

  @Test func `a group is closed if it is root's or has the user's name and no other members`() {
    func isClosed(_ id: gid_t, _ name: String, _ members: [String] = []) -> Bool {
      UserGroup(id: id, name: name, members: members).isClosed(for: "eva", firstGroup: 1000)
    }
    #expect(isClosed(1000, "eva"))
    #expect(isClosed(1000, "eva", ["eva"]))
    #expect(isClosed(0, "root", ["root"]))
    #expect(!isClosed(1000, "eva", ["otto"]))
    #expect(!isClosed(1000, "users"))
    #expect(!isClosed(1001, "eva"))
    #expect(!isClosed(0, "root", ["otto"]))
  }

  @Test func `groups are read from the system`() throws {
    let own = try #require(UserGroup(id: getgid()))
    #expect(own.id == getgid() && !own.name.isEmpty)
    #expect(UserGroup(id: 0)?.members.contains("otto") == false)
    #expect(UserGroup(id: 3_999_999_999) == nil)
  }

  @Test func `a user who may replace the program needs no other way`() throws {
    try open("checkout")
    #expect(trust.isTrusted(deps))
  }
}
