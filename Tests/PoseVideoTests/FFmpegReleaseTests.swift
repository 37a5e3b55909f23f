import Foundation
import TestSupport
import Testing

/// One build works with several releases of FFmpeg, whose structures differ.
struct FFmpegReleaseTests {
  /// Names of variables that point to a structure which isn't the same in all releases.
  static let pointers =
    "frame|earlier|stream|pointer|context|allocated|codec|parameters|codecpar|io|pb|connection"

  @Test func `no field that moves is read where the headers have it`() throws {
    let sources = Checkout.path("Sources/PoseVideo")
    let files = try #require(FileManager.default.enumerator(atPath: sources))
    // For Unicode "frame.pointee.width" is one word.
    let reading = try Regex("\\b(\(Self.pointers))\\??\\.pointee\\b").wordBoundaryKind(.simple)
    var count = 0
    for case let name as String in files where name.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      guard text.contains("import CFFmpeg"), name != "FFmpegFields.swift" else { continue }
      count += 1
      for line in text.split(separator: "\n") {
        let isRead = line.firstMatch(of: reading) != nil
        #expect(!isRead, "\(name): \(line)")
      }
    }
    #expect(count > 10)
  }

  @Test func `no constant whose number changes is taken from the headers`() throws {
    let layouts = try String(
      contentsOfFile: Checkout.path("Sources/CFFmpeg/include/layouts.h"), encoding: .utf8)
    let constants = layouts.matches(of: /CONSTANT\((AV_\w+),((?: -?\d+,?)+)\)/).map { match in
      (name: String(match.1), numbers: Set(match.2.split(separator: ",").map(String.init)).count)
    }
    #expect(constants.contains { $0.name == "AV_CODEC_ID_HEVC" && $0.numbers > 1 })
    let sources = Checkout.path("Sources")
    for module in ["PoseVideo", "CFFmpeg"] {
      let files = try #require(FileManager.default.enumerator(atPath: "\(sources)/\(module)"))
      for case let name as String in files
      where !name.hasSuffix("layouts.h") && name.contains(".") {
        let text = try String(contentsOfFile: "\(sources)/\(module)/\(name)", encoding: .utf8)
        for constant in constants {
          let isUsed = text.split(separator: /\W/).contains { $0 == constant.name }
          #expect(!isUsed, "\(name): \(constant.name)")
        }
      }
    }
  }
}
