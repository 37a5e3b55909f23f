@testable import MotionTestSupport
import Foundation
import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import TestSupport
import Testing

struct GroundingTests {
  private func person(
    _ squat: GroundedSquat, grounds: Bool = true, seed: UInt64 = 1
  ) throws -> PersonMotion {
    var options = PoseSequence.Options()
    options.groundsFeet = grounds
    return try #require(PoseSequence(squat.recording(seed: seed), options: options).people.first)
  }

  /// How far a place moves along each axis over a motion, the first and last quarter of a second left out.
  private func extent(_ person: PersonMotion, _ place: (BodyEstimate) -> Vector3?) -> Vector3 {
    let places = person.states.dropFirst(8).dropLast(8).compactMap { $0.flatMap { place($0.body) } }
    let low = places.reduce(Vector3(repeating: .infinity)) { pointwiseMin($0, $1) }
    let high = places.reduce(Vector3(repeating: -.infinity)) { pointwiseMax($0, $1) }
    return high - low
  }

  /// The root mean square error of the left knee's flexion in degrees.
  private func kneeError(_ person: PersonMotion, _ squat: GroundedSquat) -> Double {
    let definition = AngleDefinition.named("leftKneeFlexion")
    let errors = person.curve(of: definition).values.enumerated().compactMap { frame, value in
      let truth = squat.body(at: person.times[frame]).skeleton(world: nil).angles([definition])[0]
      return value.flatMap { value in truth.value.map { (value - $0) * 180 / .pi } }
    }
    return (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test(arguments: [24.0, 30, 60, 100])
  func `planted feet stand still though they were measured to drift in depth`(
    rate: Double
  ) throws {
    let squat = GroundedSquat(frameRate: rate)
    let free = try person(squat, grounds: false)
    let grounded = try person(squat)
    #expect(grounded.grounding == .used)
    for foot in [Joint.leftAnkle, .rightAnkle] {
      #expect(extent(free) { $0.positions[foot] }.z > 0.1)
      let moved = extent(grounded) { $0.positions[foot] }
      #expect(moved.z < 0.02 && moved.y < 0.01, "\(foot): \(moved)")
    }
    #expect(extent(grounded) { $0.leftFoot?.toe }.z < 0.02)
    #expect(kneeError(grounded, squat) < max(6, kneeError(free, squat) + 0.5))
  }

  @Test func `a foot without heel and toe stands still by its ankle`() throws {
    let grounded = try person(GroundedSquat(hasFeet: false))
    #expect(grounded.grounding == .used)
    #expect(Set(grounded.contacts.map(\.point)) == [.leftAnkle, .rightAnkle])
    #expect(extent(grounded) { $0.positions[.leftAnkle] }.z < 0.02)
  }

  @Test func `bones have one length in a grounded motion, and the middles are middles`() throws {
    let grounded = try person(GroundedSquat())
    let lengths = try #require(grounded.boneLengths)
    for case let state? in grounded.states {
      let p = state.body.positions
      for bone in RigidBone.all where !bone.followsArms {
        #expect(abs(bone.span(p).length - bone.length(lengths)) < Tolerance.bone)
      }
      #expect(((p[.leftHip] + p[.rightHip]) / 2 - p[.root]).length < Tolerance.bone)
    }
  }

  @Test func `a step is two contacts with the times of its flight between them`() throws {
    // The feet go half a metre aside in half a second.
    let squat = GroundedSquat(
      duration: 4, frameRate: 100, depth: 0.2, drift: 0,
      footPath: { time in
        let share = max(0, min((time - 1.5) / 0.5, 1))
        return Vector3(0.5 * share * share * (3 - 2 * share), 0, 0)
      })
    let contacts = try person(squat).contacts.filter { $0.point == .leftHeel }
    try #require(contacts.count == 2)
    let (first, second) = (contacts[0], contacts[1])
    #expect(first.startSigma == nil && second.endSigma == nil)
    #expect(abs(first.end - 1.5) < 3 * (try #require(first.endSigma)))
    #expect(abs(second.start - 2) < 3 * (try #require(second.startSigma)))
    #expect(first.probability > 0.9)
  }

  @Test func `a contact's ends hold whatever the frame rate`() throws {
    for rate in [30.0, 60, 120, 240] {
      let squat = GroundedSquat(
        duration: 3, frameRate: rate, depth: 0.1, drift: 0, noise: 0.001,
        footPath: { time in Vector3(time > 1 ? min(1.5 * (time - 1), 1.5) : 0, 0, 0) })
      let contacts = try person(squat).contacts.filter { $0.point == .rightToe }
      let first = try #require(contacts.first)
      #expect(abs(first.end - 1) < 0.07, "\(rate) Hz: \(first.end)")
    }
  }

  @Test(arguments: [-1.0, 1])
  func `a body that leaps towards the camera or away arrives when it lands`(sign: Double) throws {
    // A metre in a third of a second, with both feet on the ground before and after.
    let squat = GroundedSquat(
      duration: 4, frameRate: 60, depth: 0.3, drift: 0.03,
      footPath: { time in
        let share = max(0, min((time - 1.8) * 3, 1))
        return Vector3(0, 0, sign * share * share * (3 - 2 * share))
      })
    let grounded = try person(squat)
    #expect(grounded.grounding == .used)
    let error = zip(grounded.times, grounded.states).reduce(0) { worst, moment in
      let truth = squat.body(at: moment.0).positions[.leftAnkle].z
      return max(worst, moment.1.map { abs($0.body.positions[.leftAnkle].z - truth) } ?? .infinity)
    }
    let knee = kneeError(grounded, squat)
    #expect(error < 0.12 && knee < 6, "\(error) m, \(knee) degrees")
  }

  @Test func `feet that always move have no contact, and nothing changes`() throws {
    let squat = GroundedSquat(
      duration: 3, footPath: { Vector3(0.9 * sin(2 * .pi * $0), 0, 0) + Vector3(1.2 * $0, 0, 0) })
    let (free, grounded) = (try person(squat, grounds: false), try person(squat))
    #expect(grounded.grounding == .noContact)
    #expect(grounded.states.map { $0?.body } == free.states.map { $0?.body })
  }

  @Test func `still feet above the hips, of one who lies, rest on no ground`() throws {
    let finder = ContactFinder(isOfOneCamera: true)
    func contacts(lean: Double, hips flexion: Double) -> Int {
      var set = SyntheticSet(.standing, [0, 0])
      set.poses = { _ in
        var pose = SyntheticPose()
        pose.lean = lean
        pose.hipFlexion = (flexion, flexion)
        return pose
      }
      return finder.contacts(of: set.person()).flatMap(\.contacts).count
    }
    #expect(contacts(lean: 0, hips: 0) == 2)
    // On the back, with the legs straight up and flat.
    #expect(contacts(lean: -88, hips: 80) == 0)
    #expect(contacts(lean: -88, hips: 0) == 2)
  }

  @Test func `feet that are never seen have no contact, and nothing changes`() throws {
    let squat = GroundedSquat(duration: 3, showsFeet: { _ in false })
    let (free, grounded) = (try person(squat, grounds: false), try person(squat))
    #expect(grounded.grounding == .feetUnseen)
    #expect(grounded.contacts.isEmpty)
    #expect(grounded.states.map { $0?.body } == free.states.map { $0?.body })
  }

  @Test(arguments: [true, false])
  func `feet that stand rest for a moment out of sight, and no longer`(hasFeet: Bool) throws {
    for (hidden, contacts) in [(0.2, 1), (0.4, 1), (1.0, 2), (2.0, 2)] {
      let squat = GroundedSquat(
        duration: 6, hasFeet: hasFeet, showsFeet: { $0 < 2 || $0 >= 2 + hidden })
      let found = try person(squat).contacts.filter { $0.point.isLeft }
      let points = Set(found.map(\.point))
      #expect(found.count == contacts * points.count, "\(hidden) s: \(found)")
      guard contacts > 1 else { continue }
      for contact in found {
        #expect(contact.end < 2.3 || contact.start > 1.7 + hidden, "\(hidden) s: \(contact)")
      }
    }
  }

  @Test func `feet that slide for a while stand still before and after`() throws {
    // Half a metre across the view in two seconds: too slow to be a step.
    let squat = GroundedSquat(
      duration: 5, footPath: { Vector3(0.25 * max(0, min($0 - 1.5, 2)), 0, 0) })
    let (free, grounded) = (try person(squat, grounds: false), try person(squat))
    #expect(grounded.grounding == .used)
    #expect(!grounded.contacts.isEmpty)
    for contact in grounded.contacts {
      #expect(contact.end < 2 || contact.start > 3, "\(contact)")
    }
    let (before, after) = (kneeError(free, squat), kneeError(grounded, squat))
    #expect(after < before, "\(before) and \(after) degrees")
  }

  @Test func `a heel that is raised slowly rests before and after, and its toe throughout`() throws
  {
    var squat = GroundedSquat(duration: 5, depth: 0.1, drift: 0)
    // By 9 cm in 0.8 s: more slowly than a detector's noise from frame to frame.
    squat.heelHeight = { 0.09 * (0.5 - 0.5 * cos(.pi * min(max(($0 - 2) / 0.8, 0), 1))) }
    let grounded = try person(squat)
    #expect(grounded.grounding == .used)
    let heel = grounded.contacts.filter { $0.point == .leftHeel }
    #expect(heel.count == 2, "\(heel)")
    for contact in heel { #expect(contact.end < 2.4 || contact.start > 2.4, "\(contact)") }
    #expect(grounded.contacts.count { $0.point == .leftToe } == 1)
    #expect(grounded.contacts.count { $0.point == .rightHeel } == 1)
    let rise = extent(grounded) { $0.leftFoot?.heel }.y
    #expect(rise > 0.06, "\(rise) m")
  }

  @Test func `contacts against the image are listed and change nothing`() throws {
    // The feet rest for a while before a body that comes nearer all the time: a moving walkway.
    let squat = GroundedSquat(
      duration: 4, depth: 0.1, drift: 0, footPath: { Vector3(0, 0, -0.45 * $0) })
    let (free, grounded) = (try person(squat, grounds: false), try person(squat))
    #expect(grounded.grounding == .contradicted)
    #expect(!grounded.contacts.isEmpty)
    #expect(grounded.states.map { $0?.body } == free.states.map { $0?.body })
  }

  @Test func `contacts before a camera that moves are listed and change nothing`() throws {
    var recording = GroundedSquat(duration: 4).recording()
    var options = PoseSequence.Options()
    let still = try #require(PoseSequence(recording).people.first)
    #expect(still.grounding == .used)
    recording.isCameraMoving = true
    let moving = PoseSequence(recording)
    options.groundsFeet = false
    let free = try #require(PoseSequence(recording, options: options).people.first)
    let person = try #require(moving.people.first)
    #expect(person.grounding == .movingCamera && person.contacts == still.contacts)
    #expect(person.states.map { $0?.body } == free.states.map { $0?.body })
    #expect(moving.cameraHeight == nil)
  }

  @Test func `frames as close together as numbers are solved or left, and nothing stops`() throws {
    var recording = GroundedSquat(duration: 2).recording()
    for place in recording.frames.indices where place < 40 {
      recording.frames[place].time = Double(place) * 1e-300
    }
    let person = try #require(PoseSequence(recording).people.first)
    #expect(person.states.count == 60)
  }

  @Test func `the points on the ground in a frame are those of its contacts`() throws {
    let grounded = try person(GroundedSquat())
    let points = grounded.plantedPoints()
    for (frame, time) in grounded.times.enumerated() {
      let expected = grounded.contacts.filter { $0.start <= time && time <= $0.end }.map(\.point)
      #expect(points[frame] == expected)
    }
    #expect(points[90].count == 4)
  }

  @Test
  func `a processed recording, joints in no camera's frame and too short ones are left alone`()
    throws
  {
    var processed = GroundedSquat().recording()
    processed.isProcessed = true
    let elsewhere = PoseRecording(frames: GroundedSquat().recording().frames, world: nil)
    let short = GroundedSquat(duration: 0.2).recording()
    for recording in [processed, elsewhere, short] {
      var options = PoseSequence.Options()
      let tried = try #require(PoseSequence(recording, options: options).people.first)
      options.groundsFeet = false
      let free = try #require(PoseSequence(recording, options: options).people.first)
      #expect(tried.grounding == .notTried)
      #expect(tried.states.map { $0?.body } == free.states.map { $0?.body })
    }
  }

  @Test func `a long motion is solved in windows without a step at their seams`() throws {
    let squat = GroundedSquat(duration: 70, frameRate: 15)
    let grounded = try person(squat)
    #expect(grounded.grounding == .used)
    let places = grounded.states.compactMap { $0?.body.positions }
    for joint in [Joint.root, .leftKnee, .leftAnkle] {
      let steps = zip(places, places.dropFirst()).map { ($1[joint] - $0[joint]).length }
      let truth = squat.times.map { squat.body(at: $0).positions[joint] }
      let trueSteps = zip(truth, truth.dropFirst()).map { ($1 - $0).length }
      let largest = zip(steps, trueSteps).map { $0 - $1 }.max() ?? 0
      #expect(largest < 0.03, "\(joint): \(largest)")
    }
  }

  @Test func `the same recording gives the same motion`() throws {
    let recording = GroundedSquat().recording()
    let once = PoseSequence(recording).people[0]
    let twice = PoseSequence(recording).people[0]
    #expect(once.states.map { $0?.body } == twice.states.map { $0?.body })
    #expect(once.contacts == twice.contacts)
  }

  // MARK: The equations

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `bordered equations have the solution of the full ones`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let (count, width, border) = (30, 7, Int(seed % 4))
    let total = count + border
    var matrix = [Double](repeating: 0, count: total * total)
    var right = [Double](repeating: 0, count: total)
    var equations = BandedNormalEquations(count: count, width: width, border: border)
    for _ in 0..<120 {
      let first = Int.random(in: 0..<count - width, using: &random)
      var row = [Double](repeating: 0, count: total)
      for offset in [0, 3, width] {
        let slope = random.normal()
        row[first + offset] = slope
        equations.term(first + offset, slope)
      }
      if border > 0 {
        let place = Int.random(in: 0..<border, using: &random)
        let slope = random.normal()
        row[count + place] = slope
        equations.borderTerm(place, slope)
      }
      let (residual, weight) = (random.normal(), Double.random(in: 0.2...1, using: &random))
      equations.add(residual, weight: weight)
      for a in 0..<total where row[a] != 0 {
        right[a] -= weight * weight * row[a] * residual
        for b in 0..<total { matrix[a * total + b] += weight * weight * row[a] * row[b] }
      }
    }
    for index in 0..<total { matrix[index * (total + 1)] += 1e-6 }
    try #require(LinearAlgebra.solvePositiveDefinite(&matrix, &right))
    let solution = equations.solved()
    let found = try #require(solution)
    for (index, value) in (found.band + found.border).enumerated() {
      #expect(abs(value - right[index]) < 1e-5 * max(1, abs(right[index])))
    }
    // Without residuals nothing moves, whatever was there before.
    equations.removeAll()
    let empty = equations.solved()
    #expect(empty?.band.allSatisfy { $0 == 0 } == true)
    #expect(empty?.border.allSatisfy { $0 == 0 } == true)
  }
}
