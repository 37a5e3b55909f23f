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
    ColorImage(of: camera, turned: turn) { direction in
      let ray = direction.normalized ?? Vector3(0, 0, 1)
      let sum = waves.reduce(0.0) { $0 + sin($1.direction.dot(ray) + $1.phase) }
      return SIMD3(repeating: UInt8(min(max(level(sum), 0), 255).rounded()))
    }
  }
}
