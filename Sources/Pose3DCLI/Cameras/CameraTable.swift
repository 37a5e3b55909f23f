import PoseAnalysis
import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import PoseMotion
import PoseMultiView

/// Tables of several cameras.
enum CameraTable {
  /// A calibration's contents.
  static func write(_ file: CameraRigFile, to terminal: Terminal) {
    let rig = file.rig
    terminal.write(
      "\(file.path.safeOnOneLine)   \(file.layout)   \(rig.cameras.count) cameras   up: "
        + (rig.up.map(axis) ?? "unknown"), style: .heading)
    terminal.write("")
    write(rig, to: terminal)
    writeSigmas(of: rig, to: terminal)
  }

  /// The uncertainty of a rig's poses, lengths and vertical; nothing where none is known.
  private static func writeSigmas(of rig: CameraRig, to terminal: Terminal) {
    let known = rig.cameras.filter { $0.sigma?.rotation != nil || $0.sigma?.position != nil }
    let common = commonSigmas(of: rig)
    guard !known.isEmpty || !common.isEmpty else { return }
    terminal.write("")
    if !known.isEmpty {
      let rows = known.map { camera in
        [
          camera.name.safeOnOneLine,
          camera.sigma?.rotation.map { String(format: "± %.2f°", tableDegrees($0.length)) } ?? "–",
          camera.sigma?.position.map { String(format: "± %.0f mm", $0.length * 1000) } ?? "–",
        ]
      }
      terminal.write(table: ["camera", "rotation", "position"], rows)
    }
    terminal.write(
      (common + ["± is one standard deviation"]).joined(separator: "; ") + ".", style: .faint)
  }

  /// The uncertainty that all cameras of a rig have in common, each as words; empty where it isn't known.
  static func commonSigmas(of rig: CameraRig) -> [String] {
    [
      rig.scaleSigma.map { String(format: "lengths ± %.0f %%", $0 * 100) },
      rig.upSigma.map { String(format: "vertical ± %.1f°", tableDegrees($0)) },
    ].compactMap { $0 }
  }

  /// Places and fields of view of the cameras of a rig, and between what angles they look.
  static func write(_ rig: CameraRig, to terminal: Terminal) {
    let names = rig.cameras.map(\.name.safeOnOneLine)
    let middle = rig.middle
    let heads =
      ["camera", "image", "field of view", "x", "y", "z"] + (rig.up == nil ? [] : ["height"])
      + (middle == nil ? [] : ["to middle"])
    let rows = zip(names, rig.cameras).map { name, camera in
      let place = camera.position
      let lengths =
        [place.x, place.y, place.z] + (rig.up.map { [place.dot($0)] } ?? [])
        + (middle.map { [(place - $0).length] } ?? [])
      return [
        name, "\(camera.camera.width)×\(camera.camera.height)",
        String(format: "%.1f°", tableDegrees(camera.camera.diagonalFieldOfView)),
      ] + lengths.map(metres)
    }
    terminal.write(table: heads, rows)
    terminal.write("")
    terminal.write("between viewing directions: \(directionAngles(of: rig, names))")
    terminal.write(
      "Metres in the calibration's axes; the field of view is along the diagonal.", style: .faint)
  }

  /// The cameras of which every pair is listed, at most.
  private static let maximumListed = 12

  /// The angles between the cameras' viewing directions; of many cameras the smallest and the largest.
  private static func directionAngles(of rig: CameraRig, _ names: [String]) -> String {
    let directions = rig.cameras.map(\.direction)
    func text(_ pair: (cosine: Double, a: Int, b: Int)) -> String {
      "\(names[pair.a])–\(names[pair.b]) "
        + String(format: "%.0f°", tableDegrees(acos(min(max(pair.cosine, -1), 1))))
    }
    var listed: [String] = []
    var (smallest, largest) = ((cosine: -Double.infinity, a: 0, b: 0), (cosine: 2.0, a: 0, b: 0))
    for a in directions.indices {
      for b in directions.indices.dropFirst(a + 1) {
        let pair = (cosine: directions[a].dot(directions[b]), a: a, b: b)
        if directions.count <= maximumListed {
          listed.append(text(pair))
        } else {
          if pair.cosine > smallest.cosine { smallest = pair }
          if pair.cosine < largest.cosine { largest = pair }
        }
      }
    }
    if directions.count <= maximumListed { return listed.joined(separator: ", ") }
    return "\(text(smallest)) at least, \(text(largest)) at most"
  }

  private static func metres(_ value: Double) -> String {
    String(format: "%.3f", tableMetres(value))
  }

  private static func axis(_ up: Vector3) -> String {
    for (name, axis) in [("x", Vector3(1, 0, 0)), ("y", Vector3(0, 1, 0)), ("z", Vector3(0, 0, 1))]
    {
      if up.dot(axis) > 0.9999 { return "+" + name }
      if up.dot(axis) < -0.9999 { return "−" + name }
    }
    return String(format: "(%.3f, %.3f, %.3f)", up.x, up.y, up.z)
  }

  /// "−0.2133 ± 0.0041 s"
  static func offset(of clock: ClockEstimate) -> String {
    let sigma = clock.offsetSigma.map { String(format: " ± %.4f s", $0) } ?? " s"
    return String(format: "%.4f", clock.clock.offset) + sigma
  }

  /// Writes the table of the clocks.
  static func write(_ names: [String], _ clocks: [ClockEstimate], to terminal: Terminal) {
    let width = max(10, (names.map { $0.safeOnOneLine.count }.max() ?? 0) + 2)
    terminal.write(
      "recording".left(width) + "ahead of the first".right(24) + "   rate", style: .faint)
    for (index, (name, clock)) in zip(names, clocks).enumerated() {
      var row = name.safeOnOneLine.left(width)
      if index == 0 {
        row += "0 s".right(24)
      } else if clock.doubt != nil, clock.offsetSigma == nil {
        row += "not determined".right(24)
      } else {
        row += offset(of: clock).right(24)
      }
      if let sigma = clock.rateSigma, index > 0 {
        row += String(format: "   %.6f ± %.6f", clock.clock.rate, sigma)
      }
      if let doubt = clock.doubt { row += "   \(doubt.words)" }
      terminal.write(row)
    }
    terminal.write(
      "What a recording's clock shows when the first one's shows 0; ± is one standard deviation.",
      style: .faint)
  }
}
