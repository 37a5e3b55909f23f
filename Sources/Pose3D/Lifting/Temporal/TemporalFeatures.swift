internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// What `TemporalNetwork` reads of one moment, seen along the ray to the person: x right, y down as far as gravity
/// shows it, z away. Lengths are those of a body of 1.8 m.
enum TemporalFeatures {
  /// Three coordinates of each point relative to the root, the sigmas of the joints, the root's velocity, how steeply
  /// the ray falls, the distance, whether there are feet, and 1.
  static let count = 3 * TemporalPoint.count + jointCount + 3 + 4
  private static let jointCount = Joint.allCases.count - 1

  /// The scales of values, so that most lie between −1 and 1.
  private static let scale = (place: 0.3, sigma: 0.05, steepness: 1.0 / 3, distance: 4.0)
  /// The smallest sigma that the network reads, in metres.
  private static let smallestSigma = 1e-3
  /// No faster than this along an axis, in m/s: beyond it a track has jumped.
  private static let fastest = 3.0

  /// A moment as it is seen along its ray.
  private struct View {
    /// The points relative to the root, in the order of `TemporalPoint`.
    let places: [Vector3]
    /// The axes x, y and z in the camera's frame.
    let axes: (x: Vector3, y: Vector3, z: Vector3)
    /// The root's distance.
    let distance: Double
  }

  /// The rows of a series of moments, one after the other.
  ///
  /// - Parameters:
  ///   - samples: the moments, `rate` a second.
  ///   - down: the direction of gravity in the camera's frame, of length 1.
  ///   - factor: what makes the body one of 1.8 m.
  ///   - isMirrored: whether the rows are those of the mirrored person.
  static func rows(
    _ samples: [TemporalSample], down: Vector3, factor: Double, isMirrored: Bool
  ) -> [Float] {
    let roots = samples.map { $0.positions[.root] * factor }
    let sign = isMirrored ? -1.0 : 1.0
    var rows: [Float] = []
    rows.reserveCapacity(samples.count * count)
    for (index, sample) in samples.enumerated() {
      let view = view(of: sample, down: down, factor: factor)
      for point in 0..<TemporalPoint.count {
        let place = view.places[isMirrored ? TemporalPoint.mirrored[point] : point]
        rows += [sign * place.x, place.y, place.z].map { Float($0 / scale.place) }
      }
      for joint in TemporalPoint.joints {
        let sigma = sample.sigmas[isMirrored ? joint.mirrored : joint] * factor
        rows.append(Float(log(max(sigma, smallestSigma) / scale.sigma)))
      }
      let velocity = velocity(of: roots, at: index)
      for (axis, sign) in [(view.axes.x, sign), (view.axes.y, 1), (view.axes.z, 1)] {
        rows.append(Float(sign * max(-fastest, min(fastest, velocity.dot(axis)))))
      }
      rows.append(Float(down.dot(view.axes.z) / scale.steepness))
      rows.append(Float(log(view.distance / scale.distance)))
      rows.append(sample.feet == nil ? 0 : 1)
      rows.append(1)
    }
    return rows
  }

  /// Metres a second, from the moments before and after.
  private static func velocity(of roots: [Vector3], at index: Int) -> Vector3 {
    guard roots.count > 2 else { return .zero }
    let middle = min(max(index, 1), roots.count - 2)
    return (roots[middle + 1] - roots[middle - 1]) * (TemporalSample.rate / 2)
  }

  private static func view(of sample: TemporalSample, down: Vector3, factor: Double) -> View {
    let root = sample.positions[.root]
    let z = root.normalized ?? Vector3(0, 0, 1)
    // A ray along gravity has no direction down across it: any will do.
    let y = (down - z * down.dot(z)).normalized ?? Vector3(0, 1, 0)
    let x = y.cross(z)
    let places = TemporalPoint.joints.map { sample.positions[$0] } + (sample.feet ?? [])
    var seen = places.map { place -> Vector3 in
      let offset = (place - root) * factor
      return Vector3(offset.dot(x), offset.dot(y), offset.dot(z))
    }
    seen += Array(repeating: .zero, count: TemporalPoint.count - seen.count)
    return View(places: seen, axes: (x, y, z), distance: max(root.length * factor, 1e-3))
  }
}
