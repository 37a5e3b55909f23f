import Foundation

/// The positions of people in images, as labelled by hand.
struct PeopleLabels {
  /// A person in an image.
  struct Person {
    let name: String
    /// The middle of the hips in pixels.
    let hips: SIMD2<Double>
    /// Pixels from head to foot when standing there.
    let height: Double
  }

  /// How many of the people were found.
  struct Score {
    var frames = 0
    var people = 0
    var found = 0
    /// Frames with a pose that belongs to no person, or with a person's second one.
    var falseFrames = 0
    /// By camera and person.
    var byPerson: [String: (found: Int, count: Int)] = [:]
  }

  /// The people in each picture, by camera and index: `cam01/0005`.
  let frames: [String: [Person]]

  /// Labels from a CSV file with a heading and the columns camera, frame, person, x, y, height.
  init(contentsOf path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    frames = try text.split(separator: "\n").dropFirst().reduce(into: [:]) { frames, line in
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count == 6, let frame = Int(fields[1]), let x = Double(fields[3]),
        let y = Double(fields[4]), let height = Double(fields[5])
      else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path]) }
      frames["\(fields[0])/\(String(format: "%04d", frame))", default: []]
        .append(Person(name: fields[2], hips: SIMD2(x, y), height: height))
    }
  }

  /// The nearest pairs of a pose and a person find each other, within 0.15 of the person's height.
  func score(of found: [String: [SIMD2<Double>]]) -> Score {
    var score = Score()
    for (frame, people) in frames {
      let poses = found[frame] ?? []
      let pairs = poses.indices.flatMap { pose in
        people.indices.compactMap { person -> (distance: Double, pose: Int, person: Int)? in
          let apart = poses[pose] - people[person].hips
          let distance = (apart.x * apart.x + apart.y * apart.y).squareRoot()
          return distance < 0.15 * people[person].height ? (distance, pose, person) : nil
        }
      }
      var (usedPoses, usedPeople): (Set<Int>, Set<Int>) = ([], [])
      for pair in pairs.sorted(by: { $0.distance < $1.distance })
      where !usedPoses.contains(pair.pose) && !usedPeople.contains(pair.person) {
        usedPoses.insert(pair.pose)
        usedPeople.insert(pair.person)
      }
      score.frames += 1
      score.people += people.count
      score.found += usedPeople.count
      score.falseFrames += usedPoses.count < poses.count ? 1 : 0
      for (index, person) in people.enumerated() {
        let name = "\(frame.split(separator: "/")[0]) \(person.name)"
        score.byPerson[name, default: (0, 0)].count += 1
        score.byPerson[name]?.found += usedPeople.contains(index) ? 1 : 0
      }
    }
    return score
  }
}
