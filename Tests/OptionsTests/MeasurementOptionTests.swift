import Foundation
import PoseAnalysis
import TestSupport
import Testing

/// The command line's options of a measurement against `MeasurementOption` and `ReadingOption`, which have them for
/// all.
struct MeasurementOptionTests {
  private static let commands: [(name: String, without: Set<MeasurementOption>)] = [
    (
      "analyze",
      [
        .exercise, .repAngle, .repMinimum, .target, .smoothing, .repair, .temporal, .grounding,
        .maximumGap,
      ]
    ),
    ("video", []), ("batch", []),
    (
      "live",
      [.cameraName, .repAngle, .repMinimum, .target, .smoothing, .repair, .temporal, .maximumGap]
    ),
    ("exercise", [.people, .model, .effort, .minimumConfidence]),
  ]

  /// The option's name on the command line, from this test's own knowledge.
  private static func name(of option: MeasurementOption) -> String {
    switch option {
    case .fieldOfView: "--fov"
    case .repair: "--no-repair"
    case .temporal: "--no-temporal"
    case .grounding: "--no-grounding"
    default: "--" + option.rawValue.replacing("_", with: "-")
    }
  }

  @Test(arguments: commands)
  func `a command has every option, in one meaning`(
    name: String, without: Set<MeasurementOption>
  ) async throws {
    let help = try await CommandLineRun([name, "--help-all"]).output
    let words = help.split { $0.isWhitespace }.joined(separator: " ")
    for option in MeasurementOption.allCases {
      #expect(
        words.contains(" \(Self.name(of: option)) ") != without.contains(option),
        "\(name) \(Self.name(of: option))")
      if !without.contains(option) {
        let meaning = (option.refusal ?? option.meaning).split { $0.isWhitespace }
        #expect(words.contains(meaning.joined(separator: " ")), "\(name): \(meaning)")
      }
    }
  }

  @Test(arguments: MeasurementOption.allCases.filter { $0.range != nil })
  func `a number outside its option's range is refused`(option: MeasurementOption) async throws {
    let range = try #require(option.range)
    let rest = option == .repMinimum ? ["--rep-angle", "leftElbowFlexion"] : []
    for number in [range.lowerBound - 0.001, range.upperBound + 1] {
      let run = try await CommandLineRun(
        ["video", "a.mp4", Self.name(of: option), "\(number)"] + rest)
      #expect(run.exitCode == 64 && run.errors.contains(Self.name(of: option)), "\(run.errors)")
    }
  }

  // MARK: Reading and writing

  private static let reading: [(name: String, has: Set<ReadingOption>)] = [
    (
      "analyze",
      [
        .depthUnit, .ownDepth, .depthConfidence, .channel, .keypointLayout, .maximumMegapixels,
      ]
    ),
    (
      "video",
      [
        .depthUnit, .ownDepth, .keypointLayout, .from, .to, .every, .frameRate, .slowMotion,
        .person, .detail, .jobs,
      ]
    ),
    ("depth", [.depthUnit, .depthConfidence, .channel, .maximumMegapixels]),
    ("batch", [.keypointLayout, .frameRate, .detail, .jobs]),
    ("live", [.keypointLayout, .frameRate, .detail]),
    ("exercise", [.keypointLayout, .frameRate, .person]),
    ("export", [.keypointLayout, .frameRate, .person]),
    ("ergonomics", [.depthUnit, .keypointLayout, .frameRate, .slowMotion, .person]),
    ("detect", [.keypointLayout, .maximumMegapixels]),
    ("hands", [.maximumMegapixels]),
  ]

  /// The option's name on the command line, from this test's own knowledge.
  private static func name(of option: ReadingOption) -> String {
    switch option {
    case .depthUnit: "--depth-scale"
    case .ownDepth: "--ignore-own-depth"
    default: "--" + option.rawValue.replacing("_", with: "-")
    }
  }

  @Test(arguments: reading)
  func `an option of reading has one meaning in every command that has it`(
    name: String, has: Set<ReadingOption>
  ) async throws {
    let help = try await CommandLineRun([name, "--help-all"]).output
    let words = help.split { $0.isWhitespace }.joined(separator: " ")
    // What a command calls so that means something else: the format of `export`, for example.
    let others: Set<ReadingOption> = ["depth", "export"].contains(name) ? [.to] : []
    for option in ReadingOption.allCases where !others.contains(option) {
      let named = words.contains(" \(Self.name(of: option)) ")
      #expect(named == has.contains(option), "\(name) \(Self.name(of: option))")
      if has.contains(option) {
        let meaning = (option.refusal ?? option.meaning).split { $0.isWhitespace }
        #expect(words.contains(meaning.joined(separator: " ")), "\(name): \(meaning)")
      }
    }
  }

  @Test(arguments: ReadingOption.allCases.filter { $0.range != nil })
  func `a number outside the range of an option of reading is refused`(
    option: ReadingOption
  ) async throws {
    let range = try #require(option.range)
    let isWhole = ![.from, .to, .frameRate, .slowMotion].contains(option)
    let command = option == .maximumMegapixels ? "analyze" : "video"
    for number in [range.lowerBound - 1, range.upperBound + 1]
    where option != .to && option != .from {
      let text = isWhole ? "\(Int(number))" : "\(number)"
      let run = try await CommandLineRun([command, "a.mp4", Self.name(of: option), text])
      #expect(run.exitCode == 64 && run.errors.contains(Self.name(of: option)), "\(run.errors)")
    }
  }
}
