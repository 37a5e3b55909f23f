internal import Foundation
internal import Kinematics
public import PoseDetection
internal import PoseDocuments

/// The folders of the detection runtime and its models, which set-up fills, and of the caches.
public enum Installation {
  /// The version of all that is installed, also in the documents that are written.
  package static let version = "0.1.0"

  /// The folders that may hold the detection runtime and models, in the order in which they are
  /// tried: `POSE3D_HOME` alone where it is set; else `.deps` beside or above the program (a
  /// checkout's build folder lies three levels below it), then `lib/pose3d` and `share/pose3d` of the
  /// installation that the program is in the `bin` of.
  ///
  /// The files there are loaded as code. A folder counts only when it, the folders of libraries and
  /// models in it and all their files belong to the user or to root. Only these two, root's group
  /// and the user's private one may write to them. The current folder never counts. Folders that
  /// are there and don't count come back as `untrusted`.
  public static func assetFolders() -> (folders: [String], untrusted: [String]) {
    let environment = ProcessInfo.processInfo.environment
    if let home = environment["POSE3D_HOME"], !home.isEmpty { return ([home], []) }
    let executable = (Bundle.main.executablePath as NSString?)?.resolvingSymlinksInPath
    let program = FileNames.folder(of: executable ?? CommandLine.arguments[0])
    let places = places(forProgramIn: program)
    let trust = PathTrust(program: program)
    return (places.filter(trust.isTrusted), places.filter { !trust.isTrusted($0) })
  }

  /// The folders that may hold the runtime and the models for a program in a folder, in the order
  /// in which they are tried.
  static func places(forProgramIn folder: String) -> [String] {
    let prefix = FileNames.folder(of: folder) as NSString
    return ancestors(of: folder).prefix(5).map { "\($0)/.deps" }
      + ["lib/pose3d", "share/pose3d"].map(prefix.appendingPathComponent)
  }

  /// Throws `unsupported` where LAPACKE or OpenBLAS, which are loaded at run time, is missing. What solves equations
  /// without this check ends the process then.
  static func checkLinearAlgebra(
    _ problem: String? = LinearAlgebra.problem
  ) throws(FileError) {
    if let problem { throw FileError(.unsupported, path: "linear algebra", problem) }
  }

  /// The user's cache folder for compiled models, made when it doesn't exist; `nil` when it can't
  /// be, which costs time and nothing else.
  public static var cacheFolder: String? {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
    guard let folder = base.map({ "\($0)/pose3d/openvino" }),
      (try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)) != nil,
      access(folder, W_OK) == 0
    else { return nil }
    return folder
  }

  private static func ancestors(of path: String) -> [String] {
    var folders: [String] = []
    var folder = path
    while folder != "/" && !folder.isEmpty && folder != "." {
      folders.append(folder)
      folder = FileNames.folder(of: folder)
    }
    return folders
  }
}

extension DetectionAssets {
  /// The assets that set-up installed: those in the first of `Installation.assetFolders()` that has
  /// all of them. Throws `notInstalled`, with a sentence that names the missing assets and the next
  /// step.
  public static func installed() throws(DetectionError) -> DetectionAssets {
    try locate(in: Installation.assetFolders().folders)
  }
}

extension BodyPoseDetector {
  /// The detector with an installation's models, or with an ONNX file of the user's.
  ///
  /// Throws a `FileError`, `unsuitable`, about the user's file, and a `DetectionError` about what is
  /// installed.
  convenience init(installedIn assets: DetectionAssets, options: Options) throws {
    do throws(DetectionError) {
      try self.init(assets: assets, options: options)
    } catch {
      guard case .file(let path) = options.model, BodyModel.file(path).isONNX, error.path == path,
        [.modelUnusable, .modelQuantized].contains(error.code)
      else { throw error }
      throw FileError(.unsuitable, path: path, error.message)
    }
  }
}

extension HandPoseDetector {
  /// The detector of the commands that look for hands, with its models compiled.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - maximumCount: how many hands are returned at most.
  ///   - minimumConfidence: how sure it has to be of a hand; `nil` for what is usual.
  ///   - searchesAgain: whether a picture with fewer hands is searched again, which takes up to a second.
  /// - Throws: `DetectionError` when the runtime or a model can't be used.
  public convenience init(
    installedIn assets: DetectionAssets, maximumCount: Int, minimumConfidence: Double?,
    searchesAgain: Bool = true
  ) throws(DetectionError) {
    var options = Options()
    options.maximumHandCount = maximumCount
    options.reframesDoubtfulHands = true
    options.searchesAgain = searchesAgain
    options.cacheFolder = Installation.cacheFolder
    if let minimumConfidence {
      options.minimumDetectionConfidence = minimumConfidence
      options.minimumPresence = minimumConfidence
    }
    try self.init(assets: assets, options: options)
  }
}
