/// The unit of a depth file's integers. Two units are equal if their steps mean the same, whatever
/// their names.
public struct DepthUnit: Sendable, Equatable {
  /// The conversion of a sample into a distance.
  private enum Rule: Equatable {
    /// Metres a step; 0 is "nothing measured".
    case linear(Double)
    /// The same, of 16-bit samples that were rotated to the left by so many bits.
    case rotated(Int, Double)
    /// The first Kinect's own disparity, its two bytes swapped.
    case kinectDisparity
    /// The length of a step is unknown. Integers are read as so many metres a step, floating-point
    /// numbers as they are.
    case unknown(Double)
  }

  private let rule: Rule
  /// The name of the preset, or the number as it was given.
  public let name: String

  /// Metres a step; `nil` if the samples are no multiples of a length (`nyu`), and for `relative`,
  /// whose steps have an unknown length.
  public var metresPerStep: Double? {
    switch rule {
    case .linear(let metres), .rotated(_, let metres): metres
    case .kinectDisparity, .unknown: nil
    }
  }

  /// Whether a step's length is known; otherwise depths are metres times an unknown factor.
  public var isMetric: Bool {
    if case .unknown = rule { false } else { true }
  }

  /// Whether a step means the same in both; names don't count.
  public static func == (a: DepthUnit, b: DepthUnit) -> Bool { a.rule == b.rule }

  /// The unit of a map that shows shapes, not sizes: the length of a step is unknown. Integers are
  /// read as thousandths, floating-point numbers as they are.
  public static let relative = DepthUnit(.unknown(0.001), "relative")
  /// Thousandths of a metre, as most depth cameras count.
  public static let millimetres = DepthUnit(.linear(0.001), "mm")
  /// Metres, as floating-point numbers are.
  public static let metres = DepthUnit(.linear(1), "m")

  /// A unit from metres a step, as a camera file states it; `nil` unless it is positive and at most
  /// 1, a metre.
  public init?(metresPerStep: Double) {
    guard metresPerStep > 0 && metresPerStep <= 1 else { return nil }
    self.init(.linear(metresPerStep), "\(metresPerStep)")
  }

  private init(_ rule: Rule, _ name: String) {
    self.rule = rule
    self.name = name
  }

  /// The depths in metres of 16-bit samples; NaN for 0, "nothing measured".
  package func metres(_ samples: [UInt16]) -> [Float] {
    Array(unsafeUninitializedCapacity: samples.count) { target, count in
      // One loop a rule, so that the usual one is nothing but arithmetic.
      switch rule {
      case .linear(let metres), .unknown(let metres):
        for index in samples.indices {
          let sample = samples[index]
          target[index] = sample == 0 ? .nan : Float(Double(sample) * metres)
        }
      case .rotated(let bits, let metres):
        for (index, sample) in samples.enumerated() {
          let steps = sample >> bits | sample << (16 - bits)
          target[index] = sample == 0 ? .nan : Float(Double(steps) * metres)
        }
      case .kinectDisparity:
        for (index, sample) in samples.enumerated() {
          target[index] = sample == 0 ? .nan : Self.kinectDepth(disparity: sample.byteSwapped)
        }
      }
      count = samples.count
    }
  }

  /// A depth in metres from a sample of another type than 16-bit integers; `nil` when this unit is
  /// one of 16-bit integers alone.
  package func factor(forIntegers isInteger: Bool) -> Double? {
    switch rule {
    case .linear(let metres): metres
    case .unknown(let metres): isInteger ? metres : 1
    case .rotated, .kinectDisparity: nil
    }
  }

  /// The first Kinect's disparity of 11 bits; 2047 and what lies beyond infinity is "nothing
  /// measured". The two constants are those of Open3D's reader of NYU's files
  /// (`RGBDImageFactory.cpp`).
  private static func kinectDepth(disparity: UInt16) -> Float {
    let metres = 351.3 / (1092.5 - Double(disparity))
    return metres > 0 ? Float(metres) : .nan
  }

  /// The devices and data sets whose unit is known, by name, and `relative`.
  ///
  /// Sources: OpenNI, Kinect for Windows and Azure Kinect SDK documentation (millimetres); RealSense
  /// `depth_units` (0.001 m unless the device was told otherwise); ScanNet and Redwood (millimetres,
  /// their dataset pages); TUM RGB-D "File Formats" and ICL-NUIM (5000 steps a metre); RGB-D Scenes
  /// v2 (10000 steps a metre); SUN RGB-D toolbox `read3dPoints.m` (millimetres, rotated by 3 bits).
  public static let presets: [DepthUnit] = [
    DepthUnit(.linear(0.001), "azure"),
    DepthUnit(.linear(1 / 5000), "icl"),
    DepthUnit(.linear(0.001), "kinect"),
    metres,
    millimetres,
    DepthUnit(.kinectDisparity, "nyu"),
    DepthUnit(.linear(0.001), "realsense"),
    DepthUnit(.linear(0.001), "redwood"),
    relative,
    DepthUnit(.linear(1 / 10000), "rgbd-scenes"),
    DepthUnit(.linear(0.001), "scannet"),
    DepthUnit(.rotated(3, 0.001), "sunrgbd"),
    DepthUnit(.linear(1 / 5000), "tum"),
  ]

  /// A text that is no unit of depth; the description is a sentence for the person who gave it.
  public struct ParsingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error and the expected input.
    public let description: String
  }

  /// A unit from the name of a preset ("mm", "tum"), or from a number: up to 0.1 it is metres a step
  /// ("0.001", "1/5000"), from 1 on it is steps a metre ("1000", "5000").
  ///
  /// Throws a `ParsingError` for anything else, so that 0.5 is never guessed at.
  public init(parsing text: String) throws(ParsingError) {
    let name = text.lowercased()
    if let preset = Self.presets.first(where: { $0.name == name }) {
      self = preset
      return
    }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    let isFraction = numbers.count == 2
    let value = isFraction ? numbers[0] / numbers[1] : numbers[0]
    guard numbers.count <= 2, numbers.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      let names = Self.presets.map(\.name).joined(separator: ", ")
      throw ParsingError(
        description: "\"\(text)\" is no unit of depth: give one of \(names); or metres a step, "
          + "such as 0.001 or 1/5000; or steps a metre, such as 1000 or 5000")
    }
    switch value {
    case ...0.1: self.init(.linear(value), text)
    case 1... where !isFraction: self.init(.linear(1 / value), text)
    default:
      throw ParsingError(
        description: "\(text) is no unit of depth: metres a step are at most 0.1 "
          + "(0.001 is millimetres), steps a metre at least 1 (1000 is millimetres)")
    }
  }
}

/// The source of a depth map's unit.
public enum DepthScale: String, Sendable {
  /// The file states its unit.
  case file
  /// The caller stated the unit.
  case caller
  /// No unit was stated: floating-point numbers are taken for metres.
  case assumed
  /// It isn't known: the numbers are metres times an unknown factor. They show shapes, not sizes.
  case unknown
}
