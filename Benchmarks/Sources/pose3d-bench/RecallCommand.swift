import PoseImaging
import ArgumentParser
import DepthIO
import PoseDetection
import Foundation
import Pose3D

/// `pose3d-bench recall`: how many of the people in pictures are found.
struct RecallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recall",
    abstract: "Counts the people found in labelled images, beside those MediaPipe Tasks finds.",
    discussion: """
      A person is found when the middle of a pose's hips is within 0.15 of the person's height of \
      the labelled place; each pose finds one person. Poses that find nobody are false people, \
      second ones of the same person among them.

      EXAMPLE
        pose3d-bench recall frames --labels two_people_labels.csv --tasks-python venv/bin/python \
      --task pose_landmarker_heavy.task
      """)

  @Argument(help: "A folder of folders of PNGs, one a camera, named by the frame's index.")
  var frames: String

  @Option(help: "A CSV file with camera, frame, person, x, y and height in pixels.")
  var labels: String

  @Option(help: "The folder with the detection runtime and models.")
  var assets = ".deps"

  @Flag(help: "Look with the heavy landmark model.")
  var heavy = false

  @Option(help: ArgumentHelp("A Python with mediapipe 1.2.2.", valueName: "path"))
  var tasksPython: String?

  @Option(help: ArgumentHelp("The pose landmarker bundle that it runs.", valueName: "path"))
  var task: String?

  func validate() throws {
    guard (tasksPython == nil) == (task == nil) else {
      throw ValidationError("--tasks-python and --task go together: one runs the other.")
    }
  }

  func run() throws {
    let labels = try PeopleLabels(contentsOf: labels)
    print(
      "finder".padding(toLength: 34, withPad: " ", startingAt: 0) + "found  of  false in frames")
    for (name, searchesTiles) in [("pose3d, whole image", false), ("pose3d, with tiles", true)] {
      Self.printRow(name, labels.score(of: try ours(labels, searchesTiles: searchesTiles)))
    }
    if let tasksPython, let task {
      let people = try Peer(python: tasksPython, script: "recall_peer.py").output(for: [
        task, frames,
      ])
      let found = try JSONDecoder().decode([String: [[Double]]].self, from: people)
        .mapValues { places in places.map { SIMD2($0[0], $0[1]) } }
      Self.printRow("MediaPipe Tasks, num_poses=4", labels.score(of: found))
    }
  }

  /// The middles of the hips of the people in each picture.
  private func ours(
    _ labels: PeopleLabels, searchesTiles: Bool
  ) throws -> [String: [SIMD2<Double>]] {
    var options = BodyPoseDetector.Options()
    options.maximumCount = 4
    options.searchesTiles = searchesTiles
    options.model = heavy ? .heavy : .full
    let detector = try BodyPoseDetector(
      assets: try DetectionAssets.locate(in: [assets]), options: options)
    return try labels.frames.keys.reduce(into: [:]) { people, frame in
      let picture = try ColorImage(contentsOf: "\(frames)/\(frame).png")
      people[frame] = try detector.poses(in: picture).compactMap { pose in
        guard let left = pose.points[.leftHip], let right = pose.points[.rightHip] else {
          return nil
        }
        return SIMD2(left.x + right.x, left.y + right.y) / 2
      }
    }
  }

  private static func printRow(_ name: String, _ score: PeopleLabels.Score) {
    let share = 100 * Double(score.falseFrames) / Double(score.frames)
    print(
      name.padding(toLength: 34, withPad: " ", startingAt: 0)
        + String(
          format: "%5d %3d  %d of %d (%.1f %%)", score.found, score.people, score.falseFrames,
          score.frames, share))
    print(
      "  "
        + score.byPerson.sorted { $0.key < $1.key }
        .map { "\($0.key) \($0.value.found)/\($0.value.count)" }.joined(separator: ", "))
  }
}
