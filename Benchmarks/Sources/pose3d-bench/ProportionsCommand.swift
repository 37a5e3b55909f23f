import ArgumentParser
import DepthIO
import PoseDetection
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D

/// `pose3d-bench proportions`: what it is worth to know a person from several pictures.
struct ProportionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proportions",
    abstract:
      "Lifts people alone, with the proportions of all their images, and with the true ones.",
    discussion: """
      FOLDER holds rendered frames and sequences, each a folder with a case.json that names the \
      character; it may be one itself. The frames of a character are one person's images, and so \
      are those of a sequence. Millimetres are the mean distance of the 17 joints from the true ones, \
      relative to the root, and the mean of the absolute errors of elbows and knees follows; without \
      depth the truth is scaled to a body of 1.8 m. What the proportions have wrong is the logarithm of \
      length over stature against the truth's: root mean square over people, and over the stated sigma.

      With --as-videos sequences alone make sense: what is lifted becomes a sequence as in pose3d video, and \
      the errors are its; together is what pose3d video does, each frame's problem and those around it at once.

      EXAMPLES
        pose3d-bench proportions data/rgbd-rendered --every 600
        pose3d-bench proportions clips/seq_squat_2reps clips/seq_lunge_2reps --as-videos
      """)

  @Argument(help: "Folders.")
  var folders: [String]

  @Option(help: "Of a sequence, every frame whose number is a multiple of this is an image.")
  var every = 10

  @Option(help: "The most images of one person from which proportions are estimated.")
  var most = 1000

  @Flag(
    help: "Sequences are videos: people are followed, and the errors are those after smoothing.")
  var asVideos = false

  @Option(help: "How people are looked at; best without --as-videos, else fast, as by default.")
  var effort: DetectionEffort?

  @Option(help: "The folder with the detection runtime and models.")
  var assets = ".deps"

  func run() throws {
    var options = BodyPoseDetector.Options()
    options.effort = effort ?? (asVideos ? .fast : .best)
    let every = asVideos ? 1 : every
    let detector = try BodyPoseDetector(
      assets: try DetectionAssets.locate(in: [assets]), options: options)
    var people: [(name: String, views: [View])] = []
    for folder in folders {
      for (name, views) in try Self.people(in: folder, every: every, detector) {
        if let index = people.firstIndex(where: { $0.name == name }) {
          people[index].views += views
        } else {
          people.append((name, views))
        }
      }
    }
    for withDepth in [true, false] { compare(people, withDepth: withDepth) }
  }

  private func compare(_ people: [(name: String, views: [View])], withDepth: Bool) {
    var scores = [Score](repeating: Score(), count: asVideos ? 4 : 3)
    var misses: [String: [(error: Double, sigma: Double)]] = [:]
    for (name, views) in people {
      let views = withDepth ? views.filter { $0.depth != nil } : views
      guard !views.isEmpty else { continue }
      let truths = views.map {
        BodyEstimate(positions: $0.truth, sigmas: PerJoint(repeating: 1e-4))
      }
      func lifted(_ proportions: BodyProportions?) -> [BodyPose?] {
        views.map { view in
          var lifter = Lifter()
          lifter.options.gravity = view.gravity
          lifter.options.proportions = proportions
          return try? lifter.bodyPose(
            from: view.pose, camera: view.camera, depth: withDepth ? view.depth : nil)
        }
      }
      func bodies(_ poses: [BodyEstimate?]) -> [BodyEstimate?] {
        guard asVideos, let camera = views.first?.camera else { return poses }
        let frames = poses.enumerated().map { index, pose in
          PoseRecording.Frame(
            index: index, time: Double(index) / 30,
            people: pose.map { [PoseObservation($0, id: 0, confidence: 1)] } ?? [])
        }
        let sequence = PoseSequence(
          PoseRecording(frames: frames, camera: camera, gravity: views[0].gravity))
        return sequence.people[0].states.map { $0?.body }
      }
      let alone = lifted(nil)
      let measured = alone.compactMap { $0?.body }
      guard let found = BodyProportions(of: Array(measured.prefix(most))),
        let exact = BodyProportions(of: truths)
      else { continue }
      func together() -> [BodyEstimate?] {
        var moments: [LiftedFrame] = []
        var places: [Int] = []
        for (index, view) in views.enumerated() {
          var lifter = Lifter()
          lifter.options.gravity = view.gravity
          guard
            let moment = try? lifter.moment(
              at: Double(index) / 30, from: view.pose, camera: view.camera,
              depth: withDepth ? view.depth : nil)
          else { continue }
          moments.append(moment)
          places.append(index)
        }
        var bodies = [BodyEstimate?](repeating: nil, count: views.count)
        for (place, pose) in zip(places, Lifter.bodyPoses(of: moments)) {
          bodies[place] = pose.body
        }
        return bodies
      }
      var runs = [alone, lifted(found), lifted(exact)].map { $0.map { $0?.body } }
      if asVideos { runs.insert(together(), at: 1) }
      var line = name.padding(toLength: 40, withPad: " ", startingAt: 0)
      line += String(format: "%4d", views.count)
      for (index, run) in runs.enumerated() {
        var own = Score()
        for (view, body) in zip(views, bodies(run)) { own.add(body, view, withDepth: withDepth) }
        scores[index].add(own)
        line += "   " + own.text
      }
      print(line)
      for ((bone, expected, _), (_, value, sigma)) in zip(exact.boneLengths, found.boneLengths) {
        let error = log(value / found.stature.metres) - log(expected / exact.stature.metres)
        misses[bone, default: []].append((error, sigma / value))
      }
      if withDepth {
        misses["stature", default: []].append(
          (
            log(found.stature.metres / exact.stature.metres),
            (found.stature.sigma ?? 0) / found.stature.metres
          ))
      }
    }
    print(withDepth ? "WITH DEPTH" : "WITHOUT DEPTH", terminator: " ")
    print(
      "alone, \(asVideos ? "together, " : "")with the proportions of all, with the true ones")
    for score in scores { print("  " + score.text) }
    for (bone, misses) in misses.sorted(by: { $0.key < $1.key }) {
      let bias = misses.reduce(0) { $0 + $1.error } / Double(misses.count)
      let square = misses.reduce(0) { $0 + $1.error * $1.error } / Double(misses.count)
      let ratio = misses.reduce(0) { $0 + pow($1.error / $1.sigma, 2) } / Double(misses.count)
      print(
        "  " + bone.padding(toLength: 16, withPad: " ", startingAt: 0)
          + String(
            format: "bias %+.1f %%, rms %.1f %%, rms over sigma %.2f", 100 * bias,
            100 * square.squareRoot(), ratio.squareRoot()))
    }
  }

  /// The errors of some skeletons.
  private struct Score {
    var (joints, elbows, knees): ([Double], [Double], [Double]) = ([], [], [])

    mutating func add(_ body: BodyEstimate?, _ view: View, withDepth: Bool) {
      guard let body else { return }
      let factor =
        withDepth
        ? 1 : 1.8 / BodyEstimate(positions: view.truth).stature.metres
      let truth = view.truth.map { $0 * factor }
      let unit = withDepth ? 1 : 1.8 / body.stature.metres
      let positions = body.positions.map { $0 * unit }
      let distances = Joint.allCases.map {
        ((positions[$0] - positions[.root]) - (truth[$0] - truth[.root])).length
      }
      joints.append(distances.reduce(0, +) / Double(distances.count))
      func add(_ name: String, _ list: inout [Double]) {
        for side in ["left", "right"] {
          guard
            let definition = AngleDefinition.catalogue.first(where: {
              $0.name == "\(side)\(name)Flexion"
            }),
            let found = Skeleton(positions: positions).angles([definition])[0].value,
            let expected = Skeleton(positions: truth).angles([definition])[0].value
          else { continue }
          list.append(abs(found - expected) * 180 / .pi)
        }
      }
      add("Elbow", &elbows)
      add("Knee", &knees)
    }

    mutating func add(_ other: Score) {
      joints += other.joints
      elbows += other.elbows
      knees += other.knees
    }

    var text: String {
      func mean(_ list: [Double]) -> Double { list.reduce(0, +) / Double(list.count) }
      return String(
        format: "%5.1f mm %4.1f° %4.1f°", 1000 * mean(joints), mean(elbows), mean(knees))
    }
  }

  /// A picture of one person.
  private struct View {
    let camera: Camera
    let gravity: Vector3?
    let truth: PerJoint<Vector3>
    let pose: Pose2D
    let depth: DepthMap?
  }

  private static func people(
    in folder: String, every: Int, _ detector: BodyPoseDetector
  ) throws -> [(String, [View])] {
    let manager = FileManager.default
    guard manager.fileExists(atPath: "\(folder)/case.json") else {
      return try manager.contentsOfDirectory(atPath: folder).sorted()
        .filter { manager.fileExists(atPath: "\(folder)/\($0)/case.json") }
        .flatMap { try Self.people(in: "\(folder)/\($0)", every: every, detector) }
    }
    let document = try object(at: "\(folder)/case.json")
    let frames = document["frames"] as? [[String: Any]]
    var people: [(String, [View])] = []
    let tracker =
      every == 1 && frames != nil ? BodyPoseTracker(detector: detector) : nil
    let fps = (document["fps"] as? NSNumber)?.doubleValue ?? 30
    for (index, frame) in (frames ?? [document]).enumerated() where index.isMultiple(of: every) {
      guard let persons = frame["persons"] as? [[String: Any]], persons.count == 1,
        let character = persons[0]["character"] as? String,
        let view = try view(
          frame, document, persons[0], folder,
          detect: { image, depth in
            guard let tracker else { return try detector.poses(in: image).first }
            return try tracker.poses(in: image, at: Double(index) / fps, depth: depth).first
          })
      else { continue }
      let name =
        frames == nil ? character : "\(character) \(URL(filePath: folder).lastPathComponent)"
      if people.last?.0 == name {
        people[people.count - 1].1.append(view)
      } else {
        people.append((name, [view]))
      }
    }
    return people
  }

  private static func view(
    _ frame: [String: Any], _ document: [String: Any], _ person: [String: Any], _ folder: String,
    detect: (ColorImage, DepthMap?) throws -> Pose2D?
  ) throws -> View? {
    guard let intrinsics = document["color_intrinsics"] as? [String: Any],
      let joints = person["joints_camera_m"] as? [String: [Double]],
      let color = frame["color_file"] as? String
    else { return nil }
    func number(_ key: String) -> Double { (intrinsics[key] as? NSNumber)?.doubleValue ?? 0 }
    let camera = Camera(
      width: Int(number("width")), height: Int(number("height")), fx: number("fx"),
      fy: number("fy"), cx: number("cx"), cy: number("cy"), source: .file)
    var depth: DepthMap?
    if let name = frame["depth_file"] as? String,
      let step = (document["depth_scale_m"] as? NSNumber)?.doubleValue,
      let unit = DepthUnit(metresPerStep: step)
    {
      let map = try DepthMap(contentsOf: "\(folder)/\(name)", unit: unit)
      depth = try map.registered(
        toWidth: camera.width, height: camera.height, path: "\(folder)/\(name)")
    }
    guard let pose = try detect(ColorImage(contentsOf: "\(folder)/\(color)"), depth) else {
      return nil
    }
    let gravity = (document["gravity_camera"] as? [Double]).map { Vector3($0[0], $0[1], $0[2]) }
    let truth = PerJoint<Vector3> { joint in
      let p = joints[joint.name] ?? [0, 0, 0]
      return Vector3(p[0], p[1], p[2])
    }
    return View(camera: camera, gravity: gravity, truth: truth, pose: pose, depth: depth)
  }

  private static func object(at path: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any]
      ?? [:]
  }
}
