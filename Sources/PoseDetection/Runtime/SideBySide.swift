internal import PoseWorkers

/// The two models of a detector, compiled side by side, which takes as long as the slower one.
///
/// Throws the first one's error where both fail.
func compiledSideBySide<First, Second>(
  with runtime: InferenceRuntime,
  _ first: @Sendable (InferenceRuntime) throws(DetectionError) -> First,
  _ second: @Sendable (InferenceRuntime) throws(DetectionError) -> Second
) throws(DetectionError) -> (First, Second) {
  let shared = UncheckedTransfer(runtime)
  typealias Part = (First?, Second?)
  let parts = concurrentMap(2) { number -> UncheckedTransfer<Result<Part, DetectionError>> in
    let part: Result<Part, DetectionError>
    do throws(DetectionError) {
      part = .success(
        number == 0 ? (try first(shared.value), nil) : (nil, try second(shared.value)))
    } catch {
      part = .failure(error)
    }
    return UncheckedTransfer(part)
  }
  let made = (try parts[0].value.get().0, try parts[1].value.get().1)
  guard let one = made.0, let other = made.1 else {
    preconditionFailure("each part makes its model")
  }
  return (one, other)
}
