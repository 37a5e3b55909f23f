internal import PoseImaging

/// BlazePose's first stage: where in a picture people are.
final class PersonDetector {
  /// A person's place in the picture.
  struct Finding: Equatable {
    let score: Double
    let region: SquareRegion
    /// Whether the circle around the person lies in the square that was searched, or leaves it only
    /// where the picture ends.
    let isWhole: Bool
    /// The search whose square shows them.
    let search: Search
    /// Whether that square was smaller than those of `SquareRegion.tiles`.
    let isSmall: Bool
  }

  /// The squares that are searched, from coarse to fine.
  enum Search: Int, CaseIterable {
    /// The picture.
    case picture
    /// Overlapping squares, and others 0.7 times as large: the detector overlooks who is large in one,
    /// and finds them in the other. Of 43 annotated people in 15 pictures it finds 24 with the first
    /// squares alone and 31 with both, before things are sorted out.
    case tiles
    /// Squares half as large, for small people. They show more things as people.
    case fineTiles

    /// The sizes of the squares, as factors on those of `SquareRegion.tiles`.
    fileprivate var scales: [Double] {
      switch self {
      case .picture: []
      case .tiles: [1, 0.7]
      case .fineTiles: [0.5]
      }
    }
  }

  /// The least share of a small square that the square around a person has. What is smaller there is a
  /// thing more often than a person.
  private static let minimumShare = 1.0 / 3

  /// The indices of the detector's keypoints that are used.
  private static let (hips, scalePoint) = (0, 1)

  private let detector: SingleShotDetector
  private let minimumConfidence: Double

  init(
    path: String, runtime: InferenceRuntime, options: BodyPoseDetector.Options
  ) throws(DetectionError) {
    detector = try SingleShotDetector(
      path: path, anchors: .people, scale: 2 / 255, offset: -1, runtime: runtime,
      threads: options.threads, cacheFolder: options.cacheFolder)
    minimumConfidence = options.minimumDetectionConfidence
  }

  /// The people in a window of a picture, in pixels of the whole picture; empty when there are
  /// none. A person may be there once for each square in which they are seen: whole ones first,
  /// then the most confident.
  ///
  /// - Parameter upTo: how finely overlapping squares are searched too. A window no larger
  ///   than the detector's input has nothing to gain from it.
  func findings(
    in window: PictureWindow, upTo search: Search
  ) throws(DetectionError) -> [Finding] {
    let picture = window.picture()
    let (width, height) = (picture.width, picture.height)
    var found = try findings(
      in: picture, from: window.origin, SquareRegion(around: width, height), .picture)
    for level in Search.allCases
    where level.rawValue <= search.rawValue && max(width, height) > detector.anchors.inputSize {
      for scale in level.scales {
        for square in SquareRegion.tiles(of: width, height, scale: scale) {
          found += try findings(
            in: picture, from: window.origin, square, level,
            minimumShare: scale < 1 ? Self.minimumShare : 0)
        }
      }
    }
    return found.sorted { ($0.isWhole ? 1 : 0, $0.score) > ($1.isWhole ? 1 : 0, $1.score) }
  }

  /// The people in a square of a window's picture, the most confident first.
  private func findings(
    in picture: ColorImage, from origin: SIMD2<Double>, _ square: SquareRegion, _ search: Search,
    minimumShare: Double = 0
  ) throws(DetectionError) -> [Finding] {
    let candidates = try detector.candidates(
      in: picture, square, minimumConfidence: minimumConfidence)
    return
      candidates.map { candidate in
        let region = SquareRegion(
          hips: square.pixel(candidate.keypoints[Self.hips]),
          scalePoint: square.pixel(candidate.keypoints[Self.scalePoint]))
        return Finding(
          score: candidate.score, region: region.moved(by: origin),
          isWhole: !region.isCut(by: square, in: picture), search: search, isSmall: minimumShare > 0
        )
      }
      .filter { $0.region.isUsable && $0.region.side >= minimumShare * square.side }
  }
}

extension SquareRegion {
  fileprivate func moved(by offset: SIMD2<Double>) -> SquareRegion {
    SquareRegion(center: center + offset, side: side, rotation: rotation)
  }

  /// Whether an upright square cuts the circle around the person where the picture goes on.
  fileprivate func isCut(by square: SquareRegion, in picture: ColorImage) -> Bool {
    let radius = side / (2 * Self.enlargement)
    let first = pointwiseMax(square.center - square.side / 2, .zero)
    let end = pointwiseMin(
      square.center + square.side / 2, SIMD2(Double(picture.width), Double(picture.height)))
    return any(center - radius .< first .& first .> 0)
      || any(
        center + radius .> end
          .& end .< SIMD2(Double(picture.width), Double(picture.height)))
  }
}

extension SquareRegion {
  /// Overlapping upright squares that cover a picture, row by row from the top left. The person
  /// detector sees a person at least 7/4 times as large in one of them as in the whole picture.
  ///
  /// A square is as wide as the short side, but at most 4/7 of the long side: an image of 16:9 has
  /// three in a row, one of 4:3 six, one of 1:1 nine. Neighbours are at most half a side apart, so
  /// that a person half as large as a square is whole in one. In an elongated image a square is at
  /// least an eighth of the long side and reaches over the edges.
  ///
  /// - Parameter scale: a factor on the side, for smaller squares and more of them.
  static func tiles(of width: Int, _ height: Int, scale: Double = 1) -> [SquareRegion] {
    let extent = SIMD2(Double(width), Double(height))
    let long = extent.max()
    let side = max(min(extent.min(), long * 4 / 7), long / 8) * scale
    func centers(_ length: Double) -> [Double] {
      let steps = Int(((length / side - 1) * 2).rounded(.up))
      guard steps > 0 else { return [length / 2] }
      return (0...steps).map { side / 2 + (length - side) * Double($0) / Double(steps) }
    }
    let columns = centers(extent.x)
    return centers(extent.y).flatMap { y in
      columns.map { SquareRegion(center: SIMD2($0, y), side: side, rotation: 0) }
    }
  }
}
