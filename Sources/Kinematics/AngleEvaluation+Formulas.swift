import PoseSystem
internal import PoseGeometry

extension AngleEvaluation {
  /// The angle of a formula, its slope left for the sigma; or why there is none.
  mutating func evaluate(_ formula: AngleFormula) -> Outcome {
    switch formula {
    case .between(let a, let b): return between(a, b)
    case .constant(let value, let bone):
      return vector(bone) == nil ? .absent(.unobservable) : .value(value)
    case .planar(let bone, let frame, let from, let to, let least):
      return measured(bone, frame) { v, length, rotation in
        let (e1, e2) = (Self.direction(to, of: rotation), Self.direction(from, of: rotation))
        let (a, b) = (v.dot(e1), v.dot(e2))
        let square = a * a + b * b
        guard square.squareRoot() >= least * length else { return nil }
        // Vision's formula has an angle, 0, even where the projection has no length: of no certainty.
        guard square > 1e-24 * length * length else { return (0, (e1 + e2) * (1e12 / length)) }
        return (atan2(a, b), (e1 * b - e2 * a) / square)
      }
    case .elevation(let bone, let frame, let normal):
      return measured(bone, frame) { v, length, rotation in
        let e = Self.direction(normal, of: rotation)
        let height = v.dot(e)
        let rest = v - e * height
        let across = rest.length
        // Along the normal, the slope is that of leaving it in any direction.
        let slope =
          across > 1e-9 * length
          ? (e - v * (height / (length * length))) / across : Self.perpendicular(to: v) / length
        return (atan2(height, across), slope)
      }
    case .toAxis(let bone, let frame, let axis):
      return measured(bone, frame) { v, length, rotation in
        let (angle, slope, _) = Self.between(v, Self.direction(axis, of: rotation))
        return (angle, slope)
      }
    case .axial(let limb, let frame, let sequence, let limit):
      return axial(limb, frame, sequence, limit: limit)
    case .cardan(let a, let b, let sequence, let index):
      return cardan(a, b, sequence, index)
    case .frontalProjection(let first, let second): return frontalProjection(first, second)
    }
  }

  /// An angle of one bone in one frame; `compute` gives it with its gradient with respect to the bone,
  /// `nil` where the bone is too near to an axis.
  private mutating func measured(
    _ bone: AngleFormula.Bone, _ frame: BodyFrame,
    _ compute: (Vector3, Double, Rotation) -> (Double, Vector3)?
  ) -> Outcome {
    guard let v = vector(bone) else { return .absent(.unobservable) }
    if let reason = absences[frame.rawValue] { return .absent(reason) }
    guard let (angle, slope) = compute(v, v.length, rotations[frame.rawValue]) else {
      return .absent(.gimbalLock)
    }
    if hasSigmas {
      push(slope, to: bone)
      push(torque: -v.cross(slope), to: frame)
    }
    return .value(angle)
  }

  /// atan2(|a × b|, a · b), exact near 0 and π, where acos loses half the digits, with its
  /// gradients. Of parallel vectors the slope is that of a bend in any plane.
  private static func between(
    _ a: Vector3, _ b: Vector3
  ) -> (angle: Double, a: Vector3, b: Vector3) {
    let (aa, bb) = (a.dot(a), b.dot(b))
    let normal = a.cross(b)
    let length = normal.length
    let n: Vector3
    if length * length > 1e-18 * aa * bb {
      n = normal / length
    } else {
      n = perpendicular(to: a)
    }
    return (atan2(length, a.dot(b)), a.cross(n) / aa, n.cross(b) / bb)
  }

  /// A direction of length 1 across a vector.
  private static func perpendicular(to v: Vector3) -> Vector3 {
    let helper = abs(v.x) < 0.6 * v.length ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    return v.cross(helper).normalized ?? Vector3(0, 0, 1)
  }

  private mutating func between(_ a: AngleFormula.Bone, _ b: AngleFormula.Bone) -> Outcome {
    guard let v = vector(a), let w = vector(b) else { return .absent(.unobservable) }
    let (angle, slopeA, slopeB) = Self.between(v, w)
    if hasSigmas {
      push(slopeA, to: a)
      push(slopeB, to: b)
    }
    return .value(angle)
  }

  /// The slopes of the first and the third angle (Grood & Suntay 1983). Let e₁ be the first axis of
  /// the sequence in the proximal frame and e₃ its third in the distal one. A small turn ω of the
  /// distal frame changes the third angle by ω · (e₃ − (e₁·e₃)e₁) / (1 − (e₁·e₃)²). The first
  /// angle's formula is the same with e₁ and e₃ swapped.
  private static func slopes(
    _ e1: Vector3, _ e3: Vector3
  ) -> (first: Vector3, third: Vector3) {
    let c = e1.dot(e3)
    let square = 1 - c * c
    return ((e1 - e3 * c) / square, (e3 - e1 * c) / square)
  }

  private mutating func axial(
    _ limb: AngleFormula.Limb, _ frame: BodyFrame, _ sequence: AngleFormula.AxialSequence,
    limit: Double
  ) -> Outcome {
    guard let d = vector(limb.first), let s = vector(limb.second) else {
      return .absent(.unobservable)
    }
    if let reason = absences[frame.rawValue] { return .absent(reason) }
    let proximal = rotations[frame.rawValue]
    guard d.cross(s).length > Self.minimumBend * d.length * s.length,
      let bend = TwoVectorFrame(d, s)
    else { return .absent(.limbTooStraight) }
    // ISB's axes of the limb: Y up along the bone, Z along the hinge.
    let y = -bend.p
    let z = limb.isLeg ? -bend.r : bend.r
    let x = y.cross(z)
    let e1 = sequence == .zxy ? -proximal.x : proximal.y
    let minimumSine = sequence == .zxy ? Self.minimumProjection : Self.minimumBend
    guard y.cross(e1).length >= minimumSine else { return .absent(.gimbalLock) }
    // The left limb is reflected, which turns proximal Z and the hinge over.
    var (sine, cosine) = (-e1.dot(x), e1.dot(z))
    if limb.isLeft {
      if sequence == .zxy { sine = -sine } else { cosine = -cosine }
    }
    let angle = atan2(sine, cosine)
    guard abs(angle) <= limit else { return .absent(.unobservable) }
    if hasSigmas {
      let torque = Self.slopes(e1, y).third * (limb.isLeft ? -1 : 1)
      let (slopeD, slopeS) = bend.gradients(torque: torque)
      push(slopeD, to: limb.first)
      push(slopeS, to: limb.second)
      push(torque: -torque, to: frame)
    }
    return .value(angle)
  }

  private mutating func cardan(
    _ a: BodyFrame, _ b: BodyFrame, _ sequence: EulerSequence, _ index: Int
  ) -> Outcome {
    for frame in [a, b] {
      if let reason = absences[frame.rawValue] { return .absent(reason) }
    }
    let (proximal, distal) = (rotations[a.rawValue], rotations[b.rawValue])
    let (i, k) = sequence.outerAxes
    let (e1, e3) = (Self.isbAxis(i, of: proximal), Self.isbAxis(k, of: distal))
    let floating = e3.cross(e1)
    let sign = sequence.isCyclic ? 1.0 : -1.0
    guard index == 1 || floating.length >= Self.minimumProjection else {
      return .absent(.gimbalLock)
    }
    func column(_ index: Int) -> Vector3 {
      let axis = Self.isbAxis(index, of: distal)
      return Vector3(proximal.z.dot(axis), proximal.y.dot(axis), -proximal.x.dot(axis))
    }
    let angles = sequence.angles(of: Rotation(trusted: column(0), column(1), column(2)))
    let torque: Vector3
    let angle: Double
    switch index {
    case 0: (angle, torque) = (angles.first, Self.slopes(e1, e3).first)
    case 1:
      let reach = floating.length
      angle = angles.second
      torque = reach > 1e-9 ? floating * (sign / reach) : Self.perpendicular(to: e1)
    default: (angle, torque) = (angles.third, Self.slopes(e1, e3).third)
    }
    if hasSigmas {
      push(torque: torque, to: b)
      push(torque: -torque, to: a)
    }
    return .value(angle)
  }

  private mutating func frontalProjection(
    _ first: AngleFormula.Bone, _ second: AngleFormula.Bone
  ) -> Outcome {
    let h = points[Joint.leftHip.rawValue] - points[Joint.rightHip.rawValue]
    guard let d = vector(first), let s = vector(second), h.length > BodyFrame.minimumLength else {
      return .absent(.unobservable)
    }
    let line = d + s
    guard line.length > BodyFrame.minimumLength else { return .absent(.unobservable) }
    let w = h.cross(line)
    let reach = w.length
    guard reach >= Self.minimumBend * h.length * line.length else { return .absent(.gimbalLock) }
    let n = w / reach
    let (dn, sn) = (d.dot(n), s.dot(n))
    guard (d - n * dn).length >= Self.minimumProjection * d.length,
      (s - n * sn).length >= Self.minimumProjection * s.length
    else { return .absent(.gimbalLock) }
    let across = d.cross(s)
    let sine = n.dot(across)
    let cosine = d.dot(s) - dn * sn
    if hasSigmas {
      let square = sine * sine + cosine * cosine
      let (a, b) = (cosine / square, -sine / square)
      var slopeD = s.cross(n) * a + (s - n * sn) * b
      var slopeS = n.cross(d) * a + (d - n * dn) * b
      let slopeN = across * a - (d * sn + s * dn) * b
      let slopeW = (slopeN - n * n.dot(slopeN)) / reach
      let slopeLine = slopeW.cross(h)
      slopeD += slopeLine
      slopeS += slopeLine
      push(slopeD, to: first)
      push(slopeS, to: second)
      push(line.cross(slopeW), from: .rightHip, to: .leftHip)
    }
    return .value(atan2(sine, cosine))
  }
}
