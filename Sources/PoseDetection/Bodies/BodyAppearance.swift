internal import PoseImaging
internal import Pose3D

/// A person's clothes, as two histograms of colour: of the trunk, and of the legs. They tell people
/// apart who pass each other, and identify people who come back.
struct BodyAppearance: Codable, Equatable {
  /// Shares of the colours, of each channel's `levels` a step apart; `nil` for what isn't in the
  /// picture.
  private(set) var trunk: [Float]?
  private(set) var legs: [Float]?

  /// Steps of a channel. Colours between are shared out, so that light that changes slowly moves the
  /// histogram slowly.
  private static let levels = 4
  /// So many samples at least make a histogram.
  private static let minimumSamples = 20
  /// Across and along the trunk; along a thigh and a shank.
  private static let (trunkGrid, thighSteps, shankSteps) = (10, 12, 8)

  /// Nothing is known of it.
  init() {}

  /// A person's appearance in an image.
  init(of person: BodyLandmarks, in picture: ColorImage) {
    func place(_ keypoint: Keypoint) -> SIMD2<Double> { person.position(of: keypoint) }
    var samples: [SIMD2<Double>] = []
    let (shoulders, hips) = (
      (place(.leftShoulder), place(.rightShoulder)), (place(.leftHip), place(.rightHip))
    )
    for row in 0..<Self.trunkGrid {
      let down = 0.05 + 0.9 * Double(row) / Double(Self.trunkGrid - 1)
      let left = shoulders.0 * (1 - down) + hips.0 * down
      let right = shoulders.1 * (1 - down) + hips.1 * down
      for column in 0..<Self.trunkGrid {
        let across = 0.15 + 0.7 * Double(column) / Double(Self.trunkGrid - 1)
        samples.append(left * (1 - across) + right * across)
      }
    }
    trunk = Self.histogram(of: samples, in: picture)
    samples = []
    let limbs: [(Keypoint, Keypoint, Keypoint)] = [
      (.leftHip, .leftKnee, .leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ]
    for (hip, knee, ankle) in limbs {
      let (hip, knee, ankle) = (place(hip), place(knee), place(ankle))
      for step in 0..<Self.thighSteps {
        let along = 0.2 + 0.8 * Double(step) / Double(Self.thighSteps - 1)
        samples.append(hip * (1 - along) + knee * along)
      }
      for step in 0..<Self.shankSteps {
        let along = 0.1 + 0.7 * Double(step) / Double(Self.shankSteps - 1)
        samples.append(knee * (1 - along) + ankle * along)
      }
    }
    legs = Self.histogram(of: samples, in: picture)
  }

  /// Whether it is as long as what pictures give.
  var isSound: Bool {
    [trunk, legs].allSatisfy {
      $0.map { $0.count == Self.levels * Self.levels * Self.levels } ?? true
    }
  }

  /// The difference of two people's appearances, 0…1: Hellinger's distance, the mean of trunk and
  /// legs; `nil` where they have nothing in common to be compared.
  func distance(to other: BodyAppearance) -> Double? {
    let distances = [(trunk, other.trunk), (legs, other.legs)].compactMap { one, two in
      one.flatMap { one in two.map { Self.distance(one, $0) } }
    }
    return distances.isEmpty ? nil : distances.reduce(0, +) / Double(distances.count)
  }

  /// Approaches a person's current appearance, by a share of the way.
  mutating func approach(_ other: BodyAppearance, by share: Float) {
    trunk = Self.mixed(trunk, other.trunk, share)
    legs = Self.mixed(legs, other.legs, share)
  }

  private static func mixed(_ old: [Float]?, _ new: [Float]?, _ share: Float) -> [Float]? {
    guard let old, let new else { return new ?? old }
    return zip(old, new).map { $0 + ($1 - $0) * share }
  }

  private static func distance(_ one: [Float], _ two: [Float]) -> Double {
    let common = zip(one, two).reduce(Float(0)) { $0 + ($1.0 * $1.1).squareRoot() }
    return Double(max(0, 1 - common)).squareRoot()
  }

  private static func histogram(of places: [SIMD2<Double>], in picture: ColorImage) -> [Float]? {
    var histogram = [Float](repeating: 0, count: levels * levels * levels)
    var count = 0
    for place in places {
      guard place.x > -0.5, place.y > -0.5, place.x < Double(picture.width) - 0.5,
        place.y < Double(picture.height) - 0.5
      else { continue }
      let pixel =
        3 * (Int(place.y.rounded()) * picture.width + Int(place.x.rounded()))
      var low = (0, 0, 0)
      var share: (Float, Float, Float) = (0, 0, 0)
      (low.0, share.0) = step(picture.pixels[pixel])
      (low.1, share.1) = step(picture.pixels[pixel + 1])
      (low.2, share.2) = step(picture.pixels[pixel + 2])
      for corner in 0..<8 {
        let (r, g, b) = (corner >> 2 & 1, corner >> 1 & 1, corner & 1)
        let weight =
          (r == 1 ? share.0 : 1 - share.0) * (g == 1 ? share.1 : 1 - share.1)
          * (b == 1 ? share.2 : 1 - share.2)
        histogram[((low.0 + r) * levels + low.1 + g) * levels + low.2 + b] += weight
      }
      count += 1
    }
    return count < minimumSamples ? nil : histogram.map { $0 / Float(count) }
  }

  /// The level below a value, and the share of the one above.
  private static func step(_ value: UInt8) -> (level: Int, share: Float) {
    let position = Float(value) / 255 * Float(levels - 1)
    let level = min(Int(position), levels - 2)
    return (level, position - Float(level))
  }
}
