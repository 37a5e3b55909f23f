internal import CSHA256
internal import Foundation
internal import PoseDocuments
internal import Synchronization

/// The files of the detection runtime and its models in the folder that `scripts/setup` fills,
/// found but not yet opened.
///
/// ```
/// <folder>/openvino/libopenvino_c.so.*      (macOS: libopenvino_c.*.dylib)
/// <folder>/models/pose_detection.tflite
/// <folder>/models/pose_landmark_full_pruned.tflite
/// <folder>/models/palm_detection_full.tflite
/// <folder>/models/hand_landmark_full.tflite
/// <folder>/models/pose_landmark_heavy_pruned.tflite      (where it could be had)
/// ```
public struct DetectionAssets: Sendable, Equatable {
  /// Absolute path of OpenVINO's C library; the libraries that it needs lie beside it, and for ONNX
  /// models of the user's its ONNX frontend.
  public let runtimeLibrary: String
  /// Absolute path of BlazePose's person detector, `pose_detection.tflite` of MediaPipe 0.10.
  public let personModel: String
  /// Absolute path of BlazePose's landmark model, `pose_landmark_full.tflite` of MediaPipe 0.10
  /// without its segmentation output, which costs a third of its time and isn't used.
  public let landmarkModel: String
  /// Absolute path of MediaPipe's palm detector, `palm_detection_full.tflite`.
  public let palmModel: String
  /// Absolute path of MediaPipe's hand landmark model, `hand_landmark_full.tflite`.
  public let handModel: String
  /// Absolute path of BlazePose's heavy landmark model without its segmentation output, which is
  /// slower and more exact; `nil` when it isn't installed.
  public let heavyLandmarkModel: String?

  /// The assets in the first of these folders that has all of them. Folders that don't exist are
  /// passed over.
  ///
  /// - Throws: `DetectionError` with the code `notInstalled`; its sentence names what is missing
  ///   from the folder that has the most, and what to do.
  public static func locate(in folders: [String]) throws(DetectionError) -> DetectionAssets {
    let candidates = folders.map { Candidate(folder: $0) }
    for candidate in candidates {
      if let assets = candidate.assets { return assets }
    }
    throw notInstalled(candidates)
  }

  /// The assets whose models and runtime are in folders of their own: `models` holds the files of
  /// set-up's folder of this name, `runtime` OpenVINO's libraries.
  ///
  /// - Throws: `DetectionError` with the code `notInstalled`; its sentence names what is missing.
  public static func locate(
    models: String, runtime: String
  ) throws(DetectionError) -> DetectionAssets {
    let candidate = Candidate(models: models, runtime: runtime)
    guard let assets = candidate.assets else {
      throw DetectionError(
        .notInstalled,
        "the detection runtime is incomplete: \(listed(candidate.missing)) are not in \(models) "
          + "and \(runtime)")
    }
    return assets
  }

  private static func notInstalled(_ candidates: [Candidate]) -> DetectionError {
    let fewest = candidates.min { $0.missing.count < $1.missing.count }
    guard let fewest, fewest.missing.count < Candidate.names.count else {
      let places = candidates.map(\.folder)
      return DetectionError(
        .notInstalled,
        "the detection runtime is not installed: \(listed(Candidate.names)) are not in "
          + "\(places.isEmpty ? "any folder, for none was given" : listed(places, with: "or")); "
          + DetectionError.remedy)
    }
    return DetectionError(
      .notInstalled,
      "the detection runtime is incomplete: \(fewest.folder) lacks \(listed(fewest.missing)); "
        + DetectionError.remedy)
  }

  private static func listed(_ items: [String], with word: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) \(last)"
  }
}

/// The assets in one folder.
private struct Candidate {
  let folder: String
  /// The files in the order of `names`, `nil` for one that isn't there.
  private let files: [String?]
  private let heavyLandmarkModel: String?

  /// The needed files as a person would look for them. The number at the end of the library's name
  /// changes with each release of OpenVINO.
  static let names = [
    "openvino/libopenvino_c\(librarySuffix)",
    "models/pose_detection.tflite",
    "models/pose_landmark_full_pruned.tflite",
    "models/palm_detection_full.tflite",
    "models/hand_landmark_full.tflite",
  ]

  init(folder: String) {
    let root = URL(fileURLWithPath: folder, isDirectory: true)
    self.folder = root.path
    files =
      [Self.library(in: root.path)]
      + Self.names.dropFirst().map { Self.file(root.appendingPathComponent($0).path) }
    heavyLandmarkModel = Self.file(
      root.appendingPathComponent("models/pose_landmark_heavy_pruned.tflite").path)
  }

  init(models: String, runtime: String) {
    let root = URL(fileURLWithPath: models, isDirectory: true)
    let model = { (name: String) in
      Self.file(root.appendingPathComponent((name as NSString).lastPathComponent).path)
    }
    folder = root.path
    files =
      [Self.newestLibrary(in: URL(fileURLWithPath: runtime, isDirectory: true).path)]
      + Self.names.dropFirst().map(model)
    heavyLandmarkModel = model("pose_landmark_heavy_pruned.tflite")
  }

  var assets: DetectionAssets? {
    let found = files.compactMap { $0 }
    guard found.count == Self.names.count else { return nil }
    return DetectionAssets(
      runtimeLibrary: found[0], personModel: found[1], landmarkModel: found[2],
      palmModel: found[3], handModel: found[4], heavyLandmarkModel: heavyLandmarkModel)
  }

  var missing: [String] {
    zip(Self.names, files).compactMap { name, path in path == nil ? name : nil }
  }

  #if os(macOS)
  private static let librarySuffix = ".*.dylib"
  private static func isLibrary(_ name: String) -> Bool {
    name.hasPrefix("libopenvino_c.") && name.hasSuffix(".dylib")
  }
  #else
  private static let librarySuffix = ".so.*"
  private static func isLibrary(_ name: String) -> Bool { name.hasPrefix("libopenvino_c.so.") }
  #endif

  /// The library that set-up wrote down; without its stamp the one with the highest number.
  private static func library(in root: String) -> String? {
    let stamped = InstallationStamp(folder: root)?.entries.first { entry in
      entry.isLibrary && isLibrary((entry.path as NSString).lastPathComponent)
    }
    guard let stamped else { return newestLibrary(in: "\(root)/openvino") }
    return file("\(root)/\(stamped.path)")
  }

  /// The library with the highest number; a longer number is higher.
  private static func newestLibrary(in folder: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let newest = names.filter(isLibrary).max { ($0.count, $0) < ($1.count, $1) }
    return newest.flatMap { file("\(folder)/\($0)") }
  }

  private static func file(_ path: String) -> String? {
    FileManager.default.isReadableFile(atPath: path) ? path : nil
  }
}

extension DetectionAssets {
  /// The folder that they are in.
  private var folder: String {
    FileNames.folder(of: FileNames.folder(of: runtimeLibrary))
  }

  /// Compares the files with set-up's record of them: a model with eight changed bytes puts the
  /// body elsewhere without a sign of damage. Done once for an installation, and again if the size
  /// or the time of a file changes.
  ///
  /// - Parameters:
  ///   - recordFolder: where it is noted that they were compared; `nil` compares them once a process.
  ///   - isForced: whether to compare them although that was done.
  /// - Returns: the number of files that were compared with the stamp, now or before; `nil` if
  ///   there is no stamp, as for files that set-up didn't install.
  /// - Throws: `modelUnusable`, `runtimeUnusable`; the sentence has the next step.
  @discardableResult
  func verify(recordFolder: String?, isForced: Bool = false) throws(DetectionError) -> Int? {
    let folder = folder
    guard let stamp = InstallationStamp(folder: folder) else { return nil }
    let state = Self.state(of: stamp, in: folder)
    let record = recordFolder.map { "\($0)/verified-\(Self.digest(folder))" }
    if !isForced, Self.isVerified(state, record: record) { return stamp.entries.count }
    for entry in stamp.entries {
      let path = "\(folder)/\(entry.path)"
      guard Self.sha256(ofFile: path) != entry.sha256 else { continue }
      throw DetectionError(
        entry.isLibrary ? .runtimeUnusable : .modelUnusable, path: path,
        "the file is damaged: it isn't what was installed; \(stamp.remedy(for: entry, in: folder)), "
          + "or give the keypoints with a file")
    }
    Self.verified.withLock { _ = $0.insert(state) }
    if let record {
      try? Data(state.utf8).write(to: URL(fileURLWithPath: record), options: .atomic)
    }
    return stamp.entries.count
  }

  /// The states of files that were verified in this process.
  private static let verified = Mutex<Set<String>>([])

  private static func isVerified(_ state: String, record: String?) -> Bool {
    if verified.withLock({ $0.contains(state) }) { return true }
    guard let record, let bytes = try? FileBytes.read(record, limit: 1 << 10) else { return false }
    return bytes.elementsEqual(state.utf8)
  }

  /// A digest of what is expected of the files, and of their sizes and times.
  private static func state(of stamp: InstallationStamp, in folder: String) -> String {
    digest(
      stamp.entries.map { entry in
        var status = stat()
        guard stat("\(folder)/\(entry.path)", &status) == 0 else { return "no \(entry.path)" }
        let time = status.modification
        return "\(entry.sha256) \(entry.path) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
      }.joined(separator: "\n"))
  }

  private static func digest(_ text: String) -> String {
    var digest = ContentDigest()
    digest.add(text)
    return digest.hexadecimal
  }

  /// In hexadecimal; `nil` for a file that can't be read.
  private static func sha256(ofFile path: String) -> String? {
    var digest = csha256()
    csha256_begin(&digest)
    do throws(FileError) {
      try FileBytes.read(path, inPieces: { csha256_add(&digest, $0, $0.count) })
    } catch {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 32)
    csha256_end(&digest, &bytes)
    return bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension stat {
  /// The time at which the contents were last changed.
  var modification: timespec {
    #if canImport(Darwin)
    st_mtimespec
    #else
    st_mtim
    #endif
  }
}

/// The models of MediaPipe that are taken for each other, told apart by how many numbers go in and
/// come out.
enum ModelKind: CaseIterable {
  case personDetector, bodyLandmarks, palmDetector, handLandmarks

  /// The kind of a model; `nil` for any other one.
  init?(_ model: TensorFlowLiteModel) {
    guard model.inputs.count == 1 else { return nil }
    let (input, outputs) = (model.inputs[0].count, model.outputs.map(\.count))
    let kind = Self.allCases.first { kind in
      input == kind.shape.input && Self.areSame(outputs, kind.shape.outputs)
    }
    guard let kind else { return nil }
    self = kind
  }

  /// The model's name for people.
  var name: String {
    switch self {
    case .personDetector: "BlazePose's person detector"
    case .bodyLandmarks: "BlazePose's landmark model"
    case .palmDetector: "MediaPipe's palm detector"
    case .handLandmarks: "MediaPipe's hand landmark model"
    }
  }

  private var shape: InferenceModel.Shape {
    switch self {
    case .personDetector: DetectorAnchors.people.shape
    case .bodyLandmarks: LandmarkModel.shape
    case .palmDetector: DetectorAnchors.palms.shape
    case .handLandmarks: HandLandmarkModel.shape
    }
  }

  /// Whether they are the same numbers in any order.
  private static func areSame(_ found: [Int?], _ expected: [Int]) -> Bool {
    found.compactMap { $0 }.sorted() == expected.sorted() && found.count == expected.count
  }
}
