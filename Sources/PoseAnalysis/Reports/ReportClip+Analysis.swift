internal import DepthIO
internal import PoseDocuments
internal import Foundation
internal import PoseImaging
internal import Kinematics
internal import PoseMotion
internal import Pose3D
public import PoseFiles
public import PoseReport
internal import PoseVideo

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
    let people = analysis.people.map { PoseObservation($0, id: $0.id) }
    let recording = PoseRecording(
      frames: [.init(index: 0, time: 0, people: people)], camera: analysis.camera,
      gravity: analysis.frame.vertical.gravity)
    let sequence = PoseSequence(recording, options: .asMeasured)
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
      case .exif: "from the picture's EXIF data"
      case .user: "as stated"
      case .device: "that of this kind of device"
      case .estimated: "estimated from the people"
      case .assumed: "assumed"
      }
    let diagonal = Double(camera.width * camera.width + camera.height * camera.height).squareRoot()
    let angle = 2 * atan(diagonal / (camera.fx + camera.fy)) * 180 / .pi
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
