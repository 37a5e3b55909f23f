import Foundation

/// A person who walks: planted feet that stand still, and feet that swing along a smooth curve. The times and lengths
/// of all steps are known. x is forward, y up and z to the right, in metres.
package struct SyntheticWalk: Sendable {
  /// Seconds from strike to strike of one foot.
  package var stride = 1.1
  /// The share of a stride in which a foot is on the ground: less than a half is a run.
  package var stance = 0.62
  /// Metres a second.
  package var speed = 1.2
  /// Metres between the feet across the direction of walking.
  package var width = 0.12
  /// Degrees by which the feet point outwards.
  package var toeOut = 8.0
  /// The share of a stride by which the right foot strikes after the left one.
  package var phase = 0.5
  /// Whether the ground moves and the body stays.
  package var isTreadmill = false
  /// Degrees by which the direction of walking is turned about the vertical.
  package var heading = 0.0
  /// Whether the person walks backwards.
  package var isBackwards = false

  /// A walk.
  package init() {}

  /// Metres from strike to strike of one foot.
  package var strideLength: Double { speed * stride }

  /// When a side's foot strikes the ground, from `start` to `end`.
  package func strikes(isLeft: Bool, from start: Double, to end: Double) -> [Double] {
    let first = (isLeft ? 0 : phase) * stride
    return (-4...400).map { first + Double($0) * stride }.filter { (start...end).contains($0) }
  }

  /// The markers of 17 joints, heels and toes at a time, by the names of files.
  package func markers(at moment: Double) -> [String: SIMD3<Double>] {
    // A walk whose time runs backwards.
    let time = isBackwards ? -moment : moment
    let along = speed * time
    let hip = SIMD3(along, 0.79 + 0.01 * cos(4 * .pi * time / stride), 0)
    var markers: [String: SIMD3<Double>] = [
      "root": hip, "spine": hip + SIMD3(0, 0.25, 0), "centerShoulder": hip + SIMD3(0, 0.5, 0),
      "centerHead": hip + SIMD3(0, 0.65, 0), "topHead": hip + SIMD3(0, 0.82, 0),
    ]
    for (side, z) in [("left", -1.0), ("right", 1.0)] {
      let foot = foot(isLeft: z < 0, at: time)
      let swing = (foot.x - along) * 0.5
      markers["\(side)Shoulder"] = hip + SIMD3(0, 0.5, 0.18 * z)
      markers["\(side)Elbow"] = hip + SIMD3(-swing * 0.5, 0.22, 0.2 * z)
      markers["\(side)Wrist"] = hip + SIMD3(-swing, -0.03, 0.2 * z)
      markers["\(side)Hip"] = hip + SIMD3(0, 0, 0.09 * z)
      let ankle = foot + SIMD3(0.04, 0.06, 0)
      let top = hip + SIMD3(0, 0, 0.09 * z)
      // Thigh and shank of 0.44 m; the knee is in front of the line from hip to ankle.
      let half = (ankle - top) / 2
      let bend = (0.44 * 0.44 - (half * half).sum()).squareRoot()
      let length = (half.x * half.x + half.y * half.y).squareRoot()
      markers["\(side)Knee"] = top + half + SIMD3(-half.y, half.x, 0) * (bend / length)
      markers["\(side)Ankle"] = ankle
      markers["\(side)Heel"] = foot
      let out = toeOut * .pi / 180
      markers["\(side)Toe"] = foot + SIMD3(0.22 * cos(out), 0, 0.22 * sin(out) * z)
    }
    let shift = isTreadmill ? SIMD3(along, 0, 0) : .zero
    return markers.mapValues { turned($0 - shift) }
  }

  private func turned(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let angle = heading * .pi / 180
    return SIMD3(
      point.x * cos(angle) + point.z * sin(angle), point.y,
      point.z * cos(angle) - point.x * sin(angle))
  }

  /// A heel: on the ground from its strike for the stance, then swung to the next strike.
  private func foot(isLeft: Bool, at time: Double) -> SIMD3<Double> {
    let offset = isLeft ? 0 : phase
    let cycles = time / stride - offset
    let number = cycles.rounded(.down)
    let share = cycles - number
    // Half of the stance's way in front of the hips when it strikes.
    let reach = stance * strideLength / 2
    let planted = (number + offset) * strideLength + reach
    let z = (isLeft ? -0.5 : 0.5) * width
    guard share > stance else { return SIMD3(planted, 0.03, z) }
    let swing = (share - stance) / (1 - stance)
    // Who runs leaves the foot behind for longer, and lifts it higher.
    let smooth =
      stance < 0.5 ? swing * swing * swing * (4 - 3 * swing) : swing * swing * (3 - 2 * swing)
    let lift = stance < 0.5 ? 0.3 : 0.12
    return SIMD3(planted + strideLength * smooth, 0.03 + lift * sin(.pi * swing), z)
  }

  /// The names of the markers, in the order of columns.
  package static let names = [
    "root", "spine", "centerShoulder", "centerHead", "topHead", "leftShoulder", "leftElbow",
    "leftWrist", "rightShoulder", "rightElbow", "rightWrist", "leftHip", "leftKnee", "leftAnkle",
    "rightHip", "rightKnee", "rightAnkle", "leftHeel", "leftToe", "rightHeel", "rightToe",
  ]
}

/// Markers over time as the text of a TRC file in metres.
package enum MarkerText {
  /// A file of frames, each with a value for every name; missing markers are at the origin.
  package static func trc(
    _ name: String, names: [String], frames: [[String: SIMD3<Double>]], rate: Double
  ) -> String {
    let rows = frames.enumerated().map { index, markers in
      let cells = names.flatMap { name -> [Double] in
        let point = markers[name] ?? .zero
        return [point.x, point.y, point.z]
      }
      return (["\(index + 1)", "\(Double(index) / rate)"] + cells.map { "\($0)" })
        .joined(separator: "\t")
    }
    let head = [
      "PathFileType\t4\t(X/Y/Z)\t\(name)",
      "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
      "\(rate)\t\(rate)\t\(rows.count)\t\(names.count)\tm\t\(rate)\t1\t\(rows.count)",
      "Frame#\tTime\t" + names.map { "\($0)\t\t\t" }.joined(),
      "\t\t" + names.indices.map { "X\($0 + 1)\tY\($0 + 1)\tZ\($0 + 1)" }.joined(separator: "\t"),
      "",
    ]
    return (head + rows).joined(separator: "\n")
  }
}
