internal import CAprilTag
internal import PoseGeometry

/// AprilTag's detector of black squares with a code: tags of an AprilGrid, or ArUco markers. Used from one thread at a
/// time.
final class SquareDetector {
  /// A black square in an image.
  struct Square: Sendable, Equatable {
    /// The number of its code.
    var number: Int
    /// The corners of its black border in pixels: lower left, lower right, upper right, upper left.
    var corners: [SIMD2<Double>]
    /// Cells that were corrected.
    var corrected: Int
    /// The width of its border in cells.
    var border: Int
    /// The index of its family in the detector.
    var family: Int
  }

  private let detector: OpaquePointer
  private let capacity: Int
  /// Images of more pixels are searched at half their size first; chosen.
  private static let fullSize = 900_000
  /// The shortest side of an image that is searched, in pixels.
  private static let minimumSide = 16

  /// The reason why the library can't be loaded; `nil` if it can.
  static var problem: String? { pose3d_apriltag_load().map { String(cString: $0) } }

  /// A detector.
  ///
  /// - Parameters:
  ///   - capacity: squares in an image, at most.
  ///   - make: makes the library's detector; `nil` if memory is missing.
  /// - Throws: `BoardError.noDetector` if the library can't be loaded.
  init(capacity: Int, _ make: () -> OpaquePointer?) throws(BoardError) {
    if let problem = Self.problem { throw .noDetector(reason: problem) }
    guard let detector = make() else {
      throw .noDetector(reason: "AprilTag's detector can't be made: memory is missing")
    }
    (self.detector, self.capacity) = (detector, capacity)
  }

  deinit { pose3d_apriltag_free(detector) }

  /// The squares in a large image at half its size; `nil` of one that isn't large.
  ///
  /// - Parameter prepared: makes the image that is searched from the halved one.
  func squaresAtHalfSize(
    in image: GrayImage, prepared: (GrayImage) -> GrayImage = { $0 }
  ) -> [Square]? {
    guard image.width * image.height > Self.fullSize, let half = image.halved else { return nil }
    return squares(in: prepared(half)).map { square in
      var square = square
      square.corners = square.corners.map { ($0 + 0.5) * 2 - 0.5 }
      return square
    }
  }

  /// The squares in an image, whose corners are numbers.
  func squares(in image: GrayImage) -> [Square] {
    guard let width = Int32(exactly: image.width), let height = Int32(exactly: image.height),
      image.width >= Self.minimumSide, image.height >= Self.minimumSide
    else { return [] }
    var found = [pose3d_apriltag](repeating: pose3d_apriltag(), count: capacity)
    let count = image.pixels.withUnsafeBufferPointer { pixels in
      pose3d_apriltag_detect(
        detector, pixels.baseAddress, width, height, 1, &found, Int32(capacity))
    }
    return found.prefix(max(0, min(Int(count), capacity))).compactMap { square in
      let c = square.corners
      // AprilTag counts from the corner of the first pixel.
      let corners = [c.0, c.1, c.2, c.3].map { SIMD2($0.0, $0.1) - 0.5 }
      guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
      return Square(
        number: Int(square.id), corners: corners, corrected: Int(square.corrected),
        border: Int(square.border), family: Int(square.family))
    }
  }
}
