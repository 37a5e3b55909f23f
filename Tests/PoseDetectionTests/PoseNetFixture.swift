import PoseGeometry
@testable import PoseDetection
import Foundation
import Pose3D
import TestSupport
import Testing

/// The tensors that a real PoseNet gave for a real photograph, 513×513 at stride 16, and what
/// `fixtures/posenet/decode.py` reads out of them.
enum PoseNetFixture {
  /// One way of reading the tensors.
  struct Golden: Decodable, Sendable, CustomTestStringConvertible {
    struct Pose: Decodable, Sendable {
      let confidence: Double
      /// x, y, confidence of the joints that were found.
      let points: [String: [Double]]
    }

    let configuration: [String: Double]
    let single: Pose
    let multiple: [Pose]

    var testDescription: String { "\(configuration)" }

    func poseNetConfiguration() throws -> PoseNetConfiguration {
      var result = PoseNetConfiguration()
      func value(_ name: String) throws -> Double { try #require(configuration[name]) }
      result.jointConfidenceThreshold = try value("jointConfidenceThreshold")
      result.poseConfidenceThreshold = try value("poseConfidenceThreshold")
      result.matchingJointDistance = try value("matchingJointDistance")
      result.localSearchRadius = Int(try value("localSearchRadius"))
      result.maxPoseCount = Int(try value("maxPoseCount"))
      result.adjacentJointOffsetRefinementSteps = Int(
        try value("adjacentJointOffsetRefinementSteps"))
      return result
    }
  }

  static func goldens() throws -> [Golden] { try Fixture.decode(from: "posenet/goldens.json") }

  /// Little-endian 32-bit numbers of a file.
  static func tensor(_ name: String) throws -> [Float] {
    try Fixture.bytes("posenet/\(name).bin").withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { index in
        let bits = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        return Float(bitPattern: UInt32(littleEndian: bits))
      }
    }
  }

  static func tensors() throws -> PoseNetNumbers {
    PoseNetNumbers(
      rows: 33, columns: 33, stride: 16, heatmap: try tensor("heatmapScores"),
      offsets: try tensor("offsets"), forward: try tensor("displacementsFwd"),
      backward: try tensor("displacementsBwd"))
  }
}

/// Tensors that a test may change before they become an output.
struct PoseNetNumbers {
  var rows, columns, stride: Int
  var heatmap, offsets, forward, backward: [Float]

  var width: Int { (columns - 1) * stride + 1 }
  var height: Int { (rows - 1) * stride + 1 }

  func output(_ kind: PoseNetOutput.Heatmap = .automatic) throws -> PoseNetOutput {
    try PoseNetOutput(
      rows: rows, columns: columns, heatmap: heatmap, offsets: offsets,
      forwardDisplacements: forward, backwardDisplacements: backward, outputStride: stride,
      inputWidth: width, inputHeight: height, heatmapHolds: kind)
  }
}

extension PoseNetNumbers {
  /// A person whose joints are known.
  struct Person {
    /// x, y in pixels of the input, in the order of COCO's points.
    var joints: [SIMD2<Double>]
    /// The confidence of a joint in the middle of a cell.
    var score = 1.0

    /// A person standing, nose given; `unit` is about a seventh of the height. Joints are moved a
    /// little by chance.
    static func standing(
      nose: SIMD2<Double>, unit: Double, using random: inout RandomNumbers
    ) -> Person {
      let body: [SIMD2<Double>] = [
        [0, 0], [0.3, -0.2], [-0.3, -0.2], [0.6, 0], [-0.6, 0], [1, 1], [-1, 1], [1.4, 2],
        [-1.4, 2], [1.5, 3], [-1.5, 3], [0.6, 3], [-0.6, 3], [0.7, 4.5], [-0.7, 4.5], [0.7, 6],
        [-0.7, 6],
      ]
      return Person(
        joints: body.map { place in
          let chance = SIMD2(
            Double.random(in: -0.2...0.2, using: &random),
            Double.random(in: -0.2...0.2, using: &random))
          return nose + (place + chance) * unit
        })
    }
  }

  /// What a perfect PoseNet would say: hills of confidence one cell wide, offsets to the nearest
  /// person's joint, displacements along that person's limbs.
  init(people: [Person], rows: Int, columns: Int, stride: Int) {
    self.init(
      rows: rows, columns: columns, stride: stride, heatmap: [], offsets: [], forward: [],
      backward: [])
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = SIMD2(Double(column), Double(row)) * Double(stride)
        append(people, at: cell)
      }
    }
  }

  private mutating func append(_ people: [Person], at cell: SIMD2<Double>) {
    func nearest(_ joint: Int) -> Person {
      people.min { distance($0.joints[joint], cell) < distance($1.joints[joint], cell) }!
    }
    func numbers(_ vectors: [SIMD2<Double>]) -> [Float] {
      vectors.map { Float($0.y) } + vectors.map { Float($0.x) }
    }
    heatmap += (0..<17).map { joint -> Float in
      let hills = people.map { person -> Double in
        let cells = distance(person.joints[joint], cell) / Double(stride)
        return person.score * exp(-cells * cells / 2)
      }
      return Float(hills.max()!)
    }
    offsets += numbers((0..<17).map { nearest($0).joints[$0] - cell })
    forward += numbers(
      PoseNetTree.limbs.map { limb in
        let person = nearest(limb.parent)
        return person.joints[limb.child] - person.joints[limb.parent]
      })
    backward += numbers(
      PoseNetTree.limbs.map { limb in
        let person = nearest(limb.child)
        return person.joints[limb.parent] - person.joints[limb.child]
      })
  }

  /// The tensors of the mirrored picture.
  var mirrored: PoseNetNumbers {
    let joints = PoseNetTree.joints.map { PoseNetTree.joints.firstIndex(of: $0.mirrored)! }
    let limbs = PoseNetTree.limbs.map { limb in
      PoseNetTree.limbs.firstIndex {
        $0.parent == joints[limb.parent] && $0.child == joints[limb.child]
      }!
    }
    func vectors(_ names: [Int]) -> [(source: Int, factor: Float)] {
      names.map { ($0, 1) } + names.map { ($0 + names.count, -1) }
    }
    var result = self
    result.heatmap = flipped(heatmap, joints.map { ($0, 1) })
    result.offsets = flipped(offsets, vectors(joints))
    result.forward = flipped(forward, vectors(limbs))
    result.backward = flipped(backward, vectors(limbs))
    return result
  }

  private func flipped(_ tensor: [Float], _ channels: [(source: Int, factor: Float)]) -> [Float] {
    (0..<rows * columns).flatMap { cell in
      let other = cell / columns * columns + columns - 1 - cell % columns
      return channels.map { tensor[other * channels.count + $0.source] * $0.factor }
    }
  }
}

extension Keypoint {
  /// The same point of the other side.
  var mirrored: Keypoint {
    if rawValue.hasPrefix("left") { return Keypoint(rawValue: "right" + rawValue.dropFirst(4))! }
    if rawValue.hasPrefix("right") { return Keypoint(rawValue: "left" + rawValue.dropFirst(5))! }
    return self
  }
}

private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
  ((a - b) * (a - b)).sum().squareRoot()
}
