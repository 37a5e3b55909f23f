import PoseAnalysis
import PoseDocuments
import Foundation
import TestSupport
import Testing

/// Libraries say what to do as values; only the command line tool names its options, and the documents
/// that it and the C library write.
struct WordsTests {
  static let remedies: [RecoverySuggestion] = [
    .stateDepthUnit, .giveBothCameras, .nameCamera, .nameDepthChannel, .raisePixelLimit,
    .nameUpAxis, .nameLengthUnit("mm"), .nameLengthUnit(nil), .correctLengthUnit, .correctUpAxis,
    .choosePicture, .givePictureSize, .nameKeypointLayout(likely: "body25b", otherwise: "body25"),
    .chooseKeypointLayout(["crowdpose", "aic"]), .giveFrameRate, .stateJointSigma, .timeByFrameRate,
    .stateClock,
    .giveDepth, .giveCamera, .repeatSettings,
    .leaveOutDepth,
    .giveAsDepth, .measurePicture, .measureVideo, .detectKeypoints,
    .installFFmpeg(oldest: "4.4", newest: "9"),
  ]

  @Test func `remedies and settings name no option`() {
    for remedy in Self.remedies { #expect(!remedy.ending.contains("--"), "\(remedy)") }
    for setting in Setting.allCases { #expect(!setting.description.contains("-"), "\(setting)") }
  }

  /// The programs whose options may be named: set-up, and OpenPose.
  static let others = ["scripts/setup", "OpenPose: "]
  /// Where the options stand that documents name.
  static let documentWords = "PoseAnalysis/Words/RecoverySuggestion+CommandLine.swift"

  @Test func `no library has an option of the tool in a text`() throws {
    let sources = Checkout.path("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources))
    var count = 0
    for case let name as String in files where name.hasSuffix(".swift") {
      guard !name.hasPrefix("Pose3DCLI/"), name != Self.documentWords else { continue }
      count += 1
      let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//")
      {
        let isNamed = line.firstMatch(of: /"[^"]*--[a-z][^"]*"/) != nil
        #expect(!isNamed || Self.others.contains { line.contains($0) }, "\(name): \(line)")
      }
    }
    #expect(count > 300)
  }

  @Test func `a diagnostic names settings as its reader does`() {
    let diagnostic: Diagnostic = "check \(setting: .depthUnit), \(1.5) m, of \("a.png")"
    #expect(diagnostic.description == "check depth unit, 1.5 m, of a.png")
    #expect(diagnostic.problem { _ in "--x" } == "check --x, 1.5 m, of a.png")
    let longer: Diagnostic = "a.png \(diagnostic)"
    #expect(longer.problem { _ in "U" } == "a.png check U, 1.5 m, of a.png")
    #expect(Diagnostic("it", remedy: .giveDepth).description == "it: give a depth map")
  }

  @Test(arguments: [
    ("--fov and --camera exclude each other", "field of view and camera file exclude each other"),
    ("name it with --camera-name", "name it with --camera-name"),
    ("give --fps 30, or --fps=30: --fps", "give frame rate 30, or --fps=30: frame rate"),
    ("nothing is named", "nothing is named"),
  ])
  func `a page has the settings' names in place of whole options`(
    sentence: String, plain: String
  ) {
    #expect(Setting.plainWords(sentence) == plain)
  }

  @Test func `an error is its path, its problem and its remedy`() {
    let error = FileError(
      .unitMissing, path: "a.png", place: "depth", "has no unit", remedy: .stateDepthUnit)
    #expect(error.description == "a.png: has no unit: state what a step of its integers is")
    #expect(
      error == FileError(.unitMissing, path: "a.png", "has no unit", remedy: .stateDepthUnit))
    #expect(error != FileError(.unitMissing, path: "b.png", "has no unit", remedy: .stateDepthUnit))
    #expect(error != FileError(.unitMissing, path: "a.png", "has no unit"))
  }
}
