public import PoseMotion

/// The exercise of a person in a live session, by the last half minute.
public struct LiveExercise: Sendable, Equatable {
  /// The exercise's word in files, or the name of the angle that was asked for; `nil` as long as none
  /// was recognised. It stays while the person pauses.
  public internal(set) var name: String?
  /// The exercise's usual name; `nil` if `name` is.
  public internal(set) var title: String?
  /// The confidence in it, 0…1; 1 when it was asked for.
  public internal(set) var confidence = 0.0
  /// The repetitions of it that counted since the person came or the choice changed. One that was
  /// counted stays so, whatever comes after it.
  public internal(set) var count = 0
  /// Those that didn't count.
  public internal(set) var missed = 0
  /// The repetition that was completed last, counted or not; `nil` before there is one.
  public internal(set) var last: Repetition?
  /// Those that are known to be completed since this frame, up to half a second after their end; of an
  /// exercise that is recognised, all that were done until then.
  public internal(set) var completed: [Repetition] = []

  init() {}
}
