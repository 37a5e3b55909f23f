/// A row of numbers in memory of its own, padded so that vectors of eight never run over its end.
struct PatchRow: ~Copyable {
  private let numbers: UnsafeMutablePointer<Float>
  private let count: Int

  /// A row of zeros for so many numbers.
  init(count: Int) {
    self.count = Self.padded(count)
    numbers = .allocate(capacity: self.count)
    numbers.initialize(repeating: 0, count: self.count)
  }

  deinit { numbers.deallocate() }

  /// So many numbers and at least eight more, up to a whole number of vectors.
  static func padded(_ count: Int) -> Int { (count + 15) / 8 * 8 }

  subscript(index: Int) -> Float {
    get { numbers[index] }
    nonmutating set { numbers[index] = newValue }
  }

  /// The eight numbers from an index on.
  subscript(eightFrom index: Int) -> SIMD8<Float> {
    get { UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD8<Float>.self) }
    nonmutating set {
      UnsafeMutableRawPointer(numbers + index).storeBytes(of: newValue, as: SIMD8<Float>.self)
    }
  }
}
