internal import Kinematics
internal import PoseGeometry
internal import PoseImaging
internal import PoseSystem

extension BoardBundle {
  /// The uncertainty of the unknowns.
  struct Covariance: Sendable {
    /// Of fx, fy, cx, cy, k1, k2, p1, p2, k3: 9 × 9 row by row, 0 of a k3 that is held; `nil` for a lens that is.
    var lenses: [[Double]?]
    /// Of a camera's turn and shift in its own frame, 6 × 6 row by row; `nil` for a pose that is held.
    var poses: [[Double]?]
    /// Of the bend's three numbers; `nil` where it is held.
    var bend: [Double]?
    /// Of each camera's turn, shift and lens, all cameras together, row by row; 0 of what is held.
    fileprivate var joint: [Double]

    /// The covariance of the cameras together, with the variances of `poses` and `lenses`.
    ///
    /// - Parameter cameras: fx, fy, cx, cy and the rest of each lens.
    func rig(of cameras: [[Double]]) -> RigCovariance {
      let (count, size) = (
        RigCovariance.numbersPerCamera, lenses.count * RigCovariance.numbersPerCamera
      )
      let factors = (0..<size).map { row -> Double in
        let (camera, number) = (row / count, row % count)
        let own = joint[row * size + row]
        let wanted =
          number < 6
          ? poses[camera].map { $0[7 * number] } : lenses[camera].map { $0[10 * (number - 6)] }
        guard let wanted, own > 0 else { return 0 }
        let unit =
          switch number {
          case 6, 8: cameras[camera][0]
          case 7, 9: cameras[camera][1]
          default: 1.0
          }
        return (wanted / own).squareRoot() / unit
      }
      return RigCovariance(
        cameraCount: lenses.count,
        values: joint.indices.map { joint[$0] * factors[$0 / size] * factors[$0 % size] })
    }
  }

  /// What all corners of a view are off by together, in pixels, one standard deviation: a shift and an
  /// affine stretch along each axis. Edges beside the corners cause it, the same in all frames of one place;
  /// it was chosen by rendered boards (docs/research/calibration.md).
  private static let viewSigma = 0.005

  /// The covariance of the unknowns for residuals of the cameras' sigmas, and for errors that a view's
  /// corners have in common; `nil` where they aren't determined.
  func covariance() -> Covariance? {
    let (places, bendPlace, n) = places
    var settled = self
    settled.isRobust = false
    guard let reduction = settled.normalEquations().reduced(damping: 0),
      let whole = reduction.covariance(scores: viewScores(reduction))
    else { return nil }
    guard (0..<n).allSatisfy({ whole[$0 * n + $0] > 0 && whole[$0 * n + $0].isFinite }) else {
      return nil
    }
    func part(_ first: Int?, _ count: Int) -> [Double]? {
      first.map { first in
        (0..<count * count).map {
          let (i, j) = (first + $0 / count, first + $0 % count)
          return whole[i * n + j]
        }
      }
    }
    func isHeld(_ number: Int, of camera: Camera) -> Bool {
      number == Self.thirdRadial && !camera.hasThirdRadial
    }
    let rows = zip(places, cameras).flatMap { place, camera in
      (0..<6).map { number in place.pose.map { $0 + number } }
        + (0..<Self.lensCount).map { number in
          isHeld(number, of: camera) ? nil : place.lens.map { $0 + number }
        }
    }
    let lenses = zip(places, cameras).map { place, camera in
      part(place.lens, Self.lensCount).map { values in
        values.indices.map {
          isHeld($0 / Self.lensCount, of: camera) || isHeld($0 % Self.lensCount, of: camera)
            ? 0 : values[$0]
        }
      }
    }
    return Covariance(
      lenses: lenses, poses: places.map { part($0.pose, 6) },
      bend: part(bendPlace, 3),
      joint: rows.flatMap { row in
        rows.map { column in
          guard let row, let column else { return 0 }
          return whole[row * n + column]
        }
      })
  }

  /// The gradients of the shared unknowns by errors that all corners of a view have in common, for each view
  /// and each of their six forms: a shift, and stretches along x and y of a unit on average, of either
  /// coordinate.
  private func viewScores(_ reduction: BlockNormalEquations.Reduction) -> [[Double]] {
    let (places, bendPlace, n) = places
    var scores: [[Double]] = []
    var slopes = Slopes()
    var start = 0
    while start < observations.count {
      let first = observations[start]
      var end = start
      while end < observations.count, observations[end].frame == first.frame,
        observations[end].camera == first.camera
      {
        end += 1
      }
      let view = observations[start..<end]
      start = end
      let total = view.reduce(SIMD2<Double>.zero) { $0 + $1.pixel }
      let middle = total / Double(view.count)
      let square = view.reduce(0.0) { sum, observation in
        let offset: SIMD2<Double> = observation.pixel - middle
        return sum + (offset * offset).sum()
      }
      let spread = max((square / Double(2 * view.count)).squareRoot(), 1e-6)
      var forms = [[Double]](repeating: Array(repeating: 0, count: n), count: 6)
      let sigma = cameras[first.camera].sigma
      let stretch = Self.viewSigma / (sigma * sigma)
      let shift = hypot(Self.viewSigma, first.shift) / (sigma * sigma)
      let isFree = frames[first.frame].isFree
      for observation in view {
        guard residual(of: observation, slopes: &slopes) != nil else { continue }
        let offset = (observation.pixel - middle) / spread
        for axis in 0..<2 {
          slopes.choose(
            axis: axis, places[first.camera], bend: bendPlace, isFrameFree: isFree)
          for (place, size) in [1, offset.x, offset.y].enumerated() {
            reduction.add(
              (place == 0 ? shift : stretch) * size, shared: slopes.shared, group: first.frame,
              own: slopes.own,
              to: &forms[3 * axis + place])
          }
        }
      }
      scores += forms
    }
    return scores
  }
}

/// What the views themselves show of the uncertainty: the unknowns are solved for again without a part of
/// the frames at a time (the jackknife of deleted groups, Efron and Tibshirani 1993, 11.5). It contains
/// what the corners' own sigma doesn't: blur of a moving board, a bent board, a lens of another form.
extension BoardBundle {
  /// The variances of the unknowns: of each camera's nine lens values, and of its turn and shift.
  struct Spread: Sendable {
    var lenses: [[Double]]
    var poses: [[Double]]
    /// Whether there are fewer frames than usual.
    var isOfFew: Bool

    /// A covariance whose variances are at least these, where they are more than chance; the correlations
    /// stay.
    ///
    /// - Parameter variances: those of the unknowns of `covariance`, from this spread.
    func widened(_ covariance: [Double], to variances: [Double]) -> [Double] {
      let (count, limit) = (variances.count, isOfFew ? 1 : BoardBundle.excess)
      let factors = variances.enumerated().map { index, variance in
        let own = covariance[(count + 1) * index]
        return variance.isFinite && variance > limit * own ? (variance / own).squareRoot() : 1
      }
      return covariance.indices.map { covariance[$0] * factors[$0 / count] * factors[$0 % count] }
    }
  }

  /// The parts into which frames are divided, where there are so many.
  private static let groupCount = 8
  /// Frames below which leaving some out shows nothing.
  private static let minimumFrames = 5
  /// Variances count where they are this many times those of independent corners: more than chance (with
  /// seven degrees of freedom one in twenty is). Of few frames all count that are larger.
  private static let excess = 2.0

  /// The spread; `nil` for too few frames, or where a part of them doesn't determine the unknowns.
  func spread() -> Spread? {
    let free = frames.indices.filter { frames[$0].isFree }
    guard free.count >= Self.minimumFrames else { return nil }
    let groups = min(free.count, Self.groupCount)
    var lenses: [[[Double]]] = []
    var poses: [[[Double]]] = []
    for group in 0..<groups {
      let left = Set(free.enumerated().filter { $0.offset % groups == group }.map(\.element))
      var rest = without(left)
      guard rest.solve(isRobust: false, iterations: 20) else { return nil }
      lenses.append(rest.cameras.map(\.lens))
      poses.append(zip(rest.cameras, cameras).map { Self.step(from: $1.pose, to: $0.pose) })
    }
    func variances(_ values: [[[Double]]], of camera: Int) -> [Double] {
      let own = values.map { $0[camera] }
      let count = Double(groups)
      return own[0].indices.map { index in
        let mean = own.reduce(0) { $0 + $1[index] } / count
        let squares = own.reduce(0) { $0 + ($1[index] - mean) * ($1[index] - mean) }
        return (count - 1) / count * squares
      }
    }
    return Spread(
      lenses: cameras.indices.map { variances(lenses, of: $0) },
      poses: cameras.indices.map { variances(poses, of: $0) },
      isOfFew: free.count < LensCalibration.usualViews)
  }

  /// This without some frames.
  private func without(_ left: Set<Int>) -> BoardBundle {
    let kept = frames.indices.filter { !left.contains($0) }
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var rest = BoardBundle(
      cameras: cameras, frames: kept.map { frames[$0] },
      observations: observations.compactMap { observation in
        places[observation.frame].map { place in
          var observation = observation
          observation.frame = place
          return observation
        }
      }, middle: middle)
    (rest.bend, rest.bends) = (bend, bends)
    return rest
  }

  /// The turn and shift in a camera's frame that lead from one pose to another, as in `Covariance`.
  private static func step(from old: RigidTransform, to new: RigidTransform) -> [Double] {
    let turn = new.rotation * old.rotation.inverse
    let (angle, shift) = (turn.rotationVector, new.translation - turn * old.translation)
    return [angle.x, angle.y, angle.z, shift.x, shift.y, shift.z]
  }
}
