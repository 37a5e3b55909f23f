/// Advice for changes in front of the camera, for a better view of the person. The raw value is the
/// word in files and messages.
public enum LiveGuidance: String, Sendable, CaseIterable {
  /// Little light.
  case tooDark
  /// No person is in the frame.
  case nobody
  /// So much of the body is outside the picture that angles are guesses.
  case tooNear
  /// The feet are below the picture's edge.
  case feetOutside
  /// The head is above it.
  case headOutside
  /// The body reaches over the left or right edge.
  case tooFarAside
  /// The person fills less than a third of the picture's height, which Apple's 3D body pose asks for.
  case tooFar
  /// More people are in the picture than are followed.
  case otherPeople

  /// The advice, as a sentence to the person.
  public var sentence: String {
    switch self {
    case .tooDark: "It is too dark. Turn on a light, or face the window."
    case .nobody: "No person is in the picture. Stand where the camera sees your whole body."
    case .tooNear: "You are too near. Step back until your whole body is in the picture."
    case .feetOutside: "Your feet are outside the picture. Step back, or tilt the camera down."
    case .headOutside: "Your head is outside the picture. Step back, or tilt the camera up."
    case .tooFarAside: "You are at the edge of the picture. Move to the middle."
    case .tooFar: "You are far away. Come nearer, until you fill half the picture's height."
    case .otherPeople:
      "Another person is in the picture. Only one person is measured: the others should step out."
    }
  }
}
