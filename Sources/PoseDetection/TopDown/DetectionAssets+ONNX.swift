internal import Foundation

extension DetectionAssets {
  /// Whether OpenVINO's reader of ONNX models lies beside its library, where it looks for it.
  var readsONNX: Bool {
    let folder = (runtimeLibrary as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.hasPrefix("libopenvino_onnx_frontend.") }
  }
}
