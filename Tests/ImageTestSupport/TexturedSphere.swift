import Foundation
package import PoseGeometry
package import PoseImaging

/// A texture on a sphere around a camera.
package struct TexturedSphere {
  private let waves: [(direction: Vector3, phase: Double)]

  package init(seed: UInt64, waves count: Int = 40, frequency: Double = 40) {
    var random = RandomNumbers(seed: seed)
    waves = (0..<count).map { _ in
      (
        frequency * Vector3(random.normal(), random.normal(), random.normal()),
        6 * random.normal()
      )
    }
  }

  /// What a camera shows that was turned by a rotation from where it looked first.
  ///
  /// - Parameter level: the grey level of a sum of waves.
  package func image(
    _ camera: Camera, _ turn: Rotation, level: (Double) -> Double = { 120 + 11 * $0 }
  ) -> ColorImage {
    let back = turn.inverse
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * camera.width * camera.height)
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        let ideal = camera.normalized(SIMD2(Double(x), Double(y)))
        let ray = back * (Vector3(ideal.x, ideal.y, 1).normalized ?? Vector3(0, 0, 1))
        let sum = waves.reduce(0.0) { $0 + sin($1.direction.dot(ray) + $1.phase) }
        let byte = UInt8(min(max(level(sum), 0), 255).rounded())
        for _ in 0..<3 { pixels.append(byte) }
      }
    }
    return ColorImage(width: camera.width, height: camera.height, pixels: pixels)
  }
}
