import PoseGeometry
import PoseDocuments
import Foundation
import TestSupport
import Testing

/// Names of files that are no text, and links.
struct FileNameTests {
  @Test(
    arguments: [
      [0x61, 0xE9, 0x2E, 0x6A], [0xFF], [0x80, 0x80], [0xC3], [0xC3, 0xA9, 0xC3],
      [0xED, 0xA0, 0x80],
      [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBE, 0x80, 0xE9], [0xF4, 0x90, 0x80, 0x80],
      [0xC0, 0xAF],
      Array("plain é漢\u{1F600}".utf8), [],
    ] as [[UInt8]])
  func `every name has a text that gives it back`(name: [UInt8]) {
    let text = String(fileSystemBytes: name)
    #expect(text.fileSystemBytes.dropLast().map { UInt8(bitPattern: $0) } == name)
    #expect(text.fileSystemBytes.last == 0)
    if let plain = String(validating: name, as: UTF8.self), name.first != 0xF4 {
      #expect(text == plain)
    }
  }

  @Test(arguments: 0..<10)
  func `so have names of any bytes, and no two the same`(seed: Int) {
    var generator = RandomNumbers(seed: UInt64(seed))
    var texts: [String: [UInt8]] = [:]
    for _ in 0..<200 {
      let count = Int.random(in: 0...8, using: &generator)
      let name = (0..<count).map { _ in
        [UInt8.random(in: 1...255, using: &generator), 0xF4, 0x8F, 0xBE, 0x80, 0x61]
          .randomElement(using: &generator) ?? 1
      }
      let text = String(fileSystemBytes: name)
      #expect(text.fileSystemBytes.dropLast().map { UInt8(bitPattern: $0) } == name)
      #expect(texts.updateValue(name, forKey: text).map { $0 == name } ?? true)
    }
  }

  @Test func `a file of such a name is read, written and listed`() throws {
    let folder = try TemporaryFolder()
    let name = String(fileSystemBytes: Array("caf".utf8) + [0xE9])
    let path = folder.path(name)
    try OutputFile(path, inputs: []).write(Array("text".utf8))
    #expect(FileBytes.isThere(path) && !FolderListing.isFolder(path))
    #expect(try FileBytes.read(path) == Array("text".utf8))
    #expect(FolderListing.names(in: folder.path) == [name])
    #expect(FolderListing.isFolder(folder.path) && !FileBytes.isThere(folder.path))
    // JSON can't say it.
    #expect(JSONValue.string(name).text == "\"caf\u{FFFD}\"\n")
  }

  @Test func `a text with a zero character names no file`() throws {
    let folder = try TemporaryFolder([("color.jpg", "text")])
    let path = folder.path("color.jpg\0.png")
    #expect(path.fileSystemBytes == [0])
    #expect(!FileBytes.isThere(path) && RegularFile(path) == nil)
    #expect(throws: FileError(.noSuchFile, path: path, "there is no such file")) {
      try FileBytes.read(path)
    }
    #expect(throws: FileError.self) { try OutputFile(path, inputs: []) }
    #expect(FolderListing.names(in: folder.path) == ["color.jpg"])
  }

  @Test func `controls that a terminal obeys are spelled out in JSON too`() {
    #expect(JSONValue.string("a\u{9B}b\u{7F}\u{1B}é").text == "\"a\\u009bb\\u007f\\u001bé\"\n")
  }

  @Test func `a link to where no file is yet is written through`() throws {
    let folder = try TemporaryFolder([("real/old.txt", "old")])
    for (link, end) in [
      ("new.txt", "real/new.txt"), ("second.txt", "new2.txt"), ("new2.txt", "real/2.txt"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: end)
    }
    for (link, end) in [("new.txt", "real/new.txt"), ("second.txt", "real/2.txt")] {
      try OutputFile(folder.path(link), inputs: []).write(Array(link.utf8))
      #expect(try FileBytes.read(folder.path(end)) == Array(link.utf8))
      #expect(
        try FileManager.default.attributesOfItem(atPath: folder.path(link))[.type]
          as? FileAttributeType
          == .typeSymbolicLink)
    }
  }

  @Test func `a link to where no file can be, or in a circle, is refused and stays`() throws {
    let folder = try TemporaryFolder()
    for (link, end) in [("a", "nowhere/x"), ("b", "c"), ("c", "b")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: end)
    }
    for (link, reason) in [
      ("a", "the folder \(folder.path)/nowhere doesn't exist"), ("b", "it is a link in a circle"),
    ] {
      let error = #expect(throws: FileError.self) {
        try OutputFile(folder.path(link), inputs: []).write([1])
      }
      #expect(error?.code == .unwritable && error?.message == "can't be written: \(reason)")
    }
    #expect(folder.contents.sorted() == ["a", "b", "c"])
  }
}
