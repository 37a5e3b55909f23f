internal import Foundation
public import Pose3D
internal import PoseDocuments
public import PoseImaging

/// Finds people's 17 points with a PoseNet model that the user has: a TensorFlow Lite file with a
/// heatmap of 17 channels, offsets of 34 and displacements of 32 and 32, or of 64, in whatever
/// order and under whatever names; numbers must be of 32-bit floating point.
///
/// A detector is used from one thread at a time; several may be at work in several threads. The
/// same picture gives the same numbers, whatever was analysed before.
public final class PoseNetDetector {
  /// The network under PoseNet's outputs, which decides what it expects to see.
  public enum Backbone: Sendable {
    /// MobileNet v1: levels scaled to -1…1.
    case mobileNet
    /// ResNet-50: levels 0…255 less 123.15, 115.90 and 103.06 (red, green, blue), as in
    /// TensorFlow.js.
    case resNet
  }

  /// Options of the model's input and of its output.
  public struct Options: Sendable {
    /// Whether people are taken apart, and from what on a joint and a person count.
    public var configuration = PoseNetConfiguration()
    /// The algorithm. The other one makes one person of the joints of all.
    public var algorithm = PoseNetConfiguration.Algorithm.multiple
    /// The fitting of an image of another shape than the model's input.
    public var fitting = MappingToPicture.Fitting.letterboxed
    /// The kind of numbers in the model's heatmap.
    public var heatmap = PoseNetOutput.Heatmap.automatic
    /// The network; `nil` for ResNet-50 when the file names it or the output stride is 32, which no
    /// other has, else MobileNet.
    public var backbone: Backbone?
    /// Threads that one inference uses, at least 1.
    public var threads = 1
    /// A folder for compiled models, made when it is missing; `nil` keeps none.
    public var cacheFolder: String?

    /// The defaults.
    public init() {}
  }

  private let options: Options
  private let model: InferenceModel
  private let tensors: PoseNetTensors
  private let sampler: PictureSampler

  /// A detector with its model compiled; `model` is the path of a TensorFlow Lite file.
  ///
  /// - Throws: `DetectionError` with the code `modelUnusable` when the file can't be read as a
  ///   model or is no PoseNet, `modelQuantized` when it computes with integers, `runtimeUnusable`
  ///   or `cacheUnusable` for what these say.
  public init(
    model path: String, assets: DetectionAssets, options: Options = Options()
  ) throws(DetectionError) {
    precondition(options.threads > 0, "\(options.threads) threads can't work")
    if let folder = options.cacheFolder { try makeFolder(folder) }
    try assets.verify(recordFolder: options.cacheFolder)
    let runtime = try InferenceRuntime(library: assets.runtimeLibrary)
    try Self.check(path)
    model = try InferenceModel(
      path: path, remedy: Self.remedy, runtime: runtime,
      threads: options.threads, cacheFolder: options.cacheFolder)
    tensors = try PoseNetTensors(of: model, path: path)
    self.options = options
    let isResNet = tensors.outputStride == 32 || names(path, "resnet")
    let backbone = options.backbone ?? (isResNet ? .resNet : .mobileNet)
    sampler = PictureSampler(
      inputWidth: tensors.inputWidth, inputHeight: tensors.inputHeight, backbone: backbone)
  }

  /// No PoseNet is nearly as large as this, 256 MiB.
  private static let limit = 1 << 28

  /// Throws `modelUnusable` for a model that is damaged: the runtime may end the program by one.
  private static func check(_ path: String) throws(DetectionError) {
    do {
      let bytes = try FileBytes.read(path, limit: limit)
      if TensorFlowLiteModel.isModel(bytes) { _ = try TensorFlowLiteModel(bytes) }
    } catch let damage as FlatBuffer.Damage {
      throw DetectionError(
        .modelUnusable, path: path,
        "the model is damaged or cut short: \(damage.description); \(remedy)")
    } catch let error as FileError where error.code != .noSuchFile && error.code != .damaged {
      throw DetectionError(.modelUnusable, path: path, "\(error.message); \(remedy)")
    } catch {}
  }

  private static let remedy = "give another PoseNet (.tflite)"

  /// The people in a picture, at most `maximumCount`, the most confident first; empty when there
  /// are none.
  ///
  /// Points are those of COCO whose confidence reaches the configuration's threshold, in pixels,
  /// and may lie a little outside the image. At most the configuration's `maxPoseCount` people are
  /// separated before the most confident are chosen.
  ///
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func poses(
    in picture: ColorImage, maximumCount: Int = 1
  ) throws(DetectionError) -> [Pose2D] {
    precondition(maximumCount > 0, "\(maximumCount) people can't be looked for")
    let mapping = MappingToPicture(
      pictureWidth: picture.width, pictureHeight: picture.height, inputWidth: tensors.inputWidth,
      inputHeight: tensors.inputHeight, fitting: options.fitting)
    sampler.sample(picture, mapping: mapping, into: model.input)
    try model.run()
    let output = try tensors.output(of: model, heatmapHolds: options.heatmap)
    let found = poses(output, mapping)
    // The order in which they were found decides between people of equal confidence.
    return found.enumerated().sorted {
      ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset)
    }.prefix(maximumCount).map(\.element)
  }

  private func poses(_ output: PoseNetOutput, _ mapping: MappingToPicture) -> [Pose2D] {
    switch options.algorithm {
    case .multiple: output.poses(configuration: options.configuration, mapping: mapping)
    case .single:
      [output.pose(configuration: options.configuration, mapping: mapping)].compactMap { pose in
        pose.flatMap { $0.confidence >= options.configuration.poseConfidenceThreshold ? $0 : nil }
      }
    }
  }
}

extension PictureSampler {
  fileprivate init(inputWidth: Int, inputHeight: Int, backbone: PoseNetDetector.Backbone) {
    (self.inputWidth, self.inputHeight) = (inputWidth, inputHeight)
    switch backbone {
    case .mobileNet: (scale, offset) = (2 / 255, SIMD3(repeating: -1))
    case .resNet: (scale, offset) = (1, [-123.15, -115.90, -103.06])
    }
  }
}

extension PoseNetTensors {
  /// The tensors of a compiled model; `DetectionError` with the code `modelUnusable` when it is no
  /// PoseNet, or one whose numbers are no floating-point numbers.
  fileprivate init(of model: InferenceModel, path: String) throws(DetectionError) {
    let (input, outputs) = (model.inputExtents, model.outputExtents)
    guard
      let tensors = PoseNetTensors(
        inputExtents: input, outputExtents: outputs, outputNames: model.outputNames)
    else {
      throw DetectionError(
        .modelUnusable, path: path,
        "the model takes \(written(input)) numbers and gives "
          + "\(outputs.map(written).joined(separator: ", ")); a PoseNet was expected, which takes "
          + "1×height×width×3 and gives a heatmap of 17 channels, offsets of 34 and displacements of "
          + "32 and 32 or of 64, for cells 8, 16 or 32 pixels apart")
    }
    let shape = model.shape
    guard shape.input > 0, tensors.outputs.allSatisfy({ shape.outputs[$0] > 0 }) else {
      throw DetectionError(
        .modelQuantized, path: path,
        "the PoseNet model is quantized, its input or its outputs are integers; "
          + "32-bit floating point was expected: use the model's float version")
    }
    self = tensors
  }

  private var outputs: [Int] {
    switch displacements {
    case .joined(let both): [heatmap, offsets, both]
    case .separate(let forward, let backward, _): [heatmap, offsets, forward, backward]
    }
  }
}

/// Extents such as 1×33×33×17.
private func written(_ extents: [Int]) -> String {
  extents.map(String.init).joined(separator: "×")
}

/// Whether a file has a word in it, in lower case. The names of a model's tensors stand in its file
/// as they are.
private func names(_ path: String, _ word: String) -> Bool {
  let file = try? FileBytes.read(path)
  return file.map { Data($0).range(of: Data(word.utf8)) != nil } ?? false
}

/// The settings for reading PoseNet's output. Names and defaults are those of Apple's sample
/// "Detecting Human Body Poses in an Image"; all distances are in pixels of the model's input.
public struct PoseNetConfiguration: Sendable, Equatable {
  /// The algorithm that combines joints into people.
  public enum Algorithm: Sendable {
    /// Each joint where its confidence is highest. Fast, and right only for a single person in the
    /// image: of two people it makes one who has the joints of both.
    case single
    /// Each person from one joint along the limbs to the others.
    case multiple
  }

  /// 0…1, what a joint's confidence must reach for it to count; those below are left out.
  public var jointConfidenceThreshold = 0.1
  /// 0…1, what a person's confidence must reach. The single algorithm doesn't ask for it.
  public var poseConfidenceThreshold = 0.5
  /// Two joints of the same name that are no farther apart than this are the same one.
  public var matchingJointDistance = 40.0
  /// Cells to each side that a joint is compared with: a person is begun at a joint than which none
  /// within this distance has a higher confidence.
  public var localSearchRadius = 3
  /// The number of people after which the search ends.
  public var maxPoseCount = 15
  /// The number of refinements of a joint that was found along a limb, each by the model's offset
  /// there.
  public var adjacentJointOffsetRefinementSteps = 3

  /// The defaults.
  public init() {}
}
