internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D

/// Tells which detections in the views of a moment are the same person.
struct ViewMatcher {
  /// The cameras, each with its transform from the common frame.
  let cameras: [(camera: Camera, cameraFromFrame: RigidTransform)]

  /// A detection in a view.
  struct Detection: Hashable {
    var view: Int
    var index: Int
  }

  /// The keypoints by which people are distinguished.
  private static let limbs: [Joint] = [
    .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftHip,
    .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
  ]
  /// Keypoints below this confidence don't tell.
  private static let minimumConfidence = 0.3
  /// The fewest keypoints that tell.
  private static let minimumCount = 4
  /// The maximum distance of the typical keypoint from a joint of a known person, in metres at the
  /// joint.
  private static let gate = 0.3
  /// The reduction of a detection's distance, in metres, if its tracker gives it the same identity
  /// as before.
  private static let stickiness = 0.1
  /// The maximum ray distance of one person's typical keypoint, in metres.
  private static let rayGate = 0.15
  /// The lengths that trunks have, in metres: shoulders to hips.
  private static let trunks = 0.25...0.85

  // MARK: Known people

  /// The detections of people whose bodies were known a moment before, one a view at most; `nil` for a view
  /// that doesn't show them.
  ///
  /// - Parameters:
  ///   - bodies: the people's joints in the common frame, with their trackers' numbers in each view.
  ///   - views: the detections.
  func detections(
    of bodies: [(positions: PerJoint<Vector3>, trackers: [Int?])], in views: [[Pose2D]]
  ) -> [[Int?]] {
    var found = bodies.map { _ in [Int?](repeating: nil, count: views.count) }
    guard !bodies.isEmpty else { return found }
    for (view, poses) in views.enumerated() where !poses.isEmpty {
      // A column for each person beyond the detections stands for not being seen.
      let costs = bodies.map { body in
        poses.map { pose -> Double in
          guard let distance = distance(of: pose, to: body.positions, view) else {
            return 2 * Self.gate
          }
          let isSame = pose.id != nil && pose.id == body.trackers[view]
          return min(max(distance - (isSame ? Self.stickiness : 0), 0), 2 * Self.gate)
        } + bodies.map { _ in Self.gate }
      }
      for (person, column) in cheapestAssignment(costs).enumerated() where column < poses.count {
        found[person][view] = column
      }
    }
    return found
  }

  /// The median distance of the keypoints from the camera's projections of the joints, in metres at
  /// the joints, with the sides as they are or swapped; `nil` if too few can be compared.
  private func distance(
    of pose: Pose2D, to positions: PerJoint<Vector3>, _ view: Int
  ) -> Double? {
    let asIs = distance(of: pose, to: positions, view, swapped: false)
    let swapped = distance(of: pose, to: positions, view, swapped: true)
    return [asIs, swapped.map { $0 * Self.swapPenalty }].compactMap { $0 }.min()
  }

  private func distance(
    of pose: Pose2D, to positions: PerJoint<Vector3>, _ view: Int, swapped: Bool
  ) -> Double? {
    let (camera, cameraFromFrame) = cameras[view]
    let distances = Self.limbs.compactMap { joint -> Double? in
      guard let ray = ray(of: swapped ? joint.mirrored : joint, in: pose, view) else {
        return nil
      }
      let p = cameraFromFrame * positions[joint]
      guard p.z > 0.1, camera.pixel(of: p) != nil else { return nil }
      let offset = ray * p.z - SIMD2(p.x, p.y)
      return offset.length
    }
    return distances.count >= Self.minimumCount ? distances.median : nil
  }

  private func ray(of joint: Joint, in pose: Pose2D, _ view: Int) -> SIMD2<Double>? {
    guard let keypoint = Keypoint(rawValue: joint.name), let point = pose.points[keypoint],
      point.confidence >= Self.minimumConfidence
    else { return nil }
    return cameras[view].camera.ray(to: point)
  }

  // MARK: New people

  /// People whom at least two views show, the one of whom most views are sure first; each as a detection a view
  /// at most.
  func newcomers(in views: [[Pose2D]], free: Set<Detection>) -> [[Int?]] {
    let all = free.sorted { ($0.view, $0.index) < ($1.view, $1.index) }
    var pairs: [(cost: Double, first: Detection, second: Detection)] = []
    for (place, first) in all.enumerated() {
      for second in all[(place + 1)...] where second.view != first.view {
        guard let cost = rayDistance(first, second, views), cost <= Self.rayGate else { continue }
        pairs.append((cost, first, second))
      }
    }
    pairs.sort { $0.cost < $1.cost }
    var (left, people) = (free, [(members: [Int?], count: Int, cost: Double)]())
    for pair in pairs where left.contains(pair.first) && left.contains(pair.second) {
      var members = [Int?](repeating: nil, count: views.count)
      members[pair.first.view] = pair.first.index
      members[pair.second.view] = pair.second.index
      left.subtract([pair.first, pair.second])
      for view in views.indices where members[view] == nil {
        let candidates = left.filter { $0.view == view }.sorted { $0.index < $1.index }
        let scored = candidates.compactMap { candidate -> (Detection, Double)? in
          let costs = members.enumerated().compactMap { other, index in
            index.map {
              rayDistance(Detection(view: other, index: $0), candidate, views) ?? .infinity
            }
          }
          let mean = costs.reduce(0, +) / Double(costs.count)
          return mean <= Self.rayGate ? (candidate, mean) : nil
        }
        guard let best = scored.min(by: { $0.1 < $1.1 })?.0 else { continue }
        members[view] = best.index
        left.remove(best)
      }
      people.append((members, members.count { $0 != nil }, pair.cost))
    }
    return people.sorted { ($1.count, $0.cost) < ($0.count, $1.cost) }.map(\.members)
  }

  /// The factor on the cost of a pair that fits only with the sides of one swapped.
  private static let swapPenalty = 1.3

  /// Returns the median ray distance of two detections' keypoints, in metres; `nil` if they can't
  /// be one person.
  private func rayDistance(
    _ first: Detection, _ second: Detection, _ views: [[Pose2D]]
  ) -> Double? {
    let asIs = rayDistance(first, second, views, swapped: false)
    let swapped = rayDistance(first, second, views, swapped: true).map {
      $0 * Self.swapPenalty
    }
    return [asIs, swapped].compactMap { $0 }.min()
  }

  private func rayDistance(
    _ first: Detection, _ second: Detection, _ views: [[Pose2D]], swapped: Bool
  ) -> Double? {
    let (a, b) = (views[first.view][first.index], views[second.view][second.index])
    var places = PerJoint<Vector3?>(repeating: nil)
    var distances: [Double] = []
    for joint in Self.limbs {
      let other = swapped ? joint.mirrored : joint
      guard let one = ray(of: joint, in: a, first.view),
        let two = ray(of: other, in: b, second.view),
        let p = Ray(normalized: one, cameraFromFrame: cameras[first.view].cameraFromFrame),
        let q = Ray(normalized: two, cameraFromFrame: cameras[second.view].cameraFromFrame),
        let found = p.triangulated(with: q)
      else { continue }
      places[joint] = found.place
      distances.append(found.distance)
    }
    guard distances.count >= Self.minimumCount, let median = distances.median else { return nil }
    for (shoulder, hip) in [(Joint.leftShoulder, Joint.leftHip), (.rightShoulder, .rightHip)] {
      guard let top = places[shoulder], let bottom = places[hip] else { continue }
      guard Self.trunks.contains((top - bottom).length) else { return nil }
    }
    return median
  }
}
