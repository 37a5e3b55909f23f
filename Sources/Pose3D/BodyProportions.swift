internal import Kinematics
internal import PoseGeometry
internal import PoseSystem

/// The lengths of one person's bones relative to their stature, and the stature, each with its
/// sigma: all images of the person have them in common.
///
/// Told to `Lifter.Options.proportions`, they are held in every further picture of the person.
public struct BodyProportions: Sendable, Equatable {
  /// The length of a bone as a fraction of stature.
  struct Ratio: Sendable, Equatable {
    /// The natural logarithm of length over stature.
    var logarithm: Double
    /// One standard deviation of the logarithm.
    var sigma: Double
  }

  /// By the places of `Anthropometry.bones`; left and right have one length.
  var ratios: [Ratio]
  /// The body height. Its estimation is `measured` where at least one body's was, from these alone;
  /// else `user` or `reference` as theirs.
  public internal(set) var stature: Stature

  /// The stature where it was measured, and `nil` where it was told or assumed.
  var measuredStature: Stature? { stature.estimation == .measured ? stature : nil }

  /// The lengths of the bones in metres, by name, each with one standard deviation: what the stature has
  /// wrong is not in it. Left and right have one length.
  public var boneLengths: [(name: String, metres: Double, sigma: Double)] {
    var lengths: [(name: String, metres: Double, sigma: Double)] = []
    for (bone, ratio) in zip(Anthropometry.bones, ratios)
    where !lengths.contains(where: { $0.name == bone.name }) {
      let metres = exp(ratio.logarithm) * stature.metres
      lengths.append((bone.name, metres, metres * ratio.sigma))
    }
    return lengths
  }
}

extension BodyProportions {
  /// The error that all images of a person have in common, as one standard deviation of the
  /// logarithm; more images don't make it smaller. `pose3d-bench proportions` measures it on six
  /// rendered people seen from several sides. By bone it is 1.5 to 6 % with depth and without, over
  /// all bones 3.6 and 4.1 %, and of the stature 1 %.
  static let minimumSigma = (ratio: 0.035, stature: 0.015)
  /// The standard deviation whose square is added to the variance that a body states for the
  /// logarithm of a bone, or of its stature.
  private static let ownSigma = 0.01
  /// The residual, in its own sigmas, at which a body counts a quarter.
  private static let kernel = 2.0
  /// Iterations of the robust mean; chosen: the last ones change nothing.
  private static let steps = 12

  /// The proportions of the one person whose bodies these are, from pictures or the frames of a video;
  /// `nil` of no body.
  ///
  /// The covariances of the joints along a bone decide the weight of a body's length for it: a bone
  /// that points at the camera hardly counts. The estimate is a weighted mean of logarithms,
  /// reweighted so that an outlier body hardly counts (Geman and McClure's kernel). Bodies without
  /// covariances have equal weights.
  public init?(of bodies: [BodyEstimate]) {
    guard let first = bodies.first else { return nil }
    let bones = Anthropometry.bones
    var samples = bones.map { _ in [Sample]() }
    for body in bodies {
      let stature = Anthropometry.stature(of: body.positions)
      let sigmas = Anthropometry.boneSigmas(of: body.skeleton(world: nil))
      guard stature > 0 else { continue }
      for (index, bone) in bones.enumerated() {
        let length = (body.positions[bone.distal] - body.positions[bone.proximal]).length
        guard length > 0 else { continue }
        let sigma = sigmas.map { $0[index] / length } ?? bone.spread
        // What one side shows goes for the other.
        for same in bones.indices where bones[same].name == bone.name {
          samples[same].append(Sample(value: log(length / stature), sigma: sigma))
        }
      }
    }
    var ratios: [Ratio] = []
    for samples in samples {
      guard let mean = Self.mean(of: samples) else { return nil }
      ratios.append(
        Ratio(logarithm: mean.value, sigma: hypot(mean.sigma, Self.minimumSigma.ratio)))
    }
    self.ratios = ratios
    stature = Self.stature(of: bodies.map(\.stature)) ?? first.stature
  }

  /// The stature that the bodies say; `nil` where none was measured.
  private static func stature(of statures: [Stature]) -> Stature? {
    let measured = statures.filter { $0.estimation == .measured && $0.metres > 0 }
    let samples = measured.map { one in
      Sample(value: log(one.metres), sigma: (one.sigma ?? 0) / one.metres)
    }
    return mean(of: samples).map { mean in
      let metres = exp(mean.value)
      return Stature(
        metres: metres, sigma: metres * hypot(mean.sigma, minimumSigma.stature),
        estimation: .measured)
    }
  }

  /// One body's measurement.
  private struct Sample {
    let value: Double
    let sigma: Double
  }

  /// The robust mean, and its sigma if the bodies erred each on its own.
  private static func mean(of samples: [Sample]) -> Sample? {
    let weights = samples.map { 1 / ($0.sigma * $0.sigma + ownSigma * ownSigma) }
    guard var mean = median(of: samples, weights) else { return nil }
    var total = 0.0
    for _ in 0..<steps {
      var sum = 0.0
      total = 0
      for (sample, weight) in zip(samples, weights) {
        let offset = sample.value - mean
        let factor = 1 / (1 + offset * offset * weight / (kernel * kernel))
        total += weight * factor * factor
        sum += weight * factor * factor * offset
      }
      mean += sum / total
    }
    return Sample(value: mean, sigma: 1 / total.squareRoot())
  }

  private static func median(of samples: [Sample], _ weights: [Double]) -> Double? {
    let sorted = zip(samples, weights).sorted { ($0.0.value, $0.1) < ($1.0.value, $1.1) }
    let half = weights.reduce(0, +) / 2
    var sum = 0.0
    for (sample, weight) in sorted {
      sum += weight
      if sum >= half { return sample.value }
    }
    return nil
  }
}

/// A person's body height: how much, how sure, and how it is known.
public struct Stature: Sendable, Equatable, Codable {
  /// Metres.
  public var metres: Double
  /// One standard deviation in metres; `nil` when unknown.
  public var sigma: Double?
  /// The source; `nil`: the bones in a file of 3D joints.
  public var estimation: HeightEstimation?

  /// A stature from its parts.
  public init(metres: Double, sigma: Double? = nil, estimation: HeightEstimation? = nil) {
    self.metres = metres
    self.sigma = sigma
    self.estimation = estimation
  }
}

extension Stature {
  /// The heights of people that may be stated, in metres. Chosen: the tallest person on record was 2.72 m.
  package static let range = 0.4...2.8

  /// One standard deviation of a given height where cameras' places measure it, too, as a share: people differ from
  /// what they say, and cameras from their calibration. Chosen.
  package static let givenSigma = 0.02
}

/// The source of a person's stature. The raw value is the word in files.
public enum HeightEstimation: String, CaseIterable, Sendable, Codable {
  /// Measured in metric depth: that of the picture, or of another one of the person.
  case measured
  /// Vision's reference of 1.8 m: nothing is known.
  case reference
  /// Given by the caller.
  case user
}
