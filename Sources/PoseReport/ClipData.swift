internal import PoseDocuments
internal import Foundation
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseMotion
internal import Pose3D
internal import PoseFiles

/// A clip as the page's script reads it: what the documents say of the sequence, and arrays of numbers as
/// base64, little-endian.
struct ClipData {
  private let clip: ReportClip
  private let space: ViewSpace
  /// What metres and pixels are multiplied by, so that the largest still are 16-bit integers.
  private let scales: (places: Double, points: Double)

  init(_ clip: ReportClip) {
    self.clip = clip
    let space = ViewSpace(of: clip)
    self.space = space
    var farthest = 0.0
    for body in clip.people.flatMap(\.states).compactMap({ $0?.body }) {
      let root = space.placed(body.positions[.root])
      // With an arm's and a leg's length around the root.
      farthest = max(farthest, max(abs(root.x), abs(root.y), abs(root.z)) + 3)
    }
    let cameras = clip.sequence.recording.views.map(\.camera) + [clip.camera].compactMap { $0 }
    let side = cameras.map { max($0.width, $0.height) }.max() ?? 0
    // A third of the image beside it has limbs, too.
    let reach = PackedNumbers.largest / 4 * 3
    scales = (
      min(1000, PackedNumbers.largest / max(farthest, 1)), min(8, reach / Double(max(side, 1)))
    )
  }

  var value: JSONValue {
    let times = clip.sequence.recording.frames.map(\.time)
    return .object(
      [
        ("name", .string(clip.name)), ("times", .numbers(times)),
        (
          "frames",
          .array(clip.sequence.recording.frames.map { .integer($0.index) })
        ),
        ("media", .optional(clip.media.map(Self.value))),
        ("cameras", .array(clip.sequence.recording.views.enumerated().map(camera(_:_:)))),
        (
          "size",
          .optional(clip.camera.map { .array([.integer($0.width), .integer($0.height)]) })
        ),
        (
          "scales",
          .object([("places", .exact(scales.places)), ("points", .exact(scales.points))])
        ),
        ("hasFloor", .bool(space.hasFloor)), ("isUpright", .bool(space.isUpright)),
        ("joints", .array(Joint.allCases.map { .string($0.name) })),
        ("parents", .array(Joint.allCases.map { .integer($0.parent?.rawValue ?? -1) })),
        (
          "reasons",
          .object(Repetition.Reason.allCases.map { ($0.rawValue, .string($0.clause)) })
        ),
        ("warnings", .array(clip.warnings.map(JSONValue.string))),
        (
          "facts",
          .array(clip.facts.map { .array([.string($0.name), .string($0.value)]) })
        ),
        ("bodies", .array(zip(clip.people, clip.analyses).map(body(of:_:)))),
        (
          "pictures",
          .array(
            clip.pictures.map { picture in
              .object([
                ("person", .integer(picture.person)), ("turn", .number(picture.turn)),
                ("png", .string(Data(picture.png).base64EncodedString())),
              ])
            })
        ),
      ]
        + MotionSummary(
          sequence: clip.sequence, people: clip.people, analyses: clip.analyses
        ).members)
  }

  private static func value(of media: ReportClip.Media) -> JSONValue {
    .object([
      ("type", .string(media.type)), ("bytes", .integer(media.bytes.count)),
      ("start", .number(media.start)), ("slowMotion", .exact(media.slowMotion)),
    ])
  }

  /// One of several cameras: what became of its view, where it stands in the page's space, and its video.
  private func camera(_ place: Int, _ view: RecordedView) -> JSONValue {
    let media =
      place > 0 && place <= clip.otherMedia.count ? clip.otherMedia[place - 1] : nil
    let frameFromCamera = view.cameraFromFrame.inverse
    let camera = view.camera
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { x, y in
      let pixel = SIMD2(
        Double(x * camera.width) - 0.5, Double(y * camera.height) - 0.5)
      let ray = (pixel - SIMD2(camera.cx, camera.cy)) / SIMD2(camera.fx, camera.fy)
      return Self.pyramid * Vector3(ray.x, ray.y, 1)
    }
    let points = ([.zero] + corners).map { space.placed(frameFromCamera * $0) }
    return .object([
      ("name", .string(view.name)), ("media", .optional(media.map(Self.value))),
      ("size", .array([.integer(camera.width), .integer(camera.height)])),
      ("clock", .array([.number(view.clock.offset), .exact(view.clock.rate)])),
      ("pyramid", .array(points.map { .numbers([$0.x, $0.y, $0.z]) })),
      ("used", .integer(view.used)), ("refused", .integer(view.refused)),
      ("exchanged", .integer(view.swapped)),
      ("distance", .optional(view.distance.map(JSONValue.number))),
      ("offset", .optional(view.offset.map(JSONValue.number))),
    ])
  }

  /// The length of the pyramid that stands for a camera in space, in metres.
  private static let pyramid = 0.3

  /// A person's joints and angles in every frame.
  private func body(of person: PersonMotion, _ analysis: ExerciseAnalysis) -> JSONValue {
    var (joints, raw, points) = (PackedNumbers(), PackedNumbers(), PackedNumbers())
    var (sigmas, seen) = (PackedNumbers(), [UInt8]())
    let recording = clip.sequence.recording
    let views = recording.views
    var others = [PackedNumbers](repeating: PackedNumbers(), count: max(0, views.count - 1))
    let frames = recording.frames
    for (frame, state) in person.states.enumerated() {
      let time = person.times[frame]
      let measured = state?.observation.map { frames[frame].people[$0].body.positions }
      seen.append(state == nil ? 0 : state?.isFilled == true ? 1 : 2)
      // A camera that turned, or was knocked, no longer is the frame of the joints.
      let own = recording.cameraFromFrame(at: time)
      for joint in Joint.allCases {
        let position = state?.body.positions[joint]
        joints.append(position.map(space.placed), times: scales.places)
        raw.append(measured.map { space.placed($0[joint]) }, times: scales.places)
        let point = position.flatMap { place in clip.camera.flatMap { $0.pixel(of: own * place) } }
        points.append(point?.x, times: scales.points)
        points.append(point?.y, times: scales.points)
        for (index, view) in views.dropFirst().enumerated() {
          let point = position.flatMap {
            view.camera.pixel(of: view.cameraFromFrame(at: time) * $0)
          }
          others[index].append(point?.x, times: scales.points)
          others[index].append(point?.y, times: scales.points)
        }
        sigmas.append(state?.body.sigmas?[joint], times: 1000)
      }
    }
    return .object([
      ("id", .integer(person.id)), ("title", .optional(analysis.title.map(JSONValue.string))),
      ("summary", ClipSummary(of: person, in: clip.sequence, analysis).value),
      ("seen", .string(Data(seen).base64EncodedString())), ("positions", joints.value),
      ("raw", raw.value), ("points", points.value),
      ("otherPoints", .array(others.map(\.value))), ("sigmas", sigmas.value),
      ("angles", .array(curves(of: person, analysis))),
    ])
  }

  // MARK: Angles

  /// The curves of the principal angles, and of the angle that repetitions follow.
  private func curves(of person: PersonMotion, _ analysis: ExerciseAnalysis) -> [JSONValue] {
    let followed = analysis.repetitions.map { AngleWords($0.angle) }
    let catalogue = AngleDefinition.catalogue
    var definitions = catalogue.filter { definition in
      let words = AngleWords(definition.name)
      return AngleDefinition.principalNames.contains(definition.name)
        || followed.contains { $0.words == words.words }
    }
    for repetition in analysis.repetitions
    where !definitions.contains(where: { $0.name == repetition.angle }) {
      if let other = ExerciseChoice.angleDefinition(named: repetition.angle) {
        definitions.append(other)
      }
    }
    return person.curves(of: definitions).compactMap { curve in
      guard curve.values.contains(where: { $0 != nil }) else { return nil }
      var (values, sigmas) = (PackedNumbers(), PackedNumbers())
      for (value, sigma) in zip(curve.values, curve.sigmas) {
        values.append(value.map { $0 * 180 / .pi }, times: 10)
        sigmas.append(sigma.map { $0 * 180 / .pi }, times: 100)
      }
      let words = AngleWords(curve.definition.name)
      return .object([
        ("name", .string(curve.definition.name)), ("title", .string(words.text)),
        ("group", .string(words.words.joined(separator: " "))),
        ("side", .optional(words.side.map { .string($0.rawValue) })), ("values", values.value),
        ("sigmas", sigmas.value),
      ])
    }
  }
}

/// Numbers as 16-bit integers, −32768 for none.
private struct PackedNumbers {
  /// The largest integer.
  static let largest = 32767.0

  private var bytes: [UInt8] = []

  mutating func append(_ number: Double?, times factor: Double) {
    let scaled = number.map { ($0 * factor).rounded() }
    // What is beyond the integers, or no number, is none.
    let integer = scaled.flatMap { abs($0) <= Self.largest ? Int16($0) : nil } ?? .min
    withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ place: Vector3?, times factor: Double) {
    append(place?.x, times: factor)
    append(place?.y, times: factor)
    append(place?.z, times: factor)
  }

  var value: JSONValue { .string(Data(bytes).base64EncodedString()) }
}

/// The space in which a page shows the people of a clip: metres, y up, the floor at 0, z towards who looks.
struct ViewSpace {
  /// Whether the feet were seen, so that there is a floor to stand on.
  let hasFloor: Bool
  /// Whether it is known which way is up; else the camera is taken to be level.
  let isUpright: Bool
  private let axes: Rotation
  private let origin: Vector3

  init(of clip: ReportClip) {
    let world = clip.sequence.world ?? WorldAxes(cameraGravity: nil)
    axes = world.axes
    isUpright = world.source != .camera
    let feet = clip.people.flatMap { person in
      person.states.compactMap { state in
        state.map { [$0.body.positions[.leftAnkle], $0.body.positions[.rightAnkle]] }
      }.flatMap { $0 }
    }
    let roots = clip.people.flatMap { person in
      person.states.compactMap { $0?.body.positions[.root] }
    }
    // A jumping person isn't always on the floor, and a point that went astray is below it.
    let heights = feet.map { $0.dot(world.up) }.filter(\.isFinite).sorted()
    hasFloor = !heights.isEmpty
    let floor = heights.isEmpty ? 0 : heights[heights.count / 20] - Self.ankleHeight
    let middle = roots.reduce(Vector3.zero, +) * (1 / Double(max(1, roots.count)))
    let level = middle - world.up * middle.dot(world.up)
    origin = (level.x.isFinite ? level : .zero) + world.up * floor
  }

  /// Of an ankle over the floor, in metres.
  private static let ankleHeight =
    Anthropometry.ankleHeightRatio * Anthropometry.referenceHeight

  /// A joint's place.
  func placed(_ position: Vector3) -> Vector3 {
    let offset = position - origin
    // The world's x is to the left of who faces along z: for who looks at them, to the right.
    return Vector3(offset.dot(axes.x), offset.dot(axes.y), offset.dot(axes.z))
  }
}
