import PoseImaging
import ArgumentParser
import DepthIO
import PoseDetection
import Foundation

/// `pose3d-bench tracking`: one person followed through a video's frames.
struct TrackingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracking",
    abstract: "Times following one person through the frames of a video, beside MediaPipe.",
    discussion: """
      CPU time of the whole process a frame, one thread, on frames that are decoded before; rounds of \
      ours and of MediaPipe's alternate, and the best of each counts.

      EXAMPLE
        pose3d-bench tracking frames --assets .deps --mediapipe-python venv/bin/python \\
          --tasks-python venv2/bin/python --task pose_landmarker_heavy.task
      """)

  @Argument(help: "A folder of numbered frames, PNG or JPEG.")
  var folder: String

  @Option(help: "The folder with the detection runtime and models.")
  var assets = ".deps"

  @Option(
    help: ArgumentHelp(
      "A Python with mediapipe 0.10.21, for solutions.pose.", valueName: "path"))
  var mediapipePython: String?

  @Option(
    help: ArgumentHelp(
      "A Python with mediapipe 1.2.2, for the heavy model; with --task.", valueName: "path"))
  var tasksPython: String?

  @Option(help: ArgumentHelp("The heavy pose landmarker bundle.", valueName: "file"))
  var task: String?

  @Option(help: "How many frames, from the first on.")
  var frames = 60

  @Option(help: "How many rounds.")
  var rounds = 5

  func run() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
    let paths = names.prefix(frames).map { "\(folder)/\($0)" }
    guard !paths.isEmpty else { throw ValidationError("\(folder): no PNG or JPEG frames") }
    let pictures = try paths.map { try ColorImage(contentsOf: $0) }
    let found = try DetectionAssets.locate(in: [assets])
    var contestants = [
      Contestant(
        name: "full", detector: try BodyPoseDetector(assets: found),
        peer: try mediapipePython.map {
          try WaitingPeer(python: $0, script: "tracking_peer.py", arguments: paths)
        }, peerName: "MediaPipe 0.10.21 solutions.pose, full")
    ]
    if found.heavyLandmarkModel != nil {
      var options = BodyPoseDetector.Options()
      options.model = .heavy
      var peer: WaitingPeer?
      if let tasksPython, let task {
        peer = try WaitingPeer(
          python: tasksPython, script: "tracking_peer.py", arguments: ["--task", task] + paths)
      }
      contestants.append(
        Contestant(
          name: "heavy", detector: try BodyPoseDetector(assets: found, options: options),
          peer: peer, peerName: "MediaPipe 1.2.2 Tasks, heavy"))
    }
    var timings = Timings(.process, perSecond: 1000)
    var networks = Timings(.process, perSecond: 1000)
    // The first round warms up.
    for round in 0...rounds {
      for contestant in contestants {
        let before = contestant.detector.inferenceTime
        var ours = Timings(.process, perSecond: 1000)
        var people = 0
        try ours.time("", count: pictures.count) {
          let tracker = BodyPoseTracker(detector: contestant.detector)
          for (index, picture) in pictures.enumerated() {
            people += try tracker.poses(in: picture, at: Double(index) / 30).count
          }
        }
        let peer = try contestant.peer?.round()
        guard round > 0 else {
          print("\(contestant.name): a person in \(people) of \(pictures.count) frames")
          continue
        }
        timings.add(contestant.name, ours[""])
        timings.add(contestant.peerName, peer)
        networks.add(
          contestant.name,
          (contestant.detector.inferenceTime - before) * 1000 / Double(pictures.count))
      }
    }
    let (width, height) = (pictures[0].width, pictures[0].height)
    print("CPU ms a frame of \(width)×\(height), best of \(rounds) rounds of \(pictures.count)")
    for contestant in contestants {
      timings.printRow("following a person, \(contestant.name)", contestant.name)
      networks.printRow("  of it in the networks", contestant.name)
      if let all = timings[contestant.name], let inside = networks[contestant.name] {
        print(
          "  before and after them".padding(toLength: 52, withPad: " ", startingAt: 0)
            + String(format: "%9.2f", all - inside))
      }
      timings.printRow(contestant.peerName, contestant.peerName)
      if let ours = timings[contestant.name], let peer = timings[contestant.peerName] {
        print(String(format: "pose3d / MediaPipe, %@: %.2f", contestant.name, ours / peer))
      }
    }
  }

  /// One of our programs and the peer that does the same.
  private struct Contestant {
    let name: String
    let detector: BodyPoseDetector
    let peer: WaitingPeer?
    let peerName: String
  }
}
