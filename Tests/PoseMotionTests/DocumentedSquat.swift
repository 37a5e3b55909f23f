import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles

/// A person who faces the camera 3 m away and squats, as a recording and its document.
enum DocumentedSquat {
  static let camera = Camera(
    width: 640, height: 480, diagonalFieldOfView: .pi / 3, source: .file)

  /// The joints in the camera's frame with the knees bent by an angle: thigh and shank 0.42 m.
  static func positions(kneeFlexion bend: Double) -> PerJoint<Vector3> {
    let (shank, trunk) = (0.35 * bend, 0.4 * bend)
    let thigh = bend - shank
    let knee = Vector3(0, 0.9 - 0.42 * cos(shank), 3 - 0.42 * sin(shank))
    let hip = knee + Vector3(0, -0.42 * cos(thigh), 0.42 * sin(thigh))
    let up = Vector3(0, -cos(trunk), -sin(trunk))
    let ahead = Vector3(0, sin(trunk), -cos(trunk))
    return PerJoint { joint in
      let side = joint.name.hasPrefix("left") ? 1.0 : joint.name.hasPrefix("right") ? -1 : 0
      let across = Vector3(side, 0, 0)
      switch joint {
      case .root: return hip
      case .leftHip, .rightHip: return hip + across * 0.1
      case .leftKnee, .rightKnee: return knee + across * 0.12
      case .leftAnkle, .rightAnkle: return Vector3(side * 0.12, 0.9, 3)
      case .spine: return hip + up * 0.24 + ahead * 0.01
      case .centerShoulder: return hip + up * 0.5
      case .centerHead: return hip + up * 0.65 + ahead * 0.04
      case .topHead: return hip + up * 0.8
      case .leftShoulder, .rightShoulder: return hip + up * 0.48 + across * 0.18
      case .leftElbow, .rightElbow: return hip + up * 0.45 + across * 0.2 + ahead * 0.27
      case .leftWrist, .rightWrist: return hip + up * 0.52 + across * 0.16 + ahead * 0.51
      }
    }
  }

  /// Measured at a moment; every number has its own digits.
  static func observation(at time: Double, id: Int?) -> PoseObservation {
    let positions = positions(kneeFlexion: 1 - cos(time * .pi))
    let ankle = positions[.leftAnkle]
    let body = BodyEstimate(
      positions: positions,
      sigmas: PerJoint { 0.01 + 0.001 * Double($0.rawValue) },
      sources: PerJoint { [.depth, .lifted, .lifted, .inferred][$0.rawValue % 4] },
      leftFoot: Foot(
        heel: ankle + Vector3(0, 0.05, 0.06), toe: ankle + Vector3(0, 0.06, -0.17), sigma: 0.02),
      stature: Stature(metres: 1.7, sigma: 0.03, estimation: .measured))
    return PoseObservation(body, id: id, confidence: 0.75)
  }

  /// Two squats in 4 s, 15 frames per second; in two frames, one at the beginning, no person is
  /// seen.
  static let recording = PoseRecording(
    frames: (0..<60).map { number in
      let time = Double(number) / 15
      let isSeen = ![0, 20].contains(number)
      return PoseRecording.Frame(
        index: 2 * number + 3, time: time, people: isSeen ? [observation(at: time, id: 7)] : [])
    },
    camera: camera, gravity: Vector3(0, 1, 0))

  /// What was measured, untouched.
  static var untouched: PoseSequence.Options {
    var options = PoseSequence.Options()
    options.smoothing = .none
    options.longestGap = 0
    options.repairs = false
    options.holdsBones = false
    options.groundsFeet = false
    return options
  }

  static func document(
    of recording: PoseRecording = recording, options: PoseSequence.Options = .init(),
    detail: SequenceDetail = .full
  ) -> SequenceDocument {
    let sequence = PoseSequence(recording, options: options)
    return SequenceDocument(
      version: "1.2",
      video: .init(
        file: "squat \"1\".mp4", format: "MP4 / H.264", width: 640, height: 480, frameRate: 15,
        duration: 4, every: 2),
      depth: .init(file: "depth", width: 320, height: 240, unit: "mm", framesWithout: 1),
      cameraFile: "camera.json", gravitySource: .camera, sequence: sequence,
      analyses: sequence.people.map { ExerciseAnalysis(of: $0, choice: .named(.squat)) },
      warnings: ["nothing is as it seems"], detail: detail)
  }

  /// All pieces that are written, joined.
  static func text(_ write: ((String) -> Void) -> Void) -> String {
    var text = ""
    write { text += $0 }
    return text
  }
}
