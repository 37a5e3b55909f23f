public import PoseDocuments
internal import Foundation
public import PoseMotion
public import Pose3D
public import PoseFiles
internal import PoseVideo

/// The people of a file or folder as they were measured over time: joints in space, or keypoints,
/// which are lifted.
public struct MotionInput: Sendable {
  /// The measurements.
  public let recording: PoseRecording
  /// The input.
  public let source: ExerciseDocument.Input
  /// The image or video that a document of this program was made from; `nil` for any other input.
  public let origin: DocumentOrigin?
  /// Diagnostics for the user.
  public let diagnostics: [Diagnostic]

  /// Options for reading a file.
  public struct Options: Sendable {
    /// Options for joints in space.
    public var skeletons = SkeletonFile.Options()
    /// The options of the measurement: of 2D keypoints, so that they can be lifted, the camera and the
    /// person's height.
    public var measurement = MeasurementOptions()
    /// The images' size, where a file of 2D keypoints doesn't have it.
    public var imageSize: (width: Int, height: Int)?
    /// The layout of a file of 2D keypoints, where its number of points fits several.
    public var keypointLayout: KeypointLayout?
    /// Frames a second, where the file has no times or wrong ones.
    public var frameRate: Double?
    /// Whether a sequence written by this program is taken as it stands in its file, repaired and
    /// smoothed.
    public var asIs = false

    /// Default options: the files' own values.
    public init() {}
  }

  /// Reads what is there. A folder has keypoints; a file has joints, unless it is of no such layout
  /// and can be read as keypoints.
  ///
  /// - Parameters:
  ///   - path: the file or folder.
  ///   - options: how it is read.
  ///   - onFrame: called with the numbers of frames that are lifted, and of all.
  /// - Throws: `FileError`: those of `SkeletonFile` and `KeypointFile`; `timesMissing` and
  ///   `timesOutOfOrder`; `sizeMissing`; `nobody`.
  public init(
    contentsOf path: String, options: Options = Options(),
    onFrame: (Int, Int) -> Void = { _, _ in }
  ) throws(FileError) {
    if FolderListing.isFolder(path) {
      self = try Self.keypoints(in: path, options, onFrame)
      return
    }
    // Once: a pipe can't be read again for keypoints.
    let bytes = try FileBytes.read(path)
    let file: SkeletonFile
    do throws(FileError) {
      file = try SkeletonFile.read(bytes: bytes, name: path, options: options.skeletons)
    } catch {
      guard options.skeletons.layout == nil, Self.mayBeKeypoints(error) else { throw error }
      do throws(FileError) {
        self = try Self.keypoints(in: path, bytes: bytes, options, onFrame)
        return
      } catch let other {
        // It is neither: one sentence lists the sources of joints.
        throw other.code == .unknownFormat ? error : other
      }
    }
    self.init(
      recording: try PoseRecording(
        file, path: path, frameRate: options.frameRate, asIs: options.asIs),
      source: .init(
        file: path, kind: .skeletons, layout: file.layout.rawValue, frameRate: options.frameRate),
      origin: file.layout == .pose3d ? DocumentOrigin(bytes: bytes) : nil, diagnostics: file.notes)
  }

  /// The people of a video that was analysed, as they were measured.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - analysis: how.
  public init(of result: VideoResult, by analysis: VideoAnalysis) {
    self.init(
      recording: result.sequence.recording,
      source: .init(
        file: analysis.settings.path, kind: .skeletons, layout: SkeletonLayout.pose3d.rawValue,
        frameRate: analysis.settings.reading.frameRate),
      diagnostics: result.diagnostics + analysis.settingDiagnostics(result))
  }

  private init(
    recording: PoseRecording, source: ExerciseDocument.Input, origin: DocumentOrigin? = nil,
    diagnostics: [Diagnostic]
  ) {
    (self.recording, self.source, self.origin) = (recording, source, origin)
    self.diagnostics = diagnostics
  }

  private static func keypoints(
    in path: String, bytes: [UInt8]? = nil, _ options: Options, _ onFrame: (Int, Int) -> Void
  ) throws(FileError) -> MotionInput {
    let video = try KeypointVideo(contentsOf: path, bytes: bytes, options: options)
    let (recording, diagnostics) = try video.lifted(
      bodyHeight: options.measurement.bodyHeight, frameRate: options.frameRate,
      repairsSides: options.measurement.motion.repairs, onFrame: onFrame)
    return MotionInput(
      recording: recording,
      source: .init(
        file: path, kind: .keypoints, layout: options.keypointLayout?.rawValue,
        frameRate: options.frameRate),
      diagnostics: diagnostics)
  }

  /// Whether a file that has no joints in space may have points in pictures.
  private static func mayBeKeypoints(_ error: FileError) -> Bool {
    [.unknownFormat, .imageCoordinates].contains(error.code)
  }
}
