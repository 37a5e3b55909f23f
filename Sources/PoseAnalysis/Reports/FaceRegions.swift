internal import Kinematics
public import Pose3D
internal import PoseGeometry
public import PoseImaging
public import PoseMotion

/// The regions of measured people's faces in each frame of one camera.
///
/// A face is covered by a disc around the head's centre, wide enough for hair and chin and for the errors of joints.
/// People who were not measured are not covered.
public struct FaceRegions: Sendable {
  private let times: [Double]
  private let discs: [[PixelDisc]]
  /// The width in pixels of the image that the discs belong to.
  private let width: Int

  /// The radius in metres of a person of 1.8 m: a head is 0.24 m high, and its centre is known to a few centimetres.
  private static let radius = 0.2
  /// Seconds for which a face stays covered where the person isn't found, or before and after, with a disc so much
  /// larger.
  private static let hold = (seconds: 1.0, growth: 1.5)

  /// The faces in a sequence.
  ///
  /// - Parameters:
  ///   - sequence: the people, in the camera's frame.
  ///   - camera: the camera.
  public init(of sequence: PoseSequence, camera: Camera) {
    let frames = sequence.recording.frames
    width = camera.width
    times = frames.map(\.time)
    // A camera may turn, and one of several may have been knocked.
    let poses = times.map { sequence.recording.cameraFromFrame(at: $0) }
    // All people as they were measured: smoothing moves a head that moves fast.
    var discs = zip(frames, poses).map { frame, pose in
      frame.people.compactMap { Self.disc(of: $0.body, camera, pose) }
    }
    for person in sequence.people {
      let own = zip(person.states, poses).map { state, pose in
        state.flatMap { Self.disc(of: $0.body, camera, pose) }
      }
      let near = Self.nearest(own, at: times)
      for frame in own.indices {
        if let disc = own[frame] {
          discs[frame].append(disc)
        } else if let other = near[frame], var disc = own[other],
          abs(times[other] - times[frame]) <= Self.hold.seconds
        {
          disc.radius *= Self.hold.growth
          discs[frame].append(disc)
        }
      }
    }
    self.discs = discs
  }

  /// The faces in a single image, at the time 0.
  public init(of people: [BodyEstimate], camera: Camera) {
    width = camera.width
    (times, discs) = ([0], [people.compactMap { Self.disc(of: $0, camera) }])
  }

  /// The discs at a time in seconds: those of the frames just before and after it; of the first frame before all of
  /// them, and of the last one after them.
  public func discs(at time: Double) -> [PixelDisc] {
    guard !times.isEmpty else { return [] }
    // The first frame that is not before the time, by halves: videos are long.
    var (low, after) = (0, times.count - 1)
    while low < after {
      let middle = (low + after) / 2
      if times[middle] < time { low = middle + 1 } else { after = middle }
    }
    let before = max(after - 1, 0)
    return times[after] == time || after == before ? discs[after] : discs[before] + discs[after]
  }

  /// An image with its faces unrecognisable.
  ///
  /// - Parameters:
  ///   - image: the camera's, or a copy in another size.
  ///   - time: in seconds.
  public func hiding(in image: ColorImage, at time: Double) -> ColorImage {
    let scale = Double(image.width) / Double(width)
    return image.pixelated(
      discs(at: time).map {
        PixelDisc(center: ($0.center + 0.5) * scale - 0.5, radius: $0.radius * scale)
      })
  }

  private static func disc(
    of body: BodyEstimate, _ camera: Camera, _ cameraFromFrame: RigidTransform = .identity
  ) -> PixelDisc? {
    let center = cameraFromFrame * body.positions[.centerHead]
    guard center.z > 0, let pixel = camera.pixel(of: center) else { return nil }
    let radius = Self.radius * body.stature.metres / Anthropometry.referenceHeight
    return PixelDisc(center: pixel, radius: radius * max(camera.fx, camera.fy) / center.z)
  }

  /// For each frame the nearest one in time that has a disc.
  private static func nearest(_ discs: [PixelDisc?], at times: [Double]) -> [Int?] {
    var near = [Int?](repeating: nil, count: discs.count)
    var last: Int?
    for frame in discs.indices {
      if discs[frame] != nil { last = frame }
      near[frame] = last
    }
    var next: Int?
    for frame in discs.indices.reversed() {
      if discs[frame] != nil { next = frame }
      guard let next else { continue }
      guard let before = near[frame], times[frame] - times[before] <= times[next] - times[frame]
      else {
        near[frame] = next
        continue
      }
    }
    return near
  }
}
