import ArgumentParser
import DepthIO
import PoseDetection
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import PoseMultiView
import Pose3D

/// `pose3d-bench views`: people filmed by several cameras, by any of these together.
struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Fuses the views of several cameras, by pairs, triples and all, and times it.",
    discussion: """
      A take is a folder with case.json (cameras with intrinsics and camera_from_world, a row-major 4×4 \
      matrix) and the images of each camera in cam0, cam1, …, or keypoints at the joints' centres in \
      cam0.json, cam1.json, … (names and [x, y, confidence] of each frame). People are found once; what \
      views together make of them is written to --out with the keypoints, so that \
      Benchmarks/triangulation_peer.py can make of the same keypoints what others would, and hold both \
      against the truth in case.json.

      EXAMPLES
        pose3d-bench views takes/multi_squat takes/multi_curl --out views.json
        python Benchmarks/triangulation_peer.py views.json
      """)

  @Argument(help: "Takes.")
  var folders: [String]

  @Option(help: "The file for what was found.")
  var out: String

  @Flag(help: "Use the depth maps, 0000_depth.png … in millimetres, beside the images.")
  var depth = false

  @Option(help: "How people are looked at.")
  var effort = DetectionEffort.fast

  @Option(help: "The folder with the detection runtime and models.")
  var assets = ".deps"

  func run() throws {
    var options = BodyPoseDetector.Options()
    options.effort = effort
    let detector = try BodyPoseDetector(
      assets: try DetectionAssets.locate(in: [assets]), options: options)
    var takes: [Any] = []
    for folder in folders {
      let take = try Take(folder, detector, depth: depth)
      var combinations: [Any] = []
      var seconds: [Int: [Double]] = [:]
      for views in take.combinations {
        let start = Date()
        let recording = take.recording(of: views)
        let frames = Double(max(1, recording.frames.count))
        seconds[views.count, default: []].append(Date().timeIntervalSince(start) / frames)
        combinations.append([
          "views": views, "frames": take.numbers(of: recording, first: views[0]),
        ])
      }
      for (count, times) in seconds.sorted(by: { $0.key < $1.key }) {
        let mean = 1000 * times.reduce(0, +) / Double(times.count)
        print("\(folder): \(count) views \(String(format: "%.2f", mean)) ms a frame")
      }
      takes.append([
        "folder": folder, "joints": Joint.allCases.map(\.name), "keypoints": take.keypoints,
        "combinations": combinations,
      ])
    }
    let data = try JSONSerialization.data(withJSONObject: takes)
    try data.write(to: URL(fileURLWithPath: out), options: .atomic)
  }
}

/// A take by several cameras.
private struct Take {
  private let views: [ViewFusion.View]
  private let up: Vector3?

  init(_ folder: String, _ detector: BodyPoseDetector, depth: Bool) throws {
    let url = URL(fileURLWithPath: folder)
    let text = try Data(contentsOf: url.appendingPathComponent("case.json"))
    let case_ = try JSONDecoder().decode(Case.self, from: text)
    views = try case_.cameras.enumerated().map { index, camera in
      let frames =
        try Self.recorded(in: url.appendingPathComponent("cam\(index).json"), case_, camera)
        ?? Self.detected(in: url.appendingPathComponent("cam\(index)"), case_, detector)
      return ViewFusion.View(
        keypoints: KeypointRecording(name: camera.name, camera: camera.camera, frames: frames),
        cameraFromWorld: try camera.cameraFromWorld(),
        depth: depth ? Self.depth(of: url, index, camera.camera, case_.fps) : nil)
    }
    up = Vector3(0, 1, 0)
  }

  /// The keypoints that a file has, at the joints' centres: an object of names and [x, y, confidence] for
  /// each frame. `nil` where there is no such file.
  private static func recorded(
    in file: URL, _ case_: Case, _ camera: Case.CaseCamera
  ) throws -> [KeypointRecording.Frame]? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let read = try JSONDecoder().decode([[String: [Double]]].self, from: Data(contentsOf: file))
    return read.enumerated().map { frame, points in
      var found: [Keypoint: Pose2D.Point] = [:]
      for (name, numbers) in points where numbers.count == 3 {
        guard let keypoint = Keypoint(rawValue: name) else { continue }
        found[keypoint] = Pose2D.Point(x: numbers[0], y: numbers[1], confidence: numbers[2])
      }
      let intrinsics = camera.color_intrinsics
      let pose = Pose2D(
        points: found, imageWidth: intrinsics.width, imageHeight: intrinsics.height, id: 0)
      return KeypointRecording.Frame(
        index: frame, time: Double(frame) / case_.fps, people: found.isEmpty ? [] : [pose])
    }
  }

  /// The keypoints that the detector finds in the pictures of a folder.
  private static func detected(
    in folder: URL, _ case_: Case, _ detector: BodyPoseDetector
  ) throws -> [KeypointRecording.Frame] {
    let tracker = BodyPoseTracker(detector: detector)
    return try (0..<case_.frame_count).map { frame in
      let name = String(format: "%04d_color.jpg", frame)
      let image = try ColorImage(contentsOf: folder.appendingPathComponent(name).path)
      let time = Double(frame) / case_.fps
      return KeypointRecording.Frame(
        index: frame, time: time, people: try tracker.poses(in: image, at: time))
    }
  }

  /// The depth maps of a camera, read when they are asked for.
  private static func depth(
    of folder: URL, _ index: Int, _ camera: Camera, _ rate: Double
  ) -> ViewFusion.View.DepthSource {
    { time in
      let name = "cam\(index)/" + String(format: "%04d_depth.png", Int((time * rate).rounded()))
      let path = folder.appendingPathComponent(name).path
      let map = try? DepthMap(contentsOf: path, unit: .millimetres)
      return try? map?.registered(toWidth: camera.width, height: camera.height, path: path)
    }
  }

  /// Every pair, every triple … of the views.
  var combinations: [[Int]] {
    (0..<(1 << views.count)).map { bits in views.indices.filter { bits >> $0 & 1 == 1 } }
      .filter { $0.count > 1 }
      .sorted { ($0.count, $0.description) < ($1.count, $1.description) }
  }

  func recording(of chosen: [Int]) -> PoseRecording {
    var options = ViewFusion.Options()
    options.worldGravity = up.map { -$0 }
    return ViewFusion(chosen.map { views[$0] }, options: options).recording()
  }

  /// The joints in the world, their covariances there, and the stature with its sigma, frame by frame.
  func numbers(of recording: PoseRecording, first: Int) -> [Any] {
    let worldFromCamera = views[first].cameraFromWorld.inverse
    return recording.frames.map { frame -> Any in
      guard let body = frame.people.first?.body.moved(by: worldFromCamera),
        let covariances = body.covariances
      else { return NSNull() }
      let angles = body.skeleton(world: nil).angles()
      var flexions: [String: [Double]] = [:]
      for angle in angles
      where angle.name.hasSuffix("ElbowFlexion") || angle.name.hasSuffix("KneeFlexion") {
        if let value = angle.value, let sigma = angle.sigma {
          flexions[angle.name] = [value * 180 / .pi, sigma * 180 / .pi]
        }
      }
      let marks = body.keypointMarks
      return [
        "marks": Joint.allCases.map { [marks[$0].x, marks[$0].y, marks[$0].z] },
        "positions": Joint.allCases.map { joint in
          let p = body.positions[joint]
          return [p.x, p.y, p.z]
        },
        "covariances": Joint.allCases.map { covariances[$0].elements },
        "stature": [body.stature.metres, body.stature.sigma ?? 0], "flexions": flexions,
      ]
    }
  }

  /// Of every view and frame the first person's keypoints: x, y and confidence by name.
  var keypoints: [Any] {
    views.map { view in
      view.keypoints.frames.map { frame -> Any in
        guard let pose = frame.people.first else { return NSNull() }
        var points: [String: [Double]] = [:]
        for (keypoint, point) in pose.points {
          points[keypoint.rawValue] = [point.x, point.y, point.confidence]
        }
        return points
      }
    }
  }
}

/// What is read of case.json.
private struct Case: Decodable {
  let fps: Double
  let frame_count: Int
  let cameras: [CaseCamera]

  struct CaseCamera: Decodable {
    let name: String
    let color_intrinsics: Intrinsics
    let camera_from_world: [[Double]]

    var camera: Camera {
      let i = color_intrinsics
      return Camera(
        width: i.width, height: i.height, fx: i.fx, fy: i.fy, cx: i.cx, cy: i.cy, source: .file)
    }

    func cameraFromWorld() throws -> RigidTransform {
      let flat = camera_from_world.flatMap { $0 }
      let columns = flat.count == 16 ? (0..<16).map { flat[$0 % 4 * 4 + $0 / 4] } : []
      guard let motion = RigidTransform(columnMajor: columns) else {
        throw ValidationError("camera \(name): camera_from_world is no rigid motion")
      }
      return motion
    }
  }

  struct Intrinsics: Decodable {
    let width, height: Int
    let fx, fy, cx, cy: Double
  }
}
