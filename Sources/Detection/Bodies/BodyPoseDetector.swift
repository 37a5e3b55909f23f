public import DepthIO
internal import Foundation
public import Pose3D

/// Finds people and their 33 landmarks in pictures: BlazePose (Bazarevsky et al. 2020) with
/// MediaPipe's models and MediaPipe's arithmetic around them, run by OpenVINO on the processor.
///
/// A detector is used from one thread at a time; several may be at work in several threads. The
/// same picture gives the same numbers, whatever was looked at before.
public final class BodyPoseDetector {
  /// What to look for and how. The defaults are those of MediaPipe 0.10's `solutions.pose`.
  public struct Options: Sendable {
    /// Which landmark model looks at a person.
    public var model = BodyModel.full
    /// How many people are returned at most, at least 1.
    public var maximumCount = 1
    /// Whether a picture is searched in overlapping squares besides as a whole, which finds people
    /// who are small in it; `nil` does so when more than one person is asked for.
    public var searchesTiles: Bool?
    /// 0…1, the score from which on the person detector is believed.
    public var minimumDetectionConfidence = 0.5
    /// 0…1, the presence that the landmark model must exceed for a person to count.
    public var minimumPresence = 0.5
    /// Cells on a side of the window in which landmarks are refined by their heatmaps, an odd
    /// number. 9 is what MediaPipe 0.10's `solutions.pose` does (0.03 pixel apart on average in 29
    /// real pictures; 7 is 1.3 pixels apart), 7 what its newer Tasks do.
    public var refinementKernelSize = 9
    /// Threads that one inference uses, at least 1. Several detectors with a thread each do more
    /// than one detector with several.
    public var threads = 1
    /// A folder for compiled models, made when it is missing; it makes the next start several times
    /// faster, if OpenVINO's IR frontend is installed beside its other libraries (without it models
    /// are compiled anew each time). `nil` keeps none.
    public var cacheFolder: String?

    /// The defaults.
    public init() {}
  }

  let options: Options
  private let people: PersonDetector
  private let landmarks: LandmarkModel

  /// A detector with its models compiled, which takes about half a second without a cache.
  ///
  /// - Throws: `DetectionError` when the runtime or a model can't be used, or the cache folder
  ///   can't be made.
  public init(assets: DetectionAssets, options: Options = Options()) throws(DetectionError) {
    precondition(options.maximumCount > 0, "\(options.maximumCount) people can't be looked for")
    precondition(options.threads > 0, "\(options.threads) threads can't work")
    if let folder = options.cacheFolder { try makeFolder(folder) }
    let runtime = try InferenceRuntime(library: assets.runtimeLibrary)
    self.options = options
    people = try PersonDetector(path: assets.personModel, runtime: runtime, options: options)
    landmarks = try LandmarkModel(path: assets.landmarkModel, runtime: runtime, options: options)
  }

  /// The people in a picture, each with all 33 landmarks, the most prominent first: the one around
  /// whom BlazePose draws the largest circle, so that a stretched arm doesn't count. Empty when
  /// there is nobody.
  ///
  /// Points are in pixels and may lie outside the picture; `confidence` is BlazePose's visibility.
  /// The pose's `confidence` is the landmark model's presence. With a `maximumCount` of 1 only the
  /// most prominent person is looked at closely, and the next one when that proves to be nobody;
  /// MediaPipe takes the one with the highest score instead.
  ///
  /// - Parameters:
  ///   - regionOfInterest: the part of the picture that is searched; `nil` for all of it.
  ///   - depth: a depth map of the same view, at any resolution; where there is one the most
  ///     prominent person is the nearest.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func poses(
    in picture: ColorImage, regionOfInterest: RegionOfInterest? = nil, depth: DepthMap? = nil
  ) throws(DetectionError) -> [Pose2D] {
    try newcomers(in: picture, besides: [], atMost: options.maximumCount)
      .map { $0.pose(in: picture.width, picture.height) }
  }
}

extension BodyPoseDetector {
  /// The most prominent people in a picture who are not among those already known.
  func newcomers(
    in picture: ColorImage, besides known: [BodyLandmarks], atMost count: Int
  ) throws(DetectionError) -> [BodyLandmarks] {
    var found: [BodyLandmarks] = []
    let findings = try people.findings(in: picture)
    for finding in findings.sorted(by: { $0.region.side > $1.region.side }) {
      guard let person = try person(in: picture, region: finding.region),
        !known.contains(where: person.isSamePerson)
      else { continue }
      if let twin = found.firstIndex(where: person.isSamePerson) {
        if person.presence > found[twin].presence { found[twin] = person }
      } else {
        found.append(person)
      }
      if count == 1 { break }
    }
    return Array(found.sorted { $0.region.side > $1.region.side }.prefix(count))
  }

  /// The person in a region of a picture; `nil` when nobody is there.
  func person(
    in picture: ColorImage, region: SquareRegion
  ) throws(DetectionError) -> BodyLandmarks? {
    try region.isUsable ? landmarks.landmarks(in: picture, region: region) : nil
  }
}

/// Makes the folder for compiled models where it is missing.
func makeFolder(_ path: String) throws(DetectionError) {
  do {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  } catch {
    throw DetectionError(
      .cacheUnusable,
      "\(path): the folder for compiled models can't be made (\(error.localizedDescription)); "
        + "name another one or none")
  }
}
