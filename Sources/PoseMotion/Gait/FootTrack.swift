internal import Kinematics
internal import Pose3D
internal import PoseGeometry

extension GaitWalk {
  /// A foot over a stretch.
  struct FootTrack {
    let side: GaitAnalysis.Side
    /// Metres in front of the hips.
    let heel: [Double]
    let toe: [Double]
    /// The toe's height in metres, from anywhere.
    private let toeHeight: [Double]
    /// Whether heels and toes are known, or ankles stand for them.
    let hasFoot: Bool
    private let heels: [Vector3?]
    private let feet: [Vector3?]

    /// - Parameter up: against gravity, of length 1.
    init(
      _ states: [PersonMotion.State?], _ side: GaitAnalysis.Side, _ stretch: WalkingStretch,
      up: Vector3
    ) {
      self.side = side
      let ankle = side == .left ? Joint.leftAnkle : .rightAnkle
      let foot = { (body: BodyEstimate) in side == .left ? body.leftFoot : body.rightFoot }
      hasFoot = 2 * states.count { $0.flatMap { foot($0.body) } != nil } > states.count
      // Where a foot is missing it is where it was last, relative to the ankle.
      var last: (heel: Vector3, toe: Vector3)?
      if hasFoot {
        last =
          states.lazy.compactMap { state in
            state.flatMap { state in
              foot(state.body).map {
                let joint = state.body.positions[ankle]
                return ($0.heel - joint, $0.toe - joint)
              }
            }
          }.first
      }
      var (heel, toe, height) = ([Double](), [Double](), [Double]())
      var (heels, feet) = ([Vector3?](), [Vector3?]())
      for state in states {
        guard let body = state?.body else {
          heel.append(heel.last ?? 0)
          toe.append(toe.last ?? 0)
          height.append(height.last ?? 0)
          heels.append(nil)
          feet.append(nil)
          continue
        }
        let joint = body.positions[ankle]
        let known = hasFoot ? foot(body) : nil
        if let known { last = (known.heel - joint, known.toe - joint) }
        let root = body.positions[.root]
        heel.append((joint + (last?.heel ?? .zero) - root).dot(stretch.forward))
        toe.append((joint + (last?.toe ?? .zero) - root).dot(stretch.forward))
        height.append((joint + (last?.toe ?? .zero)).dot(up))
        let isFilled = state?.isFilled ?? true
        heels.append(isFilled ? nil : hasFoot ? known?.heel : joint)
        feet.append(isFilled ? nil : known.map { $0.toe - $0.heel })
      }
      (self.heel, self.toe, self.heels, self.feet) = (heel, toe, heels, feet)
      toeHeight = height
    }

    /// How far the toe is in a frame above the lowest place that it had since another one, in metres.
    func rise(from first: Int, to last: Int) -> Double {
      toeHeight[last] - (toeHeight[first...last].min() ?? toeHeight[last])
    }

    /// How much the toe is accelerated upwards in each frame, in m/s², between its slopes over the times before and after; 0 at
    /// both ends.
    func toeAcceleration(_ times: [Double]) -> [Double] {
      times.indices.map { index in
        guard let before = times[..<index].lastIndex(where: { times[index] - $0 >= Self.span }),
          let after = times[index...].firstIndex(where: { $0 - times[index] >= Self.span })
        else { return 0 }
        let fall = (toeHeight[index] - toeHeight[before]) / (times[index] - times[before])
        let rise = (toeHeight[after] - toeHeight[index]) / (times[after] - times[index])
        return 2 * (rise - fall) / (times[after] - times[before])
      }
    }

    /// Slopes are taken over at least this time in seconds: over less they are noise; chosen.
    private static let span = 0.03

    /// A stance; one whose end isn't seen is as long as usual, in seconds.
    func stance(
      _ strike: FootEvent, _ off: FootEvent?, _ times: [Double], usual: Double
    ) -> Stance {
      let length = (off?.time).map { $0 - strike.time } ?? usual
      let first = strike.time + flat.first * length
      let last = strike.time + flat.last * length
      let frames = times.indices.filter { (first...last).contains(times[$0]) }
      let isSeen = (times.last ?? 0) >= last
      let rests = isSeen ? frames.compactMap { heels[$0] } : []
      let pointed = isSeen ? frames.compactMap { feet[$0] } : []
      var speed: Double?
      if isSeen, let begin = frames.first, let end = frames.last, end > begin {
        speed = (heel[begin] - heel[end]) / (times[end] - times[begin])
      }
      return Stance(
        strike: strike, off: off,
        position: rests.isEmpty ? nil : rests.reduce(.zero, +) / Double(rests.count),
        foot: pointed.isEmpty ? nil : pointed.reduce(.zero, +) / Double(pointed.count),
        backwardSpeed: speed)
    }
  }
}
