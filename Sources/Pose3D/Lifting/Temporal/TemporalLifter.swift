internal import PoseSystem
package import PoseGeometry
package import Kinematics
internal import CLifterWeights

/// A person at one of the moments that the temporal network reads.
package struct TemporalSample: Sendable {
  /// Moments a second.
  package static let rate = 15.0

  /// The lifted joints in the camera's frame, in metres.
  package var positions: PerJoint<Vector3>
  /// Left heel, left toe, right heel, right toe; `nil` where a foot isn't known.
  package var feet: [Vector3]?
  /// One standard deviation of each joint relative to the root, in metres.
  package var sigmas: PerJoint<Double>

  /// A sample from its parts.
  package init(positions: PerJoint<Vector3>, feet: [Vector3]?, sigmas: PerJoint<Double>) {
    precondition(feet == nil || feet?.count == 4, "feet have four points")
    (self.positions, self.feet, self.sigmas) = (positions, feet, sigmas)
  }
}

/// The points whose depths the temporal network corrects: the joints but for the root, then the feet's.
package enum TemporalPoint {
  /// The joints, in their order.
  package static let joints = Joint.allCases.filter { $0 != .root }
  /// The number of points.
  package static let count = joints.count + 4
  /// The place of each point's mirror image.
  static let mirrored: [Int] =
    joints.map { joint in joints.firstIndex(of: joint.mirrored) ?? 0 }
    + [2, 3, 0, 1].map { joints.count + $0 }
}

/// Corrects how far joints lie behind the root, along the ray to it, by what a person does before and after.
///
/// One image leaves these depths open, most of all from the front; how a person moves tells much of them. What the
/// image shows stays as it is: points move along their rays.
package enum TemporalLifter {
  /// A correction of one point at one moment.
  package struct Correction: Sendable, Equatable {
    /// Metres away from the camera, along the ray to the root.
    package var shift: Double
    /// One standard deviation of the point's depth relative to the root afterwards, in metres.
    package var sigma: Double

    /// A correction from its parts.
    package init(shift: Double, sigma: Double) { (self.shift, self.sigma) = (shift, sigma) }
  }

  /// The body for which the network was trained, in metres.
  private static let trainedStature = Anthropometry.referenceHeight
  /// What the network puts out: shifts in units of this many metres, and the logarithms of Laplace scales less this.
  private static let unit = (shift: 0.1, logScale: 3.0)
  /// The logarithms of scales that the network was trained with.
  private static let logScales = -6.0...0.0

  /// The corrections of `TemporalPoint`'s points for each of the samples.
  ///
  /// - Parameters:
  ///   - samples: moments at `TemporalSample.rate`, of one person without a gap.
  ///   - up: against gravity in the camera's frame, of length 1.
  ///   - stature: the body height in metres to which the joints are scaled.
  package static func corrections(
    of samples: [TemporalSample], up: Vector3, stature: Double
  ) -> [[Correction]] {
    guard !samples.isEmpty else { return [] }
    let factor = trainedStature / stature
    func outputs(_ isMirrored: Bool) -> [Float] {
      TemporalNetwork.builtIn.outputs(
        TemporalFeatures.rows(samples, down: -1 * up, factor: factor, isMirrored: isMirrored))
    }
    // The mean with the mirrored person's makes the result the same for a mirrored video.
    let (direct, mirrored) = (outputs(false), outputs(true))
    return samples.indices.map { index in
      (0..<TemporalPoint.count).map { point in
        let first = index * TemporalNetwork.outputCount
        let (one, other) = (first + point, first + TemporalPoint.mirrored[point])
        let scaleOffset = TemporalPoint.count
        let shift = Double(direct[one] + mirrored[other]) / 2 * unit.shift
        let scale =
          (laplace(direct[one + scaleOffset]) + laplace(mirrored[other + scaleOffset])) / 2
        return Correction(
          shift: shift / factor, sigma: Double(2).squareRoot() * scale / factor)
      }
    }
  }

  /// A Laplace distribution's scale in metres.
  private static func laplace(_ output: Float) -> Double {
    exp(max(logScales.lowerBound, min(logScales.upperBound, Double(output) - unit.logScale)))
  }

  /// So many samples before and after one count for its correction.
  package static var reach: Int { TemporalNetwork.reach }
}

/// The network that reads a person's lifted joints over time: one row for each moment → 160 values, five residual
/// blocks of a normalisation, a convolution over three moments that lie 1, 2, 4, 8 and 16 apart, and a layer → 40
/// outputs (after Pavllo et al. 2019, CVPR, "3D human pose estimation in video with temporal convolutions"). It was
/// trained by `Training/sequences.py`.
struct TemporalNetwork: Sendable {
  /// The number of values in a moment's row.
  static let inputCount = TemporalFeatures.count
  /// The number of outputs for each moment.
  static let outputCount = 2 * TemporalPoint.count
  /// So many moments before and after one count for its outputs.
  static let reach = dilations.reduce(0, +)

  /// Values in a layer of the network that was trained.
  private static let width = 160
  private static let dilations = [1, 2, 4, 8, 16]

  private struct Block {
    let normalization: NetworkNormalization
    let convolution: NetworkLayer
    let layer: NetworkLayer
    let dilation: Int
  }

  private let input: NetworkLayer
  private let blocks: [Block]
  private let normalization: NetworkNormalization
  private let output: NetworkLayer

  /// The network with the weights that are compiled into the program.
  static let builtIn: TemporalNetwork = {
    var size = 0
    let first = pose3d_temporal_weights(&size)
    return TemporalNetwork(weights: UnsafeRawBufferPointer(start: first, count: size))
  }()

  /// A network from a weights file: magic `P3DT`, five numbers (version 1; inputs, width, blocks, outputs), arrays.
  init(weights: UnsafeRawBufferPointer) {
    var reader = NetworkReader(
      weights: weights, magic: "P3DT",
      header: [1, Self.inputCount, Self.width, Self.dilations.count, Self.outputCount])
    input = reader.layer(Self.inputCount, Self.width)
    blocks = Self.dilations.map { dilation in
      Block(
        normalization: reader.normalization(Self.width),
        convolution: reader.layer(3 * Self.width, Self.width),
        layer: reader.layer(Self.width, Self.width), dilation: dilation)
    }
    normalization = reader.normalization(Self.width)
    output = reader.layer(Self.width, Self.outputCount)
    reader.end()
  }

  /// The outputs of a series of moments, one row after the other.
  func outputs(_ rows: [Float]) -> [Float] {
    let count = rows.count / Self.inputCount
    precondition(rows.count == count * Self.inputCount, "\(rows.count) values are no rows")
    // Layers take rows in pairs.
    let padded = count + count % 2
    let padding = [Float](repeating: 0, count: (padded - count) * Self.inputCount)
    var h = input.applied(to: rows + padding)
    for block in blocks {
      let t = block.normalization.applied(to: h)
      var sums = block.convolution.applied(
        to: Self.neighbours(t, count, padded, apart: block.dilation))
      NetworkLayer.rectify(&sums)
      sums = block.layer.applied(to: sums)
      for index in h.indices { h[index] += sums[index] }
    }
    let result = output.applied(to: normalization.applied(to: h))
    return Array(result.prefix(count * Self.outputCount))
  }

  /// For each moment the values some moments before, its own, and those after; 0 where there is no moment.
  private static func neighbours(
    _ rows: [Float], _ count: Int, _ padded: Int, apart: Int
  ) -> [Float] {
    var result = [Float](repeating: 0, count: 3 * width * padded)
    for moment in 0..<count {
      for (part, other) in [moment - apart, moment, moment + apart].enumerated()
      where (0..<count).contains(other) {
        let start = (3 * moment + part) * width
        result.replaceSubrange(
          start..<start + width, with: rows[other * width..<(other + 1) * width])
      }
    }
    return result
  }
}

/// What `TemporalNetwork` reads of one moment, seen along the ray to the person: x right, y down as far as gravity
/// shows it, z away. Lengths are those of a body of 1.8 m.
enum TemporalFeatures {
  /// Three coordinates of each point relative to the root, the sigmas of the joints, the root's velocity, how steeply
  /// the ray falls, the distance, whether there are feet, and 1.
  static let count = 3 * TemporalPoint.count + jointCount + 3 + 4
  private static let jointCount = Joint.allCases.count - 1

  /// The scales of values, so that most lie between −1 and 1.
  private static let scale = (place: 0.3, sigma: 0.05, steepness: 1.0 / 3, distance: 4.0)
  /// The smallest sigma that the network reads, in metres.
  private static let smallestSigma = 1e-3
  /// No faster than this along an axis, in m/s: beyond it a track has jumped.
  private static let fastest = 3.0

  /// A moment as it is seen along its ray.
  private struct View {
    /// The points relative to the root, in the order of `TemporalPoint`.
    let places: [Vector3]
    /// The axes x, y and z in the camera's frame.
    let axes: (x: Vector3, y: Vector3, z: Vector3)
    /// The root's distance.
    let distance: Double
  }

  /// The rows of a series of moments, one after the other.
  ///
  /// - Parameters:
  ///   - samples: the moments, `rate` a second.
  ///   - down: the direction of gravity in the camera's frame, of length 1.
  ///   - factor: what makes the body one of 1.8 m.
  ///   - isMirrored: whether the rows are those of the mirrored person.
  static func rows(
    _ samples: [TemporalSample], down: Vector3, factor: Double, isMirrored: Bool
  ) -> [Float] {
    let roots = samples.map { $0.positions[.root] * factor }
    let sign = isMirrored ? -1.0 : 1.0
    var rows: [Float] = []
    rows.reserveCapacity(samples.count * count)
    for (index, sample) in samples.enumerated() {
      let view = view(of: sample, down: down, factor: factor)
      for point in 0..<TemporalPoint.count {
        let place = view.places[isMirrored ? TemporalPoint.mirrored[point] : point]
        rows += [sign * place.x, place.y, place.z].map { Float($0 / scale.place) }
      }
      for joint in TemporalPoint.joints {
        let sigma = sample.sigmas[isMirrored ? joint.mirrored : joint] * factor
        rows.append(Float(log(max(sigma, smallestSigma) / scale.sigma)))
      }
      let velocity = velocity(of: roots, at: index)
      for (axis, sign) in [(view.axes.x, sign), (view.axes.y, 1), (view.axes.z, 1)] {
        rows.append(Float(sign * max(-fastest, min(fastest, velocity.dot(axis)))))
      }
      rows.append(Float(down.dot(view.axes.z) / scale.steepness))
      rows.append(Float(log(view.distance / scale.distance)))
      rows.append(sample.feet == nil ? 0 : 1)
      rows.append(1)
    }
    return rows
  }

  /// Metres a second, from the moments before and after.
  private static func velocity(of roots: [Vector3], at index: Int) -> Vector3 {
    guard roots.count > 2 else { return .zero }
    let middle = min(max(index, 1), roots.count - 2)
    return (roots[middle + 1] - roots[middle - 1]) * (TemporalSample.rate / 2)
  }

  private static func view(of sample: TemporalSample, down: Vector3, factor: Double) -> View {
    let root = sample.positions[.root]
    let z = root.normalized ?? Vector3(0, 0, 1)
    // A ray along gravity has no direction down across it: any will do.
    let y = (down - z * down.dot(z)).normalized ?? Vector3(0, 1, 0)
    let x = y.cross(z)
    let places = TemporalPoint.joints.map { sample.positions[$0] } + (sample.feet ?? [])
    var seen = places.map { place -> Vector3 in
      let offset = (place - root) * factor
      return Vector3(offset.dot(x), offset.dot(y), offset.dot(z))
    }
    seen += Array(repeating: .zero, count: TemporalPoint.count - seen.count)
    return View(places: seen, axes: (x, y, z), distance: max(root.length * factor, 1e-3))
  }
}
