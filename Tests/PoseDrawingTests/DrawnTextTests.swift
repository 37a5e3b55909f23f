@testable import PoseDrawing
import Testing

@Suite("Printed numbers")
struct DrawnTextTests {
  @Test(
    "A number is rounded to its decimals, without a negative zero",
    arguments: [
      (1.745, 2, "1.75"), (0.03, 2, "0.03"), (0, 2, "0.00"), (12, 0, "12"), (-0.2, 0, "0"),
      (-12.34, 1, "−12.3"), (.nan, 2, "?"), (.infinity, 0, "?"), (1e300, 2, "?"),
    ])
  func fixed(value: Double, decimals: Int, text: String) {
    #expect(DrawnText.fixed(value, decimals: decimals) == text)
  }

  @Test(
    "Angles are printed in degrees",
    arguments: [(Double.pi / 2, "90°"), (0, "0°"), (-0.5, "−29°"), (1.623, "93°")])
  func degrees(radians: Double, text: String) {
    #expect(DrawnText.degrees(radians) == text)
  }

  @Test(
    "A sigma below a degree keeps a decimal",
    arguments: [(0.07, "±4"), (0.007, "±0.4"), (0.0166, "±1"), (0, "±0.0")])
  func sigma(radians: Double, text: String) {
    #expect(DrawnText.sigmaDegrees(radians) == text)
  }
}
