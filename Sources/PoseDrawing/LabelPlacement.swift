internal import PoseSystem

/// The placement of labels: greedy, one after the other, in the best free place near its anchor.
enum LabelPlacement {
  /// Directions tried, as degrees from the preferred one.
  private static let turns = [0.0, 25, -25, 50, -50, 75, -75, 100, -100, 130, -130, 160, -160]
    .map { turn -> (cosine: Double, sine: Double) in
      let radians = turn * .pi / 180
      return (cos(radians), sin(radians))
    }
  /// Extra distances tried, in heights of the label.
  private static let reaches = [0.0, 0.5, 1.1, 1.9, 3]
  /// The most of the skeletons that a label may cover, in heights of the label.
  private static let maximumCovered = 2.0

  /// A plate for each label, in the labels' order; `nil` for a label that finds no place.
  ///
  /// Whatever is asked for, no plate leaves `bounds`, none overlaps another one or a rectangle of
  /// `taken`. Within that, a plate covers as little as possible of the obstacles and stays near
  /// its anchor, in its direction.
  static func place(
    _ labels: [Label], in bounds: Rectangle, taken: [Rectangle], obstacles: [Obstacle]
  ) -> [Rectangle?] {
    var taken = taken
    return labels.map { label in
      var best: (plate: Rectangle, cost: Double)?
      for turn in turns {
        for reach in reaches {
          let wanted = plate(of: label, turn: turn, reach: reach * label.size.y)
          guard let plate = wanted.moved(into: bounds),
            !taken.contains(where: plate.expanded(by: label.size.y * 0.15).overlaps)
          else { continue }
          let distance =
            (1 - turn.cosine) * 0.7 + reach * 0.8
            + (plate.origin - wanted.origin).length / label.size.y
          guard best.map({ distance < $0.cost }) ?? true else { continue }
          let covered = obstacles.reduce(0) { $0 + $1.covered(by: plate) } / label.size.y
          let cost = distance + covered * 3
          guard covered <= maximumCovered, best.map({ cost < $0.cost }) ?? true else { continue }
          best = (plate, cost)
        }
      }
      if let best { taken.append(best.plate) }
      return best?.plate
    }
  }

  /// The plate whose border is at the label's clearance, and `reach` more, from the anchor.
  private static func plate(
    of label: Label, turn: (cosine: Double, sine: Double), reach: Double
  ) -> Rectangle {
    let direction = label.direction.turned(cosine: turn.cosine, sine: turn.sine)
    let half = label.size / 2
    let toBorder = min(
      half.x / max(abs(direction.x), 1e-9), half.y / max(abs(direction.y), 1e-9))
    return Rectangle(
      centre: label.anchor + direction * (label.clearance + reach + toBorder), size: label.size)
  }
}
