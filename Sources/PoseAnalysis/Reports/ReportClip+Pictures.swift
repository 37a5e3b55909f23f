internal import Kinematics
internal import Pose3D
internal import PoseDrawing
internal import PoseDocuments
internal import PoseImaging
internal import PoseMotion
public import PoseReport
public import PoseVideo

extension ReportClip {
  /// Draws people's best and worst repetitions for the first page. Without a camera there are none. A copy of the video
  /// whose frames are at other times isn't drawn on: the skeletons stand alone then.
  ///
  /// - Parameters:
  ///   - path: the video; `nil` to draw the skeletons alone.
  ///   - reading: how it was read.
  ///   - faces: the faces that are made unrecognisable; `nil` to leave all as they are.
  /// - Throws: `FileError`: those of `VideoReader`. `DrawingError`.
  public mutating func drawRepetitions(
    from path: String?, reading: VideoReader.Options = .init(), hiding faces: FaceRegions? = nil
  ) throws {
    guard let camera else { return }
    let frames = sequence.recording.frames
    pictures = []
    for (person, analysis) in zip(people, analyses) {
      guard let extremes = RepetitionExtremes(of: analysis.repetitions) else { continue }
      for place in Set([extremes.best, extremes.worst]).sorted() {
        let turn = analysis.repetitions[place].turn
        let known = frames.indices.filter { person.states[$0] != nil }
        guard
          let frame = known.min(by: {
            abs(frames[$0].time - turn) < abs(frames[$1].time - turn)
          })
        else { continue }
        let time = frames[frame].time
        guard
          let pose = sequence.posesToDraw(at: frame, by: camera).first(where: { $0.id == person.id }
          )
        else { continue }
        let window = Window(around: pose, camera)
        let shown = try path.flatMap { try Self.image(of: $0, at: time, reading, camera) }
        let image =
          shown.map { window.part(of: faces?.hiding(in: $0, at: time) ?? $0) } ?? window.plain
        let drawn = PoseOverlay(
          of: sequence.posesToDraw(at: frame, by: window.camera), on: image,
          options: .init(showsLegend: false))
        pictures.append(.init(person: person.id, turn: turn, png: try drawn.png()))
      }
    }
  }
}

extension ReportClip {
  /// The frame of a video at a time; `nil` where a copy of it has its frames at other times.
  private static func image(
    of path: String, at time: Double, _ reading: VideoReader.Options, _ camera: Camera
  ) throws -> ColorImage? {
    do {
      return try VideoReader.image(of: path, at: time, reading, camera)
    } catch let error as FileError where error.code == .mismatch {
      return nil
    }
  }
}

/// The part of a camera's image with a person in it.
private struct Window {
  /// The camera whose whole image it is.
  let camera: Camera
  private let x: Int, y: Int
  private let whole: (width: Int, height: Int)
  /// Pixels of the picture for each of the camera's.
  private let enlargement: Int

  /// The least and the greatest length of a picture's sides in pixels.
  private static let (shortest, longest) = (300, 480)
  /// The grey on which skeletons stand alone.
  private static let ground: UInt8 = 64

  /// The joints with room around them, at least half as wide as high and as high as wide.
  init(around pose: BodyPose, _ camera: Camera) {
    let points = Joint.allCases.compactMap { pose.pixel($0) }.filter {
      $0.x.isFinite && $0.y.isFinite
    }
    let size = SIMD2(Double(camera.width), Double(camera.height))
    let low = points.reduce(size) { pointwiseMin($0, $1) }
    let high = points.reduce(.zero) { pointwiseMax($0, $1) }
    let (centre, extent) = ((low + high) / 2, pointwiseMax(high - low, .zero))
    let side = max(extent.max(), 1)
    let half = pointwiseMax(extent, SIMD2(repeating: side * 0.55)) / 2 + side * 0.2
    let first = pointwiseMax(centre - half, .zero).rounded(.down)
    let last = pointwiseMin(centre + half, size).rounded(.up)
    let isInside = points.count > 0 && last.x - first.x >= 8 && last.y - first.y >= 8
    (x, y) = isInside ? (Int(first.x), Int(first.y)) : (0, 0)
    let (width, height) =
      isInside
      ? (Int(last.x - first.x), Int(last.y - first.y)) : (camera.width, camera.height)
    whole = (camera.width, camera.height)
    self.camera = camera.cropped(x: x, y: y, width: width, height: height)
    enlargement = max(
      1, min(Self.shortest / min(width, height), Self.longest / max(width, height)))
  }

  /// The window in an image of the camera's size, or a copy of another size.
  func part(of image: ColorImage) -> ColorImage {
    func scaled(_ place: Int, _ side: Int, _ whole: Int) -> Int { place * side / whole }
    let (left, top) = (scaled(x, image.width, whole.width), scaled(y, image.height, whole.height))
    let right = scaled(x + camera.width, image.width, whole.width)
    let bottom = scaled(y + camera.height, image.height, whole.height)
    return image.cropped(
      x: left, y: top, width: max(1, right - left), height: max(1, bottom - top)
    ).enlarged(by: enlargement).reduced(toSide: Self.longest)
  }

  /// One grey.
  var plain: ColorImage {
    let (width, height) = (camera.width * enlargement, camera.height * enlargement)
    return ColorImage(
      width: width, height: height,
      pixels: [UInt8](repeating: Self.ground, count: 3 * width * height)
    ).reduced(toSide: Self.longest)
  }
}
