import Kinematics

/// Which of the exchanged limbs of a clip hang on the wrong side (`SideRepair.Body.shift`): one answer
/// for all frames of an exchange, by the lengths of the bones in it, and by how well the limb goes on
/// from the frame before and into the frame after in depth, which is where the two answers differ.
struct Hanging {
  /// The limbs of each frame.
  private(set) var limbs: [[Limb]]

  private let states: [PersonMotion.State]
  private let labels: [SideLabeling]
  private let body: SideRepair.Body

  /// The answers for the frames of a person.
  init(_ states: [PersonMotion.State], labels: [SideLabeling], body: SideRepair.Body) {
    (self.states, self.labels, self.body) = (states, labels, body)
    limbs = Array(repeating: [], count: states.count)
    for (limb, exchange) in [(Limb.legs, \SideLabeling.legs), (.arms, \.arms)] {
      var start = 0
      while let first = labels[start...].firstIndex(where: { $0[keyPath: exchange] == .below }) {
        let end =
          labels[first...].firstIndex { $0[keyPath: exchange] != .below } ?? labels.endIndex
        if misfit(limb, first..<end, isHanging: true) < misfit(limb, first..<end, isHanging: false)
        {
          for step in first..<end { limbs[step].append(limb) }
        }
        start = end
      }
    }
  }

  /// Metres, of the bones in all frames and of the places at both ends of an exchange.
  private func misfit(_ limb: Limb, _ run: Range<Int>, isHanging: Bool) -> Double {
    let bones = run.reduce(0) { sum, step in
      let positions = states[step].positions
      return sum
        + body.misfit(limb, positions, shift: isHanging ? body.shift(limb, positions) : .zero)
    }
    let edges = [(run.lowerBound, run.lowerBound - 1), (run.upperBound - 1, run.upperBound)]
    return edges.filter { states.indices.contains($0.1) }.reduce(bones) { sum, edge in
      let (inside, outside) = (
        corrected(edge.0, hanging: isHanging ? [limb] : []), corrected(edge.1, hanging: [])
      )
      let axis = body.depthAxis(outside)
      return limb.joints(.below).reduce(sum) { sum, joint in
        let move = inside[joint] - inside[.root] - outside[joint] + outside[.root]
        return sum + abs(move.dot(axis))
      }
    }
  }

  private func corrected(_ step: Int, hanging: [Limb]) -> PerJoint<Vector3> {
    states[step].corrected(labels[step], body: body, hanging: hanging).positions
  }
}
