internal import PoseGeometry
public import Pose3D

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
