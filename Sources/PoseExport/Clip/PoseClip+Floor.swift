internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics

extension PoseClip {
  /// Moves the origin to its place: below the root of the first person, on the floor.
  ///
  /// The floor is the level of the lowest feet: in a twentieth of the frames the lowest point of
  /// both feet – heel, toe, the ankle less its height – is below it. A single wrong frame doesn't
  /// decide, and a jump doesn't matter as long as a person stands for a twentieth of the time. If a
  /// person lies or sits, no feet carry them, and the floor is then too high. It is an estimate
  /// from the joints, whatever a depth map would show.
  mutating func settle() {
    let floor = floorOfFeet
    let first = people.compactMap { person in
      person.isPresent.firstIndex(of: true).map { ($0, person) }
    }.min { $0.0 < $1.0 }
    guard let (frame, person) = first else { return }
    var origin = person.position(.root, frame)
    origin.y = floor
    for place in people.indices { people[place].move(by: -origin) }
    isOnFloor = true
  }

  /// The height at which the feet are at their lowest, but for a twentieth of the frames.
  private var floorOfFeet: Double {
    var lowest: [Double] = []
    for person in people {
      for frame in person.presentFrames { lowest.append(person.lowestPoint(frame)) }
    }
    lowest.sort()
    return lowest[lowest.count / 20]
  }

  /// The maximum distance of the feet from the world's zero for that to be the floor, in metres.
  private static let floorTolerance = 0.06

  /// Moves the people to where they are in the world of a rig of cameras, whose floor is at 0 where the feet
  /// are there.
  mutating func move(into world: RigWorld, turnedBy turn: Rotation, path: String) {
    let origin = turn * world.origin
    for place in people.indices { people[place].move(by: -origin) }
    let floor = floorOfFeet
    isOnFloor = abs(floor) <= Self.floorTolerance
    guard !isOnFloor else { return }
    let centimetres = Int((abs(floor) * 100).rounded())
    diagnostics.append(
      Diagnostic(
        "\(path): the feet are \(centimetres) cm \(floor > 0 ? "above" : "below") the zero of the cameras' world, which isn't the floor, then"
      ))
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
