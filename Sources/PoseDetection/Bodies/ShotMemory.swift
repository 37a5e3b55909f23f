internal import Pose3D
internal import PoseImaging

/// What the tracker remembers of the images before, to notice that a video was cut: that its next image
/// is of another shot.
///
/// Each image is reduced to the mean colours of 16 × 9 cells. Two images of one shot correlate: over
/// 17 videos of standing and slowly moving cameras, up to ten frames apart, by 0.92 and more; of two
/// random images of different videos 94 % correlate by less than 0.6. A cut is a correlation below
/// 0.6, if the loss is three times as large as any within the half second before, as it isn't where the
/// camera is swung. An image without contrast, as in a fade to black, shows no shot: the one after is
/// compared with the last that had some.
///
/// A loss from 0.1 on that is six times as large as any before may be a cut to a similar view, as before a plain
/// background, or a title that comes into view. The tracker tells them apart by the people. Of movement, losses
/// that large are at most four times as large as those before (243 videos of exercises).
///
/// A change of light changes all cells alike and leaves the correlation as it is. A dissolve is not
/// noticed, nor is a cut to a similar view of a person at the same place who is dressed alike.
struct ShotMemory: Codable, Equatable {
  /// The time of the cut with which the shot began; `nil` for the first shot, whose beginning may lie
  /// before the tracker's.
  private(set) var start: Double?
  /// The time of the last image.
  private var time: Double?
  /// The cells of the last image with contrast: red, green and blue less their means over the image.
  private var cells: [Float] = []
  /// The losses of correlation of late, with their times; that at a cut is one of them, so that cuts closer
  /// together are one.
  private var losses: [Loss] = []

  /// The images that were compared, to at most `fewest`.
  private var compared = 0

  private struct Loss: Codable, Equatable {
    var time: Double
    var loss: Float
  }

  /// The cells in which images are compared; chosen.
  private static let (columns, rows) = (16, 9)
  /// Samples of a cell across and down; images with fewer pixels to a cell aren't compared.
  private static let samples = 8
  /// The standard deviation of the cells, in levels of 255, from which an image shows something.
  private static let contrast: Float = 4
  /// The loss of correlation from which there may be a cut, and its ratio to the largest before.
  private static let (loss, ratio): (Float, Float) = (0.4, 3)
  /// The same from which a cut is possible.
  private static let (possibleLoss, possibleRatio): (Float, Float) = (0.1, 6)
  /// So many images have to be compared before: a camera that is swung from the first image on shows no cuts.
  private static let fewest = 2
  /// Seconds for which losses count, and the longest step between two images that are compared: later,
  /// a person who walks may have changed a plain image altogether.
  private static let (memory, longestStep) = (0.5, 0.25)

  /// What lies between two images.
  enum Change {
    /// The same shot goes on.
    case none
    /// A cut to a similar view, or something else that changes a part of the image at once.
    case possibleCut
    /// A cut.
    case cut
  }

  /// Takes in the next image. Returns the change before it.
  mutating func change(to image: ColorImage, at time: Double) -> Change {
    defer { self.time = time }
    guard let next = Self.cells(of: image) else { return .none }
    defer { cells = next }
    guard let last = self.time, time - last <= Self.longestStep, cells.count == next.count else {
      (losses, compared) = ([], 0)
      return .none
    }
    let loss = 1 - Self.correlation(cells, next)
    losses.removeAll { time - $0.time > Self.memory }
    let usual = losses.map(\.loss).max() ?? 0
    defer {
      losses.append(Loss(time: time, loss: loss))
      compared = min(compared + 1, Self.fewest)
    }
    guard compared >= Self.fewest else { return .none }
    if loss > Self.loss, loss > Self.ratio * usual {
      begin(at: time)
      return .cut
    }
    return loss > Self.possibleLoss && loss > Self.possibleRatio * usual ? .possibleCut : .none
  }

  /// A shot begins with the image of this time.
  mutating func begin(at time: Double) { start = time }

  /// Whether it may be a tracker's: an edited file may contain anything.
  var isSound: Bool {
    [0, 3 * Self.columns * Self.rows].contains(cells.count)
      && (cells + losses.map(\.loss)).allSatisfy(\.isFinite)
      && losses.allSatisfy(\.time.isFinite) && (0...Self.fewest).contains(compared)
  }

  /// The colours of the cells less their means; `nil` for an image that is too small, or has no contrast.
  private static func cells(of image: ColorImage) -> [Float]? {
    guard image.width >= samples * columns, image.height >= samples * rows else { return nil }
    var cells: [Float] = []
    cells.reserveCapacity(3 * columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var sums = SIMD3<Int>()
        for y in places(row, of: rows, image.height) {
          for x in places(column, of: columns, image.width) {
            let pixel = 3 * (y * image.width + x)
            sums &+= SIMD3(
              Int(image.pixels[pixel]), Int(image.pixels[pixel + 1]), Int(image.pixels[pixel + 2]))
          }
        }
        for channel in 0..<3 { cells.append(Float(sums[channel]) / Float(samples * samples)) }
      }
    }
    let count = Float(columns * rows)
    for channel in 0..<3 {
      let places = stride(from: channel, to: cells.count, by: 3)
      let mean = places.reduce(Float(0)) { $0 + cells[$1] } / count
      for place in places { cells[place] -= mean }
    }
    let deviation = (cells.reduce(Float(0)) { $0 + $1 * $1 } / Float(cells.count)).squareRoot()
    return deviation < contrast ? nil : cells
  }

  /// The samples of a cell along one side: evenly spread over it.
  private static func places(_ cell: Int, of cells: Int, _ length: Int) -> [Int] {
    (0..<samples).map { sample in
      (2 * (cell * samples + sample) + 1) * length / (2 * cells * samples)
    }
  }

  private static func correlation(_ one: [Float], _ other: [Float]) -> Float {
    var (product, first, second): (Float, Float, Float) = (0, 0, 0)
    for (a, b) in zip(one, other) {
      product += a * b
      first += a * a
      second += b * b
    }
    return product / (first * second).squareRoot()
  }
}
