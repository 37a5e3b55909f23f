import Foundation
import PoseImaging
import Pose3D
import Testing

@testable import PoseAnalysis

struct DepthMapCacheTests {
  /// A slope from 2 to 4 m with a hole, and confidences.
  private static let map = DepthMap(
    width: 64, height: 48,
    metres: (0..<64 * 48).map { place -> Float in
      let column = Float(place % 64)
      return place % 97 == 0 ? .nan : 2 + column / 32
    },
    confidence: (0..<64 * 48).map { place -> DepthConfidence in
      DepthConfidence(rawValue: UInt8(place % 3)) ?? .low
    })

  /// A person whose keypoints fill a part of an image four times as wide as the map.
  private static func person(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Pose2D {
    Pose2D(
      points: [
        .leftShoulder: .init(x: low.x, y: low.y, confidence: 1),
        .rightAnkle: .init(x: high.x, y: high.y, confidence: 1),
      ], imageWidth: 256, imageHeight: 192)
  }

  @Test func `what is kept comes back to a step, with its confidence, and nothing else`() throws {
    let cache = try DepthMapCache()
    try cache.add(Self.map, at: 0, around: [Self.person([80, 60], [120, 140])])
    let found = try #require(cache.map(at: 0, interval: 0.1))
    #expect(found.width == 64 && found.height == 48)
    // The box of 20 to 30 by 15 to 35, and a quarter of its height around it.
    let (columns, rows) = (15..<35, 10..<40)
    for row in 0..<48 {
      for column in 0..<64 {
        let (was, is_) = (Self.map[column, row], found[column, row])
        guard columns.contains(column), rows.contains(row), !was.isNaN else {
          #expect(is_.isNaN)
          continue
        }
        #expect(abs(is_ - was) <= 4.0 / 65_535)
        #expect(
          found.confidence?[row * 64 + column] == Self.map.confidence?[row * 64 + column])
      }
    }
    #expect(cache.failure == nil)
  }

  @Test func `the map nearest to a moment is its own, and there is none of a gap`() throws {
    let cache = try DepthMapCache()
    let person = Self.person([0, 0], [256, 192])
    for (place, time) in [0.0, 0.1, 0.2, 0.6].enumerated() {
      try cache.add(Self.map.scaled(by: Double(place + 1)), at: time, around: [person])
    }
    let table: [(time: Double, place: Int?)] = [
      (-0.2, nil), (-0.05, 0), (0, 0), (0.04, 0), (0.06, 1), (0.2, 2), (0.25, 2), (0.3, nil),
      (0.5, nil), (0.58, 3), (0.65, 3), (0.7, nil),
    ]
    for (time, place) in table + table.reversed() {
      let depth = cache.map(at: time, interval: 0.1)?[1, 1]
      #expect(
        depth.map { Int(($0 / Self.map[1, 1]).rounded()) - 1 } == place, "at \(time) s")
    }
  }

  @Test func `nothing is kept of empty frames, of people beside the picture and of unknown units`()
    throws
  {
    let cache = try DepthMapCache()
    let person = Self.person([0, 0], [256, 192])
    try cache.add(Self.map, at: 0, around: [])
    try cache.add(Self.map, at: 1, around: [Self.person([300, 60], [340, 140])])
    try cache.add(
      DepthMap(width: 64, height: 48, metres: Self.map.metres, scale: .unknown), at: 2,
      around: [person])
    try cache.add(
      DepthMap(width: 64, height: 48, metres: .init(repeating: .nan, count: 64 * 48)), at: 3,
      around: [person])
    #expect(cache.isEmpty)
    for time in 0...3 { #expect(cache.map(at: Double(time), interval: 1) == nil) }
  }
}
