internal import PoseGeometry

/// Places that are entered one by one, of which those near each other are found without comparing all.
struct NearPlaces {
  /// A cube of space whose edge is the distance.
  private struct Cell: Hashable {
    var x: Int
    var y: Int
    var z: Int
  }

  private let distance: Double
  private var places: [Vector3] = []
  private var cells: [Cell: [Int]] = [:]

  /// - Parameter distance: places closer than this are near each other, in metres.
  init(closerThan distance: Double) { self.distance = distance }

  /// Enters a place. Returns the number of an earlier one near it, counted from 0; `nil` if there is none.
  ///
  /// - Precondition: it is within 10^9 times the distance of the first one.
  mutating func insert(_ place: Vector3) -> Int? {
    let offset = (place - (places.first ?? place)) / distance
    let cell = Cell(
      x: Int(offset.x.rounded(.down)), y: Int(offset.y.rounded(.down)),
      z: Int(offset.z.rounded(.down)))
    defer {
      cells[cell, default: []].append(places.count)
      places.append(place)
    }
    var nearest: Int?
    for x in -1...1 {
      for y in -1...1 {
        for z in -1...1 {
          let others = cells[Cell(x: cell.x + x, y: cell.y + y, z: cell.z + z)] ?? []
          let near = others.first { (places[$0] - place).length < distance }
          nearest = [nearest, near].compactMap { $0 }.min()
        }
      }
    }
    return nearest
  }
}
