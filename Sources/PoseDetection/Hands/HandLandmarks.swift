internal import PoseGeometry
internal import Pose3D
internal import PoseImaging

/// The output of MediaPipe's landmark model for one hand.
struct HandLandmarks: Equatable {
  /// 0…1, whether there is a hand at all.
  var presence: Double
  /// 0…1, whether it is a right hand. MediaPipe calls it a left one, since it takes pictures for
  /// mirrored.
  var rightness: Double
  /// The landmarks in pixels, in the order of `names`.
  var points: [SIMD2<Double>]
  /// The landmarks in metres, origin the hand's middle, x right, y down, z away from the camera.
  var world: [Vector3]
  /// The square of the picture that they were seen in.
  var region: SquareRegion

  /// The 21 landmarks, in MediaPipe's order (`HandLandmark`).
  static let names = HandJoint.allCases

  /// The place of a landmark in `names`.
  static func index(of joint: HandJoint) -> Int {
    guard let index = names.firstIndex(of: joint) else {
      preconditionFailure("\(joint) is none of MediaPipe's landmarks")
    }
    return index
  }
}

extension HandLandmarks {
  /// The wrist, where the hand begins, in pixels.
  var wrist: SIMD2<Double> { points[Self.index(of: .wrist)] }

  /// The rectangle around the landmarks, in pixels.
  var box: BoundingBox {
    // There are always 21 points.
    BoundingBox(around: points)!
  }

  /// Whether two findings are the same hand: their landmarks are on average closer than a quarter
  /// of the larger one's extent, or the smaller one's box lies for the most part in the other's, as
  /// when the model takes a few fingers for a whole hand.
  func isSameHand(as other: HandLandmarks) -> Bool {
    let (box, otherBox) = (box, other.box)
    let extent = max(box.width, box.height, otherBox.width, otherBox.height)
    let total = zip(points, other.points).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let coverage = box.coverage(with: otherBox)
    // Two left hands are two people's, and seldom lie on each other.
    let isSameSide = (rightness > 0.5) == (other.rightness > 0.5)
    return total / Double(points.count) < 0.25 * extent || coverage > (isSameSide ? 0.3 : 0.6)
  }

  /// The same hand in a picture whose origin is elsewhere.
  func moved(by offset: SIMD2<Double>) -> HandLandmarks {
    var hand = self
    hand.points = points.map { $0 + offset }
    hand.region.center += offset
    return hand
  }

  /// The hand in the form that the rest of the program reads.
  ///
  /// - Parameter wrists: the bodies' wrists at which it begins. It belongs to the first one's body;
  ///   a single one also tells left from right when the model's confidence is low.
  func pose(in width: Int, _ height: Int, at wrists: [WristView] = []) -> HandPose {
    let named = zip(Self.names, points).map { name, point in
      (name, Pose2D.Point(x: point.x, y: point.y, confidence: presence))
    }
    var pose = HandPose(
      points: Dictionary(uniqueKeysWithValues: named),
      worldLandmarks: Dictionary(uniqueKeysWithValues: zip(Self.names, world)),
      chirality: rightness > 0.5 ? .right : .left,
      chiralityConfidence: max(rightness, 1 - rightness), confidence: presence,
      imageWidth: width, imageHeight: height, bodyID: wrists.first?.bodyID)
    let sureChirality = 0.9
    if wrists.count == 1, pose.chiralityConfidence < sureChirality {
      pose.chirality = wrists[0].chirality
      pose.chiralityConfidence = wrists[0].confidence
    }
    return pose
  }
}

/// The second stage of MediaPipe's hands (Zhang et al. 2020): the landmarks of the hand in a
/// square.
final class HandLandmarkModel {
  /// The side of the square that the model reads, in pixels.
  private static let inputSize = 224

  /// Numbers that go in and come out: landmarks in pixels of the input, whether there is a hand,
  /// whether it is a right one, landmarks in metres.
  static let shape = InferenceModel.Shape(
    input: 3 * inputSize * inputSize,
    outputs: [3 * HandLandmarks.names.count, 1, 1, 3 * HandLandmarks.names.count])

  private let model: InferenceModel
  private let sampler = SquareSampler(
    size: inputSize, border: .replicate, scale: 1 / 255, offset: 0)

  init(
    path: String, runtime: InferenceRuntime, options: HandPoseDetector.Options
  ) throws(DetectionError) {
    model = try InferenceModel(
      path: path, shape: Self.shape, runtime: runtime, threads: options.threads,
      cacheFolder: options.cacheFolder)
  }

  /// Returns the model's landmarks in a square of an image, whether it detects a hand there or
  /// not.
  func landmarks(
    in picture: ColorImage, region: SquareRegion
  ) throws(DetectionError) -> HandLandmarks {
    sampler.sample(region, of: picture, into: model.input)
    try model.run()
    let (points, world) = (model.output(0), model.output(3))
    let indices = HandLandmarks.names.indices
    return HandLandmarks(
      presence: Double(model.output(1)[0]), rightness: Double(model.output(2)[0]),
      points: indices.map { index in
        let place = SIMD2(Double(points[3 * index]), Double(points[3 * index + 1]))
        return region.pixel(place / Double(Self.inputSize))
      },
      // The model's metres are upright in its square; they are turned back with it.
      world: indices.map { index in
        let turned = region.turned(
          SIMD2(Double(world[3 * index]), Double(world[3 * index + 1])))
        return Vector3(turned.x, turned.y, Double(world[3 * index + 2]))
      },
      region: region)
  }
}
