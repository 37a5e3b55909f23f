public import DepthIO
public import Kinematics
public import Pose3D
public import PoseDocuments
public import PoseFiles
public import PoseImaging
public import PoseMotion

/// The people in a picture, measured: what `pose3d analyze` does.
///
/// ```swift
/// let analysis = try PictureAnalysis(of: PictureInput("color.png", depth: "depth.png")) {
///   try BodyFinder(assets: .installed())
/// }
/// for person in analysis.people { print(person.bodyHeight, person.angles) }
/// ```
public struct PictureAnalysis: Sendable {
  /// The picture with its camera, vertical and depth map.
  public let frame: PictureFrame
  /// The camera in which the people were measured: the frame's. If that was not stated and there is
  /// a metric depth map, it is one with a field of view that suits the people.
  public let camera: Camera
  /// The vertical in the camera's frame: against gravity where it is stated or measured, else as
  /// standing people show, else that of a level camera.
  public let vertical: WorldAxes
  /// The people, most prominent first; may be empty.
  public let people: [BodyPose]
  /// Diagnostics about the reliability of the numbers.
  public let diagnostics: [Diagnostic]
  private let keypointFile: String?
  private let options: MeasurementOptions
  private let poses: [Pose2D]

  /// Detects the people in a picture and measures them. A picture without a person is no error.
  ///
  /// - Parameters:
  ///   - input: the picture and the files that belong to it.
  ///   - options: how people are measured.
  ///   - finder: what looks for people; called when the files have been read, because making one takes
  ///     time.
  /// - Throws: `FileError` as `PictureFrame` does, and `DetectionError` when the detector fails.
  public init(
    of input: PictureInput, options: MeasurementOptions = .init(), finder: () throws -> BodyFinder
  ) throws {
    try self.init(of: PictureFrame(input, camera: options.camera), options: options) { frame in
      try finder().poses(in: frame.image, depth: frame.depth)
    }
  }

  /// Measures the people whose keypoints are in a file.
  ///
  /// Throws a `FileError` as `PictureFrame` and `KeypointFile` do.
  public init(
    of input: PictureInput, keypoints: KeypointInput, options: MeasurementOptions = .init()
  ) throws {
    try self.init(
      of: PictureFrame(input, camera: options.camera), keypointFile: keypoints.path,
      options: options
    ) {
      try keypoints.poses(for: $0, maximumCount: options.detection.maximumPeople)
    }
  }

  /// Measures people who were found in a picture that was read already.
  package init(of frame: PictureFrame, people: [Pose2D], options: MeasurementOptions = .init()) {
    self.init(of: frame, keypointFile: nil, options: options, poses: Self.numbered(people))
  }

  private init(
    of frame: PictureFrame, keypointFile: String? = nil, options: MeasurementOptions,
    poses: (PictureFrame) throws -> [Pose2D]
  ) throws {
    try Installation.checkLinearAlgebra()
    let poses = Self.numbered(try poses(frame))
    self.init(of: frame, keypointFile: keypointFile, options: options, poses: poses)
  }

  /// Measures these people.
  private init(
    of frame: PictureFrame, keypointFile: String?, options: MeasurementOptions, poses: [Pose2D],
    proportions: BodyProportions? = nil
  ) {
    var diagnostics = frame.diagnostics
    var lifting = Lifter.Options()
    lifting.bodyHeight = options.bodyHeight
    lifting.gravity = frame.vertical.gravity
    lifting.proportions = proportions
    let lifter = Lifter(options: lifting)
    let camera = frame.camera(for: poses, lifter: lifter)
    var people: [BodyPose] = []
    for pose in poses {
      do throws(LiftingError) {
        var person = try lifter.bodyPose(from: pose, camera: camera, depth: frame.depth)
        person.sides = lifter.sides(of: pose, camera: camera)
        people.append(person)
      } catch {
        let reason = camera.refusal(error, statedIn: frame.cameraPlace)
        diagnostics.append("person \(pose.id ?? 0) is left out: \(reason)")
      }
    }
    // A stated or measured vertical is in the poses.
    if frame.vertical.gravity == nil, let world = StandingVertical(still: people.map(\.body))?.world
    {
      for index in people.indices { people[index].world = world }
    }
    vertical = people.first?.world ?? WorldAxes(cameraGravity: frame.vertical.gravity)
    for person in people {
      diagnostics += person.skeleton.implausibleBones().map {
        "person \(person.id): \($0.sentence)"
      }
      diagnostics += person.doubts(floor: frame.vertical.floor)
    }
    diagnostics += frame.diagnostics(after: people, camera: camera, bodyHeight: options.bodyHeight)
    if poses.isEmpty {
      diagnostics.append(
        keypointFile.map { "no person in \($0)." }
          ?? Self.nobodyFound(in: frame.imageInput.file))
    }
    self.frame = frame
    self.camera = camera
    self.people = people
    self.diagnostics = diagnostics
    self.keypointFile = keypointFile
    self.options = options
    self.poses = poses
  }

  /// The same picture, its people measured again with the proportions of a person who all of them are.
  func measuredAgain(with proportions: BodyProportions) -> PictureAnalysis {
    PictureAnalysis(
      of: frame, keypointFile: keypointFile, options: options, poses: poses,
      proportions: proportions)
  }

  /// The diagnostic for an image without people.
  static func nobodyFound(in name: String) -> Diagnostic { "no person was found in \(name)." }

  /// The poses, each with a number of its own: the file's where it gives one that is not taken.
  private static func numbered(_ poses: [Pose2D]) -> [Pose2D] {
    var taken: Set<Int> = []
    let given = Set(poses.compactMap(\.id))
    return poses.map { pose in
      var pose = pose
      if let id = pose.id, taken.insert(id).inserted { return pose }
      // There are more numbers than poses.
      var free = 0
      while taken.contains(free) || given.contains(free) { free += 1 }
      taken.insert(free)
      pose.id = free
      return pose
    }
  }

  /// The skeleton file of this picture, `pose3d.skeleton/1`.
  ///
  /// - Parameters:
  ///   - version: the program's version, for the file.
  ///   - wording: makes sentences of diagnostics, for a reader who has other names for settings.
  public func document(
    version: String, wording: (Diagnostic) -> String = \.description
  ) -> SkeletonDocument {
    SkeletonDocument(
      version: version, image: frame.imageInput, depth: frame.depthInput,
      keypointFile: keypointFile, cameraFile: frame.cameraFile, camera: camera,
      gravity: frame.vertical.gravity, gravitySource: frame.vertical.source, vertical: vertical,
      people: people, warnings: diagnostics.map(wording))
  }

  /// The people as a sequence of one frame, as they were measured.
  public var sequence: PoseSequence {
    let people = people.map { PoseObservation($0, id: $0.id) }
    return PoseSequence(
      PoseRecording(
        frames: [.init(index: 0, time: 0, people: people)], camera: camera,
        gravity: frame.vertical.gravity), options: .asMeasured)
  }
}

extension PictureFrame {
  /// The image's camera. If it was not stated and a metric depth map measures the distances of its
  /// people, it is the one that suits them.
  fileprivate func camera(for people: [Pose2D], lifter: Lifter) -> Camera {
    guard camera.source == .assumed, let depth, depth.isMetric else { return camera }
    return lifter.camera(fitting: people, assumed: camera, depth: depth) ?? camera
  }

  /// The diagnostics after the people have been measured.
  fileprivate func diagnostics(
    after people: [BodyPose], camera: Camera, bodyHeight: Double?
  ) -> [Diagnostic] {
    guard !people.isEmpty else { return [] }
    var diagnostics: [Diagnostic] = []
    if let diagnostic = CameraChoice.diagnostic(
      on: camera,
      missing: "no camera file, no \(setting: .fieldOfView) and no focal length in the image",
      depth: people.contains { $0.depthUse == .used } ? depth : nil)
    {
      diagnostics.append(diagnostic)
    }
    for person in people where Joint.allCases.allSatisfy({ person.source($0) == .inferred }) {
      diagnostics.append(
        "person \(person.id): no joint is visible in the image; all positions are guesses from the proportions of people."
      )
    }
    guard let depthInput else { return diagnostics }
    if bodyHeight == nil, people.contains(where: { $0.depthUse == .relative }) {
      diagnostics.append(BodyPose.DepthUse.relativeDiagnostic(depthInput.file))
    }
    for person in people {
      guard let refusal = person.depthUse.refusal else { continue }
      diagnostics.append(
        "person \(person.id) was estimated without depth: \(depthInput.file) \(refusal)")
    }
    return diagnostics
  }
}

/// One person in several pictures: what `pose3d analyze --same-person` does.
///
/// Every image gives the lengths of the person's bones with some uncertainty. Their combination is
/// held constant in all of them.
public struct PersonAnalysis: Sendable {
  /// The pictures, measured again with what they have in common; in the order given.
  public let pictures: [PictureAnalysis]
  /// The person's proportions and stature from all pictures; `nil` where no picture shows a person.
  public let proportions: BodyProportions?
  /// The number of images that show the person.
  public let shownCount: Int

  /// Measures a person who was measured in each picture alone. In a picture of several people it is
  /// the first.
  public init(of pictures: [PictureAnalysis]) {
    let bodies = pictures.compactMap { $0.people.first?.body }
    let proportions = BodyProportions(of: bodies)
    self.pictures =
      proportions.map { known in
        pictures.map { $0.measuredAgain(with: known) }
      } ?? pictures
    self.proportions = proportions
    shownCount = bodies.count
  }

  /// The skeleton file of one of the pictures, with the proportions that all have in common.
  ///
  /// - Parameters:
  ///   - picture: one of `pictures`.
  ///   - version: the program's version, for the file.
  ///   - wording: makes sentences of diagnostics, for a reader who has other names for settings.
  public func document(
    of picture: PictureAnalysis, version: String, wording: (Diagnostic) -> String = \.description
  ) -> SkeletonDocument {
    var document = picture.document(version: version, wording: wording)
    document.samePerson = proportions.map { proportions in
      .init(files: pictures.map(\.frame.imageInput.file), proportions: proportions)
    }
    return document
  }
}

extension ColorFile {
  /// The subject to be found in an image.
  public enum Subject: String, Sendable {
    /// A body.
    case person
    /// A hand.
    case hand
  }

  /// The smallest side in pixels in which a person could be seen.
  private static let minimumSide = 16

  /// An image that is large enough to show a person.
  ///
  /// Throws as `init(bytes:name:options:)` does, and `unsuitable` for a picture of less than 16 pixels
  /// on a side.
  public init(
    showing subject: Subject, _ input: FileInput, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    var bytes: [UInt8]?
    try self.init(showing: subject, input, bytes: &bytes, options: options)
  }

  /// The same; `bytes` are those of the file, `nil` for a picture in memory.
  init(
    showing subject: Subject, _ input: FileInput, bytes: inout [UInt8]?, options: ReadingOptions
  ) throws(FileError) {
    if let picture = input.pictureInMemory {
      self.init(picture)
    } else {
      // Once: a pipe can't be read again for a depth map inside.
      let contents = try input.bytes()
      bytes = contents
      try self.init(bytes: contents, name: input.name, options: options)
    }
    guard min(image.width, image.height) >= Self.minimumSide else {
      throw FileError(
        .unsuitable, path: input.name,
        "\(image.width)×\(image.height) pixels are too few to show a \(subject.rawValue): at least "
          + "\(Self.minimumSide)×\(Self.minimumSide) are needed")
    }
  }
}
