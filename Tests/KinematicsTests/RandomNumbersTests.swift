import PoseGeometry
import Testing

struct RandomNumbersTests {
  /// The numbers that the authors' own C code gives for this seed.
  @Test func `the numbers are those of the published generator`() {
    var random = RandomNumbers(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `one seed gives one sequence, another seed another`() {
    var (first, second) = (RandomNumbers(seed: 3), RandomNumbers(seed: 3))
    var other = RandomNumbers(seed: 4)
    let numbers = (0..<100).map { _ in first.next() }
    #expect((0..<100).map { _ in second.next() } == numbers)
    #expect((0..<100).map { _ in other.next() } != numbers)
  }

  @Test func `even and normal numbers have the mean and the spread of their distributions`() {
    var random = RandomNumbers(seed: 1)
    let even = (0..<10_000).map { _ in random.uniform() }
    let normal = (0..<10_000).map { _ in random.normal() }
    #expect(even.allSatisfy { (0..<1).contains($0) })
    // Four standard errors of the mean and of the variance.
    #expect(abs(mean(even) - 0.5) < 0.0116)
    #expect(abs(mean(normal)) < 0.04)
    let squares = normal.map { (number: Double) -> Double in number * number }
    #expect(abs(mean(squares) - 1) < 0.0566)
  }

  private func mean(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(numbers.count)
  }
}
