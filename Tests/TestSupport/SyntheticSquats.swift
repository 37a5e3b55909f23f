import Foundation

/// Markers of a person who bends both knees again and again, seen from nowhere: x forward, y up, z to the right.
package enum SyntheticSquats {
  /// A TRC file at 30 frames a second, of squats of 40 frames each.
  ///
  /// - Parameters:
  ///   - depth: the greatest flexion of the right knee in each squat, in degrees.
  ///   - left: the share of it by which the left knee bends.
  ///   - delay: seconds before the first squat.
  package static func trc(
    _ name: String, depth: [Double], left: Double = 1, delay: Double = 0
  ) -> String {
    let frames =
      Array(repeating: markers(knee: 0, left: left), count: Int(delay * 30))
      + depth.flatMap { bend in
        (0..<40).map { frame in
          let share = (1 - cos(2 * Double.pi * Double(frame) / 40)) / 2
          return markers(knee: bend * share * .pi / 180, left: left)
        }
      }
    let names = SyntheticWalk.names.filter { !$0.hasSuffix("Heel") && !$0.hasSuffix("Toe") }
    return MarkerText.trc(name, names: names, frames: frames, rate: 30)
  }

  /// The hips are above the ankles: thigh and shank of 0.44 m turn by half of the right knee's angle each.
  private static func markers(knee: Double, left: Double) -> [String: SIMD3<Double>] {
    let hip = 0.08 + 0.88 * cos(knee / 2)
    var markers: [String: SIMD3<Double>] = [
      "root": [0, hip, 0], "spine": [0, hip + 0.25, 0], "centerShoulder": [0, hip + 0.5, 0],
      "centerHead": [0, hip + 0.65, 0], "topHead": [0, hip + 0.82, 0],
    ]
    for (side, z, share) in [("left", -1.0, left), ("right", 1.0, 1.0)] {
      let half = knee * share / 2
      markers["\(side)Shoulder"] = [0, hip + 0.5, 0.18 * z]
      markers["\(side)Elbow"] = [0, hip + 0.22, 0.2 * z]
      markers["\(side)Wrist"] = [0.02, hip - 0.03, 0.2 * z]
      markers["\(side)Hip"] = [0, hip, 0.09 * z]
      markers["\(side)Knee"] = [0.44 * sin(half), hip - 0.44 * cos(half), 0.09 * z]
      markers["\(side)Ankle"] = [0, hip - 0.88 * cos(half), 0.09 * z]
    }
    return markers
  }
}
