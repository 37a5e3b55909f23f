internal import CLifterWeights
internal import Kinematics
internal import PoseGeometry
internal import PoseSystem

/// The residual network that lifts 2D keypoints, with what else is known, to 3D joints: features →
/// 512, three blocks of two layers with layer normalisation before each block, → 180 outputs (after
/// Martinez et al. 2017, ICCV, "A simple yet effective baseline for 3d human pose estimation"; with
/// the scale of a Laplace distribution for each output as in Kendall & Gal 2017). `Training/` holds
/// the code that it was trained with.
struct LiftingNetwork: Sendable {
  /// The network's prediction for a body of 1.8 m, in the virtual camera.
  struct Prediction {
    /// Joints relative to the root, in metres.
    var positions: PerJoint<Vector3>
    /// Scales of Laplace distributions along the virtual camera's axes, in metres.
    var scales: PerJoint<Vector3>
    /// The logarithm of stature in metres, and the scale of its Laplace distribution; meaningless
    /// without depth.
    var logStature: (mean: Double, scale: Double)
    /// For each of `SurfacePoint.all`, its distance behind the visible surface along the optical
    /// axis, and the scale of its Laplace distribution; meaningless without depth.
    var surfaces: [(offset: Double, scale: Double)]
    /// The length of each bone of `boneNames` over that of the body's proportions in `Anthropometry`:
    /// its logarithm, and the scale of its Laplace distribution. Left and right have one length.
    var lengths: [(mean: Double, scale: Double)]
    /// The flexion of left elbow, right elbow, left knee and right knee in radians, and the scale of
    /// its Laplace distribution.
    var flexions: [(mean: Double, scale: Double)]
  }

  /// The bones whose lengths are predicted, as `Anthropometry` names them.
  static let boneNames = [
    "lowerTrunk", "upperTrunk", "neck", "head", "upperArm", "forearm", "thigh", "shank", "hipWidth",
    "shoulderWidth",
  ]
  /// Of elbows and knees.
  private static let flexionCount = 4

  /// The index of the first output of each kind.
  private enum Output {
    /// Three for each of `outputJoints`.
    static let positions = 0
    /// Their scales.
    static let scales = 3 * outputJoints.count
    static let logStature = scales + 3 * outputJoints.count
    static let statureScale = logStature + 1
    /// One for each of `SurfacePoint.all`, followed by their scales.
    static let surfaces = statureScale + 1
    static let surfaceScales = surfaces + SurfacePoint.all.count
    /// One for each of `boneNames`, followed by their scales.
    static let lengths = surfaceScales + SurfacePoint.all.count
    static let lengthScales = lengths + boneNames.count
    static let flexions = lengthScales + boneNames.count
    static let flexionScales = flexions + flexionCount
    static let count = flexionScales + flexionCount
  }

  private static let outputCount = Output.count
  /// Values in a layer of the network that was trained.
  private static let width = 512
  /// Residual blocks of the network that was trained.
  private static let blockCount = 3

  private struct Block {
    var normalization: NetworkNormalization
    var first: NetworkLayer
    var second: NetworkLayer
  }

  private let input: NetworkLayer
  private let blocks: [Block]
  private let finalNormalization: NetworkNormalization
  private let output: NetworkLayer

  /// The network with the weights that are compiled into the program.
  static let builtIn = LiftingNetwork(weights: builtInWeights)

  /// The weights file as it is compiled in.
  static var builtInWeights: UnsafeRawBufferPointer {
    var size = 0
    let first = pose3d_lifter_weights(&size)
    return UnsafeRawBufferPointer(start: first, count: size)
  }

  /// A network from a weights file: magic `P3DL`, five little-endian 32-bit numbers (version 4,
  /// half floats; inputs, width, blocks, outputs), then the arrays, row-major [in][out]. The file
  /// is part of the program: one of another shape is a bug.
  init(weights: UnsafeRawBufferPointer) {
    var reader = NetworkReader(
      weights: weights, magic: "P3DL",
      header: [4, LifterFeatures.count, Self.width, Self.blockCount, Self.outputCount])
    input = reader.layer(LifterFeatures.count, Self.width)
    blocks = (0..<Self.blockCount).map { _ in
      Block(
        normalization: reader.normalization(Self.width),
        first: reader.layer(Self.width, Self.width), second: reader.layer(Self.width, Self.width))
    }
    finalNormalization = reader.normalization(Self.width)
    output = reader.layer(Self.width, Self.outputCount)
    reader.end()
  }

  /// The prediction, averaged with the one for the mirrored picture (which takes 1 mm off the error
  /// and makes the result the same for a mirrored picture).
  func predict(_ features: LifterFeatures) -> Prediction {
    let outputs = run(features.values + features.mirrored)
    let direct = Self.prediction(outputs[..<Self.outputCount])
    let other = Self.prediction(outputs[Self.outputCount...])
    return Prediction(
      positions: PerJoint { joint in
        let p = other.positions[joint.mirrored]
        return (direct.positions[joint] + Vector3(-p.x, p.y, p.z)) / 2
      },
      scales: PerJoint { (direct.scales[$0] + other.scales[$0.mirrored]) / 2 },
      logStature: (
        (direct.logStature.mean + other.logStature.mean) / 2,
        (direct.logStature.scale + other.logStature.scale) / 2
      ),
      surfaces: zip(direct.surfaces, SurfacePoint.mirrorImages).map { own, mirrored in
        let image = other.surfaces[mirrored]
        return ((own.offset + image.offset) / 2, (own.scale + image.scale) / 2)
      },
      lengths: Self.means(direct.lengths, other.lengths),
      flexions: Self.means(direct.flexions, [1, 0, 3, 2].map { other.flexions[$0] }))
  }

  private static func means(
    _ one: [(mean: Double, scale: Double)], _ other: [(mean: Double, scale: Double)]
  ) -> [(mean: Double, scale: Double)] {
    zip(one, other).map { (($0.mean + $1.mean) / 2, ($0.scale + $1.scale) / 2) }
  }

  // MARK: Arithmetic

  /// The joints in the order of the network's outputs; the root is the origin and has none.
  static let outputJoints: [Joint] = [
    .topHead, .centerHead, .centerShoulder, .leftShoulder, .leftElbow, .leftWrist,
    .rightShoulder, .rightElbow, .rightWrist, .spine, .leftHip, .leftKnee, .leftAnkle,
    .rightHip, .rightKnee, .rightAnkle,
  ]

  private static func prediction(_ outputs: ArraySlice<Float>) -> Prediction {
    let o = Array(outputs)
    let scale = { (index: Int) in exp(max(-6, min(1, Double(o[index]) - 2.5))) }
    var prediction = Prediction(
      positions: PerJoint(repeating: .zero),
      scales: PerJoint(repeating: Vector3(repeating: exp(-4))),
      logStature: (
        log(Anthropometry.referenceHeight) + 0.1 * Double(o[Output.logStature]),
        scale(Output.statureScale)
      ),
      surfaces: SurfacePoint.all.indices.map { index in
        (0.1 * Double(o[Output.surfaces + index]) + 0.07, scale(Output.surfaceScales + index))
      },
      lengths: boneNames.indices.map { index in
        (0.1 * Double(o[Output.lengths + index]), scale(Output.lengthScales + index))
      },
      flexions: (0..<flexionCount).map { index in
        (0.5 * Double(o[Output.flexions + index]) + 0.5, scale(Output.flexionScales + index))
      })
    for (index, joint) in outputJoints.enumerated() {
      let place = Output.positions + 3 * index
      prediction.positions[joint] =
        0.3 * Vector3(Double(o[place]), Double(o[place + 1]), Double(o[place + 2]))
      let scales = Output.scales + 3 * index
      prediction.scales[joint] = Vector3(scale(scales), scale(scales + 1), scale(scales + 2))
    }
    return prediction
  }

  /// The outputs for two rows of features, one after the other: to read the weights takes longer
  /// than to multiply with them, so that a second row is almost free.
  private func run(_ features: [Float]) -> [Float] {
    var h = input.applied(to: features)
    for block in blocks {
      var t = block.first.applied(to: block.normalization.applied(to: h))
      NetworkLayer.rectify(&t)
      t = block.second.applied(to: t)
      NetworkLayer.rectify(&t)
      for index in h.indices { h[index] += t[index] }
    }
    return output.applied(to: finalNormalization.applied(to: h))
  }
}

extension LiftingNetwork.Prediction {
  /// Brings the body towards that of a person whose proportions are known. Every bone keeps its
  /// direction, and grows by a share of the difference from the length that the network predicts. A
  /// bone drawn shorter than its predicted length, because its direction is uncertain, stays so.
  mutating func rescale(to proportions: BodyProportions) {
    let before = positions
    for joint in Joint.allCases {
      guard let parent = joint.parent else { continue }
      positions[joint] =
        positions[parent] + (before[joint] - before[parent]) * factor(of: joint, proportions)
    }
  }

  private func factor(of joint: Joint, _ proportions: BodyProportions) -> Double {
    guard let index = Self.bones[joint] else { return 1 }
    let predicted = lengths[PoseProblem.predictedBones[index]].mean
    return exp(
      Self.share * (proportions.ratios[index].logarithm - Self.logRatios[index] - predicted))
  }

  /// The bone that ends at a joint, by its place in `Anthropometry.bones`; hips and shoulders move
  /// with their widths.
  private static let bones = PerJoint<Int?> { joint in
    Anthropometry.bones.firstIndex { bone in
      bone.distal == joint || bone.proximal == joint && bone.proximal.mirrored == bone.distal
    }
  }

  /// The share of the difference that is corrected here, before the solver constrains the bones to
  /// their lengths. On 59 rendered frames half is better than all of it and than nothing: with
  /// depth 26.8, 27.3, 27.2 mm, without 44.4, 44.8, 44.6 mm. `pose3d-bench proportions` measured it
  /// with the network before this one.
  private static let share = 0.5
  private static let logRatios = Anthropometry.bones.map { log($0.ratio) }
}

/// A fully connected layer with weights of half precision.
struct NetworkLayer: Sendable {
  /// Half-precision numbers by their bits, row-major [in][out].
  let weights: [UInt16]
  let bias: [Float]

  /// The number of values in a row that the layer takes.
  var inputs: Int { weights.count / bias.count }

  /// The layer's outputs for an even number of rows, one after the other. Two rows are multiplied at once: to
  /// read the weights takes longer than to multiply with them, so that a second row is almost free.
  func applied(to rows: [Float]) -> [Float] {
    let (inputs, outputs) = (inputs, bias.count)
    precondition(rows.count.isMultiple(of: 2 * inputs), "\(rows.count) values for pairs of rows")
    let pairs = rows.count / (2 * inputs)
    var sums: [Float] = []
    sums.reserveCapacity(2 * pairs * outputs)
    for _ in 0..<2 * pairs { sums += bias }
    rows.withUnsafeBufferPointer { rows in
      sums.withUnsafeMutableBufferPointer { sums in
        guard let first = rows.baseAddress, let start = sums.baseAddress else { return }
        for pair in 0..<pairs {
          pose3d_add_half_products(
            first + 2 * pair * inputs, weights, inputs, outputs, start + 2 * pair * outputs)
        }
      }
    }
    return sums
  }

  /// Makes negative values 0.
  static func rectify(_ values: inout [Float]) {
    for index in values.indices { values[index] = max(values[index], 0) }
  }
}

/// The normalisation of rows (Ba et al. 2016): each to mean 0 and variance 1, then times a gain, plus an offset.
struct NetworkNormalization: Sendable {
  let gain: [Float]
  let offset: [Float]

  /// The normalised rows, whose length is a multiple of eight.
  func applied(to rows: [Float]) -> [Float] {
    let width = gain.count
    var result = rows
    for row in stride(from: 0, to: rows.count, by: width) {
      let range = row..<row + width
      let mean = Self.sum(over: range) { rows[$0] } / Float(width)
      let variance = Self.sum(over: range) { (rows[$0] - mean) * (rows[$0] - mean) } / Float(width)
      let factor = 1 / (variance + 1e-5).squareRoot()
      for column in 0..<width {
        result[row + column] = (rows[row + column] - mean) * factor * gain[column] + offset[column]
      }
    }
    return result
  }

  /// The sum of a term over a range whose length is a multiple of eight, in eight parts that don't
  /// wait for each other.
  @inline(__always)
  private static func sum(over range: Range<Int>, of term: (Int) -> Float) -> Float {
    var parts = SIMD8<Float>.zero
    for first in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      for lane in 0..<8 { parts[lane] += term(first + lane) }
    }
    return parts.sum()
  }
}

/// Reads a file of weights: a magic of four letters, little-endian 32-bit numbers that state the shape, then
/// arrays of half floats, row-major [in][out]. Such a file is part of the program: one of another shape is a bug.
struct NetworkReader {
  private let weights: UnsafeRawBufferPointer
  private var offset: Int

  init(weights: UnsafeRawBufferPointer, magic: String, header expected: [Int]) {
    let header = expected.indices.map {
      weights.loadUnaligned(fromByteOffset: 4 * ($0 + 1), as: UInt32.self)
    }
    precondition(
      weights.prefix(4).elementsEqual(magic.utf8)
        && header.map { Int(UInt32(littleEndian: $0)) } == expected,
      "weights of another shape: \(header)")
    self.weights = weights
    offset = 4 * (expected.count + 1)
  }

  /// The next layer.
  mutating func layer(_ inputs: Int, _ outputs: Int) -> NetworkLayer {
    let weights = halves(inputs * outputs)
    return NetworkLayer(weights: weights, bias: floats(outputs))
  }

  /// The next normalisation of rows of a width.
  mutating func normalization(_ width: Int) -> NetworkNormalization {
    let gain = floats(width)
    return NetworkNormalization(gain: gain, offset: floats(width))
  }

  /// Checks that all was read.
  func end() {
    precondition(offset == weights.count, "\(weights.count - offset) bytes after the weights")
  }

  private mutating func halves(_ count: Int) -> [UInt16] {
    defer { offset += 2 * count }
    return (0..<count).map {
      UInt16(
        littleEndian: weights.loadUnaligned(fromByteOffset: offset + 2 * $0, as: UInt16.self))
    }
  }

  private mutating func floats(_ count: Int) -> [Float] {
    halves(count).map(Self.float(fromHalf:))
  }

  /// A half-precision float by its bits (IEEE 754 binary16); Swift's `Float16` is missing on one
  /// of the platforms. Multiplying by 2¹¹² moves the exponent and makes subnormals come out right.
  private static func float(fromHalf bits: UInt16) -> Float {
    let magnitude = Float(bitPattern: UInt32(bits & 0x7fff) << 13) * 0x1p112
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
