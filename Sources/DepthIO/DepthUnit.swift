/// What one step of a depth file's integers means.
public struct DepthUnit: Sendable, Equatable {
  /// Metres a step.
  public let metresPerStep: Double
  /// The name of the preset, or the number as it was given.
  public let name: String
  /// Whether a step's length is known; otherwise `metresPerStep` is a stand-in.
  public var isMetric: Bool { name != Self.relative.name }
  /// The unit of a map that shows shapes, not sizes: nobody knows how long a step is.
  public static let relative = DepthUnit(0.001, "relative")
  /// How far every 16-bit sample was rotated to the left when it was written.
  let rotatedBits: Int

  /// A unit from metres a step, as a camera file states it; `nil` unless it is positive and at most
  /// 1, a metre.
  public init?(metresPerStep: Double) {
    guard metresPerStep > 0 && metresPerStep <= 1 else { return nil }
    self.init(metresPerStep, "\(metresPerStep)")
  }

  private init(_ metresPerStep: Double, _ name: String, rotatedBits: Int = 0) {
    self.metresPerStep = metresPerStep
    self.name = name
    self.rotatedBits = rotatedBits
  }

  /// A depth in metres from a sample; NaN for 0, "nothing measured".
  func metres(_ sample: UInt16) -> Float {
    let plain = sample >> rotatedBits | sample << ((16 - rotatedBits) & 15)
    return plain == 0 ? .nan : Float(Double(plain) * metresPerStep)
  }

  /// The devices and data sets whose unit is known, by name, and `relative`.
  ///
  /// Sources: OpenNI, Kinect for Windows and Azure Kinect SDK documentation (millimetres); RealSense
  /// `depth_units` (0.001 m unless the device was told otherwise); ScanNet and Redwood (millimetres,
  /// their dataset pages); TUM RGB-D "File Formats" and ICL-NUIM (5000 steps a metre); RGB-D Scenes
  /// v2 (10000 steps a metre); SUN RGB-D toolbox `read3dPoints.m` (millimetres, rotated by 3 bits).
  public static let presets: [DepthUnit] = [
    DepthUnit(0.001, "azure"),
    DepthUnit(1 / 5000, "icl"),
    DepthUnit(0.001, "kinect"),
    DepthUnit(0.001, "mm"),
    DepthUnit(0.001, "realsense"),
    DepthUnit(0.001, "redwood"),
    relative,
    DepthUnit(1 / 10000, "rgbd-scenes"),
    DepthUnit(0.001, "scannet"),
    DepthUnit(0.001, "sunrgbd", rotatedBits: 3),
    DepthUnit(1 / 5000, "tum"),
  ]

  /// A text that is no unit of depth; the description is a sentence for the person who gave it.
  public struct ParsingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was found and what was expected.
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
    case ...0.1: self.init(value, text)
    case 1... where !isFraction: self.init(1 / value, text)
    default:
      throw ParsingError(
        description: "\(text) is no unit of depth: metres a step are at most 0.1 "
          + "(0.001 is millimetres), steps a metre at least 1 (1000 is millimetres)")
    }
  }
}
