internal import DepthIO
internal import Foundation
internal import Kinematics
internal import Pose3D
internal import PoseDocuments
internal import PoseDrawing
public import PoseFiles
internal import PoseImaging
internal import PoseMotion
public import PoseReport
public import PoseVideo

extension ReportClip {
  /// The report's contents for a video that was analysed.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - analysis: how.
  ///   - media: the video for the page; `nil` for a page without it.
  ///   - warnings: what should be known, a sentence each.
  public init(
    of result: VideoResult, by analysis: VideoAnalysis, media: Media?, warnings: [String]
  ) {
    let info = analysis.info
    var facts = Self.facts(file: analysis.settings.path)
    let rate = info.frameRate.map { ", \(Self.rounded($0)) frames a second" } ?? ""
    facts.append(("Video", "\(info.width)×\(info.height) pixels\(rate), \(info.format)"))
    if info.slowMotion != 1 {
      facts.append(("Speed", "it plays \(info.speedWords); all times are those of the motion"))
    }
    if let depth = info.depthSize {
      facts.append(("Depth maps", "\(depth.width)×\(depth.height)"))
    }
    self.init(
      name: FileNames.name(of: analysis.settings.path), sequence: result.sequence,
      people: result.sequence.people, analyses: result.analyses,
      camera: result.sequence.recording.camera, media: media,
      warnings: FileNames.withoutFolders(
        warnings,
        of: [analysis.settings.path, analysis.settings.depthPath]
          + [analysis.settings.measurement.camera.file?.name]
          + result.sequence.recording.views.map(\.file)),
      facts: facts + Self.facts(result.sequence, camera: result.sequence.recording.camera))
  }

  /// The report's contents for a file of joints or keypoints.
  ///
  /// - Parameters:
  ///   - analysis: what was found.
  ///   - path: the file.
  ///   - origin: the image or video that the file was made from; `nil` for another program's file.
  ///   - media: the picture or video for the page; `nil` for a page without it.
  ///   - warnings: what should be known, a sentence each.
  public init(
    of analysis: MotionAnalysis, file path: String, origin: DocumentOrigin?, media: Media?,
    warnings: [String]
  ) {
    let sequence = analysis.sequence
    let camera = sequence.recording.camera ?? origin?.camera
    var facts = Self.facts(file: path)
    if let file = origin?.file { facts.append(("Made from", FileNames.name(of: file))) }
    self.init(
      name: FileNames.name(of: origin?.file ?? path), sequence: sequence, people: analysis.people,
      analyses: analysis.analyses, camera: camera, media: camera == nil ? nil : media,
      warnings: FileNames.withoutFolders(
        warnings, of: [path, origin?.file] + sequence.recording.views.map(\.file)),
      facts: facts + Self.facts(sequence, camera: camera))
  }

  /// The report's contents for an image that was analysed.
  ///
  /// - Parameters:
  ///   - analysis: what was found.
  ///   - path: the picture.
  ///   - media: the picture for the page; `nil` for a page without it.
  ///   - warnings: what should be known, a sentence each.
  public init(
    of analysis: PictureAnalysis, file path: String, media: Media?, warnings: [String]
  ) {
    let sequence = analysis.sequence
    self.init(
      name: FileNames.name(of: path), sequence: sequence, people: sequence.people,
      analyses: sequence.people.map { ExerciseAnalysis(of: $0, choice: .none) },
      camera: analysis.camera, media: media,
      warnings: FileNames.withoutFolders(
        warnings, of: [path, analysis.frame.cameraFile, analysis.frame.depthFileName]),
      facts: Self.facts(file: path) + [
        ("Camera", Self.words(of: analysis.camera)), ("Vertical", Self.verticalWords(of: sequence)),
      ])
  }

  // MARK: How it was measured

  private static func facts(file: String) -> [(name: String, value: String)] {
    [("Software", "pose3d \(Installation.version)"), ("File", FileNames.name(of: file))]
  }

  private static func facts(
    _ sequence: PoseSequence, camera: Camera?
  ) -> [(name: String, value: String)] {
    let options = sequence.options
    let smoothing =
      switch options.smoothing {
      case .none: "none"
      case .oneEuro: "One-Euro filter"
      case .butterworth(let cutoff):
        "Butterworth, cut-off \(rounded(cutoff)) Hz, order 4, without lag"
      }
    var facts: [(name: String, value: String)] = []
    if let camera { facts.append(("Camera", words(of: camera))) }
    facts.append(("Vertical", verticalWords(of: sequence)))
    if let words = sequence.cameraHeightWords { facts.append(("Height", words)) }
    facts.append(("Smoothing", smoothing))
    facts.append(
      ("Repairs", options.repairs ? "of swapped sides, turned limbs and jumps" : "none"))
    facts.append(("Gaps filled", "up to \(rounded(options.longestGap)) s"))
    let isLifted = sequence.people.contains(where: \.isLiftedOverTime)
    facts.append(("Depths", isLifted ? "corrected by the motion" : "as measured"))
    facts.append(("Bones", options.holdsBones ? "of one length throughout" : "as measured"))
    facts.append(("Planted feet", options.groundsFeet ? "stand still" : "as measured"))
    return facts
  }

  private static func words(of camera: Camera) -> String {
    let source =
      switch camera.source {
      case .calibration: "calibrated, by the recording itself"
      case .file: "from the camera file"
      case .exif: "by the focal length that the camera wrote"
      case .user: "as stated"
      case .device: "that of this kind of device"
      case .estimated: "estimated from the people"
      case .assumed: "assumed"
      }
    let angle = 2 * atan(camera.diagonal / (camera.fx + camera.fy)) * 180 / .pi
    return "field of view \(Int(angle.rounded()))° along the diagonal, \(source)"
  }

  private static func verticalWords(of sequence: PoseSequence) -> String {
    switch sequence.world?.source {
    case .gravity: "gravity, as measured or stated"
    case .posture: sequence.world?.postureWords ?? "estimated from standing people"
    case .file: "the file's own"
    case .camera, nil: "unknown: the camera is taken to be level"
    }
  }

  private static func rounded(_ number: Double) -> String {
    let text = String(format: "%.2f", number)
    guard text.contains(".") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}

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
