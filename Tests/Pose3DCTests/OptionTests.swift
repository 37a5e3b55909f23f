import CPose3D
import Foundation
import PoseAnalysis
import TestSupport
import Testing

/// The options of a measurement in the C library against `MeasurementOption` and `ReadingOption`, which have them for
/// all.
struct OptionTests {
  private static let header = try? String(
    contentsOfFile: Checkout.path("Sources/CPose3D/include/pose3d.h"), encoding: .utf8)

  /// The description of an option in `pose3d.h`, without line breaks.
  private func described(_ option: some UserOption) throws -> String {
    let header = try #require(Self.header)
    let lines = header.components(separatedBy: "\n")
    let start = try #require(
      lines.firstIndex { $0.hasPrefix(" *    \(option.rawValue) ") },
      "pose3d.h has no line for \(option.rawValue)")
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix(" *          ") }
    return ([lines[start]] + rest).map {
      $0.drop { " *".contains($0) }.trimmingCharacters(in: .whitespaces)
    }.joined(separator: " ")
  }

  @Test(arguments: MeasurementOption.allCases)
  func `the header describes every option with its range and its default`(
    option: MeasurementOption
  ) throws {
    let text = try described(option)
    if let range = option.range, option != .repMinimum {
      let bounds = [range.lowerBound, range.upperBound].map {
        $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
      }
      #expect(text.contains(bounds.joined(separator: " to ")), "\(text)")
    }
    if let usual = option.defaultText {
      #expect(text.contains("(\(usual))") || text.contains("(\"\(usual)\")"), "\(text)")
    }
  }

  @Test(arguments: ReadingOption.allCases)
  func `the header describes every option of reading with its range and its default`(
    option: ReadingOption
  ) throws {
    let text = try described(option)
    // Those without a limit above that means anything have none in the header.
    if let range = option.range, [.maximumMegapixels, .jobs].contains(option) {
      #expect(text.contains("\(Int(range.lowerBound)) to \(Int(range.upperBound))"), "\(text)")
    }
    if let usual = option.defaultText {
      #expect(text.contains("(\(usual))") || text.contains("(\"\(usual)\")"), "\(text)")
    }
  }

  @Test(arguments: ReadingOption.allCases.filter { $0.range != nil && $0 != .maximumMegapixels })
  func `a number outside the range of an option of reading is refused with what was expected`(
    option: ReadingOption
  ) throws {
    let range = try #require(option.range)
    let estimator = try OpenEstimator()
    for number in [range.lowerBound - 1, range.upperBound * 2] {
      let failure = #expect(throws: CallFailure.self) {
        _ = try FoundResult {
          p3_video_file(
            estimator.handle, "squats.mp4", "{\"\(option.rawValue)\": \(number)}", nil, nil, $0)
        }
      }
      let words = try #require(failure).message
      #expect(words.contains(option.rawValue) && words.contains("expected"), "\(words)")
    }
  }

  @Test(
    arguments: MeasurementOption.allCases.filter { $0.range != nil && $0 != .smoothing })
  func `a number outside its option's range is refused with what was expected`(
    option: MeasurementOption
  ) throws {
    let range = try #require(option.range)
    for number in [range.lowerBound - 0.001, range.upperBound + 1] {
      let text = "{\"\(option.rawValue)\": \(number)}"
      let failure = #expect(throws: CallFailure.self) {
        if [.people, .minimumConfidence].contains(option) {
          _ = try OpenEstimator(text)
        } else {
          let estimator = try OpenEstimator()
          _ = try FoundResult {
            p3_video_file(estimator.handle, "squats.mp4", text, nil, nil, $0)
          }
        }
      }
      let words = try #require(failure).message
      #expect(words.contains(option.rawValue) && words.contains("expected"), "\(words)")
    }
  }
}
