@testable import PoseEvaluation
@testable import PoseDocuments
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D
import PoseDrawing
@testable import PoseFiles

/// Lifting and drawing: whatever the camera, the keypoints and the depth map are, there is a skeleton of
/// finite numbers, or none.
extension FuzzTarget {
  /// Lifts a person and looks at every number of the result.
  func lifting(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    guard let pose = lifted(&source) else { return }
    check(pose)
    let document = SkeletonDocument(
      version: "1", image: .init(file: "fuzz", orientation: 1, width: 1, height: 1), depth: nil,
      keypointFile: nil, cameraFile: nil, camera: pose.camera, gravity: pose.gravity,
      gravitySource: nil, people: [pose], warnings: [])
    do {
      let reader = SkeletonReader(path: "fuzz", options: .init())
      let read = try reader.file(of: reader.draft(of: Array(document.json.utf8)))
      guard read.frames.count == 1, read.frames[0].people.count == 1 else {
        fatalError("a skeleton file with another number of people")
      }
    } catch {
      // The reader takes bodies of people's size only.
      guard (error as? FileError)?.code == .wrongSize else {
        fatalError("a skeleton file that can't be read: \(error)")
      }
    }
  }

  /// Draws people, hands, a depth map.
  func drawing(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let (width, height) = (source.integer(1...200), source.integer(1...200))
    let picture = ColorImage(
      width: width, height: height,
      pixels: Array(repeating: source.byte(), count: 3 * width * height))
    var poses = (0..<source.choice(3)).map { _ in source.pose(width: width, height: height) }
    // Also of a picture of another size.
    if source.isOne(in: 4) { poses.append(source.pose(width: 4000, height: 3)) }
    let hands = (0..<source.choice(3)).map { _ in
      HandPose(
        points: Dictionary(
          uniqueKeysWithValues: HandJoint.allCases.map {
            (
              $0,
              Pose2D.Point(
                x: source.anyNumber(0...200), y: source.anyNumber(0...200),
                confidence: source.anyNumber(0...1))
            )
          }), chirality: source.isOne(in: 2) ? .left : nil, imageWidth: width,
        imageHeight: height)
    }
    _ = try? Wireframe(of: poses, hands: hands, on: picture).png()
    _ = hands.map(\.extendedFingers)
    if let map = source.depthMap() { _ = try? DepthPicture(of: map).png() }
    let people = (0..<source.choice(3)).compactMap { id in self.body(&source, id: id) }
    _ = try? PoseOverlay(of: people, on: picture).png()
    let exercise = ExerciseOverlay.Exercise(
      person: 0, title: String(repeating: "squat ", count: source.choice(40)),
      progress: .init(
        count: source.integer(0...65535), phase: .lowering, angleName: "leftKneeFlexion",
        angle: source.anyNumber(-4...4), fraction: source.number(0...1),
        miss: .init(reason: .partialRange, share: source.anyNumber(0...1))))
    _ = try? ExerciseOverlay(of: people, on: picture, exercises: [exercise]).png()
  }

  /// The contents of `case.json`, and the skeleton that is lifted from its points.
  func evaluationCase(_ bytes: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pose3d-fuzz-\(getpid())")
    let file = folder.appending(path: EvaluationCase.fileName)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard (try? Data(bytes).write(to: file)) != nil else {
      fatalError("\(file.path) can't be written")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let found = try? EvaluationCase(folder: folder.path) else { return }
    _ = try? found.colorImage()
    _ = try? found.depthMap(.sensor)
    for keypoints in [found.exactKeypoints, found.noisyKeypoints] {
      guard let pose = try? Lifter().bodyPose(from: keypoints, camera: found.camera) else {
        continue
      }
      check(pose)
      let errors = PoseErrors(of: pose.body.positions, truth: found.truth)
      _ = errors
    }
  }

  private func lifted(_ source: inout ByteSource) -> BodyPose? {
    let (width, height) = (source.integer(1...4000), source.integer(1...4000))
    guard let camera = source.camera(width: width, height: height) else { return nil }
    var options = Lifter.Options()
    options.gravity = source.direction()
    if source.isOne(in: 4) { options.bodyHeight = source.number(0.4...2.8) }
    let pose = source.pose(width: width, height: height)
    return try? Lifter(options: options).bodyPose(
      from: pose, camera: camera, depth: source.depthMap())
  }

  /// A body whose joints may be anywhere.
  private func body(_ source: inout ByteSource, id: Int) -> BodyPose? {
    guard source.isOne(in: 2) else { return lifted(&source) }
    guard let camera = source.camera(width: 200, height: 200) else { return nil }
    let body = BodyEstimate(
      positions: PerJoint { _ in
        Vector3(source.anyNumber(-1...1), source.anyNumber(-1...1), source.anyNumber(0...3))
      }, sigmas: PerJoint { _ in abs(source.anyNumber(0...0.2)) },
      stature: Stature(metres: 1.7, sigma: 0.1, estimation: .reference))
    let isFinite = Joint.allCases.allSatisfy { joint in
      let place = body.positions[joint]
      return (place.x + place.y + place.z).isFinite
    }
    guard isFinite else { return nil }
    return BodyPose(body, id: id, confidence: 1, camera: camera)
  }

  /// Ends the program at a number that is none.
  private func check(_ pose: BodyPose) {
    func check(_ number: Double, _ what: @autoclosure () -> String) {
      guard number.isFinite else { fatalError("\(what()) is \(number)") }
    }
    check(pose.bodyHeight, "the height")
    check(pose.bodyHeightSigma, "the height's sigma")
    for joint in Joint.allCases {
      let place = pose.cameraRelativePosition(joint)
      check(place.x + place.y + place.z, "the place of \(joint)")
      let own = pose.position(joint)
      check(own.x + own.y + own.z, "the position of \(joint)")
      check(pose.sigma(joint), "the sigma of \(joint)")
      check(pose.confidence(joint), "the confidence of \(joint)")
      guard let covariance = pose.body.covariances?[joint] else {
        fatalError("\(joint) has no covariance")
      }
      for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, -1, 1)] {
        let variance = axis.dot(covariance * axis)
        guard variance >= 0, variance.isFinite else {
          fatalError("the variance of \(joint) along \(axis) is \(variance)")
        }
      }
    }
    let orientation = pose.orientation
    check(orientation.pitch + orientation.yaw + orientation.roll, "the orientation")
    for angle in pose.angles {
      if let value = angle.value { check(value, angle.name) }
      if let sigma = angle.sigma { check(sigma, "the sigma of \(angle.name)") }
      guard (angle.value == nil) != (angle.reason == nil) else {
        fatalError("\(angle.name) has a value and a reason, or neither")
      }
    }
  }
}
