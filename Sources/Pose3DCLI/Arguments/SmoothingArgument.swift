import ArgumentParser
import PoseMotion

/// The smoothing of positions, as it is given on the command line: `none`, `one-euro`, or the
/// cut-off of the Butterworth filter in hertz.
struct SmoothingArgument: ExpressibleByArgument, Equatable {
  let smoothing: PoseSequence.Smoothing

  /// The library's default.
  static let standard = SmoothingArgument(smoothing: PoseSequence.Options().smoothing)

  private init(smoothing: PoseSequence.Smoothing) { self.smoothing = smoothing }

  init?(argument: String) {
    guard let smoothing = PoseSequence.Smoothing(argument) else { return nil }
    self.smoothing = smoothing
  }

  var defaultValueDescription: String {
    switch smoothing {
    case .none: "none"
    case .oneEuro: "one-euro"
    case .butterworth(let cutoff): cutoff == cutoff.rounded() ? "\(Int(cutoff))" : "\(cutoff)"
    }
  }

  static var allValueStrings: [String] { ["none", "one-euro", "hertz"] }
}
