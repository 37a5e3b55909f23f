/// The effort for the keypoints of a detected person: the landmark model of BlazePose, and the
/// number of inference passes. Several passes are averaged, and their spread becomes the keypoints'
/// sigma.
///
/// Inference passes, where no model is named with and without an installed heavy one, and by a model that is:
///
/// | | heavy installed | not installed | `full` | `heavy`, or a file |
/// |---|---|---|---|---|
/// | `fast` | 1, by full | 1, by full | 1 | 1 |
/// | `standard` | 1, by heavy | 2, by full | 2 | 1 |
/// | `best` | 3, by heavy | 3, by full | 3 | 3 |
///
/// The first pass is at the square that the person detector gives, or in a video at where the person
/// was; the second at the same square mirrored, because the models err otherwise there; the third at
/// the square that the first pass's own landmarks ask for.
public enum DetectionEffort: String, Sendable, CaseIterable {
  /// One inference pass by the full model: for live video, and for MediaPipe's own numbers.
  case fast
  /// One inference pass by the heavy model, or two by the full one: for videos.
  case standard
  /// Three passes: for single images.
  case best

  /// The kinds of input that differ in their usual effort.
  public enum Input: Sendable {
    /// Single images.
    case image
    /// Recorded videos.
    case video
    /// A camera, as fast as its frames come.
    case live
  }

  /// The effort if none is given: `best` for images and `fast` live. For videos it is `standard`, or one
  /// pass if a model is named. On a real man seen from awkward sides `standard` halves the errors of
  /// elbows, and keeps the rate of 30 frames per second on two cores.
  public static func usual(for input: Input, by named: BodyModel?) -> DetectionEffort {
    switch input {
    case .image: .best
    case .video: named == nil ? .standard : .fast
    case .live: .fast
    }
  }
}

/// A further inference pass over a person.
enum InferencePass: Equatable {
  /// In the square of the first pass, mirrored.
  case mirrored
  /// In the square that the first pass's landmarks ask for.
  case again
}

extension DetectionEffort {
  /// The landmark model: the named one; without one the heavy model where it is installed and more
  /// than `fast` is asked for, else the full one.
  package func model(_ named: BodyModel?, in assets: DetectionAssets) -> BodyModel {
    named ?? (self == .fast || assets.heavyLandmarkModel == nil ? .full : .heavy)
  }

  /// A model's inference passes after its first one.
  func furtherPasses(by model: BodyModel) -> [InferencePass] {
    switch self {
    case .fast: []
    case .standard: model == .full ? [.mirrored] : []
    case .best: [.mirrored, .again]
    }
  }
}
