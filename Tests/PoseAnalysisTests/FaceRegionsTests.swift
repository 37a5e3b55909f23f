import Kinematics
import Pose3D
import PoseGeometry
import PoseImaging
import PoseMotion
import TestSupport
import Testing

@testable import PoseAnalysis

/// Faces that images don't show.
@Suite("Hidden faces")
struct FaceRegionsTests {
  private static let camera = Camera(
    width: 640, height: 480, fx: 500, fy: 500, cx: 319.5, cy: 239.5, source: .file)

  /// A standing person whose head is so far to the right of the camera's axis, 3 m away.
  private static func body(x: Double) -> BodyEstimate {
    let heights: [(Joint, Double, Double)] = [
      (.topHead, 0, -0.95), (.centerHead, 0, -0.8), (.centerShoulder, 0, -0.55),
      (.spine, 0, -0.3), (.root, 0, 0), (.leftShoulder, 0.18, -0.55),
      (.rightShoulder, -0.18, -0.55), (.leftElbow, 0.2, -0.28), (.rightElbow, -0.2, -0.28),
      (.leftWrist, 0.2, -0.02), (.rightWrist, -0.2, -0.02), (.leftHip, 0.1, 0),
      (.rightHip, -0.1, 0), (.leftKnee, 0.1, 0.44), (.rightKnee, -0.1, 0.44),
      (.leftAnkle, 0.1, 0.86), (.rightAnkle, -0.1, 0.86),
    ]
    var positions = PerJoint(repeating: Vector3(x, 0, 3))
    for (joint, side, height) in heights { positions[joint] = Vector3(x + side, height, 3) }
    return BodyEstimate(
      positions: positions, sigmas: PerJoint(repeating: 0.02), stature: Stature(metres: 1.8))
  }

  /// Ten frames a second; a person moves to the right and is not found in some frames.
  private static func regions(missing: Set<Int>) -> FaceRegions {
    let frames = (0..<60).map { index in
      PoseRecording.Frame(
        index: index, time: Double(index) / 10,
        people: missing.contains(index)
          ? [] : [PoseObservation(body(x: 0.01 * Double(index)), id: 0)])
    }
    let recording = PoseRecording(frames: frames, camera: camera, gravity: Vector3(0, 1, 0))
    var options = PoseSequence.Options()
    options.longestGap = 0
    return FaceRegions(of: PoseSequence(recording, options: options), camera: camera)
  }

  private static func covers(_ discs: [PixelDisc], x: Double, y: Double) -> Bool {
    let pixel = SIMD2(319.5 + 500 * x / 3, 239.5 + 500 * y / 3)
    return discs.contains { disc in
      let offset = disc.center - pixel
      return (offset * offset).sum() <= disc.radius * disc.radius
    }
  }

  @Test func `head and chin are covered in every frame, and the hands aren't`() {
    let regions = Self.regions(missing: [])
    for index in 0..<60 {
      let (discs, x) = (regions.discs(at: Double(index) / 10), 0.01 * Double(index))
      // 0.12 m above and below the head's centre, 0.08 m to the sides.
      for (side, height) in [(0, -0.92), (0, -0.68), (0.08, -0.8), (-0.08, -0.8)] {
        #expect(Self.covers(discs, x: x + side, y: height))
      }
      #expect(!Self.covers(discs, x: x + 0.2, y: -0.02))
    }
  }

  @Test func `a person who isn't found stays covered for a second`() {
    let regions = Self.regions(missing: Set(10..<40))
    for time in stride(from: 1.0, through: 1.9, by: 0.1) {
      #expect(Self.covers(regions.discs(at: time), x: 0.1 * time, y: -0.8), "\(time)")
    }
    #expect(regions.discs(at: 2.45).isEmpty)
    for time in stride(from: 3.1, through: 3.9, by: 0.1) {
      #expect(Self.covers(regions.discs(at: time), x: 0.1 * time, y: -0.8), "\(time)")
    }
  }

  @Test func `between two frames both count, and outside the nearest one`() {
    let regions = Self.regions(missing: [])
    #expect(regions.discs(at: 0.05).count >= 2)
    #expect(Self.covers(regions.discs(at: -1), x: 0, y: -0.8))
    #expect(Self.covers(regions.discs(at: 60), x: 0.59, y: -0.8))
    #expect(FaceRegions(of: [], camera: Self.camera).discs(at: 0).isEmpty)
  }

  // MARK: Pixels

  private static let noise: ColorImage = {
    var random = RandomNumbers(seed: 3)
    return ColorImage(
      width: 90, height: 70, pixels: (0..<3 * 90 * 70).map { _ in UInt8(random.next() % 256) })
  }()

  static let discs: [PixelDisc] = [
    PixelDisc(center: SIMD2(45, 35), radius: 20), PixelDisc(center: SIMD2(0, 0), radius: 30),
    PixelDisc(center: SIMD2(85.5, 60.2), radius: 12.7), PixelDisc(center: SIMD2(45, 35), radius: 3),
    PixelDisc(center: SIMD2(-50, 20), radius: 10), PixelDisc(center: SIMD2(45, 35), radius: 1e9),
    PixelDisc(center: SIMD2(.nan, 3), radius: 5), PixelDisc(center: SIMD2(40, 30), radius: 0),
  ]

  @Test(arguments: discs)
  func `a disc keeps at most some blocks of one colour, and all else stays`(disc: PixelDisc) {
    let (before, after) = (Self.noise, Self.noise.pixelated([disc]))
    let isUsable = disc.center.x.isFinite && disc.radius > 0
    // Blocks are squares with a sixth of the diameter.
    let reach = isUsable ? disc.radius + max(disc.radius / 3, 4) * 2 : -1
    var colors: Set<[UInt8]> = []
    for y in 0..<70 {
      for x in 0..<90 {
        let offset = SIMD2(Double(x), Double(y)) - disc.center
        let distance = isUsable ? (offset * offset).sum().squareRoot() : .infinity
        let place = 3 * (y * 90 + x)
        let pixel = Array(after.pixels[place..<place + 3])
        if distance > reach { #expect(pixel == Array(before.pixels[place..<place + 3])) }
        if distance < disc.radius { colors.insert(pixel) }
      }
    }
    #expect(colors.count <= 49)
    #expect(after.width == 90 && after.height == 70)
  }

  @Test(arguments: [1, 2])
  func `a face is hidden in an image of any size`(reduction: Int) {
    let (width, height) = (640 / reduction, 480 / reduction)
    // A pattern that pixels of any size change.
    let pixels = (0..<3 * width * height).map { UInt8(truncatingIfNeeded: $0 / 3 * 97) }
    let image = ColorImage(width: width, height: height, pixels: pixels)
    let hidden = Self.regions(missing: []).hiding(in: image, at: 2)
    func isChanged(x: Double, y: Double) -> Bool {
      let column = Int((320 + 500 * x / 3) / Double(reduction))
      let row = Int((240 + 500 * y / 3) / Double(reduction))
      let place = 3 * (row * width + column)
      return hidden.pixels[place..<place + 3] != image.pixels[place..<place + 3]
    }
    #expect((-3...3).allSatisfy { isChanged(x: 0.2 + 0.03 * Double($0), y: -0.8) })
    #expect(!isChanged(x: 0.2, y: 0) && !isChanged(x: -0.2, y: -0.8))
  }
}
