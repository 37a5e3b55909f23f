import PoseImaging
import Pose3D
@testable import PoseDrawing
import Testing

@Suite("The wireframe")
struct WireframeTests {
  private let ground: UInt32 = 0x464646
  private let orange: UInt32 = 0xE69F00
  private let blue: UInt32 = 0x56B4E9
  private let light: UInt32 = 0xEEEEEE
  private let white: UInt32 = 0xFFFFFF

  private func drawn(
    _ bodies: [Pose2D], hands: [HandPose] = [], on image: ColorImage = SyntheticPose.picture(),
    _ options: Wireframe.Options = .init()
  ) throws -> DrawnPicture {
    try #require(
      DrawnPicture(
        png: try Wireframe(of: bodies, hands: hands, on: image, options: options).png()))
  }

  /// A place between two points; 0.5 is the middle.
  private func place(
    _ pose: Pose2D, _ a: Keypoint, _ b: Keypoint, _ share: Double = 0.5
  ) throws -> SIMD2<Double> {
    let (a, b) = (try #require(pose.points[a]), try #require(pose.points[b]))
    return SIMD2(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
  }

  @Test(
    "The drawing has the image's own size",
    arguments: [(64, 64), (1, 1), (320, 240), (639, 481), (480, 640)])
  func sizeIsKept(width: Int, height: Int) throws {
    let picture = try drawn(
      [SyntheticBody.standing(width: width, height: height)],
      hands: [SyntheticBody.hand(width: width, height: height)],
      on: SyntheticPose.picture(width: width, height: height))
    #expect(picture.width == width)
    #expect(picture.height == height)
  }

  @Test("Without people no pixel changes")
  func nobody() throws {
    #expect(try drawn([]).allColors == [ground])
    let empty = Pose2D(points: [:], imageWidth: 640, imageHeight: 480)
    let noHand = HandPose(points: [:], imageWidth: 640, imageHeight: 480)
    #expect(try drawn([empty, empty], hands: [noHand]).allColors == [ground])
  }

  @Test(
    "Lines are orange on the person's left, blue on the right and light between the sides",
    arguments: [Keypoint.leftElbow, .leftWrist, .leftKnee, .leftAnkle])
  func linesHaveTheColorOfTheirSide(end: Keypoint) throws {
    let pose = SyntheticBody.standing()
    let picture = try drawn([pose])
    let parents: [Keypoint: Keypoint] = [
      .leftElbow: .leftShoulder, .leftWrist: .leftElbow, .leftKnee: .leftHip,
      .leftAnkle: .leftKnee,
    ]
    let start = try #require(parents[end])
    #expect(picture.color(at: try place(pose, start, end)) == orange)
    #expect(picture.color(at: try place(pose, start.opposite, end.opposite)) == blue)
    #expect(picture.color(at: try place(pose, .leftShoulder, .rightShoulder)) == light)
    #expect(picture.color(at: try place(pose, .leftHip, .rightHip)) == light)
  }

  @Test("Circles lie on the lines")
  func circlesLieOnLines() throws {
    let pose = SyntheticBody.standing()
    let picture = try drawn([pose])
    for (keypoint, point) in pose.points where keypoint != .nose {
      let expected = BodySide(of: keypoint) == .left ? orange : blue
      #expect(picture.color(at: SIMD2(point.x, point.y)) == expected, "\(keypoint)")
    }
  }

  @Test("Swapped sides swap the colours, and nothing else")
  func sidesSwap() throws {
    let pose = SyntheticBody.standing(shift: 0.05)
    let (own, swapped) = (try drawn([pose]), try drawn([pose.withSidesSwapped()]))
    let flip = [orange: blue, blue: orange]
    for y in stride(from: 0, to: own.height, by: 2) {
      for x in stride(from: 0, to: own.width, by: 2) {
        guard let other = flip[own[x, y]] else { continue }
        #expect(swapped[x, y] == other, "\(x), \(y)")
      }
    }
  }

  @Test(
    "Points that are not sure are left out with their lines, by what is usual with their detector",
    arguments: [
      (Pose2D.Convention.blazePose, 0.49, false), (.blazePose, 0.5, true),
      (.jointCenters, 0.09, false), (.jointCenters, 0.1, true),
    ])
  func unsurePointsAreLeftOut(
    convention: Pose2D.Convention, confidence: Double, isDrawn: Bool
  ) throws {
    let picture = SyntheticPose.picture()
    let unsure = SyntheticBody.standing(
      confidences: [.leftElbow: confidence], convention: convention)
    var without = unsure
    without.points[.leftElbow] = nil
    var sure = unsure
    sure.points[.leftElbow]?.confidence = 1
    let drawn = try Wireframe(of: [unsure], on: picture).png()
    #expect(try drawn == Wireframe(of: [isDrawn ? sure : without], on: picture).png())
    #expect(try drawn != Wireframe(of: [isDrawn ? without : sure], on: picture).png())
  }

  @Test("The least confidence that is given counts, whatever the detector")
  func givenConfidence() throws {
    let picture = SyntheticPose.picture()
    let pose = SyntheticBody.standing(confidences: [.leftElbow: 0.3])
    let all = try Wireframe(
      of: [pose], on: picture, options: .init(minimumConfidence: 0.3)
    ).png()
    #expect(try all == Wireframe(of: [SyntheticBody.standing()], on: picture).png())
  }

  @Test("The most prominent person, the first one, is drawn on top")
  func firstIsOnTop() throws {
    let (front, back) = (SyntheticBody.standing(), SyntheticBody.standing(shift: 0.01))
    let options = Wireframe.Options(showsNumbers: false)
    let picture = try drawn([front, back], options)
    let alone = try drawn([front])
    for keypoint in [Keypoint.leftElbow, .rightKnee, .leftShoulder] {
      let point = try #require(front.points[keypoint])
      for x in -6...6 {
        let place = SIMD2(point.x + Double(x), point.y)
        guard alone.color(at: place) != ground else { continue }
        #expect(picture.color(at: place) == alone.color(at: place), "\(keypoint)")
      }
    }
  }

  @Test("A pose of another image size is scaled to the image")
  func poseIsScaled() throws {
    let large = SyntheticBody.standing(width: 1280, height: 960)
    let picture = try drawn([large], hands: [SyntheticBody.hand(width: 1280, height: 960)])
    let place = try place(SyntheticBody.standing(), .leftShoulder, .leftElbow)
    #expect(picture.color(at: place) == orange)
  }

  @Test("Fingertips of extended fingers have a light core, a hand that isn't known has none")
  func extendedFingersStandOut() throws {
    for hand in [SyntheticBody.hand(.left), SyntheticBody.hand(.right)] {
      let picture = try drawn([], hands: [hand], .init(showsFingerCounts: false))
      let extended = try #require(hand.extendedFingers)
      #expect(extended.count == 5)
      for finger in Finger.allCases {
        let tip = try #require(finger.joints.last.flatMap { hand.points[$0] })
        let isLight = picture.color(at: SIMD2(tip.x, tip.y)) == white
        #expect(isLight == extended.contains(finger), "\(finger)")
      }
    }
    let unknown = SyntheticBody.hand(hasWorld: false)
    #expect(try !drawn([], hands: [unknown]).allColors.contains(white))
  }

  @Test("A hand has the colour of its side, and a light one when that isn't known")
  func handsHaveTheColorOfTheirSide() throws {
    for (chirality, color) in [(Chirality.left, orange), (.right, blue), (nil, light)] {
      let hand = SyntheticBody.hand(chirality)
      let picture = try drawn([], hands: [hand])
      let knuckle = try #require(hand.points[.middlePIP])
      #expect(picture.color(at: SIMD2(knuckle.x, knuckle.y)) == color)
    }
  }

  @Test("A hand takes the place of the body's own points beyond that wrist")
  func handReplacesFingers() throws {
    let picture = SyntheticPose.picture()
    var hand = SyntheticBody.hand(.left)
    var pose = SyntheticBody.standing()
    let offset = try (
      #require(pose.points[.leftWrist]).x - #require(hand.points[.wrist]).x,
      #require(pose.points[.leftWrist]).y - #require(hand.points[.wrist]).y
    )
    hand.points = hand.points.mapValues {
      Pose2D.Point(x: $0.x + offset.0, y: $0.y + offset.1, confidence: 1)
    }
    let both = try Wireframe(of: [pose], hands: [hand], on: picture).png()
    pose.points[.leftIndex] = nil
    #expect(try both == Wireframe(of: [pose], hands: [hand], on: picture).png())
    pose.points[.rightIndex] = nil
    #expect(try both != Wireframe(of: [pose], hands: [hand], on: picture).png())
  }

  @Test("Points far outside the image and without a number do no harm")
  func strangePoints() throws {
    var pose = SyntheticBody.standing()
    pose.points[.leftWrist] = .init(x: 1e12, y: -1e12, confidence: 1)
    pose.points[.rightWrist] = .init(x: .nan, y: 3, confidence: 1)
    pose.points[.leftAnkle] = .init(x: .infinity, y: 3, confidence: 1)
    var hand = SyntheticBody.hand()
    hand.points[.indexTip] = .init(x: .nan, y: .nan, confidence: 1)
    hand.points[.wrist] = .init(x: -1e12, y: 1e12, confidence: 1)
    let picture = try drawn([pose, pose], hands: [hand])
    #expect(picture.color(at: try place(pose, .leftHip, .leftKnee)) == orange)
  }

  @Test("The same input gives the same bytes")
  func bytesAreTheSame() throws {
    let wireframe = Wireframe(
      of: [SyntheticBody.standing(), SyntheticBody.standing(shift: 0.2)],
      hands: [SyntheticBody.hand()], on: SyntheticPose.picture())
    #expect(try wireframe.png() == wireframe.png())
  }

  @Test("An image that is too large to be drawn on is an error")
  func tooLarge() {
    let image = ColorImage(width: 32_768, height: 1, pixels: Array(repeating: 0, count: 98_304))
    #expect(
      throws: DrawingError(
        .tooLarge,
        "an image of 32768×1 pixels can't be drawn on; no side may be longer than 32767")
    ) { try Wireframe(of: [], on: image).png() }
  }
}

extension Keypoint {
  /// The same point of the other side.
  fileprivate var opposite: Keypoint {
    Keypoint(rawValue: rawValue.replacing("left", with: "right")) ?? self
  }
}
