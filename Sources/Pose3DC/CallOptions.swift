import DepthIO
import Foundation
import Pose3D
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseImaging
import PoseMotion

/// The options of a call, a JSON object: every value is checked where it is read, and an unknown
/// member is an error.
struct CallOptions {
  private let node: DocumentNode?

  /// - Parameters:
  ///   - text: the object, or NULL for none.
  ///   - names: the members that there may be.
  init(_ text: UnsafePointer<CChar>?, names: [String]) throws(Refusal) {
    guard let text else {
      node = nil
      return
    }
    let node: DocumentNode
    do throws(DocumentNode.Problem) {
      // Names of files in it may be any bytes.
      node = try DocumentNode(parsing: Array(String(fileSystemText: text).utf8))
    } catch {
      throw Refusal(option: "the options: \(error.message)")
    }
    guard node.isObject else { throw Refusal(option: "the options are no JSON object") }
    if let unknown = node.keys.first(where: { !names.contains($0) }) {
      throw Refusal(
        option: "there is no option \(unknown); there are \(names.joined(separator: ", "))")
    }
    self.node = node
  }

  /// Whether the option was given.
  func has(_ name: String) -> Bool { node?[name] != nil }

  func text(_ name: String) throws(Refusal) -> String? {
    guard let member = node?[name] else { return nil }
    guard let text = member.string else { throw Refusal(member, expected: "a text") }
    // C ends a text at its first zero: a path would be that of another file.
    guard !text.utf8.contains(0) else {
      throw Refusal(option: "\(name): the text has a zero character; leave it out")
    }
    return text
  }

  func flag(_ name: String) throws(Refusal) -> Bool? {
    guard let member = node?[name] else { return nil }
    guard let flag = member.bool else { throw Refusal(member, expected: "true or false") }
    return flag
  }

  /// A number in a range; `what` names the range in the sentence.
  func number(
    _ name: String, in range: ClosedRange<Double>, _ what: String
  ) throws(Refusal) -> Double? {
    guard let member = node?[name] else { return nil }
    guard let number = try? member.number(), range.contains(number) else {
      throw Refusal(member, expected: what)
    }
    return number
  }

  /// A number in the range of the option.
  func number(_ option: MeasurementOption) throws(Refusal) -> Double? { try number(of: option) }

  /// A number in the range of the option.
  func number(_ option: ReadingOption) throws(Refusal) -> Double? { try number(of: option) }

  private func number(of option: some UserOption) throws(Refusal) -> Double? {
    guard let range = option.range else { preconditionFailure("\(option) is not a number") }
    return try number(option.rawValue, in: range, option.expectation)
  }

  /// A whole number in the range of the option.
  func integer(_ option: MeasurementOption) throws(Refusal) -> Int? { try integer(of: option) }

  /// A whole number in the range of the option.
  func integer(_ option: ReadingOption) throws(Refusal) -> Int? { try integer(of: option) }

  private func integer(of option: some UserOption) throws(Refusal) -> Int? {
    guard let member = node?[option.rawValue] else { return nil }
    guard let range = option.range else { preconditionFailure("\(option) is not a number") }
    guard let number = try? member.number(), range.contains(number),
      let integer = Int(exactly: number)
    else {
      let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
      // A limit that is never reached isn't named.
      let bounds = most >= 1_000_000_000 ? "of at least \(least)" : "from \(least) to \(most)"
      throw Refusal(member, expected: "a whole number \(bounds)")
    }
    return integer
  }

  /// So many finite numbers.
  func numbers(_ name: String, count: Int, _ what: String) throws(Refusal) -> [Double]? {
    guard let member = node?[name] else { return nil }
    guard let numbers = try? member.numbers(), numbers.count == count else {
      throw Refusal(member, expected: what)
    }
    return numbers
  }

  /// The names of `skeletons()`.
  static let skeletonNames = ["layout", "units", "up", "sigma"]

  /// How files of joints in space are read.
  func skeletons() throws(Refusal) -> SkeletonFile.Options {
    SkeletonFile.Options(
      layout: try word("layout", as: SkeletonLayout.self),
      unit: try word("units", as: LengthUnit.self),
      up: try word("up", as: SkeletonFile.Axis.self),
      sigma: try number("sigma", in: 1e-9...1, "metres, up to 1,"))
  }

  /// One of the words of a type.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, as type: Word.Type
  ) throws(Refusal) -> Word? where Word.RawValue == String {
    guard let member = node?[name] else { return nil }
    guard let word = member.string.flatMap(Word.init(rawValue:)) else {
      throw Refusal(
        member, expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// A text, or a list of texts.
  func texts(_ name: String) throws(Refusal) -> [String]? {
    guard let member = node?[name] else { return nil }
    if let text = member.string { return [text] }
    guard let list = try? member.list(of: name) else {
      throw Refusal(member, expected: "a text or a list of texts")
    }
    var texts: [String] = []
    for part in list {
      guard let text = part.string else { throw Refusal(part, expected: "a text") }
      texts.append(text)
    }
    return texts
  }

  /// The videos of a report.
  func reportVideo(recordings: Int) throws(Refusal) -> RecordedReport.Video {
    let isLeftOut = try flag("no_video") ?? false
    guard let names = try texts("video") else { return isLeftOut ? .leftOut : .beside }
    guard !isLeftOut else {
      throw Refusal(option: "video names what no_video leaves out: give one of them")
    }
    guard recordings == 1 else {
      throw Refusal(option: "video is the video of one file, and there are \(recordings)")
    }
    guard !names.isEmpty else { throw Refusal(option: "video is an empty list: leave it out") }
    return .named(names)
  }

  /// A text, or a number as text.
  func textOrNumber(_ name: String) throws(Refusal) -> String? {
    guard let member = node?[name] else { return nil }
    if let text = member.string { return text }
    guard let number = try? member.number() else {
      throw Refusal(member, expected: "a text or a number")
    }
    return "\(number)"
  }
}

extension Refusal {
  /// Something else stands where a value was expected.
  fileprivate init(_ node: DocumentNode, expected: String) {
    self.init(option: node.mismatch(expected: expected).message)
  }
}

/// The options that several calls share.
extension CallOptions {
  func depthUnit() throws(Refusal) -> DepthUnit? {
    guard let text = try textOrNumber("depth_unit") else { return nil }
    do {
      return try DepthUnit(parsing: text)
    } catch {
      throw Refusal(option: "depth_unit \(text): \(error)")
    }
  }

  /// The options of the measurement that a call has; those it doesn't have stay as usual.
  func measurement(detection: DetectionOptions = DetectionOptions()) throws(Refusal)
    -> MeasurementOptions
  {
    var options = MeasurementOptions()
    options.camera = try camera()
    options.bodyHeight = try number(.height)
    options.detection = detection
    options.motion = try sequence()
    options.exercise = try exercise()
    options.targets = try targets()
    return options
  }

  /// The options of the camera.
  func camera() throws(Refusal) -> CameraChoice {
    var choice = CameraChoice()
    choice.name = try text("camera_name")
    let given = try [
      text("camera").map { FileInput($0) },
      text("camera_text").map { FileInput(name: "camera", bytes: Array($0.utf8)) },
      intrinsics(),
    ].compactMap { $0 }
    guard given.count <= 1 else {
      throw Refusal(
        option: "camera, camera_text and intrinsics all say the camera: give one of them")
    }
    choice.file = given.first
    if choice.name != nil && given.isEmpty {
      throw Refusal(option: "camera_name is about a camera file: give one as camera")
    }
    choice.diagonalFieldOfView = try number(.fieldOfView).map { $0 * .pi / 180 }
    if choice.diagonalFieldOfView != nil && !given.isEmpty {
      throw Refusal(option: "the camera and field_of_view both say what the camera is: give one")
    }
    let expected = MeasurementOption.gravity.expectation
    if let down = try numbers("gravity", count: 3, expected) {
      guard let direction = CameraChoice.gravity(down) else {
        throw Refusal(option: "gravity is \(down) where \(expected) was expected")
      }
      choice.gravity = direction
    }
    return choice
  }

  /// A camera file of numbers without names, which are of the picture's size.
  private func intrinsics() throws(Refusal) -> FileInput? {
    let words = "a list of four numbers, fx, fy, cx, cy,"
    guard let values = try numbers("intrinsics", count: 4, words) else { return nil }
    let line = values.map { "\($0)" }.joined(separator: " ")
    return FileInput(name: "intrinsics", bytes: Array(line.utf8))
  }
}

/// The options of motion.
extension CallOptions {
  static let motionNames = [
    "exercise", "rep_angle", "rep_min", "target", "smoothing", "repair", "temporal", "grounding",
    "max_gap",
  ]

  /// The processing of the measured motion.
  func sequence() throws(Refusal) -> PoseSequence.Options {
    var options = PoseSequence.Options()
    if let text = try textOrNumber("smoothing") {
      guard let smoothing = PoseSequence.Smoothing(text) else {
        let expected = MeasurementOption.smoothing.expectation
        throw Refusal(option: "smoothing is \(text) where \(expected) was expected")
      }
      options.smoothing = smoothing
    }
    options.repairs = try flag("repair") ?? options.repairs
    options.liftsOverTime = try flag("temporal") ?? options.liftsOverTime
    options.groundsFeet = try flag("grounding") ?? options.groundsFeet
    options.longestGap = try number(.maximumGap) ?? options.longestGap
    return options
  }

  /// Returns the prescribed angles by which repetitions are judged.
  func targets() throws(Refusal) -> [AngleTarget] {
    var targets: [AngleTarget] = []
    for part in try text("target")?.split(separator: ",") ?? [] {
      do throws(AngleTarget.Unreadable) {
        targets.append(try AngleTarget(part.filter { $0 != " " }))
      } catch {
        throw Refusal(option: "target \(part): \(error)")
      }
    }
    return targets
  }

  /// Returns the choice of the repetitions that are counted.
  func exercise() throws(Refusal) -> ExerciseChoice {
    let least = try number(.repMinimum)
    if let angle = try text("rep_angle") {
      guard try text("exercise") == nil else {
        throw Refusal(option: "exercise and rep_angle both say what is counted: give one of them")
      }
      guard ExerciseChoice.angleDefinition(named: angle) != nil else {
        throw Refusal(option: "rep_angle \(angle): there is no such angle")
      }
      return .angle(name: angle, minimumRange: least.map { $0 * .pi / 180 })
    }
    guard least == nil else {
      throw Refusal(option: "rep_min is the range of an angle: name it with rep_angle")
    }
    guard let name = try text("exercise") else { return .recognized }
    guard let choice = ExerciseChoice(name) else {
      let names = Exercise.allCases.map(\.commonName).joined(separator: ", ")
      throw Refusal(
        option: "exercise is \(name) where auto, none or one of \(names) was expected")
    }
    return choice
  }
}
