import PoseAnalysis
import DepthIO
import Foundation
import PoseImaging
import PoseMotion
import Pose3D

/// The options that several calls share.
extension CallOptions {
  /// The person's height in metres, when known.
  func height() throws(Refusal) -> Double? {
    try number("height", in: Stature.range, "a body's height in metres, between 0.4 and 2.8,")
  }

  func depthUnit() throws(Refusal) -> DepthUnit? {
    guard let text = try textOrNumber("depth_unit") else { return nil }
    do {
      return try DepthUnit(parsing: text)
    } catch {
      throw Refusal(option: "depth_unit \(text): \(error)")
    }
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
    choice.diagonalFieldOfView = try number(
      "field_of_view", in: 1...170, "an angle between 1 and 170 degrees"
    ).map { $0 * .pi / 180 }
    if let down = try numbers("gravity", count: 3, Self.directionWords) {
      guard down.contains(where: { abs($0) > 1e-6 }), down.allSatisfy({ abs($0) < 1e6 }) else {
        throw Refusal(option: "gravity is \(down) where \(Self.directionWords) was expected")
      }
      choice.gravity = SIMD3(down[0], down[1], down[2])
    }
    return choice
  }

  private static let directionWords = "a list of three numbers, x, y, z, not all of them 0,"

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
    "exercise", "rep_angle", "rep_min", "target", "smoothing", "repair", "max_gap",
  ]

  /// The processing of the measured motion.
  func sequence() throws(Refusal) -> PoseSequence.Options {
    var options = PoseSequence.Options()
    if let smoothing = try textOrNumber("smoothing") {
      switch smoothing {
      case "none": options.smoothing = .none
      case "one-euro": options.smoothing = .oneEuro
      default:
        guard let cutoff = Double(smoothing), (0.1...1000).contains(cutoff) else {
          throw Refusal(
            option:
              "smoothing is \(smoothing) where hertz between 0.1 and 1000, one-euro or none was "
              + "expected")
        }
        options.smoothing = .butterworth(cutoff: cutoff)
      }
    }
    options.repairs = try flag("repair") ?? true
    if let gap = try number("max_gap", in: 0...10, "a gap between 0 and 10 seconds") {
      options.longestGap = gap
    }
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
    let least = try number(
      "rep_min", in: 1e-6...360, "a range of more than 0 and up to 360 degrees")
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
    switch try text("exercise") {
    case nil, "auto": return .recognized
    case "none": return .none
    case let name?:
      guard let exercise = Exercise(named: name) else {
        let names = Exercise.allCases.map(\.commonName).joined(separator: ", ")
        throw Refusal(
          option: "exercise is \(name) where auto, none or one of \(names) was expected")
      }
      return .named(exercise)
    }
  }
}
