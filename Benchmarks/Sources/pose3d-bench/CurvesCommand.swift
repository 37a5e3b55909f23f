import ArgumentParser
import Foundation

/// `pose3d-bench curves`: rendered sequences from pixels to angles and repetitions, against the
/// truth.
struct CurvesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curves",
    abstract: "Compares pose3d video with the truth of rendered sequences.",
    discussion: """
      A sequence is a folder with a case.json: camera, frame rate, repetitions and every frame's \
      angles. Each is analysed with its depth maps and without; root mean square errors are over the \
      frames in which an angle has a value.

      EXAMPLE
        pose3d-bench curves data/seq_squat_2reps --pose3d .build/release/pose3d
      """)

  @Argument(help: "Folders of sequences.")
  var folders: [String]

  @Option(help: "The program.")
  var pose3d = ".build/release/pose3d"

  private static let angles = [
    "leftKneeFlexion", "rightKneeFlexion", "leftElbowFlexion", "rightElbowFlexion",
  ]

  func run() throws {
    for folder in folders {
      let truth = try object(at: URL(filePath: folder).appending(path: "case.json"))
      print(URL(filePath: folder).lastPathComponent)
      print(
        "  truth: \(number("reps", truth)) repetitions, \(number("partial_reps", truth)) partial")
      for withDepth in [true, false] { try compare(folder, truth, withDepth: withDepth) }
    }
  }

  private func compare(_ folder: String, _ truth: [String: Any], withDepth: Bool) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "pose3d-bench-curves")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (camera, output) = (
      scratch.appending(path: "camera.json"), scratch.appending(path: "out.json")
    )
    var color = truth["color_intrinsics"] as? [String: Any] ?? [:]
    color = color.filter { ["width", "height", "fx", "fy", "cx", "cy"].contains($0.key) }
    var file: [String: Any] = ["color": color, "depthUnit": truth["depth_scale_m"] ?? 0.001]
    file["gravity"] = truth["gravity_camera"]
    try JSONSerialization.data(withJSONObject: file).write(to: camera)
    let run = try ChildProcess(
      pose3d,
      [
        "video", folder, "--fps", "\(truth["fps"] as? Double ?? 30)", "--camera", camera.path, "-o",
        output.path,
      ] + (withDepth ? [] : ["--ignore-own-depth"]))
    let found = try object(at: output)
    let exercise = (found["exercise"] as? [String: Any])?["name"] as? String ?? "none"
    let repetitions = found["repetitions"] as? [[String: Any]] ?? []
    let counted = repetitions.count { $0["counted"] as? Bool == true }
    print(
      "  \(withDepth ? "depth" : "RGB  "): \(exercise), \(counted) counted, "
        + "\(repetitions.count - counted) not; "
        + Self.angles.map { name in
          error(of: name, found, truth).map { String(format: "%@ %.1f°", name, $0) } ?? "\(name) –"
        }.joined(separator: ", ") + String(format: "; %.1f s", run.seconds))
  }

  /// The root mean square error of an angle in degrees; `nil` when it is never measured.
  private func error(of name: String, _ found: [String: Any], _ truth: [String: Any]) -> Double? {
    let frames = truth["frames"] as? [[String: Any]] ?? []
    var squares: [Double] = []
    for frame in found["frames"] as? [[String: Any]] ?? [] {
      guard let index = frame["index"] as? Int, frames.indices.contains(index),
        let person = (frame["people"] as? [[String: Any]])?.first,
        let angle = (person["angles"] as? [[String: Any]])?.first(where: {
          $0["name"] as? String == name
        })?["value"] as? Double,
        let persons = frames[index]["persons"] as? [[String: Any]],
        let expected = (persons.first?["angles_deg"] as? [String: Any])?[name] as? Double
      else { continue }
      squares.append((angle - expected) * (angle - expected))
    }
    return squares.isEmpty ? nil : (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  private func object(at url: URL) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
  }

  private func number(_ key: String, _ object: [String: Any]) -> Int { object[key] as? Int ?? 0 }
}
