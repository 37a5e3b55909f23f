internal import DepthIO
internal import PoseDocuments
internal import Foundation
internal import PoseImaging

extension DepthFile {
  /// The diagnostics about the reliability of this file.
  func diagnostics(path: String) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = details.notes.map { "\(path): \($0)" }
    if map.isMetric, let median = map.median, !(0.2...10).contains(median) {
      let number = String(format: median < 100 ? "%.3g" : "%.0f", median)
      let looksLikeMillimetres =
        (200...10_000).contains(median) && unit?.metresPerStep ?? 1 == 1
      let advice: Diagnostic =
        looksLikeMillimetres
        ? "it looks like millimetres: \(setting: .depthUnit) mm" : "is the unit right?"
      diagnostics.append(
        "\(path): its median depth is \(number) m in the unit \(unit?.name ?? "m"): \(advice)")
    }
    return diagnostics
  }
}
