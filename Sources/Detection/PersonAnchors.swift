/// The 2,254 places that BlazePose's person detector makes a statement about, in the order of its
/// output, and how the statement is read.
///
/// MediaPipe's SsdAnchorsCalculator with `pose_detection_cpu.pbtxt`: input 224, strides 8, 16, 32,
/// 32, 32 (equal ones share a grid), two anchors a cell and stride, all of size 1.
struct PersonAnchors {
  /// Pixels on a side of the detector's input.
  static let inputSize = 224
  /// Numbers in a statement: centre and size of a box, then four points.
  static let valueCount = 12

  /// Centres of the anchors' cells; the square that the detector sees is 1 wide.
  let centers: [SIMD2<Float>]

  init() {
    let grids = [(stride: 8, anchors: 2), (stride: 16, anchors: 2), (stride: 32, anchors: 6)]
    centers = grids.flatMap { grid in
      let cells = Self.inputSize / grid.stride
      return (0..<cells * cells).flatMap { cell in
        let place = SIMD2(Float(cell % cells), Float(cell / cells))
        return Array(repeating: (place + 0.5) / Float(cells), count: grid.anchors)
      }
    }
  }

  /// The places whose score is at least `minimumConfidence`, in the anchors' order.
  ///
  /// - Parameters:
  ///   - values: `valueCount` numbers an anchor, in pixels of the input from the anchor's centre.
  ///   - logits: the score of each anchor before the sigmoid.
  func candidates(
    values: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>,
    minimumConfidence: Double
  ) -> [PersonCandidate] {
    precondition(
      values.count == Self.valueCount * centers.count && logits.count == centers.count,
      "\(values.count) values and \(logits.count) scores for \(centers.count) anchors")
    return centers.indices.compactMap { index in
      let score = sigmoid(Double(min(max(logits[index], -100), 100)))
      guard score >= minimumConfidence else { return nil }
      let numbers = values[(Self.valueCount * index)..<(Self.valueCount * (index + 1))]
      return candidate(score: score, numbers: Array(numbers), center: centers[index])
    }
  }

  /// `nil` for a box of negative size and for anything that isn't a number.
  private func candidate(
    score: Double, numbers: [Float], center: SIMD2<Float>
  ) -> PersonCandidate? {
    let inputSize = Float(Self.inputSize)
    func offset(_ at: Int) -> SIMD2<Float> { SIMD2(numbers[at], numbers[at + 1]) / inputSize }
    let middle = SIMD2<Double>(offset(0) + center)
    let size = SIMD2<Double>(offset(2))
    let hips = SIMD2<Double>(offset(4) + center)
    let scalePoint = SIMD2<Double>(offset(6) + center)
    guard size.x >= 0, size.y >= 0, (middle + hips + scalePoint).sum().isFinite else { return nil }
    return PersonCandidate(
      score: score, box: PersonBox(minimum: middle - size / 2, maximum: middle + size / 2),
      hips: hips, scalePoint: scalePoint)
  }
}
