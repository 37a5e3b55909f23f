public import Kinematics
public import Pose3D
public import PoseDocuments
public import PoseGeometry
public import PoseMotion

/// The 3D skeletons in a file that this program or another one wrote.
public struct SkeletonFile: Sendable {
  /// The layout that was recognised or asked for.
  public let layout: SkeletonLayout
  /// The unit of the file's lengths.
  public let lengthUnit: LengthUnit
  /// Whether the unit was told from the body's size, since neither the file nor the caller states it.
  public let isUnitInferred: Bool
  /// Notes about assumptions and omissions, a sentence each, for the user who named the file.
  public let notes: [Diagnostic]
  /// The frames in the file's order, those without a skeleton too; one for a single image. At least
  /// one skeleton is in them, except in this program's own layout, in which an image may be empty.
  public let frames: [Frame]
  /// The cameras from which this program's sequence was made, if there were several; else empty.
  public internal(set) var views: [RecordedView] = []
  /// The world in which these are placed, from the frame of the joints; `nil` where there is none.
  public internal(set) var worldFromFrame: RigidTransform?
  /// Whether the camera in whose frame the joints are moves.
  public internal(set) var isCameraMoving = false
  /// One standard deviation of that camera's focal length as a share of it; `nil` where the file names no camera.
  public internal(set) var focalLengthSigma: Double?

  /// Whether the joints are those of this program's sequence after its processing, and the file doesn't have what was
  /// measured: to process them again would correct them twice.
  public internal(set) var isProcessed = false

  /// The people at one moment.
  public struct Frame: Sendable {
    /// The frame's number in the file; its position, from 0, when the file numbers none.
    public let index: Int
    /// Seconds on the file's own clock; `nil` when it has none.
    public let time: Double?
    /// The people with all 17 joints; may be empty.
    public let people: [Person]
    /// Whether the video of this program's sequence was cut before it.
    public let startsShot: Bool
    /// The rotation vector in radians from the joints' frame into the camera's at that moment, in this program's
    /// sequence of a camera that turns; else `nil`.
    public let turn: Vector3?
  }

  /// A person in a frame.
  public struct Person: Sendable {
    /// The identity that the file gives; `nil` when it gives none.
    public let id: Int?
    /// 0…1: how sure the detector was of the person; `nil` where the file doesn't say.
    public let confidence: Double?
    /// Whether nothing was measured at that moment: a gap in a sequence was filled. The joints then
    /// count as known all the same.
    public let isFilled: Bool
    /// The joints, the feet and the stature in metres, with the file's axes and origin. The stature is
    /// that of the bones where the file states none.
    public let body: BodyEstimate
    /// The measurement before repair and smoothing, in this program's sequence; `nil` in a filled
    /// gap, and in all other files.
    public let measured: BodyEstimate?
    /// The vertical; `nil` when unknown.
    let world: WorldAxes?

    /// All that angles are measured from.
    public var skeleton: Skeleton { body.skeleton(world: world) }
  }

  /// An axis of the file's coordinates and its sense. The raw value is its name on the command line.
  public enum Axis: String, CaseIterable, Sendable {
    case plusX = "+x"
    case minusX = "-x"
    case plusY = "+y"
    case minusY = "-y"
    case plusZ = "+z"
    case minusZ = "-z"
  }

  /// Options that override the file.
  public struct Options: Sendable {
    /// The layout; `nil` to tell it from the content.
    public var layout: SkeletonLayout?
    /// The unit of the lengths; `nil` for what the file or its layout states.
    public var unit: LengthUnit?
    /// The axis that points up; `nil` for what the file or its layout states. Headings then count
    /// from the layout's own front (the camera, TRC's x) where that isn't vertical, else from the
    /// axis after this one in the order x, y, z, x, of the same sense.
    public var up: Axis?
    /// One standard deviation in metres of every point along each axis, where the file states none;
    /// `nil` for unknown. Positive and finite.
    public var sigma: Double?

    /// Options; without any, all is taken from the file.
    public init(
      layout: SkeletonLayout? = nil, unit: LengthUnit? = nil, up: Axis? = nil, sigma: Double? = nil
    ) {
      precondition(sigma.map { $0 > 0 && $0.isFinite } ?? true, "a sigma is positive and finite")
      self.layout = layout
      self.unit = unit
      self.up = up
      self.sigma = sigma
    }
  }

  /// The skeletons in a file.
  ///
  /// The layout is recognised by the content, never by the name. Joints that a layout lacks follow
  /// from others: `root` and `centerShoulder` are the middles of hips and shoulders, `centerHead`
  /// that of the ears. Joints without a measurement are `inferred`:
  ///
  /// - `spine` halfway from `root` to `centerShoulder`;
  /// - `centerHead` on the line from `centerShoulder` to `topHead`, or else at the nose;
  /// - `topHead` on the line through `centerShoulder` and `centerHead`, by the proportions of
  ///   `Anthropometry`.
  ///
  /// Heel and big toe make a `Foot`.
  ///
  /// A sequence of this program may also be JSON Lines. If it ends within a line, the frames before
  /// it are read, and a note reports it.
  ///
  /// In a file of several frames a person without all joints is left out of that frame, and a note
  /// counts these people. Throws a `FileError` whose sentence names the place: for invalid values,
  /// a single frame with a joint missing, a file without a whole skeleton, and a size that is no
  /// person's (0.3–3 m in the stated unit).
  public static func read(
    contentsOf path: String, options: Options = Options()
  ) throws(FileError) -> SkeletonFile {
    try read(bytes: try FileBytes.read(path), name: path, options: options)
  }

  /// The skeletons in a file's bytes; `name` is what errors call it. As `read(contentsOf:)`.
  public static func read(
    bytes: [UInt8], name: String, options: Options = Options()
  ) throws(FileError) -> SkeletonFile {
    let reader = SkeletonReader(path: name, options: options)
    return try FileError.explaining(name) { try reader.file(of: reader.draft(of: bytes)) }
  }
}

/// The unit of a skeleton file's lengths. The raw value is its name on the command line.
public enum LengthUnit: String, CaseIterable, Sendable {
  case metre = "m"
  case centimetre = "cm"
  case millimetre = "mm"

  /// Metres a unit.
  public var metres: Double {
    switch self {
    case .metre: 1
    case .centimetre: 0.01
    case .millimetre: 0.001
    }
  }

  /// The unit under one of the names that files give it: `mm`, `millimetre`, `Millimeters`; `nil`
  /// for any other text.
  init?(written text: String) {
    var name = text.lowercased()
    if name.count > 2 && name.hasSuffix("s") { name.removeLast() }
    if name.hasSuffix("meter") { name = name.dropLast(2) + "re" }
    let names = ["metre": LengthUnit.metre, "centimetre": .centimetre, "millimetre": .millimetre]
    guard let unit = LengthUnit(rawValue: name) ?? names[name] else { return nil }
    self = unit
  }

  /// The unit in which a body is as tall as a person, 0.4 to 2.8 m; `nil` when there is none.
  init?(stature: Double) {
    let fitting = Self.allCases.first { (0.4..<2.8).contains(stature * $0.metres) }
    guard let fitting else { return nil }
    self = fitting
  }

  /// The unit in a sentence, `millimetres`.
  var plural: String { "\(self)s" }
}

/// A layout of skeletons in a file. The raw value is the layout's name on the command line.
///
/// Sources: `schema/pose3d.skeleton.schema.json`; the JSON of Microsoft's sample offline_processor
/// and the joint tables of the Azure Kinect Body Tracking and Kinect for Windows 2.0 documentation;
/// MediaPipe's pose landmarker; Human3.6M; OpenSim's and Pose2Sim's documentation of TRC.
public enum SkeletonLayout: String, CaseIterable, Sendable {
  /// Our own `pose3d.skeleton/1`: metres, camera frame (x right, y down, z forward).
  case pose3d
  /// Azure Kinect body tracking, 32 joints: millimetres, depth camera's frame (x right, y down, z
  /// forward).
  case k4abt
  /// Kinect v2, joints by name: metres, camera space (x to the sensor's left, y up, z forward).
  case kinect2
  /// MediaPipe's 33 world landmarks: metres, the camera's axes (x right, y down, z forward), origin
  /// between the hips.
  case mediapipe
  /// Lists of 17 points in Human3.6M's order, which is that of `Joint`; any unit, any axes.
  case h36m
  /// Points by the joints' names; any unit, any axes.
  case named
  /// Motion capture's text table: unit in its header, x forward, y up, z right.
  case trc
  /// The table of joints that `pose3d export` writes: unit in its header, y up, z to the front.
  case csv
}
