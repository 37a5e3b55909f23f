import PoseAnalysis
import DepthIO
import Foundation
import PoseImaging
import PoseMotion
import Pose3D

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
