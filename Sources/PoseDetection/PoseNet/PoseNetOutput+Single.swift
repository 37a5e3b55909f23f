public import Pose3D

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
