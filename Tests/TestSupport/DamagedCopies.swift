internal import PoseGeometry

/// Copies of a file with some bytes changed at random: other ones in each copy, the same at every
/// run.
package struct DamagedCopies: Sequence {
  private let original: [UInt8]
  private let count: UInt64
  private let changes: ClosedRange<Int>
  private let places: [Range<Int>]
  private let values: [UInt8]
  private let cutsShort: Bool

  /// - Parameters:
  ///   - original: the whole file.
  ///   - count: how many copies.
  ///   - changes: how many bytes of a copy change.
  ///   - places: where they are, each range as likely; anywhere by default.
  ///   - values: what half of them become; any byte by default, as the others do.
  ///   - cutsShort: whether every fourth copy ends early, too.
  package init(
    of original: [UInt8], count: UInt64 = 300, changes: ClosedRange<Int> = 1...8,
    in places: [Range<Int>] = [], values: [UInt8] = [], cutsShort: Bool = false
  ) {
    self.original = original
    self.count = count
    self.changes = changes
    self.places = places.isEmpty ? [original.indices] : places
    self.values = values
    self.cutsShort = cutsShort
  }

  package func makeIterator() -> some IteratorProtocol<[UInt8]> {
    (1...count).lazy.map(copy(seed:)).makeIterator()
  }

  private func copy(seed: UInt64) -> [UInt8] {
    var random = RandomNumbers(seed: seed)
    var bytes = original
    for _ in 0..<Int.random(in: changes, using: &random) {
      let place = Int.random(
        in: places[.random(in: places.indices, using: &random)], using: &random)
      let value = Bool.random(using: &random) ? values.randomElement(using: &random) : nil
      bytes[place] = value ?? .random(in: 0...255, using: &random)
    }
    if cutsShort && seed.isMultiple(of: 4) {
      bytes.removeLast(.random(in: 1..<bytes.count, using: &random))
    }
    return bytes
  }
}
