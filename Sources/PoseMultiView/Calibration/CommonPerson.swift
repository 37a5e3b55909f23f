import PoseMotion
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D

/// The person by whom cameras are placed, where recordings show several: who that is in each recording.
///
/// Every track is lifted by itself. The bodies of one person in two views differ by one rotation at all times, or by
/// the known one where the cameras are calibrated; those of two people don't. A person is taken only if in every
/// view they fit clearly better than anyone else who is seen there.
struct CommonPerson {
  /// The tracker's number in each recording; `nil` where the recording has no numbers.
  let trackers: [Int?]

  /// Tracks with less than this share of a recording's longest track don't count.
  private static let minimumShare = 0.4
  /// Two tracks of a recording are two people's if they share more than this part of the shorter one.
  private static let minimumOverlap = 0.1
  /// Tracks that are compared in a recording.
  private static let maximumTracks = 4
  /// Times at which bodies are compared.
  private static let times = 16
  /// The minimum ratio of anyone else's misfit to the chosen person's; a chosen value.
  private static let margin = 1.25
  /// The misfit of two tracks with too few common times, and a limb's maximum misfit, in metres.
  private static let unknownMisfit = 0.5
  /// The weight of the roots' ray distance beside that of limbs, and its maximum in metres; chosen.
  private static let rayShare = (factor: 1.0, most: 1.5)

  /// The joints by which people are distinguished: a trunk looks like any other.
  private static let limbs: [Joint] = [
    .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftKnee, .rightKnee, .leftAnkle,
    .rightAnkle,
  ]

  /// A person in one recording.
  private struct Track {
    var id: Int?
    /// The numbers of the frames in which the person is seen.
    var frames: Set<Int>
    /// The hips' movement, as a share of the body's size in the image.
    var movement: Double
    /// The body in the camera's frame at each of the times.
    var bodies: [PerJoint<Vector3>?]
  }

  /// - Parameter cameraFromWorld: the cameras' poses where they are known.
  /// - Throws: `CalibrationError.severalPeople` when it isn't certain who is whom.
  init(
    _ recordings: [KeypointRecording], clocks: [ViewClock], cameraFromWorld: [RigidTransform]? = nil
  ) throws(CalibrationError) {
    let candidates = recordings.map(Self.candidates)
    guard candidates.contains(where: { $0.count > 1 }), !candidates[0].isEmpty else {
      trackers = candidates.map { $0.first?.id }
      return
    }
    let instants = Self.instants(recordings, clocks)
    let tracks = recordings.indices.map { view in
      candidates[view].map { candidate in
        Track(
          id: candidate.id, frames: candidate.frames, movement: candidate.movement,
          bodies: instants.map {
            Self.body(candidate.id, recordings[view], at: clocks[view].local($0))
          })
      }
    }
    let misfits = Misfits(tracks, cameraFromWorld)
    var doubtful: Int?
    for first in tracks[0].indices.sorted(by: { tracks[0][$0].movement > tracks[0][$1].movement }) {
      let chosen = misfits.best(startingWith: first)
      guard let view = misfits.doubtfulView(chosen, margin: Self.margin) else {
        trackers = chosen.enumerated().map { tracks[$0].isEmpty ? nil : tracks[$0][$1].id }
        return
      }
      doubtful = doubtful ?? view
    }
    throw .severalPeople(camera: recordings[doubtful ?? 0].name)
  }

  /// The longest tracks of a recording, with how far each moves.
  private static func candidates(
    in recording: KeypointRecording
  ) -> [(id: Int?, frames: Set<Int>, movement: Double)] {
    var tracks: [Int?: [SIMD2<Double>]] = [:]
    var sizes: [Int?: [Double]] = [:]
    var frames: [Int?: Set<Int>] = [:]
    for frame in recording.frames {
      for person in frame.people {
        guard let left = person.points[.leftHip], let right = person.points[.rightHip],
          let size = SynchronizedFrames.size(of: person)
        else { continue }
        tracks[person.id, default: []].append(
          SIMD2(left.x + right.x, left.y + right.y) / 2)
        sizes[person.id, default: []].append(size)
        frames[person.id, default: []].insert(frame.index)
      }
    }
    let longest = tracks.values.map(\.count).max() ?? 0
    let kept = tracks.filter { Double($0.value.count) >= minimumShare * Double(longest) }
    return kept.sorted { ($1.value.count, $0.key ?? -1) < ($0.value.count, $1.key ?? -1) }
      .prefix(maximumTracks).map { id, places in
        let middle = SIMD2(places.map(\.x).median ?? 0, places.map(\.y).median ?? 0)
        let spread = places.map { ($0 - middle).length }.reduce(0, +) / Double(places.count)
        return (id, frames[id] ?? [], spread / max(sizes[id]?.median ?? 1, 1))
      }
  }

  /// Evenly over the time that all recordings have in common, by the first one's clock.
  private static func instants(
    _ recordings: [KeypointRecording], _ clocks: [ViewClock]
  ) -> [Double] {
    let ends = zip(recordings, clocks).compactMap { recording, clock -> (Double, Double)? in
      guard let first = recording.frames.first?.time, let last = recording.frames.last?.time else {
        return nil
      }
      return ((first - clock.offset) / clock.rate, (last - clock.offset) / clock.rate)
    }
    let from = ends.map(\.0).max() ?? 0
    let to = max(ends.map(\.1).min() ?? 0, from)
    return (0..<times).map { from + (to - from) * (Double($0) + 0.5) / Double(times) }
  }

  private static func body(
    _ id: Int?, _ recording: KeypointRecording, at time: Double
  ) -> PerJoint<Vector3>? {
    let people = recording.people(at: time, interval: recording.interval ?? 1)
    guard let person = people.first(where: { $0.id == id }) else { return nil }
    var lifter = Lifter()
    lifter.options.bodyHeight = Anthropometry.referenceHeight
    return try? lifter.bodyPose(from: person, camera: recording.camera).body.positions
  }

  /// The misfits of any two tracks of different views as one person, in metres.
  private struct Misfits {
    /// By view, track, view and track.
    private var values: [[[[Double]]]]
    /// By view, track and track of the same view: whether they are seen together. Tracks that never are may be parts
    /// of one person's.
    private var areTogether: [[[Bool]]]

    init(_ tracks: [[Track]], _ cameraFromWorld: [RigidTransform]?) {
      areTogether = tracks.map { view in
        view.map { one in
          view.map { other in
            let common = one.frames.intersection(other.frames).count
            return Double(common)
              > CommonPerson.minimumOverlap * Double(min(one.frames.count, other.frames.count))
          }
        }
      }
      values = tracks.indices.map { a in
        tracks[a].map { first in
          tracks.indices.map { b in
            tracks[b].map { second in
              guard a != b else { return 0 }
              let known = cameraFromWorld.map { $0[b] * $0[a].inverse }
              return CommonPerson.misfit(first.bodies, second.bodies, known: known)
            }
          }
        }
      }
    }

    /// The track of each view that fits a track of the first one best, view by view; 0 where there is none.
    func best(startingWith first: Int) -> [Int] {
      var chosen = [first]
      for view in values.indices.dropFirst() {
        let sums = values[view].indices.map { track in sum(track, view, chosen) }
        chosen.append(sums.indices.min { sums[$0] < sums[$1] } ?? 0)
      }
      // The earlier views were chosen without the later ones.
      for view in values.indices.dropFirst() where values[view].count > 1 {
        let sums = values[view].indices.map { track in sum(track, view, chosen) }
        chosen[view] = sums.indices.min { sums[$0] < sums[$1] } ?? chosen[view]
      }
      return chosen
    }

    /// The view in which someone else fits nearly as well; `nil` if there is none.
    func doubtfulView(_ chosen: [Int], margin: Double) -> Int? {
      values.indices.first { view in
        guard values[view].indices.contains(chosen[view]) else { return false }
        let own = sum(chosen[view], view, chosen)
        return values[view].indices.contains { track in
          track != chosen[view] && areTogether[view][chosen[view]][track]
            && sum(track, view, chosen) < margin * own
        }
      }
    }

    /// A track's misfits with the chosen tracks of the other views.
    private func sum(_ track: Int, _ view: Int, _ chosen: [Int]) -> Double {
      chosen.indices.reduce(0) { sum, other in
        guard other != view, values[other].indices.contains(chosen[other]) else { return sum }
        return sum + values[view][track][other][chosen[other]]
      }
    }
  }

  private static func misfit(
    _ a: [PerJoint<Vector3>?], _ b: [PerJoint<Vector3>?], known: RigidTransform?
  ) -> Double {
    let pairs = zip(a, b).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
    guard pairs.count >= 3 else { return unknownMisfit }
    guard let rotation = known?.rotation ?? RigCalibrator.motion(a, b)?.motion.rotation else {
      return unknownMisfit
    }
    let squares = pairs.flatMap { a, b in
      limbs.map { joint -> Double in
        let apart = rotation * (a[joint] - a[.root]) - (b[joint] - b[.root])
        return min(apart.dot(apart), unknownMisfit * unknownMisfit)
      }
    }
    let turned = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    guard let known else { return turned }
    let apart = pairs.compactMap { a, b -> Double? in
      let first = Ray(origin: known.translation, along: known.rotation * a[.root])
      let second = Ray(origin: .zero, along: b[.root])
      return first.flatMap { first in second.map { first.distance(toLineOf: $0) } }
    }
    let distance = min(rayShare.factor * (apart.median ?? 0), rayShare.most)
    return turned + distance
  }
}
