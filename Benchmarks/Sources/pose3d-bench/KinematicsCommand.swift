import PoseGeometry
import ArgumentParser
import Foundation
import Kinematics

/// `pose3d-bench kinematics`: from a skeleton to transforms and angles.
struct KinematicsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinematics",
    abstract: "Times one skeleton to all transforms and all angles, on one core.",
    discussion: """
      CPU time a skeleton, best of several rounds; both programs in turns in the same run.

      EXAMPLE
        pose3d-bench kinematics --numpy-python venv/bin/python
      """)

  @Option(
    help: ArgumentHelp(
      "A Python with NumPy and SciPy: the same is timed there.", valueName: "path"))
  var numpyPython: String?

  private static let rounds = 9
  private static let skeletons = 2000

  func run() throws {
    let skeletons = Self.draw(Self.skeletons)
    var bare = skeletons
    for index in bare.indices { bare[index].sigmas = nil }
    var timings = Timings(.thread, perSecond: 1e6)
    func time(_ name: String, _ work: () -> Double) {
      // The result is used, so that nothing is left out; the loop is a thousandth of the work.
      timings.time(name, count: Self.skeletons) { precondition(work().isFinite) }
    }
    func transforms(_ skeleton: Skeleton) -> Double {
      guard let frames = SegmentFrames(cameraPositions: skeleton.positions) else { return 0 }
      return Joint.allCases.reduce(0) { $0 + frames.localTransform($1).rotation.x.x }
    }
    func angles(_ skeleton: Skeleton) -> Double {
      skeleton.angles().reduce(0) { $0 + ($1.value ?? 0) + ($1.sigma ?? 0) }
    }
    for _ in 0..<Self.rounds {
      time("transforms") { skeletons.reduce(0) { $0 + transforms($1) } }
      time("angles") { bare.reduce(0) { $0 + angles($1) } }
      time("angles with sigmas") { skeletons.reduce(0) { $0 + angles($1) } }
      time("all") { skeletons.reduce(0) { $0 + transforms($1) + angles($1) } }
      timings.add("numpy", try numpyMicroseconds())
    }
    print("CPU µs a skeleton, best of \(Self.rounds) rounds over \(Self.skeletons) skeletons")
    timings.printRow("17 local transforms", "transforms")
    timings.printRow("\(AngleDefinition.catalogue.count) angles", "angles")
    timings.printRow("\(AngleDefinition.catalogue.count) angles with sigmas", "angles with sigmas")
    timings.printRow("transforms and angles with sigmas", "all")
    timings.printRow("NumPy/SciPy, transforms and angles without sigmas", "numpy")
    if let numpy = timings["numpy"], let all = timings["all"] {
      print(String(format: "NumPy / pose3d: %.0f", numpy / all))
    }
  }

  /// Skeletons in poses of all kinds, from a seed: a standing one with every joint moved by up to
  /// 15 cm.
  private static func draw(_ count: Int) -> [Skeleton] {
    var state: UInt64 = 1
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) * 0x1p-53
    }
    let standing: [Joint: Vector3] = [
      .root: Vector3(0, 0, 0), .rightHip: Vector3(-0.1, 0, 0), .leftHip: Vector3(0.1, 0, 0),
      .rightKnee: Vector3(-0.1, -0.4, 0.2), .leftKnee: Vector3(0.1, -0.4, 0.1),
      .rightAnkle: Vector3(-0.1, -0.8, 0), .leftAnkle: Vector3(0.1, -0.8, 0),
      .spine: Vector3(0, 0.25, 0), .centerShoulder: Vector3(0, 0.5, 0),
      .centerHead: Vector3(0, 0.72, 0.02), .topHead: Vector3(0, 0.82, 0.02),
      .leftShoulder: Vector3(0.18, 0.5, 0), .rightShoulder: Vector3(-0.18, 0.5, 0),
      .leftElbow: Vector3(0.25, 0.25, 0), .rightElbow: Vector3(-0.25, 0.25, 0),
      .leftWrist: Vector3(0.25, 0.1, 0.2), .rightWrist: Vector3(-0.25, 0.1, 0.2),
    ]
    return (0..<count).map { _ in
      Skeleton(
        positions: PerJoint { joint in
          (standing[joint] ?? .zero) + 0.3 * Vector3(next() - 0.5, next() - 0.5, next() - 0.5)
        },
        sigmas: PerJoint(repeating: 0.01),
        leftFoot: Foot(
          heel: Vector3(0.1, -0.85, -0.05), toe: Vector3(0.1, -0.85, 0.2), sigma: 0.01),
        rightFoot: Foot(
          heel: Vector3(-0.1, -0.85, -0.05), toe: Vector3(-0.1, -0.85, 0.2), sigma: 0.01),
        world: WorldAxes(up: Vector3(0, 1, 0), front: Vector3(0, 0, 1), source: .gravity))
    }
  }

  /// The Python program's CPU time a skeleton, as its process measures it; `nil` when no Python was
  /// given.
  private func numpyMicroseconds() throws -> Double? {
    guard let numpyPython else { return nil }
    return try Peer(python: numpyPython, script: "kinematics_peer.py").number(for: [])
  }
}
