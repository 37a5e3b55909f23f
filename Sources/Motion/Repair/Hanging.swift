import Kinematics

/// Which of the exchanged limbs of a clip hang on the wrong side (`SideRepair.Body.shift`): one answer
/// for all frames of an exchange, by which of the two goes on better from the frame before it and into
/// the frame after it in depth, which is where they differ.
struct Hanging {
  /// The limbs of each frame.
  private(set) var limbs: [[Limb]]

  /// The answer for the frames of a person.
  init(_ states: [PersonMotion.State], labels: [SideLabeling], body: SideRepair.Body) {
    limbs = Array(repeating: [], count: states.count)
    for (limb, exchange) in [(Limb.legs, \SideLabeling.legs), (.arms, \.arms)] {
      var start = 0
      while start < states.count {
        let end = labels[start...].firstIndex { $0[keyPath: exchange] != .below } ?? states.count
        defer { start = max(end, start) + 1 }
        guard start < end else { continue }
        let edges = [(start, start - 1), (end - 1, end)].filter { states.indices.contains($0.1) }
        func misfit(_ hanging: [Limb]) -> Double {
          edges.reduce(0) { sum, edge in
            let places = [edge.0, edge.1].map { step in
              states[step].corrected(labels[step], body: body, hanging: hanging).positions
            }
            let axis = body.depthAxis(places[1])
            return limb.joints(.below).reduce(sum) { sum, joint in
              let move = places[0][joint] - places[0][.root] - places[1][joint] + places[1][.root]
              return sum + abs(move.dot(axis))
            }
          }
        }
        let isHanging =
          edges.isEmpty
          ? body.isHanging(limb, states[start].positions) : misfit([limb]) < misfit([])
        if isHanging { for step in start..<end { limbs[step].append(limb) } }
      }
    }
  }
}
