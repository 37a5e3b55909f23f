@testable import MotionTestSupport
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D
import TestSupport
import Testing

@testable import PoseMotion
@testable import PoseMultiView

struct ViewFusionTests {
  private let camera = Camera(width: 960, height: 720, diagonalFieldOfView: 1.2, source: .user)
  private let frames = 24
  private let rate = 30.0

  /// A camera that looks at the middle of the room from a distance, turned about it by so many degrees.
  private func cameraFromWorld(_ degrees: Double, distance: Double = 3.5) -> RigidTransform {
    // The world's y is up, a camera's down; at 0° the camera looks along −z.
    let turn = Rotation.about(.x, by: .pi) * Rotation.about(.y, by: -degrees * .pi / 180)
    return RigidTransform(
      rotation: turn, translation: Vector3(0, 0, distance) - turn * Vector3(0, 0.9, 0))
  }

  /// A person who walks and swings their arms.
  private func body(at time: Double, x: Double = 0, phase: Double = 0) -> PerJoint<Vector3> {
    let swing = 30 * cos(2 * (time + phase) * .pi)
    var pose = SyntheticPose()
    pose.hipFlexion = (10 + swing / 2, 10 - swing / 2)
    pose.kneeFlexion = (25 - swing / 2, 25 + swing / 2)
    pose.shoulderFlexion = (-swing, swing)
    pose.elbowFlexion = (40 + swing / 3, 40 - swing / 3)
    pose.place = (x: x, z: 0.4 * time)
    return pose.positions(1.72)
  }

  private func keypoints(
    of body: PerJoint<Vector3>, from cameraFromWorld: RigidTransform, id: Int? = 1
  ) -> Pose2D {
    var points: [Keypoint: Pose2D.Point] = [:]
    for joint in Joint.allCases {
      guard let keypoint = Keypoint(rawValue: joint.name),
        ![.root, .spine, .centerShoulder, .centerHead].contains(joint),
        let pixel = camera.pixel(of: cameraFromWorld * body[joint])
      else { continue }
      points[keypoint] = Pose2D.Point(x: pixel.x, y: pixel.y, confidence: 1)
    }
    return Pose2D(
      points: points, imageWidth: camera.width, imageHeight: camera.height, id: id)
  }

  private func view(
    _ degrees: Double, clock: ViewClock = .same, from first: Double = 0,
    people: (Double, RigidTransform) -> [Pose2D]
  ) -> ViewFusion.View {
    let place = cameraFromWorld(degrees)
    let recorded = (0..<frames).map { index -> KeypointRecording.Frame in
      let own = first + Double(index) / rate
      let common = (own - clock.offset) / clock.rate
      return .init(index: index, time: own, people: people(common, place))
    }
    return ViewFusion.View(
      keypoints: KeypointRecording(name: "\(Int(degrees))°", camera: camera, frames: recorded),
      cameraFromWorld: place, clock: clock)
  }

  private var options: ViewFusion.Options {
    var options = ViewFusion.Options()
    options.keypoints = .exact()
    options.worldGravity = Vector3(0, -1, 0)
    return options
  }

  /// The mean distance of limbs from where they are in the world, over all frames, in metres.
  private func meanError(
    _ recording: PoseRecording, person: Int? = nil, truth: (Double) -> PerJoint<Vector3>
  ) throws -> Double {
    let worldFromFrame = try #require(recording.worldFromFrame)
    let limbs: [Joint] = [
      .leftElbow, .rightWrist, .leftKnee, .rightAnkle, .leftShoulder, .rightHip,
    ]
    var sum = 0.0
    var count = 0.0
    for frame in recording.frames {
      let body = try #require(
        frame.people.first { person == nil || $0.id == person }?.body)
      for joint in limbs {
        sum += (worldFromFrame * body.positions[joint] - truth(frame.time)[joint]).length
        count += 1
      }
    }
    return sum / count
  }

  @Test func `two cameras give a walking person where they are`() throws {
    let views = [20.0, 110].map { view($0) { [keypoints(of: body(at: $0), from: $1)] } }
    let recording = ViewFusion(views, options: options).recording()
    #expect(recording.frames.count == frames)
    #expect(try meanError(recording) { body(at: $0) } < 0.015)
    #expect(recording.views.map(\.used) == [frames, frames])
    #expect(recording.views.map(\.name) == ["20°", "110°"])
    let heights = recording.frames.map { $0.people[0].body.stature.metres }
    let (most, least) = (try #require(heights.max()), try #require(heights.min()))
    #expect(most - least < 0.02)
  }

  // MARK: The calibration's uncertainty

  /// A walk before two cameras whose places are too far from each other by a factor.
  private func stretched(by factor: Double) -> [ViewFusion.View] {
    [20.0, 110].map { degrees in
      var view = view(degrees) { [keypoints(of: body(at: $0), from: $1)] }
      view.cameraFromWorld.translation *= factor
      return view
    }
  }

  @Test func `the sigma of the calibration's scale is in heights and distances`() throws {
    let views = stretched(by: 1)
    var uncertain = options
    uncertain.scaleSigma = 0.07
    let sure = ViewFusion(views, options: options).fused()
    let unsure = ViewFusion(views, options: uncertain).fused()
    #expect(sure.scale == nil && unsure.scale == nil)
    for (a, b) in zip(sure.recording.frames, unsure.recording.frames) {
      let (a, b) = (a.people[0].body, b.people[0].body)
      #expect(a.positions == b.positions && a.stature.metres == b.stature.metres)
      let (own, both) = (try #require(a.stature.sigma), try #require(b.stature.sigma))
      #expect(abs(both - hypot(own, 0.07 * a.stature.metres)) < 1e-12)
      let (known, all) = (try #require(a.covariances), try #require(b.covariances))
      let root = a.positions[.root]
      let along = try #require(root.normalized)
      let more = along.dot(all[.root] * along) - along.dot(known[.root] * along)
      #expect(abs(more.squareRoot() - 0.07 * root.length) < 1e-9)
      // Those of the other joints are relative to the root, and for this height.
      #expect(known[.leftWrist] == all[.leftWrist])
    }
  }

  @Test func `the cameras' own errors are in the root's place and in nothing else`() throws {
    let size = 2 * RigCovariance.numbersPerCamera
    // The second camera's turn about its y is uncertain by 2°.
    let turn = 2 * Double.pi / 180
    let triangle = (0..<size).flatMap { row -> [Double] in
      (0...row).map { column -> Double in column == 16 && row == 16 ? turn * turn : 0 }
    }
    var uncertain = options
    uncertain.rigCovariance = RigCovariance(cameraCount: 2, lowerTriangle: triangle)
    let sure = ViewFusion(stretched(by: 1), options: options).recording()
    let unsure = ViewFusion(stretched(by: 1), options: uncertain).recording()
    for (a, b) in zip(sure.frames, unsure.frames) {
      let (a, b) = (a.people[0].body, b.people[0].body)
      #expect(a.positions == b.positions)
      let (known, all) = (try #require(a.covariances), try #require(b.covariances))
      // The cameras look at a right angle: what the second one gets wrong is along the first one's ray.
      let more = (all[.root] + known[.root] * -1).diagonal
      #expect(more.z.squareRoot() > 0.08 && more.z.squareRoot() < 0.2)
      #expect(more.x < 0.1 * more.z && more.y < 0.1 * more.z)
      #expect(known[.leftWrist] == all[.leftWrist])
    }
  }

  @Test(arguments: [1.12, 0.9])
  func `a given height takes part in an uncertain scale`(_ factor: Double) throws {
    let views = stretched(by: factor)
    var options = options
    (options.scaleSigma, options.bodyHeight) = (0.2, 1.72)
    let fused = ViewFusion(views, options: options).fused()
    let scale = try #require(fused.scale)
    #expect(abs(scale.factor * factor - 1) < 0.03)
    #expect(scale.sigma > 0.015 && scale.sigma < 0.035)
    #expect(!scale.isContradictory)
    #expect(abs(scale.measuredHeight.metres / factor - 1.72) < 0.05)
    // The cameras of the recording are at the scaled places.
    let place = fused.recording.views[1].cameraFromFrame.translation.length
    let truth =
      (views[1].cameraFromWorld * views[0].cameraFromWorld.inverse).translation.length
    #expect(abs(place - scale.factor * truth) < 1e-9)
    #expect(try meanError(fused.recording) { body(at: $0) } < 0.08)
    // Certain places are held.
    options.scaleSigma = nil
    let held = try #require(ViewFusion(views, options: options).fused().scale)
    #expect(held.factor == 1 && held.sigma == 0 && held.isContradictory)
  }

  @Test func `a height that contradicts the calibration is named`() throws {
    var options = options
    (options.scaleSigma, options.bodyHeight) = (0.02, 1.2)
    let scale = try #require(ViewFusion(stretched(by: 1), options: options).fused().scale)
    #expect(scale.isContradictory && scale.deviation < -3)
  }

  @Test func `the sigma of the vertical is the calibration's, and 1° at least`() throws {
    let degree = Double.pi / 180
    for (given, expected) in [(nil, 1.0), (0.2, 1), (1.7, 1.7)] as [(Double?, Double)] {
      var options = options
      options.gravitySigma = given.map { $0 * degree }
      let world = try #require(
        ViewFusion(stretched(by: 1), options: options).recording().world)
      #expect(world.source == .gravity)
      #expect(abs(world.tiltSigma.pitch - expected * degree) < 1e-12)
      #expect(abs(world.tiltSigma.roll - expected * degree) < 1e-12)
    }
  }

  @Test(arguments: [0.37, -0.21, 1.0 / 60])
  func `a clock that runs ahead by part of a frame is allowed for`(_ offset: Double) throws {
    let walk = { [keypoints(of: body(at: $0), from: $1)] }
    let views = [
      view(20, people: walk),
      view(
        110, clock: ViewClock(offset: offset, rate: 1),
        from: (offset * rate).rounded(.down) / rate, people: walk),
    ]
    let recording = ViewFusion(views, options: options).recording()
    let shared = recording.frames.filter { !$0.people.isEmpty }
    #expect(shared.count == frames)
    #expect(try meanError(recording) { body(at: $0) } < 0.02)
    #expect(recording.views[1].used >= frames - 2)
  }

  @Test func `frames that one camera lost cost that camera only`() throws {
    let views = [20.0, 110, 200].enumerated().map { place, degrees in
      view(degrees) { time, camera in
        let isLost = place == 1 && (0.2...0.4).contains(time)
        return isLost ? [] : [keypoints(of: body(at: time), from: camera)]
      }
    }
    let recording = ViewFusion(views, options: options).recording()
    #expect(recording.frames.allSatisfy { $0.people.count == 1 })
    #expect(try meanError(recording) { body(at: $0) } < 0.015)
    #expect(recording.views[1].used < frames && recording.views[0].used == frames)
  }

  /// Three views of two people, in another order or with other numbers in each.
  private func viewsOfTwo() -> [ViewFusion.View] {
    [0.0, 80, 190].enumerated().map { place, degrees in
      view(degrees) { time, camera in
        let people = [
          keypoints(of: body(at: time, x: -0.6), from: camera, id: place == 1 ? 2 : 1),
          keypoints(of: body(at: time, x: 0.6, phase: 0.4), from: camera, id: place == 1 ? 1 : 2),
        ]
        return place == 2 ? people.reversed() : people
      }
    }
  }

  @Test func `two people are distinguished in every view, whatever their order and numbers`() throws
  {
    var options = options
    options.maximumCount = 2
    let views = viewsOfTwo()
    let recording = ViewFusion(views, options: options).recording()
    #expect(recording.frames.allSatisfy { Set($0.people.compactMap(\.id)) == [0, 1] })
    let first = try #require(recording.frames.first?.people.first { $0.id == 0 })
    let worldFromFrame = try #require(recording.worldFromFrame)
    let isLeft = (worldFromFrame * first.body.positions[.root]).x < 0
    for (id, left) in [(0, isLeft), (1, !isLeft)] {
      let error = try meanError(recording, person: id) {
        left ? body(at: $0, x: -0.6) : body(at: $0, x: 0.6, phase: 0.4)
      }
      #expect(error < 0.02, "person \(id)")
    }
  }

  @Test func `one of two people is followed in all views, though the other comes first in some`()
    throws
  {
    let views = viewsOfTwo()
    let recording = ViewFusion(views, options: options).recording()
    #expect(recording.frames.allSatisfy { $0.people.compactMap(\.id) == [0] })
    #expect(recording.views.allSatisfy { $0.used == frames })
    let errors = try [
      meanError(recording) { body(at: $0, x: -0.6) },
      meanError(recording) { body(at: $0, x: 0.6, phase: 0.4) },
    ]
    #expect(try #require(errors.min()) < 0.02)
  }

  @Test func `a person whom one camera shows at first is the same when others do`() throws {
    let views = [20.0, 110].enumerated().map { place, degrees in
      view(degrees) { time, camera in
        place == 1 && time < 0.3 ? [] : [keypoints(of: body(at: time), from: camera)]
      }
    }
    let recording = ViewFusion(views, options: options).recording()
    #expect(Set(recording.frames.flatMap { $0.people.compactMap(\.id) }) == [0])
    #expect(recording.frames.allSatisfy { $0.people.count == 1 })
  }

  @Test func `empty views make an empty recording`() {
    let views = [20.0, 110].map { view($0) { _, _ in [] } }
    let recording = ViewFusion(views, options: options).recording()
    #expect(recording.frames.count == frames)
    #expect(recording.frames.allSatisfy { $0.people.isEmpty })
  }

  @Test func `the same views give the same bits`() {
    let views = [20.0, 110].map { view($0) { [keypoints(of: body(at: $0), from: $1)] } }
    let fusion = ViewFusion(views, options: options)
    #expect(fusion.recording().frames == fusion.recording().frames)
  }

  @Test func `sides of a recording of several cameras are left as they were told apart`() {
    let views = [20.0, 110].map { view($0) { [keypoints(of: body(at: $0), from: $1)] } }
    let sequence = PoseSequence(ViewFusion(views, options: options).recording())
    #expect(!sequence.repairs.contains { $0.kind != .outlier })
  }

  // MARK: Mirrored pictures

  /// The keypoints as a detector finds them in the mirrored picture.
  private func mirrored(_ view: ViewFusion.View) -> ViewFusion.View {
    var view = view
    for frame in view.keypoints.frames.indices {
      view.keypoints.frames[frame].people = view.keypoints.frames[frame].people.map { pose in
        var pose = pose.withSidesSwapped()
        pose.points = pose.points.mapValues { point in
          var point = point
          point.x = Double(camera.width - 1) - point.x
          return point
        }
        return pose
      }
    }
    return view
  }

  @Test(arguments: [[20.0, 110], [15, 100, 190, 280]])
  func `the view whose pictures are mirrored is found, and no other`(_ degrees: [Double]) throws {
    let views = degrees.map { view($0) { [keypoints(of: body(at: $0, x: 0.3), from: $1)] } }
    #expect(MirroredView(among: views) == nil)
    // Of two views it isn't told which; seen from before or behind a walker is symmetric.
    for place in views.indices where degrees.count > 2 && abs(sin(degrees[place] * .pi / 180)) > 0.7
    {
      var others = views
      others[place] = mirrored(views[place])
      let found = try #require(MirroredView(among: others), "\(degrees[place])°")
      #expect(found.view == place)
      #expect(found.distanceTurnedBack < 0.001)
      #expect(found.distance > 0.035)
    }
    var all = views
    all[1] = mirrored(views[1])
    #expect(MirroredView(among: all) != nil)
  }

  @Test
  func `a camera that was turned isn't called mirrored, nor one with swapped sides`() {
    let views = [20.0, 110, 220].map {
      view($0) { [keypoints(of: body(at: $0, x: 0.3), from: $1)] }
    }
    for degrees in [-3.0, 8, 30] {
      var others = views
      others[1].cameraFromWorld =
        RigidTransform(
          rotation: .about(.x, by: degrees * .pi / 180), translation: .zero)
        * views[1].cameraFromWorld
      #expect(MirroredView(among: others) == nil, "\(degrees)°")
    }
    var swapped = views
    for frame in swapped[2].keypoints.frames.indices {
      swapped[2].keypoints.frames[frame].people =
        swapped[2].keypoints.frames[frame].people.map { $0.withSidesSwapped() }
    }
    #expect(MirroredView(among: swapped) == nil)
  }
}
