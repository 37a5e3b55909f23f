internal import Foundation
internal import Kinematics
internal import Pose3D
internal import PoseDocuments
internal import PoseGeometry

/// People in the words of our schemas, written and read: what the documents of pictures and sequences
/// say of a body, their readers, and the journal of a run. What is written is read back as it was, to
/// the digits that are written; what is read is finite and within bounds.
///
/// The functions come in pairs, one that gives JSON and one that takes it, in the files of this folder.
/// Those that read throw `DocumentNode.Problem`.
struct BodyCodec: Sendable {
  /// Whether numbers are written with all their digits, else to 1e-6.
  let isExact: Bool
  /// Whether members that this program always writes may be missing: others write documents, too.
  let isLenient: Bool
  /// The greatest coordinate, sigma and stature that is read.
  let farthest: Double
  /// The same as sentences have it.
  private let farthestText: String

  /// Documents, for people and other programs. Sums of squares of larger numbers overflow, whatever
  /// the unit.
  static let document = BodyCodec(
    isExact: false, isLenient: true, farthest: 1e9, farthestText: "1e9")
  /// A run's journal, for the program itself: in metres, from what a camera sees.
  static let journal = BodyCodec(
    isExact: true, isLenient: false, farthest: 1e4, farthestText: "1e4")
}

// MARK: Numbers

extension BodyCodec {
  func value(_ number: Double) -> JSONValue { isExact ? .exact(number) : .number(number) }

  /// A number, or `null`.
  func value(_ number: Double?) -> JSONValue { .optional(number.map { value($0) }) }

  /// A coordinate.
  func coordinate(_ node: DocumentNode) throws(DocumentNode.Problem) -> Double {
    let value = try node.number()
    guard abs(value) <= farthest else {
      throw node.mismatch(expected: "a coordinate of at most \(farthestText)")
    }
    return value
  }

  /// A standard deviation in metres.
  func sigma(_ node: DocumentNode) throws(DocumentNode.Problem) -> Double {
    let value = try node.number()
    guard value >= 0 else { throw node.mismatch(expected: "metres of at least 0") }
    guard value <= farthest else {
      throw node.mismatch(expected: "metres of at most \(farthestText)")
    }
    return value
  }

  /// A covariance in m².
  func value(_ covariance: SymmetricMatrix3) -> JSONValue {
    .array(covariance.elements.map { .exact(isExact ? $0 : Self.toFourDigits($0)) })
  }

  /// A number to four significant digits: enough for a variance, whatever its size.
  private static func toFourDigits(_ number: Double) -> Double {
    // Smaller ones are nothing, and the powers for them not numbers any more.
    guard number.isFinite, number.magnitude > 1e-300 else { return number.isFinite ? 0 : number }
    let place = Int(log10(number.magnitude).rounded(.down)) - 3
    let power = pow(10, Double(place.magnitude))
    return place < 0 ? (number * power).rounded() / power : (number / power).rounded() * power
  }

  /// A covariance: [xx, xy, xz, yy, yz, zz], its variances at least 0 and its correlations at most 1.
  func covariance(_ node: DocumentNode) throws(DocumentNode.Problem) -> SymmetricMatrix3 {
    let elements = try node.list(of: "numbers")
    guard elements.count == 6 else { throw node.mismatch(expected: "xx, xy, xz, yy, yz and zz") }
    var e: [Double] = []
    for element in elements { e.append(try element.number()) }
    let matrix = SymmetricMatrix3(xx: e[0], xy: e[1], xz: e[2], yy: e[3], yz: e[4], zz: e[5])
    // With what rounding to four digits, or to 1e-9 as earlier versions did, may add.
    func isBounded(_ shared: Double, _ a: Double, _ b: Double) -> Bool {
      abs(shared) <= 1.002 * (a * b).squareRoot() + 2e-9
    }
    guard matrix.diagonal.min() >= 0, isBounded(e[1], e[0], e[3]), isBounded(e[2], e[0], e[5]),
      isBounded(e[4], e[3], e[5])
    else {
      throw node.mismatch(expected: "a covariance: no variance below 0, no correlation above 1")
    }
    guard matrix.diagonal.max() <= farthest * farthest else {
      throw node.mismatch(expected: "variances of at most \(farthestText) m squared")
    }
    return matrix
  }

  /// A stature in metres.
  private func height(_ node: DocumentNode) throws(DocumentNode.Problem) -> Double {
    let value = try node.number()
    guard value > 0 else { throw node.mismatch(expected: "metres of more than 0") }
    guard value <= farthest else {
      throw node.mismatch(expected: "metres of at most \(farthestText)")
    }
    return value
  }

  /// A number from 0 to 1.
  func share(_ node: DocumentNode) throws(DocumentNode.Problem) -> Double {
    let value = try node.number()
    guard (0...1).contains(value) else { throw node.mismatch(expected: "a number from 0 to 1") }
    return value
  }

  /// A person's identity: a whole number, which has successors.
  func identity(_ node: DocumentNode) throws(DocumentNode.Problem) -> Int {
    guard let number = Int(exactly: try node.number()), number.magnitude < 1_000_000_000_000_000
    else {
      throw node.mismatch(expected: "a whole number")
    }
    return number
  }

  /// A frame's number.
  func frameNumber(_ node: DocumentNode) throws(DocumentNode.Problem) -> Int {
    let number = try node.number()
    guard number < 0x1p63 else { throw node.mismatch(expected: "a frame's number below 2^63") }
    guard let whole = Int(exactly: number), whole >= 0 else {
      throw node.mismatch(expected: "a whole number of at least 0")
    }
    return whole
  }
}

// MARK: Points

extension BodyCodec {
  func value(_ vector: Vector3) -> JSONValue {
    .array([value(vector.x), value(vector.y), value(vector.z)])
  }

  func vector(_ node: DocumentNode) throws(DocumentNode.Problem) -> Vector3 {
    let values = try node.list(of: "x, y and z")
    guard values.count == 3 else { throw node.mismatch(expected: "x, y and z") }
    return Vector3(
      try coordinate(values[0]), try coordinate(values[1]), try coordinate(values[2]))
  }
}

// MARK: A value a joint

extension BodyCodec {
  func value<Value>(
    _ values: PerJoint<Value>, _ write: (Value) -> JSONValue
  ) -> JSONValue {
    .array(Joint.allCases.map { write(values[$0]) })
  }

  /// Values in the order of the joints; `what` they are, in a sentence.
  func perJoint<Value>(
    _ node: DocumentNode, of what: String,
    _ read: (DocumentNode) throws(DocumentNode.Problem) -> Value
  ) throws(DocumentNode.Problem) -> PerJoint<Value> {
    let elements = try node.list(of: what)
    guard elements.count == Joint.allCases.count else {
      throw node.mismatch(expected: "a list of \(Joint.allCases.count) \(what)")
    }
    var values: [Value] = []
    for element in elements { values.append(try read(element)) }
    return PerJoint { values[$0.rawValue] }
  }
}

// MARK: Words

extension BodyCodec {
  func value(_ source: JointSource) -> JSONValue { .string(source.rawValue) }

  func source(_ node: DocumentNode) throws(DocumentNode.Problem) -> JointSource {
    try word(node)
  }

  /// One of a type's words.
  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> Word {
    guard let word = node.string.flatMap(Word.init(rawValue:)) else {
      let words = Word.allCases.map { "\"\($0.rawValue)\"" }
      throw node.mismatch(expected: words.joined(separator: " or "))
    }
    return word
  }
}

// MARK: Stature

extension BodyCodec {
  /// The three members that say how tall a person is.
  func members(_ stature: Stature) -> [(SchemaName, JSONValue)] {
    [
      (.bodyHeight, value(stature.metres)), (.bodyHeightSigma, value(stature.sigma)),
      (.heightEstimation, .optional(stature.estimation.map { .string($0.rawValue) })),
    ]
  }

  /// The stature that a person's members say; where they don't, that of the bones.
  func stature(
    of person: DocumentNode, positions: PerJoint<Vector3>
  ) throws(DocumentNode.Problem) -> Stature {
    let metres = try (isLenient ? person[.bodyHeight] : person.member(.bodyHeight)).map(height)
    return Stature(
      metres: metres ?? Anthropometry.stature(of: positions),
      sigma: try person[.bodyHeightSigma].map(sigma),
      estimation: try person[.heightEstimation].map { node throws(DocumentNode.Problem) in
        try word(node)
      })
  }
}

// MARK: Feet

extension BodyCodec {
  /// The feet of a body; `null` for one that is not known.
  func value(feetOf body: BodyEstimate) -> JSONValue {
    let foot = { (foot: Foot?) in
      JSONValue.optional(
        foot.map { foot in
          .members([
            (.heel, value(foot.heel)), (.toe, value(foot.toe)), (.sigma, value(foot.sigma)),
          ])
        })
    }
    return .members([(.left, foot(body.leftFoot)), (.right, foot(body.rightFoot))])
  }

  /// The feet among a person's members.
  func feet(
    of person: DocumentNode
  ) throws(DocumentNode.Problem) -> (left: Foot?, right: Foot?) {
    let feet = isLenient ? person[.feet] : try person.member(.feet)
    func foot(_ node: DocumentNode?) throws(DocumentNode.Problem) -> Foot? {
      guard let node else { return nil }
      return Foot(
        heel: try vector(node.member(.heel)), toe: try vector(node.member(.toe)),
        sigma: try node[.sigma].map(sigma))
    }
    return (try foot(feet?[.left]), try foot(feet?[.right]))
  }
}

/// The measurement of a person and no more: the `raw` of a sequence, and a line of the journal.
extension BodyCodec {
  func members(_ body: BodyEstimate) -> [(SchemaName, JSONValue)] {
    members(body.stature) + [
      (.cameraPositions, value(body.positions) { value($0) }),
      (.covariances, .optional(body.covariances.map { value($0) { value($0) } })),
      (.sources, value(body.sources) { value($0) }),
      (.feet, value(feetOf: body)),
    ] + (body.swappedLimbs.isEmpty ? [] : [(.swappedLimbs, value(body.swappedLimbs))])
  }

  /// Pairs of limbs, by name.
  private static let limbs: [(name: String, pair: LimbPairs)] = [("arms", .arms), ("legs", .legs)]

  private func value(_ swapped: LimbPairs) -> JSONValue {
    .array(Self.limbs.filter { swapped.contains($0.pair) }.map { .string($0.name) })
  }

  private func limbPairs(_ node: DocumentNode) throws(DocumentNode.Problem) -> LimbPairs {
    var swapped: LimbPairs = []
    for element in try node.list(of: "limbs") {
      guard let limb = Self.limbs.first(where: { $0.name == element.string }) else {
        throw element.mismatch(expected: "arms or legs")
      }
      swapped.insert(limb.pair)
    }
    return swapped
  }

  /// The same without the values of another body beside it.
  func members(_ body: BodyEstimate, besides other: BodyEstimate) -> [(SchemaName, JSONValue)] {
    let repeated: [SchemaName: Bool] = [
      .bodyHeight: body.stature == other.stature, .bodyHeightSigma: body.stature == other.stature,
      .heightEstimation: body.stature == other.stature,
      .covariances: body.covariances == other.covariances, .sources: body.sources == other.sources,
      .feet: body.leftFoot == other.leftFoot && body.rightFoot == other.rightFoot,
    ]
    return members(body).filter { repeated[$0.0] != true }
  }

  /// - Parameter besides: the source of the values that are missing here.
  func body(
    _ node: DocumentNode, besides: DocumentNode? = nil
  ) throws(DocumentNode.Problem) -> BodyEstimate {
    let positions = try perJoint(node.member(.cameraPositions), of: "places", vector)
    let covarianceNode = node[.covariances] ?? besides?[.covariances]
    var covariances = try covarianceNode.map { node throws(DocumentNode.Problem) in
      try perJoint(node, of: "covariances", covariance)
    }
    // Documents of earlier versions, and short ones, have one number a joint.
    if covariances == nil, let sigmas = node[.sigmas] ?? besides?[.sigmas] {
      covariances = try perJoint(sigmas, of: "numbers", sigma).map(SymmetricMatrix3.init(sigma:))
    }
    let words = isLenient ? node[.sources] ?? besides?[.sources] : try node.member(.sources)
    let sources = try words.map { node throws(DocumentNode.Problem) in
      try perJoint(node, of: "words", source)
    }
    let feet = try feet(of: node[.feet] == nil ? besides ?? node : node)
    var body = BodyEstimate(
      positions: positions, covariances: covariances,
      sources: sources ?? PerJoint(repeating: .lifted),
      leftFoot: feet.left, rightFoot: feet.right,
      stature: try stature(
        of: node[.bodyHeight] == nil ? besides ?? node : node, positions: positions))
    if let swapped = node[.swappedLimbs] { body.swappedLimbs = try limbPairs(swapped) }
    return body
  }
}
