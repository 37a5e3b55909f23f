internal import Foundation
public import Pose3D
internal import PoseGeometry

/// The output of a PoseNet model for one image: for each cell of a grid the confidence in each of
/// the 17 joints, the position of the nearest such joint, and those of the joints next to it.
///
/// The tensors are row by row, cell by cell, with the channels of a cell together (height, width,
/// channel). The centre of the cell in row r and column c is the pixel (c, r) · `outputStride` of
/// the model's input, whose top-left pixel has its centre at (0, 0). Vectors are in pixels of the
/// input; all y come first, then all x. Source: Papandreou et al. 2018, "PersonLab", section 3.1,
/// and TensorFlow.js's PoseNet.
///
/// A cell with a number that isn't finite is a cell in which nothing was found.
public struct PoseNetOutput: Sendable {
  /// The kind of numbers in a heatmap.
  public enum Heatmap: Sendable {
    /// Confidences 0…1: the model ends with the sigmoid.
    case confidences
    /// Numbers that become confidences by the sigmoid.
    case logits
    /// Logits when any number is outside 0…1, else confidences.
    case automatic
  }

  /// Rows and columns of the grid.
  public let rows, columns: Int
  /// Pixels of the input from a cell to the next: 8, 16 or 32.
  public let outputStride: Int
  /// Width and height of the model's input in pixels.
  public let inputWidth, inputHeight: Int

  /// 17 a cell, 0…1 or not finite.
  private let confidences: [Double]
  private let offsets, forwardDisplacements, backwardDisplacements: [Float]

  /// An output from its tensors.
  ///
  /// - Parameters:
  ///   - rows: rows of the grid.
  ///   - columns: columns of the grid.
  ///   - heatmap: 17 numbers a cell, in the order of COCO's points.
  ///   - offsets: 34 a cell: from the cell to the joint, y of all 17, then x.
  ///   - forwardDisplacements: 32 a cell: from a joint to the next one away from the nose, y of all 16
  ///     limbs, then x.
  ///   - backwardDisplacements: the same, toward the nose.
  ///   - outputStride: pixels of the input from a cell to the next.
  ///   - inputWidth: width of the network's input in pixels.
  ///   - inputHeight: its height.
  ///   - kind: what the heatmap's numbers are.
  /// - Throws: `DetectionError` with the code `outputUnusable` when the sizes don't fit each other.
  public init(
    rows: Int, columns: Int, heatmap: [Float], offsets: [Float], forwardDisplacements: [Float],
    backwardDisplacements: [Float], outputStride: Int, inputWidth: Int, inputHeight: Int,
    heatmapHolds kind: Heatmap = .automatic
  ) throws(DetectionError) {
    guard Self.strides.contains(outputStride) else {
      throw DetectionError(
        .outputUnusable, "PoseNet's output stride is \(outputStride); 8, 16 or 32 was expected")
    }
    guard max(inputWidth, inputHeight) <= Self.longestSide else {
      throw DetectionError(
        .outputUnusable,
        "PoseNet's input is declared as \(inputWidth) pixels wide and \(inputHeight) high; at "
          + "most \(Self.longestSide) was expected")
    }
    let grid = Self.cells(in: inputHeight, inputWidth, stride: outputStride)
    guard rows > 0, columns > 0, grid == [rows, columns] else {
      throw DetectionError(
        .outputUnusable,
        "a PoseNet output of \(rows) × \(columns) cells; \(grid[0]) × \(grid[1]) were expected for "
          + "an input \(inputWidth) pixels wide and \(inputHeight) high at an output stride of "
          + "\(outputStride)")
    }
    let tensors = [
      ("heatmap", heatmap, PoseNetTree.jointCount), ("offsets", offsets, PoseNetTree.offsetCount),
      ("forward displacements", forwardDisplacements, PoseNetTree.displacementCount),
      ("backward displacements", backwardDisplacements, PoseNetTree.displacementCount),
    ]
    for (name, numbers, channels) in tensors
    where numbers.count != rows * columns * channels {
      throw DetectionError(
        .outputUnusable,
        "PoseNet's \(name): \(numbers.count) numbers; \(rows * columns * channels) were expected "
          + "for \(rows) × \(columns) cells with \(channels) each")
    }
    (self.rows, self.columns, self.outputStride) = (rows, columns, outputStride)
    (self.inputWidth, self.inputHeight) = (inputWidth, inputHeight)
    confidences = Self.confidences(heatmap, kind)
    self.offsets = offsets
    self.forwardDisplacements = forwardDisplacements
    self.backwardDisplacements = backwardDisplacements
  }
}

extension PoseNetOutput {
  static let strides = [8, 16, 32]
  /// Pixels on a side of the input; a longer one is not an image, and its numbers can't be counted.
  private static let longestSide = 1 << 20

  /// Rows and columns of the grid over an input: the first cell lies on the first pixel.
  static func cells(in inputHeight: Int, _ inputWidth: Int, stride: Int) -> [Int] {
    [inputHeight, inputWidth].map { $0 > 0 ? ($0 - 1) / stride + 1 : 0 }
  }

  private static func confidences(_ heatmap: [Float], _ kind: Heatmap) -> [Double] {
    let isLogits =
      switch kind {
      case .confidences: false
      case .logits: true
      case .automatic: heatmap.contains { $0.isFinite && !(0...1).contains($0) }
      }
    guard isLogits else { return heatmap.map(Double.init) }
    return heatmap.map { $0.isFinite ? sigmoid(Double($0)) : .nan }
  }
}

// MARK: Access

extension PoseNetOutput {
  /// A place on the grid.
  struct Cell: Equatable {
    let row, column: Int
  }

  /// The model's confidence in a joint in a cell; `nil` where it states none.
  func confidence(of joint: Int, in cell: Cell) -> Double? {
    let confidence = confidences[number(of: cell) * PoseNetTree.jointCount + joint]
    return confidence.isFinite ? confidence : nil
  }

  /// The position of a joint by the model's output in a cell, in pixels of the input; maybe not
  /// finite.
  func position(of joint: Int, in cell: Cell) -> SIMD2<Double> {
    let at = number(of: cell) * PoseNetTree.offsetCount + joint
    let offset = SIMD2(Double(offsets[at + PoseNetTree.jointCount]), Double(offsets[at]))
    return SIMD2(Double(cell.column), Double(cell.row)) * Double(outputStride) + offset
  }

  /// The way from the joint in a cell to the next, in pixels of the input; maybe not finite.
  func displacement(of step: PoseNetTree.Step, in cell: Cell) -> SIMD2<Double> {
    let at = number(of: cell) * PoseNetTree.displacementCount + step.limb
    let displacements = step.isForward ? forwardDisplacements : backwardDisplacements
    return SIMD2(Double(displacements[at + PoseNetTree.limbCount]), Double(displacements[at]))
  }

  /// The cell nearest to a pixel of the input; `nil` beyond the grid and for what is no pixel.
  func cell(at position: SIMD2<Double>) -> Cell? {
    let place = (position / Double(outputStride)).rounded(.toNearestOrAwayFromZero)
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return nil
    }
    return Cell(row: Int(place.y), column: Int(place.x))
  }

  private func number(of cell: Cell) -> Int { cell.row * columns + cell.column }
}

extension PoseNetOutput {
  /// One person, each joint taken from the cell of highest confidence; `nil` when no
  /// joint reaches `jointConfidenceThreshold`. The single-person algorithm of Apple's sample.
  ///
  /// The points are those of COCO that reach the threshold, in pixels of the picture. The pose's
  /// confidence is the mean of all 17 joints' best confidences, whether they reach it or not.
  ///
  /// - Parameters:
  ///   - configuration: the thresholds.
  ///   - mapping: where the input lies in the picture; `nil` when the input is the picture.
  public func pose(
    configuration: PoseNetConfiguration = PoseNetConfiguration(), mapping: MappingToPicture? = nil
  ) -> Pose2D? {
    let best = PoseNetTree.joints.indices.map { mostConfident($0) }
    let person = FoundPerson(
      joints: best.map { joint in
        joint.flatMap { $0.confidence >= configuration.jointConfidenceThreshold ? $0 : nil }
      },
      confidence: best.reduce(0) { $0 + ($1?.confidence ?? 0) } / Double(best.count))
    return person.joints.contains { $0 != nil } ? pose(of: person, mapping: mapping) : nil
  }

  /// The first cell, row by row, of those with the highest confidence in a joint.
  private func mostConfident(_ joint: Int) -> FoundJoint? {
    var best: FoundJoint?
    for cell in cells {
      guard let found = self.joint(joint, in: cell) else { continue }
      if found.confidence > best?.confidence ?? -.infinity { best = found }
    }
    return best
  }
}

// MARK: What both algorithms use

extension PoseNetOutput {
  /// A joint in the model's input.
  struct FoundJoint {
    let cell: Cell
    let position: SIMD2<Double>
    let confidence: Double
  }

  /// A person in the model's input.
  struct FoundPerson {
    /// In the order of `PoseNetTree.joints`.
    var joints: [FoundJoint?]
    var confidence: Double
  }

  /// All cells, row by row.
  var cells: some Sequence<Cell> {
    (0..<rows * columns).lazy.map { Cell(row: $0 / columns, column: $0 % columns) }
  }

  /// The joint as a cell sees it; `nil` where the numbers don't say.
  func joint(_ joint: Int, in cell: Cell) -> FoundJoint? {
    let position = position(of: joint, in: cell)
    guard let confidence = confidence(of: joint, in: cell), position.sum().isFinite else {
      return nil
    }
    return FoundJoint(cell: cell, position: position, confidence: confidence)
  }

  func pose(of person: FoundPerson, mapping: MappingToPicture?) -> Pose2D {
    let mapping =
      mapping
      ?? MappingToPicture(
        pictureWidth: inputWidth, pictureHeight: inputHeight, inputWidth: inputWidth,
        inputHeight: inputHeight)
    var points: [Keypoint: Pose2D.Point] = [:]
    for (name, joint) in zip(PoseNetTree.joints, person.joints) {
      guard let joint else { continue }
      let place = mapping.picturePoint(joint.position)
      points[name] = Pose2D.Point(x: place.x, y: place.y, confidence: joint.confidence)
    }
    return Pose2D(
      points: points, imageWidth: mapping.pictureWidth, imageHeight: mapping.pictureHeight,
      confidence: person.confidence)
  }
}

extension PoseNetOutput {
  /// The people, in the order of their first joints, the most confident first; empty when there
  /// are none. The multiple-person algorithm of Apple's sample, which is that of TensorFlow.js's
  /// PoseNet (Papandreou et al. 2018, "PersonLab", section 3.1).
  ///
  /// A person starts at a joint with more confidence than its neighbours and not part of a person
  /// already found, and is followed along the limbs in both directions. A joint whose confidence is
  /// below the threshold, or that lies beyond the grid, ends the way. The points are those of COCO
  /// that were reached, in pixels of the image. The pose's confidence is the sum over joints that
  /// no person found before has at the same place, divided by 17.
  ///
  /// Two things differ from the sample's code. A joint is compared with all of its neighbours: the
  /// code passes over those in its own row and column, unlike its comment. And among joints of
  /// the same confidence the earlier in COCO's order comes first, then the upper, then the left.
  ///
  /// - Parameters:
  ///   - configuration: the thresholds.
  ///   - mapping: where the input lies in the picture; `nil` when the input is the picture.
  public func poses(
    configuration: PoseNetConfiguration = PoseNetConfiguration(), mapping: MappingToPicture? = nil
  ) -> [Pose2D] {
    PersonAssembly(output: self, configuration: configuration).people()
      .map { pose(of: $0, mapping: mapping) }
  }

  /// Whether the two displacement tensors were taken for each other: more confident joints are then
  /// met by following, from confident joints, each as if it were the other.
  var displacementsAreSwapped: Bool {
    var configuration = PoseNetConfiguration()
    configuration.jointConfidenceThreshold = 0.5
    let assembly = PersonAssembly(output: self, configuration: configuration)
    var (asGiven, swapped) = (0.0, 0.0)
    for root in assembly.roots() {
      for step in PoseNetTree.steps[root.joint] {
        let other = PoseNetTree.Step(
          target: step.target, limb: step.limb, isForward: !step.isForward)
        asGiven += assembly.confidenceMet(by: step, from: root.found)
        swapped += assembly.confidenceMet(by: other, from: root.found)
      }
    }
    return swapped > asGiven
  }
}

/// People put together from the joints in an output.
private struct PersonAssembly {
  typealias FoundJoint = PoseNetOutput.FoundJoint
  typealias FoundPerson = PoseNetOutput.FoundPerson

  /// A joint that a person may be begun at.
  struct Root {
    let joint: Int
    let found: FoundJoint
  }

  let output: PoseNetOutput
  let configuration: PoseNetConfiguration

  init(output: PoseNetOutput, configuration: PoseNetConfiguration) {
    precondition(
      configuration.localSearchRadius >= 0 && configuration.adjacentJointOffsetRefinementSteps >= 0,
      "a search within \(configuration.localSearchRadius) cells, "
        + "\(configuration.adjacentJointOffsetRefinementSteps) refinements")
    self.output = output
    self.configuration = configuration
  }

  func people() -> [FoundPerson] {
    var people: [FoundPerson] = []
    for root in roots() {
      guard people.count < configuration.maxPoseCount else { break }
      guard !people.contains(where: { isSame(root.found, $0.joints[root.joint]) }) else { continue }
      var person = person(from: root)
      person.confidence = confidence(of: person, besides: people)
      if person.confidence >= configuration.poseConfidenceThreshold { people.append(person) }
    }
    return people
  }

  // MARK: Where people are begun

  /// The joints that are local maxima of confidence, the most confident first.
  func roots() -> [Root] {
    var roots: [Root] = []
    for joint in PoseNetTree.joints.indices {
      for cell in output.cells {
        guard let found = validJoint(joint, in: cell), isGreatest(found, joint: joint) else {
          continue
        }
        roots.append(Root(joint: joint, found: found))
      }
    }
    // `sort` isn't documented to be stable.
    return roots.enumerated().sorted {
      ($1.element.found.confidence, $0.offset) < ($0.element.found.confidence, $1.offset)
    }.map(\.element)
  }

  private func isGreatest(_ found: FoundJoint, joint: Int) -> Bool {
    let radius = min(configuration.localSearchRadius, max(output.rows, output.columns))
    let (row, column) = (found.cell.row, found.cell.column)
    let neighbors = max(0, column - radius)...min(output.columns - 1, column + radius)
    for row in max(0, row - radius)...min(output.rows - 1, row + radius) {
      for column in neighbors {
        let cell = PoseNetOutput.Cell(row: row, column: column)
        if let other = output.confidence(of: joint, in: cell), other > found.confidence {
          return false
        }
      }
    }
    return true
  }

  private func validJoint(_ joint: Int, in cell: PoseNetOutput.Cell) -> FoundJoint? {
    guard let confidence = output.confidence(of: joint, in: cell),
      confidence >= configuration.jointConfidenceThreshold
    else { return nil }
    return output.joint(joint, in: cell)
  }

  // MARK: Following the limbs

  private func person(from root: Root) -> FoundPerson {
    var joints = [FoundJoint?](repeating: nil, count: PoseNetTree.joints.count)
    joints[root.joint] = root.found
    // The limbs are a tree: each joint is reached one way only, and the order doesn't matter.
    var open = [root.joint]
    while let joint = open.popLast() {
      for step in PoseNetTree.steps[joint] where joints[step.target] == nil {
        guard let found = neighbor(of: joints[joint]!, along: step),
          found.confidence >= configuration.jointConfidenceThreshold
        else { continue }
        joints[step.target] = found
        open.append(step.target)
      }
    }
    return FoundPerson(joints: joints, confidence: 0)
  }

  /// The joint to which a step leads; `nil` beyond the grid and where the numbers don't say.
  private func neighbor(of source: FoundJoint, along step: PoseNetTree.Step) -> FoundJoint? {
    var position = source.position + output.displacement(of: step, in: source.cell)
    for _ in 0..<configuration.adjacentJointOffsetRefinementSteps {
      guard let cell = output.cell(at: position) else { return nil }
      position = output.position(of: step.target, in: cell)
    }
    guard let cell = output.cell(at: position),
      let confidence = output.confidence(of: step.target, in: cell)
    else { return nil }
    return FoundJoint(cell: cell, position: position, confidence: confidence)
  }

  /// 0 when the step leads nowhere.
  func confidenceMet(by step: PoseNetTree.Step, from source: FoundJoint) -> Double {
    neighbor(of: source, along: step)?.confidence ?? 0
  }

  // MARK: Telling people apart

  private func confidence(of person: FoundPerson, besides people: [FoundPerson]) -> Double {
    var sum = 0.0
    for (index, joint) in person.joints.enumerated() {
      guard let joint, !people.contains(where: { isSame(joint, $0.joints[index]) }) else {
        continue
      }
      sum += joint.confidence
    }
    return sum / Double(person.joints.count)
  }

  private func isSame(_ joint: FoundJoint, _ other: FoundJoint?) -> Bool {
    guard let other else { return false }
    return joint.position.distance(to: other.position) <= configuration.matchingJointDistance
  }
}

/// The order of PoseNet's 17 joints and of the 16 limbs along which its displacements lead: those
/// of TensorFlow.js's PoseNet, and of every model that was converted from it.
enum PoseNetTree {
  /// From a joint to the next one away from the nose.
  struct Limb {
    /// Positions in `joints`.
    let parent, child: Int
  }

  /// Count of the joints.
  static let jointCount = 17
  /// Count of the limbs.
  static let limbCount = 16
  /// Channels of the offsets: y of all joints, then x.
  static let offsetCount = 2 * jointCount
  /// Channels of the displacements in one direction: y of all limbs, then x.
  static let displacementCount = 2 * limbCount

  /// COCO's 17 points.
  static let joints = KeypointLayout.coco.points.compactMap { $0 }

  /// A limb's position is that of its displacement.
  static let limbs: [Limb] = [
    (.nose, .leftEye), (.leftEye, .leftEar), (.nose, .rightEye), (.rightEye, .rightEar),
    (.nose, .leftShoulder), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
    (.leftShoulder, .leftHip), (.leftHip, .leftKnee), (.leftKnee, .leftAnkle),
    (.nose, .rightShoulder), (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist),
    (.rightShoulder, .rightHip), (.rightHip, .rightKnee), (.rightKnee, .rightAnkle),
  ].map { (parent: Keypoint, child: Keypoint) in
    Limb(parent: joints.firstIndex(of: parent)!, child: joints.firstIndex(of: child)!)
  }

  /// A step along a limb, with or against its direction.
  struct Step {
    let target: Int
    /// The displacement's position.
    let limb: Int
    let isForward: Bool
  }

  /// The steps that lead away from each joint.
  static let steps: [[Step]] = joints.indices.map { joint in
    limbs.enumerated().compactMap { index, limb in
      switch joint {
      case limb.parent: Step(target: limb.child, limb: index, isForward: true)
      case limb.child: Step(target: limb.parent, limb: index, isForward: false)
      default: nil
      }
    }
  }
}
