internal import DepthIO
internal import Documents
internal import Foundation
internal import Imaging

extension DepthFile {
  /// What a user should know about this file before trusting it.
  func notices(path: String) -> [Notice] {
    var notices: [Notice] = details.notes.map { "\(path): \($0)" }
    if map.isMetric, let median = map.median, !(0.2...10).contains(median) {
      let number = String(format: median < 100 ? "%.3g" : "%.0f", median)
      let looksLikeMillimetres =
        (200...10_000).contains(median) && unit?.metresPerStep ?? 1 == 1
      let advice: Notice =
        looksLikeMillimetres
        ? "it looks like millimetres: \(setting: .depthUnit) mm" : "is the unit right?"
      notices.append(
        "\(path): its median depth is \(number) m in the unit \(unit?.name ?? "m"): \(advice)")
    }
    return notices
  }
}
