import CLifterWeights
import Foundation
import Testing

/// The product of the network's layers, against sums in double precision.
struct HalfProductTests {
  /// A half's value by the definition of IEEE 754 binary16.
  private func value(_ bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(bits >> 10) & 31, Double(bits & 1023) / 1024)
    let magnitude =
      exponent == 0 ? fraction * exp2(-14) : (1 + fraction) * exp2(Double(exponent - 15))
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  @Test func `every finite half comes out exactly, subnormals and signs too`() {
    let halves = (0...UInt16.max).filter { $0 >> 10 & 31 != 31 }
    var sums = [Float](repeating: 0, count: 2 * halves.count)
    pose3d_add_half_products([1, -2], halves, 1, halves.count, &sums)
    let wrong = halves.indices.filter {
      Double(sums[$0]) != value(halves[$0])
        || Double(sums[halves.count + $0]) != -2 * value(halves[$0])
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { halves[$0] })")
  }

  @Test(arguments: [1, 3, 4, 7, 68], [1, 5, 8, 80])
  func `two rows times the weights are added to what is there`(inputs: Int, outputs: Int) {
    let rows = (0..<2 * inputs).map { (index: Int) -> Float in Float(index * 37 % 11) / 4 - 1 }
    // Between −2 and 2.
    let weights = (0..<inputs * outputs).map { index -> UInt16 in
      let magnitude = UInt16(index * 7919 % 0x4000)
      return index % 3 == 0 ? magnitude | 0x8000 : magnitude
    }
    let start = (0..<2 * outputs).map { Float($0) }
    var sums = start
    pose3d_add_half_products(rows, weights, inputs, outputs, &sums)
    for (place, sum) in sums.enumerated() {
      let (row, output) = (place / outputs, place % outputs)
      var expected = Double(start[place])
      for input in 0..<inputs {
        let weight: Double = value(weights[input * outputs + output])
        expected += Double(rows[row * inputs + input]) * weight
      }
      #expect(abs(Double(sum) - expected) < 1e-4, "row \(row), output \(output)")
    }
  }
}
