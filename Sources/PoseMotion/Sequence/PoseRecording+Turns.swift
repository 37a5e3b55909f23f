public import PoseGeometry
internal import Kinematics
internal import Pose3D
internal import PoseImaging

/// A camera that stands, but turns: joints are in the frame of the first image of their shot, and each image has the
/// rotation from there.
extension PoseRecording {
  /// For each frame the rotation of directions from the joints' frame into the camera's at that moment; `nil` where the
  /// camera doesn't turn.
  package var turns: [Rotation]? {
    guard frames.contains(where: { $0.turn != nil }) else { return nil }
    return frames.map { Rotation(rotationVector: $0.turn ?? .zero) }
  }

  /// How far the camera turns from the first image of a shot, at most, in radians; `nil` where it doesn't turn.
  package var largestTurn: Double? { frames.compactMap { $0.turn?.length }.max() }

  /// The motion into the frame of the first camera, or the only one, at a time in seconds: it may turn, or have been
  /// knocked.
  public func cameraFromFrame(at time: Double) -> RigidTransform {
    if let view = views.first { return view.cameraFromFrame(at: time) }
    return RigidTransform(rotation: turn(at: time), translation: .zero)
  }

  /// The rotation at a time, between two frames in the shortest way.
  private func turn(at time: Double) -> Rotation {
    // The first frame that is not before the time, by halves: videos are long.
    var (low, after) = (0, frames.count - 1)
    while low < after {
      let middle = (low + after) / 2
      if frames[middle].time < time { low = middle + 1 } else { after = middle }
    }
    guard after >= 0, let end = frames[after].turn else { return .identity }
    let next = Rotation(rotationVector: end)
    guard after > 0, frames[after].time > time, !frames[after].startsShot,
      let start = frames[after - 1].turn
    else { return next }
    let before = Rotation(rotationVector: start)
    let share = (time - frames[after - 1].time) / (frames[after].time - frames[after - 1].time)
    let way = (next * before.inverse).rotationVector
    return Rotation(rotationVector: way * share) * before
  }

  /// The recording with its people moved from the camera's frame of each image into that of the first image of the shot.
  /// The covariances of their roots have in them that of the turns, which are as wrong as the focal length.
  ///
  /// - Parameter turns: for each frame the rotation from there into the camera's frame.
  package func turned(by turns: [Rotation]) -> PoseRecording {
    precondition(turns.count == frames.count, "\(turns.count) turns of \(frames.count) frames")
    var result = self
    for (place, turn) in turns.enumerated() {
      let frameFromCamera = RigidTransform(rotation: turn.inverse, translation: .zero)
      let vector = turn.rotationVector
      result.frames[place].turn = vector
      for person in frames[place].people.indices {
        var body = frames[place].people[person].body.moved(by: frameFromCamera)
        let wrong = vector.cross(body.positions[.root]) * (focalLengthSigma ?? 0)
        if let own = body.covariances?[.root] {
          body.covariances?[.root] = own + SymmetricMatrix3(outer: wrong)
        }
        result.frames[place].people[person].body = body
      }
    }
    return result
  }
}

extension PersonMotion {
  /// The person in the camera's frame of each moment, or from there.
  ///
  /// - Parameter isBack: whether from the camera's frame into the recording's.
  func turned(back isBack: Bool = false) -> PersonMotion {
    guard let turns else { return self }
    var result = self
    for (frame, turn) in turns.enumerated() {
      let rotation = isBack ? turn.inverse : turn
      let motion = RigidTransform(rotation: rotation, translation: .zero)
      if let body = states[frame]?.body { result.states[frame]?.body = body.moved(by: motion) }
    }
    return result
  }
}
