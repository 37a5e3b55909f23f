import PoseGeometry
@testable import PoseDetection
import Foundation
import Pose3D
import TestSupport
import Testing

@Suite("PoseNet's output")
struct PoseNetOutputTests {
  @Test("people drawn into the tensors are found again", arguments: [8, 16, 32], 1...5)
  func roundTrip(stride: Int, count: Int) throws {
    var random = RandomNumbers(seed: UInt64(stride + count))
    let people = standing(count, stride: stride, using: &random)
    let poses = try tensors(people, stride: stride).output().poses(configuration: scaled(stride))
    try #require(poses.count == count)
    for person in people {
      #expect(poses.contains { farthest($0, person) < Tolerance.decodedPixels })
    }
  }

  @Test("a person alone is the same to both algorithms", arguments: [8, 16, 32])
  func alone(stride: Int) throws {
    var random = RandomNumbers(seed: 5)
    let people = standing(1, stride: stride, using: &random)
    let output = try tensors(people, stride: stride).output()
    let pose = try #require(output.pose())
    #expect(farthest(pose, people[0]) < Tolerance.decodedPixels)
    let poses = output.poses()
    try #require(poses.count == 1)
    #expect(poses[0].points == pose.points)
    #expect(abs(poses[0].confidence - pose.confidence) < Tolerance.rounding)
  }

  @Test("no more people than asked for are found, the same ones first", arguments: 0...6)
  func maximum(count: Int) throws {
    var random = RandomNumbers(seed: 11)
    let output = try tensors(standing(5, stride: 16, using: &random), stride: 16).output()
    var configuration = PoseNetConfiguration()
    let all = output.poses(configuration: configuration)
    configuration.maxPoseCount = count
    #expect(all.count == 5)
    #expect(output.poses(configuration: configuration) == Array(all.prefix(count)))
  }

  @Test("people are two when farther apart than joints match, else one")
  func near() throws {
    var random = RandomNumbers(seed: 3)
    let person = PoseNetNumbers.Person.standing(nose: [100, 60], unit: 32, using: &random)
    for (shift, count) in [(30.0, 1), (80.0, 2)] {
      var other = person
      other.score = 0.9
      other.joints = person.joints.map { $0 + SIMD2(shift, 0) }
      let poses = try tensors([person, other], stride: 16).output().poses()
      #expect(poses.count == count)
    }
  }

  @Test("joints of another person at the same place don't count for a person's confidence")
  func overlap() throws {
    var random = RandomNumbers(seed: 4)
    let person = PoseNetNumbers.Person.standing(nose: [100, 60], unit: 32, using: &random)
    // The second is at the side, but for the four joints of the legs.
    var other = person
    other.score = 0.9
    other.joints = person.joints.enumerated().map { index, place in
      index < 13 ? place + SIMD2(90, 0) : place
    }
    let poses = try tensors([person, other], stride: 16).output().poses()
    try #require(poses.count == 2)
    let own = PoseNetTree.joints.prefix(13).map { poses[1].points[$0]!.confidence }
    #expect(abs(poses[1].confidence - own.reduce(0, +) / 17) < Tolerance.rounding)
    #expect(poses[1].points.count == 17)
  }

  @Test("a joint below the threshold ends the way along the limb")
  func unsureJoint() throws {
    var random = RandomNumbers(seed: 6)
    let people = standing(1, stride: 16, using: &random)
    var numbers = tensors(people, stride: 16)
    let hip = PoseNetTree.joints.firstIndex(of: .leftHip)!
    for cell in 0..<numbers.rows * numbers.columns { numbers.heatmap[17 * cell + hip] *= 0.1 }
    var configuration = PoseNetConfiguration()
    configuration.jointConfidenceThreshold = 0.2
    configuration.poseConfidenceThreshold = 0
    let poses = try numbers.output().poses(configuration: configuration)
    // The leg beyond the hip is a person of its own, as far as the tensors show.
    let joints = Set(PoseNetTree.joints)
    #expect(
      Set(poses.map { Set($0.points.keys) }) == [
        joints.subtracting([.leftHip, .leftKnee, .leftAnkle]), [.leftKnee, .leftAnkle],
      ])
    let single = try #require(try numbers.output().pose(configuration: configuration))
    #expect(Set(single.points.keys) == Set(PoseNetTree.joints).subtracting([.leftHip]))
  }

  @Test("an empty result is ordinary")
  func nobody() throws {
    var random = RandomNumbers(seed: 8)
    var numbers = tensors(standing(1, stride: 16, using: &random), stride: 16)
    numbers.heatmap = numbers.heatmap.map { $0 * 0.09 }
    #expect(try numbers.output().poses().isEmpty)
    #expect(try numbers.output().pose() == nil)
  }

  @Test("a person's confidence may be the threshold itself")
  func threshold() throws {
    var random = RandomNumbers(seed: 9)
    let output = try tensors(standing(1, stride: 16, using: &random), stride: 16).output()
    var configuration = PoseNetConfiguration()
    let confidence = try #require(output.poses().first).confidence
    configuration.poseConfidenceThreshold = confidence
    #expect(output.poses(configuration: configuration).count == 1)
    configuration.poseConfidenceThreshold = confidence.nextUp
    #expect(output.poses(configuration: configuration).isEmpty)
  }

  @Test("of equal cells the first is taken, row by row")
  func ties() throws {
    var numbers = empty(rows: 3, columns: 4)
    for cell in [5, 6, 9] { numbers.heatmap[17 * cell] = 0.75 }
    let pose = try #require(try numbers.output().pose())
    #expect(pose.points == [.nose: Pose2D.Point(x: 16, y: 16, confidence: 0.75)])
    #expect(pose.confidence == 0.75 / 17)
  }

  @Test("places are mapped to the image")
  func mapping() throws {
    var numbers = empty(rows: 3, columns: 3)
    numbers.heatmap[17 * 4] = 1
    let mapping = MappingToPicture(
      pictureWidth: 66, pictureHeight: 33, inputWidth: 33, inputHeight: 33)
    let pose = try #require(try numbers.output().pose(mapping: mapping))
    #expect(pose.points == [.nose: Pose2D.Point(x: 32.5, y: 16, confidence: 1)])
    #expect(pose.imageWidth == 66 && pose.imageHeight == 33)
  }

  // MARK: Numbers that are none

  @Test(
    "cells with a number that isn't finite are passed over",
    arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(value: Float) throws {
    var random = RandomNumbers(seed: 2)
    let people = standing(2, stride: 16, using: &random)
    let known = try tensors(people, stride: 16).output(.confidences).poses()
    var numbers = tensors(people, stride: 16)
    // A column of cells without people.
    for row in 0..<numbers.rows {
      let cell = row * numbers.columns
      for joint in 0..<17 { numbers.heatmap[17 * cell + joint] = value }
    }
    #expect(try numbers.output().poses() == known)
    numbers.heatmap = numbers.heatmap.map { _ in value }
    #expect(try numbers.output().poses().isEmpty)
    #expect(try numbers.output().pose() == nil)
  }

  @Test("noise of any size gives finite places", arguments: 1...20)
  func noise(seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed))
    func numbers(_ count: Int) -> [Float] {
      (0..<count).map { _ in Float(bitPattern: UInt32.random(in: 0...(.max), using: &random)) }
    }
    let noise = PoseNetNumbers(
      rows: 5, columns: 7, stride: 8, heatmap: numbers(35 * 17), offsets: numbers(35 * 34),
      forward: numbers(35 * 32), backward: numbers(35 * 32))
    var configuration = PoseNetConfiguration()
    configuration.poseConfidenceThreshold = 0
    let output = try noise.output()
    let poses = output.poses(configuration: configuration) + [output.pose()].compactMap { $0 }
    #expect(!poses.isEmpty)
    for point in poses.flatMap(\.points.values) {
      #expect(point.x.isFinite && point.y.isFinite && (0...1).contains(point.confidence))
    }
  }

  // MARK: Sizes that don't fit

  @Test("a stride that no PoseNet has is refused")
  func stride() throws {
    var numbers = empty(rows: 3, columns: 3)
    numbers.stride = 12
    expectRefused(numbers, "PoseNet's output stride is 12; 8, 16 or 32 was expected")
  }

  @Test("a grid that doesn't fit the input is refused")
  func grid() throws {
    let numbers = empty(rows: 33, columns: 33)
    let error = try #require(throws: DetectionError.self) {
      try PoseNetOutput(
        rows: 33, columns: 33, heatmap: numbers.heatmap, offsets: numbers.offsets,
        forwardDisplacements: numbers.forward, backwardDisplacements: numbers.backward,
        outputStride: 16, inputWidth: 257, inputHeight: 353)
    }
    #expect(
      error.description == "a PoseNet output of 33 × 33 cells; 23 × 17 were expected for an input "
        + "257 pixels wide and 353 high at an output stride of 16")
  }

  @Test("an input of absurd extents is refused before its cells are counted")
  func absurdInput() throws {
    let error = try #require(throws: DetectionError.self) {
      try PoseNetOutput(
        rows: 1 << 60, columns: 1 << 60, heatmap: [], offsets: [], forwardDisplacements: [],
        backwardDisplacements: [], outputStride: 8, inputWidth: .max, inputHeight: .max)
    }
    #expect(
      error.description == "PoseNet's input is declared as \(Int.max) pixels wide and \(Int.max) "
        + "high; at most 1048576 was expected")
  }

  @Test("a search radius beyond the grid is the whole grid")
  func wideSearch() throws {
    var random = RandomNumbers(seed: 1)
    let numbers = PoseNetNumbers(
      people: standing(1, stride: 16, using: &random), rows: 17, columns: 11, stride: 16)
    var configuration = PoseNetConfiguration()
    configuration.localSearchRadius = 17
    let known = try numbers.output().poses(configuration: configuration)
    #expect(known.count == 1)
    configuration.localSearchRadius = .max
    #expect(try numbers.output().poses(configuration: configuration) == known)
  }

  @Test("a tensor of another size is refused by name")
  func sizes() throws {
    var numbers = empty(rows: 3, columns: 4)
    numbers.offsets.removeLast()
    expectRefused(
      numbers, "PoseNet's offsets: 407 numbers; 408 were expected for 3 × 4 cells with 34 each")
    numbers = empty(rows: 3, columns: 4)
    numbers.backward.append(0)
    expectRefused(
      numbers,
      "PoseNet's backward displacements: 385 numbers; 384 were expected for 3 × 4 cells with 32 each"
    )
  }

  private func expectRefused(_ numbers: PoseNetNumbers, _ sentence: String) {
    let error = #expect(throws: DetectionError.self) { try numbers.output() }
    #expect(error?.code == .outputUnusable)
    #expect(error?.description == sentence)
  }

  // MARK: Support

  /// People beside each other, five cells apart.
  private func standing(
    _ count: Int, stride: Int, using random: inout RandomNumbers
  ) -> [PoseNetNumbers.Person] {
    (0..<count).map { index in
      var person = PoseNetNumbers.Person.standing(
        nose: SIMD2(4 + 6 * Double(index), 3) * Double(stride), unit: 1.8 * Double(stride),
        using: &random)
      person.score = Double.random(in: 0.85...1, using: &random)
      return person
    }
  }

  private func tensors(_ people: [PoseNetNumbers.Person], stride: Int) -> PoseNetNumbers {
    PoseNetNumbers(people: people, rows: 17, columns: 34, stride: stride)
  }

  private func scaled(_ stride: Int) -> PoseNetConfiguration {
    var configuration = PoseNetConfiguration()
    configuration.matchingJointDistance = 2.5 * Double(stride)
    return configuration
  }

  private func empty(rows: Int, columns: Int) -> PoseNetNumbers {
    func zeros(_ channels: Int) -> [Float] {
      [Float](repeating: 0, count: rows * columns * channels)
    }
    return PoseNetNumbers(
      rows: rows, columns: columns, stride: 16, heatmap: zeros(17), offsets: zeros(34),
      forward: zeros(32), backward: zeros(32))
  }

  /// Pixels between a pose and a person where they are farthest apart.
  private func farthest(_ pose: Pose2D, _ person: PoseNetNumbers.Person) -> Double {
    zip(PoseNetTree.joints, person.joints).map { name, place in
      pose.points[name].map { hypot($0.x - place.x, $0.y - place.y) } ?? .infinity
    }.max()!
  }
}
