internal import PoseGeometry

/// A bone whose length doesn't fit the body that the others make.
package struct ImplausibleBone: Sendable {
  /// The bone.
  package let bone: Anthropometry.Bone
  /// Its length in metres.
  package let length: Double
  /// The length expected from its ratio and the body's stature, in metres.
  package let expected: Double
  /// Its length less the expected one, in standard deviations: of people's proportions and, where
  /// the joints' sigmas are known, of the measurement.
  package let deviation: Double
}

extension Skeleton {
  /// The bones that are `limit` standard deviations or more off their ratio to the body's stature, the
  /// worst first; empty for a body of usual proportions.
  ///
  /// The stature is the median of what the single bones make of it, so that one wrong bone doesn't
  /// make the others look wrong. Bones at an inferred joint are left out: their lengths are a prior's.
  /// Bones whose ends are a matter of convention may have any length between the published ones.
  package func implausibleBones(limit: Double = 3) -> [ImplausibleBone] {
    let seen = Anthropometry.bones.filter { bone in
      !inferred.contains(bone.proximal) && !inferred.contains(bone.distal)
    }
    let lengths = seen.map { (positions[$0.distal] - positions[$0.proximal]).length }
    let statures = zip(seen, lengths).map { $1 / $0.ratio }.sorted()
    guard !statures.isEmpty, statures.allSatisfy(\.isFinite) else { return [] }
    let middle = statures.count / 2
    let stature =
      statures.count % 2 == 1 ? statures[middle] : (statures[middle - 1] + statures[middle]) / 2
    guard stature > 0 else { return [] }
    return zip(seen, lengths).compactMap { bone, length in
      var ratio = bone.ratio
      if bone.isByConvention {
        let ratios = bone.published.map(\.ratio) + [ratio]
        ratio = min(max(length / stature, ratios.min() ?? ratio), ratios.max() ?? ratio)
      }
      let expected = ratio * stature
      let people = expected * bone.spread
      let sigma = (people * people + lengthVariance(of: bone)).squareRoot()
      let deviation = (length - expected) / sigma
      guard abs(deviation) >= limit else { return nil }
      return ImplausibleBone(
        bone: bone, length: length, expected: expected, deviation: deviation)
    }.sorted { abs($0.deviation) > abs($1.deviation) }
  }

  /// The variance of a bone's length, in m², to first order; zero where the joints' is unknown.
  private func lengthVariance(of bone: Anthropometry.Bone) -> Double {
    guard let covariances else { return 0 }
    guard let along = (positions[bone.distal] - positions[bone.proximal]).normalized else {
      return (covariances[bone.proximal].trace + covariances[bone.distal].trace) / 3
    }
    let near = covariances[bone.proximal].squareRoot * along
    let far = covariances[bone.distal].squareRoot * along
    let shared = correlation[bone.proximal.rawValue, bone.distal.rawValue]
    return near.dot(near) + far.dot(far) - 2 * shared * near.dot(far)
  }
}
