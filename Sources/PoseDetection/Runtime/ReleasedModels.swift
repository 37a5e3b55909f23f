internal import COpenVINO
internal import Foundation
internal import Synchronization

/// A network as OpenVINO compiled it, with the runtime that it needs. One detector at a time uses it.
final class CompiledModel: @unchecked Sendable {
  let handle: OpaquePointer
  /// What it was made of and for: files, versions, threads.
  fileprivate let kind: [String]
  /// The runtime must outlive its models.
  private let runtime: InferenceRuntime
  fileprivate let process = getpid()

  init(handle: OpaquePointer, runtime: InferenceRuntime, kind: [String]) {
    (self.handle, self.runtime, self.kind) = (handle, runtime, kind)
  }

  deinit { ovs_model_close(handle) }
}

/// The models of detectors that are gone, for the next ones of the same kind: to read one again from the cache takes
/// longer than to find a person in an image.
enum ReleasedModels {
  /// The largest number of them: those of a detector of people and one of hands, and two more. Chosen; a process
  /// that has used `best` has 150 MB more than one that has used `fast`.
  private static let limit = 6

  private static let kept = Mutex<[CompiledModel]>([])

  /// Returns one of a kind, which is no longer kept; `nil` where there is none.
  static func take(_ kind: [String]) -> CompiledModel? {
    kept.withLock { models in
      // A child that was forked has not the threads of its parent's models.
      let place = models.lastIndex { $0.kind == kind && $0.process == getpid() }
      return place.map { models.remove(at: $0) }
    }
  }

  /// Lets go of all: the next detector reads its models from the files.
  static func removeAll() {
    let models = kept.withLock { models in
      defer { models = [] }
      return models
    }
    for model in models where model.process != getpid() { _ = Unmanaged.passRetained(model) }
  }

  /// Keeps a model, and lets go of the one that was released first where there are too many.
  static func add(_ model: CompiledModel) {
    let surplus = kept.withLock { models in
      models.append(model)
      return models.count > limit ? models.removeFirst() : nil
    }
    // It is closed here, without the lock; not one of a process that this one was forked from, whose threads would be
    // waited for.
    if let surplus, surplus.process != getpid() { _ = Unmanaged.passRetained(surplus) }
  }
}
