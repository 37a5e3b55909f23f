@testable import PoseDocuments
@testable import PoseFiles
@testable import DepthIO
import Foundation
@testable import Pose3D
import PoseVideo

/// A reader that is fuzzed, or what takes numbers of any kind: lifting, drawing. Readers of files get
/// at the bytes through the front doors, as a user's file does; those inside containers, whose
/// checksums stop nearly every mutation, are called themselves.
enum FuzzTarget: String, CaseIterable {
  case png, anymap, tiff, exr, npy, npz, record3d, heic, jpeg, webp, gif, bmp
  case camera, json, keypoints, raw, lzfse, losslessJPEG, exif, xmp
  case video
  case skeletons, trc, exercise, journal
  case evaluationCase, lifting, drawing
  case model, poseNet

  /// Runs the reader. Whatever it throws is an answer; what counts is that it does answer.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .png: read(PNGChecksums.repaired(bytes))
    case .anymap, .exr, .npy, .npz, .heic, .jpeg, .webp, .gif, .bmp: read(bytes)
    case .tiff, .record3d:
      read(bytes)
      read(bytes, frame: 1)
    case .camera:
      var options = CameraReadingOptions(
        colorSize: (width: 1280, height: 720), depthSize: (width: 640, height: 576))
      options.cameraName = "cam_01"
      _ = try? CameraFile(bytes: bytes, name: "fuzz", options: options)
    case .json: _ = try? DocumentNode(parsing: bytes)
    case .keypoints: keypoints(bytes)
    case .raw:
      guard let layout = try? RawDepthSidecar(bytes, path: "fuzz").layout else { return }
      _ = try? DepthFile(
        raw: Array(repeating: 63, count: 4096), layout: layout, options: Self.options)
    case .lzfse: _ = try? LZFSE.decoded(bytes, limit: 4_000_000)
    case .losslessJPEG:
      _ = try? LosslessJPEG.decode(
        InputFile(path: "fuzz", bytes: bytes, options: Self.options))
    case .exif:
      _ = ExifTags(tiff: bytes)
      _ = ExifTags(heicItem: bytes)
    case .xmp: _ = XMLTree(xmp: bytes)
    case .video: video(bytes)
    case .skeletons: skeletons(bytes)
    case .trc: skeletons(bytes, layout: .trc)
    case .exercise: exercise(bytes)
    case .journal: journal(bytes)
    case .evaluationCase: evaluationCase(bytes)
    case .lifting: lifting(bytes)
    case .drawing: drawing(bytes)
    case .model: model(bytes)
    case .poseNet: poseNet(bytes)
    }
  }

  /// Reads a keypoint file in both ways, and writes what was read in every format.
  private func keypoints(_ bytes: [UInt8]) {
    for layout in [nil, KeypointLayout.vision] {
      let frames = try? KeypointSource(bytes: bytes, path: "fuzz", layout: layout)
        .frames(size: layout == nil ? nil : (640, 480))
      guard let pictures = frames?.map(\.picture) else { continue }
      for format in KeypointFormat.allCases where format != .openpose {
        _ = KeypointFile.encoded(pictures, as: format)
      }
      _ = KeypointFile.openPoseFiles(pictures)
    }
  }

  /// Reads a video's first frames from a file, as there is no other way.
  private func video(_ bytes: [UInt8]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "pose3d-fuzz-\(getpid())")
    guard (try? Data(bytes).write(to: file)) != nil else {
      fatalError("\(file.path) can't be written")
    }
    defer { unlink(file.path) }
    var options = VideoReader.Options()
    options.depth = Self.options
    guard let reader = try? VideoReader(contentsOf: file.path, options: options) else { return }
    for _ in 0..<20 { guard let frame = try? reader.next(), frame.time >= 0 else { return } }
  }

  private func read(_ bytes: [UInt8], frame: Int = 0) {
    var options = Self.options
    options.frame = frame
    _ = try? DepthFile(bytes: bytes, name: "fuzz", options: options)
    _ = try? ColorFile(bytes: bytes, name: "fuzz", options: options)
  }

  /// A limit of pixels that leaves the runner's limit of memory for one allocation far behind.
  private static let options: ReadingOptions = {
    var options = ReadingOptions()
    options.pixelLimit = 1_000_000
    options.unitOfIntegers = .metres
    return options
  }()
}
