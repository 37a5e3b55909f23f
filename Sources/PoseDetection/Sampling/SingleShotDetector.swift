internal import Foundation
internal import PoseImaging

/// One of MediaPipe's single-shot detectors: what it finds in a square of a picture.
final class SingleShotDetector {
  /// Overlap of two boxes above which they are one person's or one hand's, as in MediaPipe's
  /// `solutions`.
  private static let suppressionThreshold = 0.3

  let anchors: DetectorAnchors
  private let model: InferenceModel
  private let sampler: SquareSampler

  /// A detector whose input is `level * scale + offset`; `DetectionError` with the code
  /// `modelUnusable` when the file isn't its model.
  init(
    path: String, anchors: DetectorAnchors, scale: Float, offset: Float,
    runtime: InferenceRuntime, threads: Int, cacheFolder: String?
  ) throws(DetectionError) {
    self.anchors = anchors
    sampler = SquareSampler(
      size: anchors.inputSize, border: .zero, scale: scale, offset: offset)
    model = try InferenceModel(
      path: path, shape: anchors.shape, runtime: runtime, threads: threads,
      cacheFolder: cacheFolder)
  }

  /// The detections in a square of an image, one candidate for each, the most confident first;
  /// empty when there is nothing. In units of the square.
  func candidates(
    in picture: ColorImage, _ square: SquareRegion, minimumConfidence: Double
  ) throws(DetectionError) -> [DetectorCandidate] {
    sampler.sample(square, of: picture, into: model.input)
    try model.run()
    let candidates = anchors.candidates(
      values: model.output(0), logits: model.output(1), minimumConfidence: minimumConfidence)
    return DetectorCandidate.merged(candidates, threshold: Self.suppressionThreshold)
  }
}

/// The places that one of MediaPipe's single-shot detectors makes a statement about, in the order
/// of its output, and how the statement is read.
///
/// MediaPipe's SsdAnchorsCalculator and TensorsToDetectionsCalculator: strides that are equal share
/// a grid, two anchors a cell and stride, all of size 1. A statement is the centre and the size of
/// a box, then points.
struct DetectorAnchors {
  /// Pixels on a side of the detector's input.
  let inputSize: Int
  /// Points in a statement.
  let keypointCount: Int
  /// Centres of the anchors' cells; the square that the detector sees is 1 wide.
  let centers: [SIMD2<Float>]

  /// BlazePose's person detector (`pose_detection_cpu.pbtxt`, strides 8, 16, 32, 32, 32): a face,
  /// the middle of the hips, a point on the circle around the body, and the same two for the upper
  /// body.
  static let people = DetectorAnchors(
    inputSize: 224, grids: [(stride: 8, anchors: 2), (16, 2), (32, 6)], keypointCount: 4)

  /// BlazePalm (`palm_detection_cpu.pbtxt`, strides 8, 16, 16, 16): a palm and seven of its points.
  static let palms = DetectorAnchors(
    inputSize: 192, grids: [(stride: 8, anchors: 2), (16, 6)], keypointCount: 7)

  private init(inputSize: Int, grids: [(stride: Int, anchors: Int)], keypointCount: Int) {
    self.inputSize = inputSize
    self.keypointCount = keypointCount
    centers = grids.flatMap { grid in
      let cells = inputSize / grid.stride
      return (0..<cells * cells).flatMap { cell in
        let place = SIMD2(Float(cell % cells), Float(cell / cells))
        return Array(repeating: (place + 0.5) / Float(cells), count: grid.anchors)
      }
    }
  }

  /// Numbers in a statement.
  var valueCount: Int { 4 + 2 * keypointCount }

  /// The counts of numbers in the detector's input and outputs.
  var shape: InferenceModel.Shape {
    InferenceModel.Shape(
      input: 3 * inputSize * inputSize, outputs: [valueCount * centers.count, centers.count])
  }

  /// The places whose score is at least `minimumConfidence`, in the anchors' order.
  ///
  /// - Parameters:
  ///   - values: `valueCount` numbers an anchor, in pixels of the input from the anchor's centre.
  ///   - logits: the score of each anchor before the sigmoid.
  func candidates(
    values: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>,
    minimumConfidence: Double
  ) -> [DetectorCandidate] {
    precondition(
      values.count == valueCount * centers.count && logits.count == centers.count,
      "\(values.count) values and \(logits.count) scores for \(centers.count) anchors")
    return centers.indices.compactMap { index in
      let score = sigmoid(Double(min(max(logits[index], -100), 100)))
      guard score >= minimumConfidence else { return nil }
      let numbers = UnsafeBufferPointer(
        rebasing: values[(valueCount * index)...].prefix(valueCount))
      return candidate(score: score, numbers: numbers, center: centers[index])
    }
  }

  /// `nil` for a box of negative size and for anything that isn't a finite number.
  private func candidate(
    score: Double, numbers: UnsafeBufferPointer<Float>, center: SIMD2<Float>
  ) -> DetectorCandidate? {
    let inputSize = Float(inputSize)
    func offset(_ at: Int) -> SIMD2<Float> { SIMD2(numbers[at], numbers[at + 1]) / inputSize }
    let middle = SIMD2<Double>(offset(0) + center)
    let size = SIMD2<Double>(offset(2))
    let keypoints = (0..<keypointCount).map { SIMD2<Double>(offset(4 + 2 * $0) + center) }
    guard size.x >= 0, size.y >= 0, keypoints.reduce(middle + size, +).sum().isFinite else {
      return nil
    }
    return DetectorCandidate(
      score: score, box: BoundingBox(minimum: middle - size / 2, maximum: middle + size / 2),
      keypoints: keypoints)
  }
}

/// A detector's output for one place. Units are those of its input square until they are turned
/// into pixels.
struct DetectorCandidate: Equatable {
  /// 0…1.
  var score: Double
  /// The face, or the palm.
  var box: BoundingBox
  /// The points that come with it, as many as the detector has.
  var keypoints: [SIMD2<Double>]
}

extension DetectorCandidate {
  /// Candidates for the same person or hand made into one, the best first. The best candidate takes
  /// all whose boxes overlap its own by more than `threshold` (intersection over union); box and
  /// points become the mean weighted by the scores, the score stays the best one's. MediaPipe's
  /// weighted NonMaxSuppressionCalculator.
  static func merged(_ candidates: [DetectorCandidate], threshold: Double) -> [DetectorCandidate] {
    var rest = candidates.sorted { $0.score > $1.score }
    var found: [DetectorCandidate] = []
    while let best = rest.first {
      // A box without area overlaps nothing, not even itself; it still goes once taken.
      let group = rest.filter { $0.box.overlap(with: best.box) > threshold }
      found.append(group.isEmpty ? best : mean(of: group, score: best.score))
      rest = rest.dropFirst().filter { $0.box.overlap(with: best.box) <= threshold }
    }
    return found
  }

  private static func mean(of group: [DetectorCandidate], score: Double) -> DetectorCandidate {
    let total = group.reduce(0) { $0 + $1.score }
    func mean(_ value: (DetectorCandidate) -> SIMD2<Double>) -> SIMD2<Double> {
      group.reduce(.zero) { $0 + value($1) * $1.score } / total
    }
    return DetectorCandidate(
      score: score,
      box: BoundingBox(minimum: mean(\.box.minimum), maximum: mean(\.box.maximum)),
      keypoints: group[0].keypoints.indices.map { index in mean { $0.keypoints[index] } })
  }
}

/// The logistic function: a network's number as a share of 1.
func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
