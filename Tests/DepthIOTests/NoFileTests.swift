import DepthIO
import PoseDocuments
import Foundation
import TestSupport
import Testing
import PoseSystem

/// Paths without a file to read, and files that the system won't hand out.
struct NoFileTests {
  /// Expects the same sentence from every front door.
  private static func expect(
    _ path: String, _ message: String, code: FileError.Code = .noSuchFile,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let doors: [(String) throws -> Void] = [
      { _ = try DepthFile(contentsOf: $0) }, { _ = try ColorFile(contentsOf: $0) },
      { _ = try CameraFile(contentsOf: $0) }, { _ = try DepthFile.embedded(in: $0) },
    ]
    for door in doors {
      let error = error(sourceLocation: sourceLocation) { try door(path) }
      #expect(
        error == FileError(code, path: path, message), sourceLocation: sourceLocation)
    }
  }

  @Test func `a folder, a device, a link to nowhere`() throws {
    try withTemporaryFolder { folder in
      Self.expect(folder, "this is a folder; a file was expected")
      Self.expect("/dev/zero", "this is a device; a file was expected")
      Self.expect("/dev/null", "this is a device; a file was expected")
      Self.expect("", "there is no such file")
      Self.expect("\(folder)/nowhere/a.png", "there is no such file")
      let (dangling, circular) = ("\(folder)/dangling", "\(folder)/circular")
      #expect(symlink("\(folder)/nowhere", dangling) == 0 && symlink(circular, circular) == 0)
      Self.expect(dangling, "there is no such file")
      Self.expect(
        circular, "the file can't be opened: too many levels of symbolic links")
      Self.expect(
        "\(folder)/" + String(repeating: "a", count: 300),
        "the file can't be opened: file name too long")
      let empty = "\(folder)/empty"
      try Data().write(to: URL(filePath: empty))
      Self.expect(empty, "the file is empty", code: .damaged)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file that may not be read`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/private.png"
      try Data([1]).write(to: URL(filePath: path))
      #expect(chmod(path, 0) == 0)
      Self.expect(path, "the file can't be opened: permission denied")
      // The layout of raw numbers is there, and it isn't passed over.
      try Data([1]).write(to: URL(filePath: "\(folder)/a.bin"))
      #expect(link(path, "\(folder)/a.json") == 0)
      #expect(
        error { _ = try DepthFile(contentsOf: "\(folder)/a.bin") }?.description
          == "\(folder)/a.json: the file can't be opened: permission denied")
    }
  }

  #if os(Linux)
  @Test func `a file that fails while it is read`() {
    // A process' memory begins with a page that isn't there.
    Self.expect(
      "/proc/self/mem", "reading failed: input/output error", code: .damaged)
  }
  #endif

  /// The front doors one after the other would wait as often.
  @Test func `a pipe without a writer is given up`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let error = error { _ = try DepthFile(contentsOf: path) }
      #expect(
        error
          == FileError(
            .noSuchFile, path: path, "this is a pipe without a writer; a file was expected"))
    }
  }

  @Test func `a pipe whose writer comes late, and is slow`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let bytes = try Fixture.bytes("depth/arrays/f4.npy")
      let writer = Thread {
        usleep(100_000)
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        for start in stride(from: 0, to: bytes.count, by: 2000) {
          try? handle.write(contentsOf: bytes[start..<min(start + 2000, bytes.count)])
          usleep(50_000)
        }
        try? handle.close()
      }
      writer.start()
      let map = try DepthFile(contentsOf: path).map
      #expect(map.isIdentical(to: try DepthFile(bytes: bytes, name: "file").map))
    }
  }

  @Test(arguments: [
    "images/depth.png", "depth/pictures/f32.tif", "depth/pictures/float-zip.exr",
    "depth/phones/heic-1.heic", "depth/phones/dynamic-depth.jpg", "depth/arrays/f4.npy",
    "depth/arrays/deflated.npz", "depth/arrays/lidar.r3d", "depth/arrays/tum.pgm",
    "depth/arrays/tum.pfm",
  ])
  func `a file is what its bytes say, whatever its name`(name: String) throws {
    let options = HostileFileTests.options
    let bytes = try Fixture.bytes(name)
    let map = try DepthFile(contentsOf: Fixture.path(name), options: options).map
    try withTemporaryFolder { folder in
      for ending in ["txt", "png", "json", "heic"] {
        let path = "\(folder)/a.\(ending)"
        try Data(bytes).write(to: URL(filePath: path))
        #expect(try DepthFile(contentsOf: path, options: options).map.isIdentical(to: map))
      }
    }
  }

  @Test func `what lies beside raw numbers is read with the same care`() throws {
    try withTemporaryFolder { folder in
      let layout = #"{"width": 2, "height": 1, "type": "float32", "confidence": "NAME"}"#
      try Data(repeating: 63, count: 8).write(to: URL(filePath: "\(folder)/a.bin"))
      for (name, message) in [
        ("nowhere", "there is no such file"), (".", "this is a folder; a file was expected"),
      ] {
        try Data(layout.replacing("NAME", with: name).utf8)
          .write(to: URL(filePath: "\(folder)/a.json"))
        #expect(
          error { _ = try DepthFile(contentsOf: "\(folder)/a.bin") }
            == FileError(.noSuchFile, path: "\(folder)/\(name)", message))
      }
    }
  }
}
