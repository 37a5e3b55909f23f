import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import TestSupport
@testable import PoseFiles
import Testing

/// What is written of a person is what is read.
struct BodyCodecTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: A line of the journal

  @Test(arguments: 0..<40)
  func `a frame's line is read back to the last bit`(seed: Int) throws {
    var people = SeededPeople(seed: UInt64(seed))
    let frame = people.frame()
    let line = frame.line
    #expect(!line.contains("\n"))
    let read = try PoseRecording.Frame(line: bytes(line))
    #expect(read == frame)
    // −0 and 0 are equal, and yet another line.
    #expect(read.line == line)
  }

  @Test func `a frame without people is a line too`() throws {
    let frame = PoseRecording.Frame(index: 7, time: -0.1, people: [])
    #expect(frame.line == #"{"index":7,"time":-0.1,"people":[]}"#)
    #expect(try PoseRecording.Frame(line: bytes(frame.line)) == frame)
  }

  @Test(
    arguments: [(LimbPairs.arms, #"["arms"]"#), (.legs, #"["legs"]"#), (.all, #"["arms","legs"]"#)])
  func `swapped limbs are read back`(limbs: LimbPairs, text: String) throws {
    var frame = try PoseRecording.Frame(line: bytes(Self.line))
    frame.people[0].body.swappedLimbs = limbs
    #expect(frame.line.contains(#""swappedLimbs":"# + text))
    #expect(try PoseRecording.Frame(line: bytes(frame.line)) == frame)
  }

  @Test func `a frame after a cut stays one`() throws {
    let frame = PoseRecording.Frame(index: 7, time: 2, people: [], startsShot: true)
    #expect(frame.line == #"{"index":7,"time":2.0,"cut":true,"people":[]}"#)
    #expect(try PoseRecording.Frame(line: bytes(frame.line)) == frame)
  }

  /// A line with one person, all of whose members there are.
  private static let line: String = {
    let body = BodyEstimate(
      positions: PerJoint { Vector3(0.5, Double($0.rawValue), 3) },
      sigmas: PerJoint(repeating: 0.25), sources: PerJoint(repeating: .depth),
      leftFoot: Foot(heel: Vector3(1, 2, 4), toe: Vector3(1, 2, 3.75), sigma: 0.125),
      stature: Stature(metres: 1.75, sigma: 0.0625, estimation: .measured))
    let person = PoseObservation(body, id: 3, confidence: 0.5)
    return PoseRecording.Frame(index: 4, time: 1.5, people: [person]).line
  }()

  @Test(arguments: [
    ("\"index\":4", "\"index\":-4", "index is -4 where a whole number of at least 0"),
    ("\"index\":4", "\"index\":4.5", "index is 4.5 where a whole number of at least 0"),
    ("\"time\":1.5,", "", "the document has no \"time\""),
    ("\"time\":1.5", "\"time\":1e999", "time is"),
    ("\"id\":3", "\"id\":1e15", "people[0].id is"),
    ("\"id\":3", "\"id\":-9223372036854775808", "people[0].id is"),
    ("\"confidence\":0.5", "\"confidence\":1.5", "people[0].confidence is 1.5 where a number from"),
    ("\"confidence\":0.5,", "", "people[0] has no \"confidence\""),
    ("\"bodyHeight\":1.75", "\"bodyHeight\":0", "people[0].bodyHeight is"),
    ("\"bodyHeight\":1.75,", "", "people[0] has no \"bodyHeight\""),
    ("\"bodyHeight\":1.75", "\"bodyHeight\":10001", "people[0].bodyHeight is"),
    ("\"bodyHeightSigma\":0.0625", "\"bodyHeightSigma\":-1", "people[0].bodyHeightSigma is"),
    ("\"measured\"", "\"guessed\"", "people[0].heightEstimation is the text \"guessed\" where"),
    ("[[0.5,0.0,3.0],", "[", "people[0].cameraPositions is a list of 16 where a list of 17 places"),
    ("[0.5,0.0,3.0]", "[0.5,0.0]", "people[0].cameraPositions[0] is a list of 2 where x, y and z"),
    (
      "[0.5,0.0,3.0]", "[0.5,-10001,3.0]",
      "people[0].cameraPositions[0][1] is -10001 where a coordinate of at most 1e4"
    ),
    ("[0.5,0.0,3.0]", "[0.5,null,3.0]", "people[0].cameraPositions[0][1] is null where a number"),
    (
      "\"covariances\":[[0.0625,", "\"covariances\":[[-0.0625,",
      "people[0].covariances[0] is a list of 6 where a covariance: no variance below 0"
    ),
    (
      "\"covariances\":[[0.0625,0.0,", "\"covariances\":[[0.0625,0.07,",
      "people[0].covariances[0] is a list of 6 where a covariance: no variance below 0"
    ),
    (
      "\"covariances\":[[0.0625,", "\"covariances\":[[1e9,",
      "people[0].covariances[0] is a list of 6 where variances of at most 1e4 m squared"
    ),
    (
      "\"covariances\":[[0.0625,", "\"covariances\":[[",
      "people[0].covariances[0] is a list of 5 where xx, xy, xz, yy, yz and zz"
    ),
    ("\"sources\":[\"depth\",", "\"sources\":[\"seen\",", "people[0].sources[0] is the text"),
    ("\"sources\":[\"depth\",", "\"sources\":[", "people[0].sources is a list of 16 where"),
    ("\"sources\":", "\"origins\":", "people[0] has no \"sources\""),
    ("\"heel\":[1.0,2.0,4.0],", "", "people[0].feet.left has no \"heel\""),
    ("\"sigma\":0.125", "\"sigma\":\"wide\"", "people[0].feet.left.sigma is the text \"wide\""),
    ("}", "", "this is not JSON"),
  ])
  func `a line that was tampered with is refused by its place`(
    whole: String, broken: String, message: String
  ) throws {
    let place = try #require(Self.line.range(of: whole), "\(Self.line)")
    let text = Self.line.replacingCharacters(in: place, with: broken)
    let problem = #expect(throws: DocumentNode.Problem.self) {
      _ = try PoseRecording.Frame(line: bytes(text))
    }
    #expect(problem?.message.contains(message) == true, "\(problem?.message ?? "")")
  }

  @Test func `what may be missing from a line is not made up`() throws {
    let optional = [
      "\"id\":3,", "\"bodyHeightSigma\":0.0625,", "\"heightEstimation\":\"measured\",",
    ]
    var text = Self.line
    for member in optional {
      let place = try #require(text.range(of: member))
      text.removeSubrange(place)
    }
    let person = try #require(try PoseRecording.Frame(line: bytes(text)).people.first)
    #expect(person.id == nil && person.body.stature == Stature(metres: 1.75))
  }

  // MARK: Documents

  @Test(arguments: 0..<40)
  func `what was measured is written again as it was read`(seed: Int) throws {
    var people = SeededPeople(seed: UInt64(seed))
    let codec = BodyCodec.document
    let body = people.body()
    let text = JSONValue.members(codec.members(body)).text
    let read = try codec.body(try DocumentNode(parsing: bytes(text)))
    #expect(JSONValue.members(codec.members(read)).text == text)
    for joint in Joint.allCases {
      #expect((read.positions[joint] - body.positions[joint]).length < 1e-6)
      #expect(read.sources[joint] == body.sources[joint])
    }
    #expect((read.sigmas == nil) == (body.sigmas == nil))
    #expect((read.leftFoot == nil) == (body.leftFoot == nil))
    #expect((read.rightFoot == nil) == (body.rightFoot == nil))
    #expect(abs(read.stature.metres - body.stature.metres) < 1e-6)
    #expect(read.stature.estimation == body.stature.estimation)
  }

  @Test(arguments: 0..<20)
  func `a pose is read back from all of its members`(seed: Int) throws {
    var people = SeededPeople(seed: UInt64(seed))
    var body = people.body()
    body.sigmas = body.sigmas ?? PerJoint(repeating: 0.02)
    body.stature = Stature(metres: 1.7, sigma: 0.03, estimation: .reference)
    let pose = try #require(
      BodyPose(body, id: seed, confidence: 0.25, camera: DocumentedSquat.camera))
    let codec = BodyCodec.document
    let measured = PoseObservation(body)
    let text = JSONValue.members(
      codec.members(pose, angles: pose.angles) + codec.members(measured: measured)
    ).text
    let read = try codec.person(try DocumentNode(parsing: bytes(text)))
    let found = try #require(read.body)
    #expect(read.id == seed && read.confidence == 0.25 && !read.isFilled)
    #expect(found == read.measured)
    #expect(found.stature == body.stature && found.sources == body.sources)
    for joint in Joint.allCases {
      #expect((found.positions[joint] - body.positions[joint]).length < 1e-6)
      #expect(read.points[Keypoint(joint)] == found.positions[joint])
    }
  }

  @Test func `documents of others may leave out where joints come from and how tall people are`()
    throws
  {
    let positions = JSONValue.array(
      Joint.allCases.map { .numbers([0, 0.1 * Double($0.rawValue), 20_000]) })
    let text = JSONValue.members([(.cameraPositions, positions)]).text
    let node = try DocumentNode(parsing: bytes(text))
    let body = try BodyCodec.document.body(node)
    #expect(body.sigmas == nil && body.leftFoot == nil && body.rightFoot == nil)
    #expect(body.sources == PerJoint(repeating: .lifted))
    #expect(body.stature == Stature(metres: Anthropometry.stature(of: body.positions)))
    #expect(throws: DocumentNode.Problem.self) { _ = try BodyCodec.journal.body(node) }
  }
}

/// People with numbers of many sizes, from a seed.
private struct SeededPeople {
  private var generator: RandomNumbers

  init(seed: UInt64) { generator = RandomNumbers(seed: seed) }

  mutating func frame() -> PoseRecording.Frame {
    let count = Int.random(in: 0...3, using: &generator)
    return PoseRecording.Frame(
      index: Int.random(in: 0...100_000, using: &generator), time: number(in: -1...1e6),
      people: (0..<count).map { _ in
        PoseObservation(
          body(), id: maybe { Int.random(in: -3...1_000_000, using: &$0.generator) },
          confidence: number(in: 0...1))
      })
  }

  mutating func body() -> BodyEstimate {
    // Rarely at the bound, rarely 0 or below the least normal number.
    let rare = [1e4, -1e4, -0.0, 0, .leastNonzeroMagnitude, .leastNormalMagnitude / 8]
    let origin = vector(in: -20...20)
    var positions = PerJoint(repeating: Vector3.zero)
    for joint in Joint.allCases { positions[joint] = origin + vector(in: -1...1) }
    if let odd = maybe({ rare.randomElement(using: &$0.generator) ?? 0 }) {
      positions[.topHead].y = odd
    }
    let words: [JointSource] = [.depth, .triangulated, .lifted, .inferred]
    var sources = PerJoint(repeating: JointSource.lifted)
    for joint in Joint.allCases { sources[joint] = words[joint.rawValue * 7 % 3] }
    sources[.leftWrist] = words.randomElement(using: &generator) ?? .lifted
    return BodyEstimate(
      positions: positions,
      sigmas: maybe { people in PerJoint { _ in people.number(in: 0...0.3) } },
      sources: sources, leftFoot: maybe { $0.foot() }, rightFoot: maybe { $0.foot() },
      stature: Stature(
        metres: number(in: 0.9...2.3), sigma: maybe { $0.number(in: 0...0.2) },
        estimation: maybe { _ in .user }))
  }

  private mutating func foot() -> Foot {
    Foot(
      heel: vector(in: -3...3), toe: vector(in: -3...3), sigma: maybe { $0.number(in: 0...0.1) })
  }

  private mutating func vector(in range: ClosedRange<Double>) -> Vector3 {
    Vector3(number(in: range), number(in: range), number(in: range))
  }

  private mutating func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  /// Two times in three.
  private mutating func maybe<Value>(_ make: (inout SeededPeople) -> Value) -> Value? {
    Int.random(in: 0..<3, using: &generator) == 0 ? nil : make(&self)
  }
}
