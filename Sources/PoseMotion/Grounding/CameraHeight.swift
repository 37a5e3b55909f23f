internal import PoseImaging
internal import Pose3D
internal import Kinematics
internal import PoseGeometry

/// The height of a camera over the floor, by the feet that rest on it.
enum CameraHeight {
  /// The height of an ankle over the floor as a share of stature (Winter 2009, Biomechanics and Motor Control of Human
  /// Movement).
  private static let ankleHeight = 0.039
  /// One standard deviation of the height of a foot's keypoint over the floor, in metres; chosen.
  private static let footSigma = 0.03
  /// The fewest frames with a planted foot.
  private static let fewestFrames = 5

  /// The median height in metres over the planted heels and toes, with the uncertainty of the vertical, the body's size,
  /// the field of view and the feet; `nil` where the vertical is not known, or no foot rests.
  ///
  /// - Parameters:
  ///   - people: in the frame of the camera, with contacts.
  ///   - world: the vertical.
  ///   - focalLengthSigma: that of the camera, as a share.
  static func value(
    of people: [PersonMotion], world: WorldAxes?, focalLengthSigma: Double
  ) -> MotionMeasures.Value? {
    guard let world, [.gravity, .posture].contains(world.source) else { return nil }
    let down = -world.up
    var (places, frames, sizes): ([Vector3], Int, [Double]) = ([], 0, [])
    var framesWithDepth = 0
    for person in people where person.grounding != .contradicted {
      var (seen, measured) = (Set<Int>(), Set<Int>())
      for contact in person.contacts {
        for frame in person.times.positions(from: contact.start, to: contact.end) {
          guard let state = person.states[frame], !state.isFilled,
            let place = contact.point.place(in: state.body)
          else { continue }
          let isAnkle = contact.point == contact.point.ankle
          let sole = isAnkle ? ankleHeight * person.stature.metres : 0
          places.append(place + down * sole)
          seen.insert(frame)
          if [.leftHip, .rightHip].contains(where: { state.body.sources[$0] == .depth }) {
            measured.insert(frame)
          }
        }
      }
      guard !seen.isEmpty else { continue }
      frames += seen.count
      framesWithDepth += measured.count
      if let sigma = person.stature.sigma { sizes.append(sigma / person.stature.metres) }
    }
    let heights = places.map { $0.dot(down) }
    guard frames >= fewestFrames, let height = heights.median else { return nil }
    let ahead = places.map { abs($0.dot(world.front)) }.median ?? 0
    let across = places.map { abs($0.dot(down.cross(world.front))) }.median ?? 0
    // A longer focal length puts people farther away, or with a measured distance makes them smaller.
    let along = places.map { abs($0.z * down.z) }.median ?? 0
    let hasDepth = 2 * framesWithDepth > frames
    let focal = hasDepth ? abs(height) : along
    let size = hasDepth ? 0 : sizes.max() ?? 0
    let parts = [
      ahead * world.tiltSigma.pitch, across * world.tiltSigma.roll, height * size,
      focal * focalLengthSigma, footSigma,
    ]
    return MotionMeasures.Value(
      height, sigma: parts.reduce(0) { $0 + $1 * $1 }.squareRoot())
  }
}
