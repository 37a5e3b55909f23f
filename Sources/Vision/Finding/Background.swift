internal import PoseWorkers
internal import Foundation

/// Work of the Swift API, which neither the caller's actor nor the tasks' own threads wait for.
enum Background {
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "Vision"
    queue.maxConcurrentOperationCount = Processors.count
    return queue
  }()

  /// The result of the work. Throws a `VisionError`, or `CancellationError` when the task has been
  /// cancelled: work that hasn't begun is left out, that under way is finished and forgotten.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let isCancelled = CancellationFlag()
    let effort = PoseEngine.effort
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.addOperation {
          guard !isCancelled.isSet else {
            continuation.resume(throwing: CancellationError())
            return
          }
          do {
            let value = try PoseEngine.$effort.withValue(effort, operation: work)
            if isCancelled.isSet { throw CancellationError() }
            continuation.resume(returning: value)
          } catch is CancellationError {
            continuation.resume(throwing: CancellationError())
          } catch {
            continuation.resume(throwing: VisionFailure(error).visionError)
          }
        }
      }
    } onCancel: {
      isCancelled.set()
    }
  }
}
