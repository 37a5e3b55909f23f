import ArgumentParser
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D

/// `pose3d-bench calibration`: lifts the rows that `Training/calibrate.py pack` wrote, for
/// `Training/calibrate.py fit`.
struct CalibrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration",
    abstract: "Lifts rendered rows and writes the joints with their stated covariances.",
    discussion: """
      For every row eight results: keypoints of BlazePose, exact ones, exact ones with noise, and \
      BlazePose's as if another detector had found them, each with the depth map and without. A result is \
      183 floats: whether there is one, whether the depth map was used, stature and its sigma; 17 × 3 \
      coordinates, 17 × 6 elements of covariances, 17 numbers of verdicts (−1 no map, 0 agrees, 1 anything \
      else), and 9 that are 0.

      EXAMPLE
        pose3d-bench calibration rows.bin lifted.bin
      """)

  @Argument(help: "The rows.")
  var rows: String
  @Argument(help: "Where the results go.")
  var results: String

  private static let resultCount = 183

  func run() throws {
    var reader = Reader(
      bytes: try Data(contentsOf: URL(fileURLWithPath: rows), options: .alwaysMapped))
    var floats: [Float] = []
    var random = Noise(seed: 7)
    while let row = try reader.row() {
      for kind in Row.Kind.allCases {
        let (pose, options) = row.input(kind, random: &random)
        for depth in [row.depth, nil] {
          var lifter = Lifter()
          lifter.options.keypoints = options
          // A given height adds nothing to the root's covariance.
          if depth == nil { lifter.options.bodyHeight = 1.8 }
          floats += Self.result(try? lifter.bodyPose(from: pose, camera: row.camera, depth: depth))
        }
      }
    }
    try floats.withUnsafeBytes { Data($0) }.write(
      to: URL(fileURLWithPath: results), options: .atomic)
  }

  private static func result(_ pose: BodyPose?) -> [Float] {
    guard let pose else { return [Float](repeating: 0, count: resultCount) }
    var numbers = [1, pose.depthUse == .used ? 1 : 0, pose.bodyHeight, pose.bodyHeightSigma]
    for joint in Joint.allCases {
      let p = pose.cameraRelativePosition(joint)
      numbers += [p.x, p.y, p.z]
    }
    for joint in Joint.allCases { numbers += pose.covariance(joint).elements }
    for joint in Joint.allCases {
      switch pose.evidence?[joint].depth?.verdict {
      case nil: numbers.append(-1)
      case .agrees: numbers.append(0)
      default: numbers.append(1)
      }
    }
    return numbers.map(Float.init) + [Float](repeating: 0, count: resultCount - numbers.count)
  }

  /// A rendered picture: its camera, depth map and keypoints.
  private struct Row {
    enum Kind: CaseIterable { case detected, exact, noisy, other }

    let camera: Camera
    let depth: DepthMap
    let detected: Pose2D
    let exact: Pose2D

    func input(_ kind: Kind, random: inout Noise) -> (Pose2D, KeypointAccuracy) {
      switch kind {
      case .detected: return (detected, .detected())
      case .exact: return (exact, .exact())
      case .noisy: return (noisy(&random), .detected(sigma: 0.012))
      case .other:
        var pose = detected
        pose.convention = .jointCenters
        pose.worldLandmarks = [:]
        return (pose, .detected())
      }
    }

    /// The exact keypoints off by 1 % of the body's size, one in ten by 4 % and one in fifty by 12 %.
    private func noisy(_ random: inout Noise) -> Pose2D {
      var pose = exact
      let places = exact.points.values.map { SIMD2($0.x, $0.y) }
      guard !places.isEmpty else { return pose }
      let middle = places.reduce(.zero, +) / Double(places.count)
      let squares = places.reduce(0) { $0 + (($1 - middle) * ($1 - middle)).sum() }
      let size = 2.6 * (squares / Double(places.count)).squareRoot()
      for keypoint in Keypoint.allCases {
        let kind = random.uniform()
        let (share, range) =
          kind < 0.02
          ? (0.12, 0.1...0.9) : kind < 0.1 ? (0.04, 0.1...0.6) : (0.01, 0.55...1)
        let (dx, dy, confidence) = (random.normal(), random.normal(), random.uniform())
        guard let point = pose.points[keypoint] else { continue }
        pose.points[keypoint] = Pose2D.Point(
          x: point.x + share * size * dx, y: point.y + share * size * dy,
          confidence: range.lowerBound + confidence * (range.upperBound - range.lowerBound))
      }
      return pose
    }
  }

  /// Normal numbers from a seed (SplitMix64, Box and Muller).
  private struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func uniform() -> Double {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }

    mutating func normal() -> Double {
      (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
  }

  /// Reads what `calibrate.py pack` writes: little-endian numbers, see there.
  private struct Reader {
    let bytes: Data
    private var place = 0

    init(bytes: Data) { self.bytes = bytes }

    mutating func row() throws -> Row? {
      guard place < bytes.count else { return nil }
      let sizes = try numbers(4, of: UInt32.self).map(Int.init)
      let k = try numbers(4, of: Double.self)
      let (landmarks, world) = (
        try numbers(33 * 4, of: Double.self), try numbers(33 * 3, of: Double.self)
      )
      let exact = try numbers(14 * 3, of: Double.self)
      let depths = try numbers(sizes[2] * sizes[3], of: UInt16.self)
      var detected = Pose2D(points: [:], imageWidth: sizes[0], imageHeight: sizes[1])
      detected.convention = .blazePose
      for (index, keypoint) in KeypointLayout.mediapipe.points.enumerated() {
        guard let keypoint else { continue }
        detected.points[keypoint] = Pose2D.Point(
          x: landmarks[4 * index], y: landmarks[4 * index + 1],
          confidence: landmarks[4 * index + 2],
          sigma: landmarks[4 * index + 3].isNaN ? nil : landmarks[4 * index + 3])
        detected.worldLandmarks[keypoint] = Vector3(
          world[3 * index], world[3 * index + 1], world[3 * index + 2])
      }
      var marked = Pose2D(points: [:], imageWidth: sizes[0], imageHeight: sizes[1])
      for (index, keypoint) in Self.exactKeypoints.enumerated() where exact[3 * index + 2] > 0 {
        marked.points[keypoint] = Pose2D.Point(
          x: exact[3 * index], y: exact[3 * index + 1], confidence: 1)
      }
      return Row(
        camera: Camera(
          width: sizes[0], height: sizes[1], fx: k[0], fy: k[1], cx: k[2], cy: k[3], source: .file),
        depth: DepthMap(
          width: sizes[2], height: sizes[3], metres: depths.map { Float($0) / 1000 }),
        detected: detected, exact: marked)
    }

    /// The 12 joints of the limbs in the joints' order, the top of the head and the nose.
    private static let exactKeypoints: [Keypoint] = [
      .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .leftShoulder,
      .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist, .topHead, .nose,
    ]

    private mutating func numbers<Number>(_ count: Int, of: Number.Type) throws -> [Number] {
      let size = MemoryLayout<Number>.size
      guard place + count * size <= bytes.count else {
        throw ValidationError("the rows end within a row, at byte \(bytes.count)")
      }
      defer { place += count * size }
      return bytes.withUnsafeBytes { all in
        (0..<count).map { all.loadUnaligned(fromByteOffset: place + $0 * size, as: Number.self) }
      }
    }
  }
}
