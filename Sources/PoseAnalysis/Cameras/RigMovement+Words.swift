internal import Foundation
package import PoseMultiView

extension CameraKnock {
  /// The knock as a sentence, for people.
  ///
  /// - Parameter names: the cameras' names, in the order of the views.
  package func words(names: [String]) -> String {
    let moment = String(format: "%.2f ± %.2f s", time, max(timeSigma, 0.01))
    let turn = String(
      format: "%.2f ± %.2f°", angle * 180 / .pi, max(angleSigma * 180 / .pi, 0.01))
    guard let view else {
      let list = candidates.map { names[$0] }.joined(separator: " or ")
      return
        "camera \(list) was knocked at \(moment): if it was \(names[candidates[0]]), it was rotated by "
        + "\(turn), by the people. The keypoints don't show which of them it was."
    }
    let source =
      switch evidence {
      case .background: "by its background"
      case .people: "by the people"
      case .backgroundAndPeople: "by its background and the people"
      }
    return "camera \(names[view]) was knocked at \(moment) and rotated by \(turn), \(source)."
  }
}

extension CameraDrift {
  /// The drift as a sentence, for people.
  ///
  /// - Parameter names: the cameras' names, in the order of the views.
  package func words(names: [String]) -> String {
    String(
      format:
        "camera %@ didn't stand still: from %.1f to %.1f s it rotated by %.2f ± %.2f°, by its "
        + "background.", names[view], from, to, angle * 180 / .pi,
      max(angleSigma * 180 / .pi, 0.01))
  }
}
