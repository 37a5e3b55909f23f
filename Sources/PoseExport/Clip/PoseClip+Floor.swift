internal import Geometry
internal import Kinematics

extension PoseClip {
  /// Moves the origin to its place: below the root of whoever is seen first, on the floor.
  ///
  /// The floor is where the feet are at their lowest: a twentieth of the frames have the lowest point of
  /// both feet – heel, toe, the ankle less its height – below it. A single frame that went wrong doesn't
  /// decide, and a jump doesn't matter as long as somebody stands for a twentieth of the time. Somebody
  /// lying or sitting has no feet that carry them, and the floor is then too high; it is an
  /// estimate from the joints, whatever a depth map would show.
  mutating func settle() {
    var lowest: [Double] = []
    for person in people {
      for frame in person.presentFrames { lowest.append(person.lowestPoint(frame)) }
    }
    lowest.sort()
    let floor = lowest[lowest.count / 20]
    let first = people.compactMap { person in
      person.isPresent.firstIndex(of: true).map { ($0, person) }
    }.min { $0.0 < $1.0 }
    guard let (frame, person) = first else { return }
    var origin = person.position(.root, frame)
    origin.y = floor
    for place in people.indices { people[place].move(by: -origin) }
    isOnFloor = true
  }
}

extension PoseClip.Person {
  /// The height of the lowest of both feet.
  fileprivate func lowestPoint(_ frame: Int) -> Double {
    let ankles = [Joint.leftAnkle, .rightAnkle].map {
      position($0, frame).y - Anthropometry.ankleHeightRatio * stature
    }
    let feet = FootPoint.allCases.compactMap { foot($0, frame)?.y }
    return (ankles + feet).min() ?? 0
  }

  fileprivate mutating func move(by offset: Vector3) {
    for index in positions.indices where isPresent[index / Self.jointCount] {
      positions[index] += offset
    }
    for index in feet.indices { feet[index]? += offset }
  }
}
