internal import PoseGeometry

/// The rays through the corners of a depth camera's pixels, turned into the colour camera's frame: a
/// point of depth z on one is `z * (x, y, z) + translation` there.
///
/// Single precision holds a pixel's place to 1e-4 of a pixel.
struct CornerRays: Sendable {
  /// The numbers of a row of one coordinate, padded to whole vectors.
  let stride: Int
  /// For every row of corners the x of all of them, then y, then z; NaN where the camera's distortion
  /// can't tell the ray.
  let numbers: [Float]
  let translation: SIMD3<Float>

  init(_ camera: Camera, colorFromDepth: RigidTransform, mirrorsColor: Bool) {
    let (columns, rows) = (camera.width + 1, camera.height + 1)
    stride = PatchRow.padded(columns)
    var numbers = [Float](repeating: .nan, count: 3 * stride * rows)
    let side = mirrorsColor ? Vector3(-1, 1, 1) : Vector3(1, 1, 1)
    let translation = colorFromDepth.translation * side
    for row in 0..<rows {
      for column in 0..<columns {
        // Corners lie half a pixel before the pixel of their number.
        let ray = camera.normalized(SIMD2(Double(column) - 0.5, Double(row) - 0.5))
        let turned = SIMD3<Float>(colorFromDepth.rotation * Vector3(ray.x, ray.y, 1) * side)
        let index = 3 * stride * row + column
        numbers[index] = turned.x
        numbers[index + stride] = turned.y
        numbers[index + 2 * stride] = turned.z
      }
    }
    self.numbers = numbers
    self.translation = SIMD3<Float>(translation)
  }
}
