internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// The common parts of the layouts: sizes, intrinsics and their limits.
extension CameraReader {
  typealias Size = (width: Int, height: Int)

  /// The size that a document states, or that of the caller's picture; throws when neither is known.
  func size(
    _ width: DocumentNode?, _ height: DocumentNode?, in node: DocumentNode
  ) throws(DocumentNode.Problem) -> Size {
    if let width, let height { return (try width.pictureSide(), try height.pictureSide()) }
    guard width == nil, height == nil, let size = options.colorSize else {
      throw Self.sizeMissing(in: node)
    }
    return size
  }

  static func sizeMissing(in node: DocumentNode) -> DocumentNode.Problem {
    DocumentNode.Problem(
      (node.path.isEmpty ? "" : "\(node.path): ")
        + "intrinsics without the size of the image they belong to: add \"width\" and \"height\"")
  }

  /// The index of the chosen camera among those of a file: the only one, or the one that the caller
  /// names.
  ///
  /// - Parameters:
  ///   - names: the cameras' names.
  ///   - others: all names that a camera goes by.
  func chosen(
    among names: [String], called others: (String) -> [String?] = { [$0] }
  ) throws(DocumentNode.Problem) -> Int {
    let wanted = options.cameraName
    let matches = names.indices.filter { index in
      guard let wanted else { return names.count == 1 }
      return others(names[index]).contains(wanted)
    }
    guard matches.count == 1 else {
      let list = names.joined(separator: ", ")
      throw DocumentNode.Problem(
        wanted.map { "there is no one camera \"\($0)\"; there are \(list)" }
          ?? "there are \(names.count) cameras, \(list)",
        remedy: wanted == nil ? .nameCamera : nil)
    }
    return matches[0]
  }

  /// A camera from four numbers of a document.
  func camera(
    _ size: Size, fx: DocumentNode, fy: DocumentNode, cx: DocumentNode, cy: DocumentNode,
    distortion: LensDistortion?
  ) throws(DocumentNode.Problem) -> Camera {
    let side = Double(max(size.width, size.height))
    return Camera(
      width: size.width, height: size.height, fx: try Self.focalLength(fx, side: side),
      fy: try Self.focalLength(fy, side: side), cx: try Self.principalPoint(cx, side: side),
      cy: try Self.principalPoint(cy, side: side), distortion: distortion, source: .file)
  }

  /// A camera from a 3×3 matrix, whose numbers come row by row.
  func camera(
    _ size: Size, matrix numbers: [DocumentNode], distortion: LensDistortion?
  ) throws(DocumentNode.Problem) -> Camera {
    for index in [1, 3, 6, 7] where abs(try numbers[index].number()) > 1e-6 {
      throw numbers[index].mismatch(
        expected: index == 1
          ? "0, a sensor without skew," : "0 (the matrix is fx 0 cx, 0 fy cy, 0 0 1, row by row)")
    }
    guard try numbers[8].number() == 1 else {
      throw numbers[8].mismatch(expected: "1 (the matrix is fx 0 cx, 0 fy cy, 0 0 1, row by row)")
    }
    return try camera(
      size, fx: numbers[0], fy: numbers[4], cx: numbers[2], cy: numbers[5], distortion: distortion)
  }

  /// A camera whose numbers were computed from those in the document at `place`.
  func camera(
    _ size: Size, focal: SIMD2<Double>, principal: SIMD2<Double>, distortion: LensDistortion?,
    place: String
  ) throws(DocumentNode.Problem) -> Camera {
    let side = Double(max(size.width, size.height))
    guard Self.isFocalLength(focal.x, side), Self.isFocalLength(focal.y, side),
      Self.isPrincipalPoint(principal.x, side), Self.isPrincipalPoint(principal.y, side)
    else {
      // Hundredths of a pixel are enough for the person who reads it.
      let f = (focal * 100).rounded(.toNearestOrEven) / 100
      let c = (principal * 100).rounded(.toNearestOrEven) / 100
      throw DocumentNode.Problem(
        "\(place) has focal lengths of \(f.x) and \(f.y) pixels and a principal point of "
          + "\(c.x), \(c.y), which no image of \(size.width)×\(size.height) has")
    }
    return Camera(
      width: size.width, height: size.height, fx: focal.x, fy: focal.y, cx: principal.x,
      cy: principal.y, distortion: distortion, source: .file)
  }

  /// Whether a lens can have this focal length: one below a twentieth of the picture's longer side
  /// (a field of view of 169°) or above a hundred times it is a mistake.
  private static func isFocalLength(_ number: Double, _ side: Double) -> Bool {
    (side / 20...side * 100).contains(number)
  }

  /// Whether a picture can have this principal point: one twenty pictures away is a mistake. (A
  /// window cut out of a larger picture may well have it outside.)
  private static func isPrincipalPoint(_ number: Double, _ side: Double) -> Bool {
    abs(number) <= side * 20
  }

  private static func focalLength(
    _ node: DocumentNode, side: Double
  ) throws(DocumentNode.Problem) -> Double {
    let number = try node.number()
    guard number > 0 else {
      throw node.mismatch(expected: "a focal length in pixels, more than 0,")
    }
    guard isFocalLength(number, side) else {
      throw node.mismatch(expected: "a focal length in pixels of an image of \(Int(side)) pixels")
    }
    return number
  }

  private static func principalPoint(
    _ node: DocumentNode, side: Double
  ) throws(DocumentNode.Problem) -> Double {
    let number = try node.number()
    guard isPrincipalPoint(number, side) else {
      throw node.mismatch(expected: "a principal point in pixels of an image of \(Int(side))")
    }
    return number
  }

  /// No lens has a coefficient beyond this; those of Azure Kinect, the largest, are a few tens.
  private static let largestCoefficient = 1e6

  /// Throws for coefficients of a distortion that no lens has.
  static func checkCoefficients(
    _ values: [Double], _ place: String
  ) throws(DocumentNode.Problem) {
    for value in values where !(abs(value) <= largestCoefficient) {
      throw DocumentNode.Problem(
        "\(place) has the coefficient \(value), and no lens has one beyond "
          + "\(largestCoefficient.wholeWords)")
    }
  }

  /// OpenCV's list of coefficients: none, 4, 5, 8, or 12 and 14 whose thin-prism and tilt terms
  /// are 0; `nil` when all are 0.
  func openCVDistortion(
    _ numbers: [DocumentNode], in list: DocumentNode
  ) throws(DocumentNode.Problem) -> LensDistortion? {
    var values: [Double] = []
    for node in numbers { values.append(try node.number()) }
    if [12, 14].contains(values.count) {
      guard values[8...].allSatisfy({ $0 == 0 }) else {
        throw DocumentNode.Problem(
          "\(list.place) has thin-prism or tilt terms (number 9 and after): calibrate with at most "
            + "8 coefficients")
      }
      values.removeLast(values.count - 8)
    }
    guard !values.isEmpty else { return nil }
    try Self.checkCoefficients(values, list.place)
    guard let distortion = LensDistortion(coefficients: values) else {
      throw DocumentNode.Problem(
        "\(list.place) has \(values.count) coefficients where 4, 5 or 8 (k1 k2 p1 p2 k3 k4 k5 k6) "
          + "were expected")
    }
    return distortion.isNone ? nil : distortion
  }

  /// The four coefficients of OpenCV's fisheye.
  func fisheye(
    _ numbers: [DocumentNode], in list: DocumentNode
  ) throws(DocumentNode.Problem) -> LensDistortion {
    var values: [Double] = []
    for node in numbers { values.append(try node.number()) }
    try Self.checkCoefficients(values, list.place)
    guard let distortion = LensDistortion(model: .fisheye, coefficients: values) else {
      throw DocumentNode.Problem(
        "\(list.place) has \(values.count) coefficients where a fisheye's 4 (k1 k2 k3 k4) were "
          + "expected")
    }
    return distortion
  }

  /// The maximum deviation of a file's axes from orthonormal ones: calibrations are written with
  /// few digits.
  static let motionTolerance = 1e-3

  /// A depth camera's motion to the colour camera; throws for cameras metres apart, whose translation
  /// must be in millimetres.
  static func checkDistance(
    _ extrinsics: RigidTransform, _ place: String
  ) throws(DocumentNode.Problem) -> RigidTransform {
    let t = extrinsics.translation
    let distance = t.length
    guard distance <= 10 else {
      throw DocumentNode.Problem(
        "\(place) puts the cameras \(distance.wholeWords) m apart: the translation is in metres, not millimetres"
      )
    }
    return extrinsics
  }
}

extension DocumentNode {
  /// The numbers of a list, of a list of rows, or of OpenCV's `{rows, cols, data}`; a number alone
  /// is a list of one.
  func flatNumbers() throws(Problem) -> [DocumentNode] {
    if let data = self["data"] { return try data.flatNumbers() }
    guard let elements else {
      _ = try number()
      return [self]
    }
    var numbers: [DocumentNode] = []
    for element in elements {
      // No camera has as many; a file of millions need not be taken apart to say so.
      guard numbers.count <= 1000 else { throw mismatch(expected: "at most 1000 numbers") }
      if let inner = element.elements {
        numbers += inner.prefix(1001)
      } else {
        numbers.append(element)
      }
    }
    return numbers
  }

  /// The nine or sixteen numbers of a matrix; throws a problem for another count.
  func matrixNumbers(_ count: Int) throws(Problem) -> [DocumentNode] {
    let numbers = try flatNumbers()
    guard numbers.count == count else {
      throw Problem("\(place) has \(numbers.count) numbers where a matrix of \(count) was expected")
    }
    return numbers
  }
}
