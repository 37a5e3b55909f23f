internal import PoseDocuments
internal import Foundation

/// The landmark model that was asked for, as a file that the runtime can open: it opens no model in
/// memory.
struct LandmarkModelFile {
  /// The runtime opens this file.
  let path: String
  /// The name in errors: the file that the user named, or the installed one.
  let name: String
  /// The recovery suggestion of errors; `nil` for a file that set-up always installs.
  let remedy: String?
  /// Cells on a side of the window in which MediaPipe refines this model's landmarks.
  let kernelSize: Int
  /// Whether it is the heavy model, in any package.
  let isHeavy: Bool
  /// Whether the file is not needed once it has been opened.
  private let isTemporary: Bool

  /// The kernel sizes of `solutions`, from which the full model comes, and of the newer Tasks.
  private static let (solutionsKernelSize, tasksKernelSize) = (9, 7)
  /// The member of a pose landmarker bundle.
  private static let bundledName = "pose_landmarks_detector.tflite"
  /// The name that identifies the heavy model's tensors.
  private static let heavyName = Data("blazepose_ghum_39kp_heavy".utf8)
  /// No landmark model is nearly as large as this, 256 MiB.
  private static let limit = 1 << 28

  private static let heavyRemedy =
    "run `scripts/setup --heavy` in the Pose3D checkout, or use the full one"
  private static let userRemedy = "give another file, or use the full model"

  /// Finds the model, unpacks it when it must be, and strikes out its segmentation.
  ///
  /// Throws `notInstalled` for a heavy model that isn't there, `modelUnusable` for a file that
  /// can't be read or is something else.
  init(
    _ model: BodyModel, assets: DetectionAssets, cacheFolder: String?
  ) throws(DetectionError) {
    switch model {
    case .full:
      self.init(
        path: assets.landmarkModel, kernelSize: Self.solutionsKernelSize, isHeavy: false)
    case .heavy:
      guard let heavy = assets.heavyLandmarkModel else {
        throw DetectionError(
          .notInstalled,
          "the heavy landmark model is not installed: \(Self.heavyRemedy)")
      }
      self.init(
        path: heavy, remedy: Self.heavyRemedy, kernelSize: Self.tasksKernelSize, isHeavy: true)
    case .file(let path):
      self = try Self.user(path, cacheFolder: cacheFolder)
    }
  }

  private init(
    path: String, name: String? = nil, remedy: String? = nil, kernelSize: Int, isHeavy: Bool,
    isTemporary: Bool = false
  ) {
    (self.path, self.name, self.remedy) = (path, name ?? path, remedy)
    (self.kernelSize, self.isHeavy, self.isTemporary) = (kernelSize, isHeavy, isTemporary)
  }

  /// Removes a temporary file; to be called when the model has been opened.
  func discard() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}

extension LandmarkModelFile {
  private static func user(
    _ path: String, cacheFolder: String?
  ) throws(DetectionError) -> LandmarkModelFile {
    let (stored, isBundle) = try contents(of: path)
    let kernelSize = isBundle ? tasksKernelSize : solutionsKernelSize
    let model = try landmarkModel(stored, path: path)
    let isHeavy = Data(stored).range(of: heavyName) != nil
    guard isBundle || model.bytes != stored else {
      return LandmarkModelFile(
        path: path, remedy: userRemedy, kernelSize: kernelSize, isHeavy: isHeavy)
    }
    let copyName = "landmarks-\(digest(model.bytes)).tflite"
    if let kept = cacheFolder.map({ "\($0)/\(copyName)" }), keep(model.bytes, at: kept) {
      return LandmarkModelFile(
        path: kept, name: path, remedy: userRemedy, kernelSize: kernelSize, isHeavy: isHeavy)
    }
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("pose3d-\(UUID().uuidString)-\(copyName)").path
    guard write(model.bytes, to: copy) else {
      throw DetectionError(
        .modelUnusable, path: path,
        "the landmark model must be unpacked, and \(copy) can't be written: "
          + "make room there, or set TMPDIR to another folder")
    }
    return LandmarkModelFile(
      path: copy, name: path, remedy: userRemedy, kernelSize: kernelSize, isHeavy: isHeavy,
      isTemporary: true)
  }

  /// The bytes of the model in a file, and whether that is a bundle.
  private static func contents(
    of path: String
  ) throws(DetectionError) -> (model: [UInt8], isBundle: Bool) {
    do throws(FileError) {
      let bytes = try FileBytes.read(path, limit: limit)
      guard ZIPArchive.isArchive(bytes) else { return (bytes, false) }
      let model = try ZIPArchive.bytes(of: bundledName, in: bytes, path: path, limit: limit)
      return (model, true)
    } catch {
      throw DetectionError(.modelUnusable, path: error.path, error.message)
    }
  }

  /// BlazePose's landmark model without its segmentation.
  private static func landmarkModel(
    _ bytes: [UInt8], path: String
  ) throws(DetectionError) -> TensorFlowLiteModel {
    guard TensorFlowLiteModel.isModel(bytes) else {
      throw DetectionError(
        .modelUnusable, path: path,
        "this is no model: a landmark model (.tflite) or a pose landmarker bundle (.task) "
          + "was expected")
    }
    let model, pruned: TensorFlowLiteModel
    do throws(FlatBuffer.Damage) {
      model = try TensorFlowLiteModel(bytes)
      pruned = try model.removingOutputs { $0.count == LandmarkModel.segmentationCount }
    } catch {
      throw DetectionError(
        .modelUnusable, path: path, "the model is damaged or cut short: \(error.description)")
    }
    guard ModelKind(pruned) == .bodyLandmarks else { throw mismatch(model, path: path) }
    return pruned
  }

  private static func mismatch(_ model: TensorFlowLiteModel, path: String) -> DetectionError {
    let kind = ModelKind(model)?.name ?? "another model"
    return DetectionError(
      .modelUnusable, path: path,
      "this is \(kind), which takes \(listed(model.inputs)) numbers and gives "
        + "\(listed(model.outputs)); BlazePose's landmark model was expected, which takes "
        + "1×256×256×3 and gives 1×195, 1×1, 1×64×64×39, 1×117 and perhaps 1×256×256×1")
  }

  private static func listed(_ tensors: [TensorFlowLiteModel.Tensor]) -> String {
    guard !tensors.isEmpty else { return "no" }
    return tensors.prefix(8).map { tensor in
      tensor.extents.isEmpty ? "1" : tensor.extents.map(String.init).joined(separator: "×")
    }.joined(separator: ", ") + (tensors.count > 8 ? ", …" : "")
  }
}

extension LandmarkModelFile {
  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.hexadecimal
  }

  /// Whether a file has these bytes, after it was rewritten if it hadn't.
  private static func keep(_ bytes: [UInt8], at path: String) -> Bool {
    if let kept = try? FileBytes.read(path, limit: limit), kept == bytes { return true }
    return write(bytes, to: path)
  }

  /// Writes a file under another name and renames it, so that no reader sees half of it.
  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    (try? Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
  }
}
