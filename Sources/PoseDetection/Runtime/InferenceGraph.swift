internal import COpenVINO
internal import PoseDocuments

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
