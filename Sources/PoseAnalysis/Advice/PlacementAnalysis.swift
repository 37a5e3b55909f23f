internal import Foundation
internal import Kinematics
internal import Pose3D
public import PoseDocuments
internal import PoseGeometry
public import PoseImaging
public import PoseMotion
internal import PoseVideo

/// What a camera can measure of an exercise, and which move helps: what `pose3d advise` does.
///
/// ```swift
/// let analysis = try PlacementAnalysis(of: PictureInput("squat.jpg"), exercise: .squat) {
///   try BodyFinder(assets: .installed())
/// }
/// print(analysis.advice.present.angles, analysis.advice.best as Any)
/// ```
public struct PlacementAnalysis: Sendable {
  /// The origin of the person's stature.
  public enum HeightSource: String, Sendable {
    /// The caller.
    case given
    /// A depth map.
    case measured
    /// The reference height.
    case reference
  }

  /// The file, camera or stream that shows the person; `nil` where the place was stated.
  public let file: String?
  /// The camera.
  public let camera: Camera
  /// The camera's place, with its uncertainty.
  public let scene: PlacementScene
  /// The person's stature in metres.
  public let stature: Double
  /// The origin of the stature.
  public let heightSource: HeightSource
  /// What the camera can measure, and what would help.
  public let advice: PlacementAdvice
  /// Diagnostics about the reliability of the advice.
  public let diagnostics: [Diagnostic]

  // MARK: A stated place

  /// The advice for a stated place.
  ///
  /// - Parameters:
  ///   - placement: the camera's place.
  ///   - camera: the camera at the size of its images.
  ///   - exercise: the exercise.
  ///   - bodyHeight: the person's height in metres; `nil` for the reference height.
  ///   - knowsGravity: whether the vertical is known when the exercise is measured.
  ///   - progress: called with the share of the work that is done, 0…1.
  public init(
    at placement: CameraPlacement, camera: Camera, exercise: Exercise, bodyHeight: Double? = nil,
    knowsGravity: Bool = false, progress: (Double) -> Void = { _ in }
  ) {
    file = nil
    self.camera = camera
    stature = bodyHeight ?? Anthropometry.referenceHeight
    heightSource = bodyHeight == nil ? .reference : .given
    scene = PlacementScene(
      azimuth: .init(value: placement.azimuth, sigma: PlacementAdviser.usualFacingSigma),
      distance: .init(value: placement.distance, sigma: 0),
      height: .init(value: placement.height, sigma: 0))
    let adviser = PlacementAdviser(
      exercise: exercise, camera: camera, stature: stature, knowsGravity: knowsGravity)
    advice = adviser.advice(at: placement, progress: progress)
    diagnostics = Self.diagnostics(on: advice, of: scene)
  }

  // MARK: An image or a video

  /// The advice for the camera of an image.
  ///
  /// - Parameters:
  ///   - input: the image and the files that belong to it.
  ///   - exercise: the exercise.
  ///   - options: the options of the measurement; those of motion and exercise don't count.
  ///   - progress: called with the share of the work that is done, 0…1.
  ///   - finder: what looks for people; called when the files have been read.
  /// - Throws: `FileError` as `PictureFrame` does, and one if the image shows no person who can be measured;
  ///   `DetectionError` when the detector fails.
  public init(
    of input: PictureInput, exercise: Exercise, options: MeasurementOptions = MeasurementOptions(),
    progress: (Double) -> Void = { _ in }, finder: () throws -> BodyFinder
  ) throws {
    var options = options
    options.detection.maximumPeople = Self.maximumPeople
    let picture = try PictureAnalysis(of: input, options: options, finder: finder)
    guard let person = picture.people.first else {
      let left = picture.diagnostics.map(\.description).first { $0.contains("left out") }
      throw Self.nobody(in: input.picture.name, left)
    }
    try self.init(
      of: [person], people: picture.people.count, world: person.world, camera: picture.camera,
      file: input.picture.name, exercise: exercise, bodyHeight: options.bodyHeight,
      knowsGravity: picture.frame.vertical.gravity != nil, diagnostics: picture.frame.diagnostics,
      progress: progress)
  }

  /// The advice for the camera of a video, by a few of its frames. The camera is taken to stand still.
  ///
  /// - Parameters:
  ///   - path: a video file, a folder of numbered frames or a Record3D recording.
  ///   - exercise: the exercise.
  ///   - options: the options of the measurement; those of motion and exercise don't count.
  ///   - progress: called with the share of the work that is done, 0…1.
  ///   - finder: what looks for people; called when the video has been opened.
  /// - Throws: `FileError` as `VideoReader` does, and one if no frame shows a person who can be measured;
  ///   `DetectionError` when the detector fails.
  public init(
    video path: String, exercise: Exercise, options: MeasurementOptions = MeasurementOptions(),
    progress: (Double) -> Void = { _ in }, finder: () throws -> BodyFinder
  ) throws {
    var settings = VideoAnalysis.Settings(path: path)
    settings.measurement = options
    settings.reading.usesOwnDepth = false
    let video = try VideoAnalysis(settings)
    let finder = try finder()
    var lifting = Lifter.Options()
    lifting.bodyHeight = options.bodyHeight
    lifting.gravity = video.view.vertical.gravity
    let lifter = Lifter(options: lifting)
    var (people, most): ([BodyPose], Int) = ([], 0)
    for image in try Self.frames(of: video) {
      let poses = try finder.poses(in: image, depth: nil)
      let bodies = poses.compactMap { try? lifter.bodyPose(from: $0, camera: video.view.camera) }
      most = max(most, bodies.count)
      if let first = bodies.first { people.append(first) }
    }
    guard let person = people.first else { throw Self.nobody(in: path, nil) }
    let world =
      video.view.vertical.gravity == nil
      ? StandingVertical(still: people.map(\.body))?.world ?? person.world : person.world
    try self.init(
      of: people, people: most, world: world, camera: video.view.camera, file: path,
      exercise: exercise, bodyHeight: options.bodyHeight,
      knowsGravity: video.view.vertical.gravity != nil, diagnostics: video.view.diagnostics,
      progress: progress)
  }

  /// The advice for the camera of a live session, by some of its frames: for the most prominent person of the last
  /// frame with a person. That person stands as at the start of the exercise.
  ///
  /// - Parameters:
  ///   - frames: the frames, the latest last.
  ///   - exercise: the exercise.
  ///   - name: the name of the camera or stream; `nil` for one without a name.
  ///   - progress: called with the share of the work that is done, 0…1.
  /// - Throws: `FileError` if no frame shows a person who can be measured.
  public init(
    live frames: [LiveFrame], exercise: Exercise, name: String? = nil,
    progress: (Double) -> Void = { _ in }
  ) throws(FileError) {
    guard let last = frames.last(where: { $0.people.contains { $0.pose != nil } }),
      let id = last.people.first(where: { $0.pose != nil })?.id
    else { throw Self.nobody(in: name ?? Self.liveName, nil) }
    let people = frames.compactMap { $0.people.first { $0.id == id }?.pose }
    let world =
      last.gravity == nil && last.world.source != .posture
      ? StandingVertical(still: people.map(\.body))?.world ?? last.world : last.world
    try self.init(
      of: people, people: frames.map { $0.people.count { $0.pose != nil } }.max() ?? 0,
      world: world,
      camera: last.camera, file: name, exercise: exercise, bodyHeight: nil,
      knowsGravity: last.gravity != nil, diagnostics: last.scene.view.diagnostics,
      progress: progress)
  }

  /// The name of a live session's camera in errors.
  private static let liveName = "camera"

  /// The number of people who are looked for: whether there are more is all that counts.
  private static let maximumPeople = 2
  /// The frames of a video that are read, evenly over it.
  private static let frameCount = 5

  private static func frames(of video: VideoAnalysis) throws(FileError) -> [ColorImage] {
    let reader = try video.reader()
    var images: [ColorImage] = []
    guard reader.chunks(video.settings.chunk) != nil, let count = video.info.frameCount, count > 0
    else {
      // Without seeking the first frames have to do.
      for index in 0..<(frameCount * 15) {
        guard let frame = try reader.next() else { break }
        if index % 15 == 0 { images.append(frame.image) }
      }
      return images
    }
    for index in 0..<min(frameCount, count) {
      try reader.seek(to: (2 * index + 1) * count / (2 * min(frameCount, count)))
      if let frame = try reader.next() { images.append(frame.image) }
    }
    return images
  }

  private static func nobody(in file: String, _ reason: String?) -> FileError {
    FileError(
      .nobody, path: file,
      reason
        ?? "no person was found: film the whole person in good light, at least a fifth of the image high"
    )
  }

  private init(
    of bodies: [BodyPose], people: Int, world: WorldAxes, camera: Camera, file: String?,
    exercise: Exercise, bodyHeight: Double?, knowsGravity: Bool, diagnostics given: [Diagnostic],
    progress: (Double) -> Void
  ) throws(FileError) {
    let seen = bodies.compactMap { pose in
      PlacementScene.Observation(of: pose, world: world).map { (pose, $0) }
    }
    guard
      let (person, observation) = seen.sorted(by: {
        $0.1.scene.distance.value < $1.1.scene.distance.value
      })
      .dropFirst(seen.count / 2).first
    else {
      throw Self.nobody(
        in: file ?? Self.liveName, "the person's direction is not visible: film them upright")
    }
    var scene = observation.scene
    self.file = file
    self.camera = camera
    stature = person.bodyHeight
    heightSource =
      switch person.heightEstimation {
      case .user: .given
      case .measured: .measured
      case .reference: .reference
      }
    let adviser = PlacementAdviser(
      exercise: exercise, camera: camera, stature: stature, knowsGravity: knowsGravity,
      facingSigma: scene.azimuth.sigma)
    scene.framing = adviser.framing(from: observation.cameraFromPerson)
    advice = adviser.advice(at: scene.placement, progress: progress)
    self.scene = scene
    diagnostics =
      given + Self.diagnostics(on: person, people: people, source: heightSource)
      + Self.diagnostics(on: advice, of: scene)
  }

  // MARK: Diagnostics

  private static func diagnostics(
    on person: BodyPose, people: Int, source: HeightSource
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if people > 1 {
      diagnostics.append(
        "several people are in the image: the advice is for the most prominent one.")
    }
    let ankles = [Joint.leftAnkle, .rightAnkle].filter { person.source($0) == .inferred }
    if ankles.count == 2 {
      diagnostics.append(
        "no foot is visible: the height of the lens above the floor is an estimate from usual proportions."
      )
    }
    let isCut = Joint.allCases.contains { joint in
      guard let pixel = person.pixel(joint) else { return true }
      return !(0...Double(person.camera.width - 1)).contains(pixel.x)
        || !(0...Double(person.camera.height - 1)).contains(pixel.y)
    }
    if isCut && !person.isMostlyUnseen {
      diagnostics.append(
        "parts of the person are out of frame: distance and direction are less certain than stated."
      )
    }
    if person.isMostlyUnseen {
      diagnostics.append(
        "most of the person is not visible: distance and direction are estimates. Film the whole person."
      )
    }
    if source == .reference {
      diagnostics.append(
        "the person's height is unknown and taken as 1.8 m: distances scale with it. Give it with \(setting: .bodyHeight)."
      )
    }
    return diagnostics
  }

  /// The distance from which on a warning is given, in metres: the prediction was measured up to 5 m.
  private static let farthest = 6.0

  private static func diagnostics(
    on advice: PlacementAdvice, of scene: PlacementScene
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    switch advice.present.framing {
    case .fits:
      if scene.framing == .tooNear {
        diagnostics.append(
          "the camera as it is turned doesn't show the whole exercise: turn it so that the movement is in the middle of the image."
        )
      }
    case .tooNear:
      diagnostics.append(
        "the exercise doesn't fit into the image from here: parts of it would be out of frame.")
    case .tooFar:
      diagnostics.append(
        "the person is smaller than a fifth of the image height: people so small are mostly missed."
      )
    case .unseen:
      diagnostics.append("from here the camera doesn't show a body that could be measured.")
    }
    if scene.distance.value > farthest {
      diagnostics.append(
        "the camera is farther away than the prediction was checked for.")
    }
    return diagnostics
  }
}

extension PlacementScene {
  /// A body before a camera, and what follows of the camera's place.
  struct Observation {
    let scene: PlacementScene
    /// From below the middle of the person.
    let cameraFromPerson: RigidTransform

    /// - Parameter world: the vertical in the camera's frame.
    /// - Returns: `nil` if the body has no direction: lying on the side, or seen from above.
    init?(of pose: BodyPose, world: WorldAxes) {
      let p = pose.body.positions
      let up = world.up
      let across = p[.leftHip] - p[.rightHip] + p[.leftShoulder] - p[.rightShoulder]
      guard let left = (across - up * across.dot(up)).normalized,
        let axes = Rotation(nearestTo: left, up, left.cross(up))
      else { return nil }
      let personFromCamera = axes.inverse
      let joints = Joint.allCases.map { personFromCamera * p[$0] }
      let low = joints.reduce(joints[0]) { pointwiseMin($0, $1) }
      let high = joints.reduce(joints[0]) { pointwiseMax($0, $1) }
      let middle = (low + high) / 2
      let floor = low.y - Anthropometry.ankleHeightRatio * pose.bodyHeight
      let camera = Vector3(-middle.x, -floor, -middle.z)
      let distance = hypot(camera.x, camera.z)
      guard distance > 1e-3, camera.y.isFinite, distance.isFinite else { return nil }
      cameraFromPerson = RigidTransform(
        rotation: axes, translation: axes * Vector3(middle.x, floor, middle.z))
      let share = pose.distanceSigma / max(p[.root].length, 1e-3)
      let tilt = world.tiltSigma.pitch
      let front = axes.z
      let variance = [Joint.leftHip, .rightHip, .leftShoulder, .rightShoulder].reduce(0) {
        $0 + front.dot(pose.covariance($1) * front)
      }
      let turn = max(variance, 0).squareRoot() / max(across.length, 1e-3)
      scene = PlacementScene(
        azimuth: Value(
          value: atan2(camera.x, camera.z), sigma: hypot(min(turn, .pi), Self.stanceSigma)),
        distance: Value(
          value: distance,
          sigma: [
            distance * share, Self.middleSigma,
            abs(middle.y) * tilt + distance * tilt * tilt / 2,
          ].reduce(0, hypot)),
        height: Value(
          value: camera.y, sigma: hypot(camera.y * share, distance * tilt)),
        pitch: world.cameraPitch)
    }

    /// One standard deviation between the middle of a person in one image and that of the exercise along the
    /// floor, in metres; chosen: the hips of a deep squat are this far behind.
    private static let middleSigma = 0.15
    /// One standard deviation between the direction in which a person faces in one image and that in the
    /// exercise, in radians; chosen.
    private static let stanceSigma = 5 * Double.pi / 180
  }
}
