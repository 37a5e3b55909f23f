import Foundation
import PoseImaging
import Kinematics
@testable import Pose3D
import Testing

struct JointEvidenceTests {
  @Test func `every joint has its keypoint, reading and prior`() throws {
    for frame in try BundledFrame.all.get() {
      let body = try frame.lifted()
      let evidence = try #require(body.evidence)
      let stature = Anthropometry.stature(of: body.body.positions)
      for joint in Joint.allCases {
        let one = evidence[joint]
        #expect((one.keypoint.use == .derived) == !LifterInput.hasKeypoint[joint], "\(joint)")
        #expect((one.prior == nil) == (joint == .root), "\(joint)")
        if let prior = one.prior {
          #expect(prior.lateralSigma > 0 && prior.depthSigma > 0 && prior.depthSigma < stature)
        }
        let verdict = try #require(one.depth?.verdict)
        // A joint that is seen is one of depth where the map agrees, and nowhere else.
        let source = body.source(joint)
        #expect(source == .inferred || (source == .depth) == (verdict == .agrees), "\(joint)")
      }
    }
  }

  @Test func `the numbers are those of the skeleton`() throws {
    for frame in try BundledFrame.all.get() {
      let body = try frame.lifted()
      let evidence = try #require(body.evidence)
      for joint in Joint.allCases where joint != .root && joint != .centerShoulder {
        if let reading = evidence[joint].depth?.reading {
          let z = body.cameraRelativePosition(joint).z
          let behind = z - reading.depth - reading.expectedOffset
          #expect(abs(behind - reading.residual) < Tolerance.exact, "\(joint)")
          #expect(reading.sigma > 0 && reading.depth > 0)
        }
        guard let keypoint = Keypoint(rawValue: joint.name), let pixel = body.pixel(joint),
          let distance = evidence[joint].keypoint.distance,
          let point = frame.pose.withJointCenters.points[keypoint]
        else { continue }
        let offset = pixel - SIMD2(point.x, point.y)
        #expect(abs((offset * offset).sum().squareRoot() - distance) < Tolerance.exact)
        #expect(evidence[joint].keypoint.confidence == min(point.confidence, 1))
      }
    }
  }

  @Test func `a keypoint has its verdict`() throws {
    var frame = try #require(try BundledFrame.all.get().first)
    frame.pose.points[.leftAnkle] = nil
    frame.pose.points[.rightAnkle]?.confidence = 0.05
    frame.pose.points[.leftWrist]?.confidence = 0.2
    frame.pose.points[.rightWrist]?.x = -20
    frame.pose.points[.rightKnee]?.y = .nan
    let evidence = try #require(try frame.lifted().evidence)
    let uses: [(Joint, JointEvidence.KeypointUse, hasConfidence: Bool, hasDistance: Bool)] = [
      (.leftAnkle, .absent, false, false), (.rightAnkle, .rejected, true, false),
      (.leftWrist, .unsure, true, true), (.rightWrist, .outside, true, true),
      (.rightKnee, .unusable, false, false), (.leftKnee, .seen, true, true),
      (.spine, .derived, false, false),
    ]
    for (joint, use, hasConfidence, hasDistance) in uses {
      let keypoint = evidence[joint].keypoint
      #expect(keypoint.use == use, "\(joint)")
      #expect((keypoint.confidence != nil) == hasConfidence, "\(joint)")
      #expect((keypoint.distance != nil) == hasDistance, "\(joint)")
    }
  }

  /// Where a detector looked several times it isn't its confidence that counts.
  @Test(arguments: [
    (0.2, 0.01, JointEvidence.KeypointUse.seen), (0.99, 0.01, .seen), (0.2, 0.04, .unsure),
    (0.99, 0.04, .unsure), (0.05, 0.01, .rejected),
  ])
  func `a keypoint on which several looks agree is seen`(
    confidence: Double, share: Double, use: JointEvidence.KeypointUse
  ) throws {
    var frame = try #require(try BundledFrame.all.get().first)
    let places = frame.pose.points.values.map(\.y)
    // The person squats: what the lifter takes for the body's size is a little more than this.
    let size = try #require(places.max()) - (try #require(places.min()))
    for keypoint in frame.pose.points.keys { frame.pose.points[keypoint]?.sigma = 1 }
    frame.pose.points[.leftWrist]?.confidence = confidence
    frame.pose.points[.leftWrist]?.sigma = share * size
    let evidence = try #require(try frame.lifted().evidence)
    #expect(evidence[.leftWrist].keypoint.use == use)
  }

  /// The map around one ankle is replaced.
  @Test(arguments: [
    (Float?.none, JointEvidence.DepthVerdict.noReading), (1.2, .background), (0.7, .foreground),
  ])
  func `a reading has its verdict`(
    factor: Float?, verdict: JointEvidence.DepthVerdict
  ) throws {
    for frame in try BundledFrame.all.get() {
      let sound = try frame.lifted()
      // A joint that the map confirms, in the lower leg or the arm.
      let joint = try #require(
        [Joint.leftKnee, .leftElbow, .leftWrist].first { sound.source($0) == .depth })
      let (pixel, map) = (try #require(sound.pixel(joint)), frame.depth)
      let step = Double(map.width) / frame.width
      let radius = 0.04 * frame.height * step
      var changed = frame
      changed.setDepth { column, row in
        let offset = SIMD2(Double(column), Double(row)) - pixel * step
        guard (offset * offset).sum() < radius * radius else { return map[column, row] }
        return factor.map { $0 * frame.distance } ?? .nan
      }
      let body = try changed.lifted()
      let depth = try #require(body.evidence?[joint].depth)
      // What stands in front of a joint may also be expected there.
      let verdicts = verdict == .noReading ? [verdict] : [verdict, .hidden]
      #expect(verdicts.contains(depth.verdict), "\(frame.name) \(joint): \(depth.verdict)")
      #expect((depth.reading == nil) == (verdict == .noReading))
      #expect(body.source(joint) == .lifted)
    }
  }

  @Test func `a joint beside the map has no reading`() throws {
    var frame = try #require(try BundledFrame.all.get().first)
    let map = frame.depth
    // Both moved so far to the left that the right arm is outside.
    let columns = Int(try #require(frame.pose.points[.rightElbow]).x) + 20
    frame.movePoints { $0 - SIMD2(Double(columns), 0) }
    frame.setDepth { column, row in
      column + columns < map.width ? map[column + columns, row] : .nan
    }
    let depth = try frame.lifted().evidence?[.rightWrist].depth
    #expect(depth == JointEvidence.Depth(verdict: .outsideMap))
  }

  @Test func `a pose that was not lifted has no evidence`() throws {
    let frame = try #require(try BundledFrame.all.get().first)
    let copy = try #require(
      BodyPose(try frame.lifted().body, id: 0, confidence: 1, camera: frame.camera))
    #expect(copy.evidence == nil)
  }
}
