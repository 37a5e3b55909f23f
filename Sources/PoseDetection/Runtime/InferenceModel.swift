internal import COpenVINO
internal import Foundation
internal import PoseDocuments
internal import PoseWorkers

/// The loaded OpenVINO library. Its models may be compiled from several threads at once; they run in one thread at
/// a time.
final class InferenceRuntime {
  let handle: OpaquePointer
  /// The path of the library.
  let library: String
  /// CPU seconds of the process that its models have run for.
  fileprivate(set) var time = 0.0

  /// Loads the library; `DetectionError` with the code `runtimeUnusable` when that fails.
  init(library: String) throws(DetectionError) {
    let (handle, reason) = withReason { ovs_runtime_open(library, $0, $1) }
    guard let handle else {
      if let error = DetectionError(
        exhausted: RuntimeReason(reason), path: library, for: "to load the detection runtime")
      {
        throw error
      }
      throw DetectionError(
        .runtimeUnusable, path: library,
        "the detection runtime can't be loaded (\(reason)); \(DetectionError.remedy)")
    }
    (self.handle, self.library) = (handle, library)
  }

  /// The version the library states.
  var version: String { String(cString: ovs_runtime_version(handle)) }

  /// The version without the build's number, for sentences.
  var shortVersion: Substring { version.prefix { $0 != "-" } }

  deinit { ovs_runtime_close(handle) }
}

/// A compiled network: numbers are written into its input, it runs, and its outputs are read.
final class InferenceModel {
  /// The counts of numbers in the input and each output. A model file with others isn't the
  /// expected one.
  struct Shape: Equatable {
    let input: Int
    let outputs: [Int]
  }

  private let compiled: CompiledModel
  private var handle: OpaquePointer { compiled.handle }
  private let name, remedy: String
  /// The detector's own, which counts the time.
  private let runtime: InferenceRuntime
  /// Whether a run has failed: another detector doesn't get such a model.
  private var hasFailed = false

  /// Compiles a model file; `DetectionError` with the code `modelUnusable` when that fails.
  ///
  /// - Parameters:
  ///   - name: what errors call the file; `nil` for its path.
  ///   - remedy: what errors advise; `nil` for a file that set-up installs.
  init(
    path: String, name: String? = nil, remedy: String? = nil, runtime: InferenceRuntime,
    threads: Int, cacheFolder: String?
  ) throws(DetectionError) {
    (self.name, self.remedy) = (name ?? path, remedy ?? DetectionError.remedy)
    compiled = try Self.compiled(
      self.name, remedy: self.remedy, of: path, traits: [], runtime: runtime, threads: threads,
      cacheFolder: cacheFolder
    ) { cache in
      withReason {
        ovs_model_open(
          runtime.handle, path.fileSystemBytes, Int32(clamping: threads), cache, $0, $1)
      }
    }
    self.runtime = runtime
  }

  /// Compiles a model that was read before, its input having these extents; `DetectionError` with the
  /// code `modelUnusable` when that fails.
  ///
  /// - Parameters:
  ///   - digest: of the file's contents, which decide what may be taken from the cache.
  init(
    _ graph: InferenceGraph, inputExtents: [Int], digest: String, threads: Int,
    cacheFolder: String?
  ) throws(DetectionError) {
    (name, remedy, runtime) = (graph.path, graph.remedy, graph.runtime)
    let extents = inputExtents.map(Int64.init)
    compiled = try Self.compiled(
      name, remedy: remedy, of: graph.path, traits: [digest, "\(inputExtents)"], runtime: runtime,
      threads: threads, cacheFolder: cacheFolder
    ) { cache in
      withReason {
        ovs_graph_compile(
          graph.handle, extents, extents.count, Int32(clamping: threads), cache, $0, $1)
      }
    }
  }

  /// Returns a released model of the same kind, else the one that the body compiles, with a cache if there is a folder
  /// for it.
  private static func compiled(
    _ name: String, remedy: String, of path: String, traits: [String], runtime: InferenceRuntime,
    threads: Int, cacheFolder: String?, _ body: (String?) -> (OpaquePointer?, String)
  ) throws(DetectionError) -> CompiledModel {
    let traits = [runtime.version, "\(threads)"] + traits
    let kind = [
      runtime.library, cacheFolder ?? "", CompiledModelCache.name(of: path, traits: traits),
    ]
    if let released = ReleasedModels.take(kind) { return released }
    let (handle, reason) =
      if let cacheFolder {
        CompiledModelCache(folder: cacheFolder).withEntry(for: path, traits: traits, body)
      } else {
        body(nil)
      }
    if let handle { return CompiledModel(handle: handle, runtime: runtime, kind: kind) }
    throw DetectionError(unreadable: path, called: name, remedy, reason, runtime)
  }

  /// Compiles a model file and checks its shape; `DetectionError` with the code `modelUnusable`
  /// when it can't be compiled or has another one.
  convenience init(
    path: String, shape: Shape, runtime: InferenceRuntime, threads: Int, cacheFolder: String?
  ) throws(DetectionError) {
    try self.init(path: path, runtime: runtime, threads: threads, cacheFolder: cacheFolder)
    guard self.shape == shape else { throw mismatch(expected: shape) }
  }

  /// The error about a model that isn't the expected one.
  func mismatch(expected: Shape) -> DetectionError {
    let found = shape
    return DetectionError(
      .modelUnusable, path: self.name,
      "the model takes \(found.input) numbers and gives \(found.outputs); "
        + "\(expected.input) and \(expected.outputs) were expected; \(remedy)")
  }

  /// The counts of numbers in the input and each output; 0 for numbers that are not of four bytes
  /// each.
  var shape: Shape {
    Shape(
      input: input.count,
      outputs: (0..<ovs_model_output_count(handle)).map { output($0).count })
  }

  /// The extents of the input, such as 1, 224, 224, 3.
  var inputExtents: [Int] { extents { ovs_model_input_shape(handle, $0, $1) } }

  /// The extents of each output.
  var outputExtents: [[Int]] {
    (0..<ovs_model_output_count(handle)).map { index in
      extents { ovs_model_output_shape(handle, index, $0, $1) }
    }
  }

  /// The names of the outputs in the model file; empty for one that has none.
  var outputNames: [String] {
    (0..<ovs_model_output_count(handle)).map { index in
      withText { ovs_model_output_name(handle, index, $0, $1) }.1
    }
  }

  private func extents(_ read: (UnsafeMutablePointer<Int64>?, Int) -> Int) -> [Int] {
    var extents = [Int64](repeating: 0, count: 8)
    let rank = extents.withUnsafeMutableBufferPointer { read($0.baseAddress, $0.count) }
    return extents.prefix(rank).map { Int($0) }
  }

  deinit { if !hasFailed { ReleasedModels.add(compiled) } }

  /// The numbers that the next run reads.
  var input: UnsafeMutableBufferPointer<Float> {
    var count = 0
    let numbers = ovs_model_input(handle, &count)
    return UnsafeMutableBufferPointer(start: numbers, count: count)
  }

  /// The numbers that the last run left in the output with this index; valid until the next run.
  func output(_ index: Int) -> UnsafeBufferPointer<Float> {
    var count = 0
    let numbers = ovs_model_output(handle, index, &count)
    return UnsafeBufferPointer(start: numbers, count: count)
  }

  /// Runs the network; `DetectionError` with the code `inferenceFailed` when the runtime gives up.
  func run() throws(DetectionError) {
    let start = processTime()
    let (status, reason) = withReason { ovs_model_run(handle, $0, $1) }
    runtime.time += processTime() - start
    guard status == 0 else {
      hasFailed = true
      let failure = RuntimeReason(reason)
      if let error = DetectionError(exhausted: failure, path: name, for: "to run the model") {
        throw error
      }
      throw DetectionError(
        .inferenceFailed, path: name, "the model did not run (\(failure.words))")
    }
  }
}

extension DetectionError {
  /// A model file can't be read or compiled.
  init(
    unreadable path: String, called name: String, _ remedy: String, _ reason: String,
    _ runtime: InferenceRuntime
  ) {
    let failure = RuntimeReason(reason)
    if let error = DetectionError(exhausted: failure, path: name, for: "to compile the model") {
      self = error
      return
    }
    let isEmpty = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0
    let problem =
      isEmpty == true
      ? "the model is empty, a file of 0 bytes"
      : "the model can't be used (OpenVINO \(runtime.shortVersion): \(failure.words))"
    self.init(.modelUnusable, path: name, "\(problem); \(remedy)")
  }
}

/// CPU seconds that the process has used, in all its threads.
private func processTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A C call's result and the reason that it left in the buffer it was given, on one line.
func withReason<Result>(
  _ call: (UnsafeMutablePointer<CChar>, Int) -> Result
) -> (Result, String) {
  let (result, reason) = withText(call)
  return (result, reason.split(whereSeparator: \.isNewline).joined(separator: " "))
}

/// A C call's result and the text that it left in the buffer it was given.
private func withText<Result>(
  _ call: (UnsafeMutablePointer<CChar>, Int) -> Result
) -> (Result, String) {
  var result: Result?
  let text = String(unsafeUninitializedCapacity: 1024) { bytes in
    bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
      characters[0] = 0
      result = call(characters, bytes.count)
    }
    return bytes.firstIndex(of: 0) ?? bytes.count
  }
  return (result!, text)
}

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

/// A model as it was read from its file: what goes in is known, and may be left open.
final class InferenceGraph {
  /// The file.
  let path: String
  /// The recovery suggestion of errors.
  let remedy: String
  let runtime: InferenceRuntime
  let handle: OpaquePointer

  /// Reads a model file; `DetectionError` with the code `modelUnusable` when that fails.
  init(path: String, remedy: String, runtime: InferenceRuntime) throws(DetectionError) {
    let (handle, reason) = withReason {
      ovs_graph_open(runtime.handle, path.fileSystemBytes, $0, $1)
    }
    guard let handle else {
      throw DetectionError(unreadable: path, called: path, remedy, reason, runtime)
    }
    (self.path, self.remedy, self.runtime, self.handle) = (path, remedy, runtime, handle)
  }

  deinit { ovs_graph_close(handle) }

  /// The extents of each input, -1 where one is open; empty where even their number is.
  var inputExtents: [[Int]] {
    (0..<ovs_graph_input_count(handle)).map { index in
      var extents = [Int64](repeating: 0, count: 8)
      let rank = ovs_graph_input_shape(handle, index, &extents, extents.count)
      return extents.prefix(rank).map { Int($0) }
    }
  }
}
