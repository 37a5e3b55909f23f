import PoseDocuments
import Foundation
import Synchronization
import TestSupport
import Testing

/// Files that are written by several threads of a program whose signals and umask are its own.
struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// What the process does with each signal.
  private static func handlers() -> [Int] {
    signals.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return withUnsafeBytes(of: &action) { $0.load(as: Int.self) }
    }
  }

  /// The process's umask, which no system call gives without a change.
  private static func mask() throws -> String {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return String(try #require(status.split(separator: "\n").first { $0.hasPrefix("Umask:") }))
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test(arguments: [
    ("", ""), ("a", ""), (".", ""), ("é", ""), ("-", ""), ("a/", ""), ("a//", ""), ("/", "/"),
    ("//", "/"), ("/a", "/"), ("/a/", "/"), ("/a/b", "/a"), ("a/b/", "a"), ("a//b", "a"),
    ("../b.json", ".."), ("./x", "."),
  ])
  func `the folder of a path is what is before its last part`(path: String, folder: String) {
    #expect(FileNames.folder(of: path) == folder)
  }

  @Test func `names of one character are names`() throws {
    for name in ["x", "é", "-"] { #expect(try OutputFile(name, inputs: []).path == name) }
    #expect(throws: FileError.self) { try OutputFile(".", inputs: []) }
    #expect(FileNames.distinctStems(of: ["x", "y/z.mp4"]) == ["x", "z"])
    #expect(FileNames.distinctStems(of: ["a/z.mp4", "b/z.mov"]) == ["a", "b"])
    #expect(
      FileNames.distinctStems(of: ["/home/p 1/v/z.mp4", "/home/p 2/v/z.mp4"]) == ["p 1", "p 2"])
    #expect(FileNames.distinctStems(of: ["z.mp4", "./z.mp4", "b/z.mp4"]) == ["z 1", "z 2", "z 3"])
  }

  @Test func `a pipe is written to under the name that the system has for it`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (read, write) = (FileHandle(fileDescriptor: ends[0]), FileHandle(fileDescriptor: ends[1]))
    let path = "/dev/fd/\(ends[1])"
    #expect(OutputFile.isStream(path) && !OutputFile.isStream(folder.path("a")))
    try OutputFile(path, inputs: []).write(Array("through".utf8))
    try write.close()
    #expect(try read.readToEnd() == Data("through".utf8))
  }

  @Test func `without leave to replace, a file that came to be meanwhile is kept`()
    throws
  {
    let path = folder.path("a")
    let file = try OutputFile.$mayReplace.withValue(false) { try OutputFile(path, inputs: []) }
    let other = try OutputFile(path, inputs: [])
    try other.write([1])
    #expect(throws: FileError.self) { try file.write([2, 3]) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
    // No temporary file stays.
    #expect(folder.contents == ["a"])
    #expect(throws: FileError.self) {
      try OutputFile.$mayReplace.withValue(false) { try OutputFile(path, inputs: []) }
    }
    let new = try OutputFile.$mayReplace.withValue(false) {
      try OutputFile(folder.path("b"), inputs: [])
    }
    try new.write([4])
    #expect(try Data(contentsOf: URL(filePath: folder.path("b"))) == Data([4]))
    #expect(folder.contents.sorted() == ["a", "b"])
  }

  /// Whether files without a name can be made in the folder, as on most file systems of Linux.
  private var hasNamelessFiles: Bool {
    let descriptor = open(folder.path, O_RDWR | 0o20000000 | O_DIRECTORY, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  @Test(arguments: [false, true])
  func `nothing of a file lies in its folder before the file is whole`(isThere: Bool) throws {
    let path = folder.path("a")
    if isThere { try Data("before".utf8).write(to: URL(filePath: path)) }
    let before = folder.contents
    try OutputFile(path, inputs: []).write { piece in
      try piece(Array("half ".utf8))
      // Elsewhere it has a temporary name.
      #expect(folder.contents == before || !hasNamelessFiles)
      try piece(Array("a file".utf8))
    }
    #expect(folder.contents == ["a"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "half a file")
  }

  @Test func `a file that is being written leaves signals and umask alone`() throws {
    let (handlers, mask) = (Self.handlers(), try Self.mask())
    let file = try OutputFile(folder.path("a"), inputs: [])
    try file.write { piece in
      #expect(Self.handlers() == handlers)
      try piece([1, 2, 3])
      #expect(try Self.mask() == mask)
    }
    #expect(Self.handlers() == handlers)
  }

  @Test func `threads that write at the same time leave signals and umask as they were`() throws {
    let (handlers, mask) = (Self.handlers(), try Self.mask())
    let other = Mutex<Set<[Int]>>([])
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      do {
        let bytes = [UInt8](repeating: UInt8(number % 256), count: 1000 + number)
        try OutputFile(folder.path("\(number)"), inputs: []).write(bytes)
        #expect(try FileBytes.read(folder.path("\(number)")) == bytes)
      } catch { Issue.record(error) }
      let found = Self.handlers()
      if found != handlers { other.withLock { _ = $0.insert(found) } }
    }
    #expect(other.withLock { $0 } == [])
    #expect(Self.handlers() == handlers)
    #expect(try Self.mask() == mask)
    #expect(Set(folder.contents) == Set((0..<200).map { "\($0)" }))
    let digits = mask.drop { !$0.isNumber }
    let expected = 0o666 & ~(try #require(Int(digits, radix: 8)))
    for number in 0..<200 { #expect(try mode("\(number)") == expected) }
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o755])
  func `a file that is replaced keeps its permissions`(permissions: Int) throws {
    try folder.file("a", "old")
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.path("a"))
    let file = try OutputFile(folder.path("a"), inputs: [])
    try file.write { piece in
      // No other user may read it before.
      for name in folder.contents where name != "a" {
        #expect(try mode(name) & ~permissions == 0)
      }
      try piece(Array("new".utf8))
    }
    #expect(try mode("a") == permissions)
    #expect(try FileBytes.read(folder.path("a")) == Array("new".utf8))
  }

  @Test func `a file that could not be written whole leaves what was there before`() throws {
    struct Gone: Error {}
    try folder.file("a", "old")
    let file = try OutputFile(folder.path("a"), inputs: [])
    #expect(throws: Gone.self) {
      try file.write { piece in
        try piece([1, 2, 3])
        throw Gone()
      }
    }
    #expect(folder.contents == ["a"])
    #expect(try FileBytes.read(folder.path("a")) == Array("old".utf8))
  }
}
