internal import DepthIO
public import PoseDocuments
public import PoseGeometry
public import PoseImaging
public import Kinematics

/// A frame with exact truth: a folder with `case.json`, and the colour picture and the depth maps of
/// the same view that it names.
public struct EvaluationCase: Sendable {
  /// Whether a true joint is seen from the camera. The raw value is the word in `case.json`.
  package enum Visibility: String, CaseIterable, Sendable {
    case visible
    case hiddenBySelf = "occluded_self"
    case hiddenByObject = "occluded_object"
    case hiddenByAnother = "occluded_other_person"
    case outOfFrame = "out_of_frame"
  }

  /// The choice of a case's depth map. The raw value is its name on the command line.
  public enum DepthSource: String, CaseIterable, Sendable {
    /// The sensor's, with its noise: `depth_file`.
    case sensor
    /// The exact one: `depth_clean_file`.
    case clean
    /// No depth map.
    case none
  }

  /// The case's name; that of its folder where `case.json` has none.
  public let name: String
  /// The folder, as the caller named it.
  package let folder: String
  /// The side from which the person is seen, `front`; `nil` if it isn't known.
  package let view: String?
  /// The depth sensor, `kinect_v2`; `nil` if it isn't known.
  package let sensor: String?
  /// The colour camera.
  public let camera: Camera
  /// The direction of gravity (down) in the camera's frame; `nil` if it isn't known.
  package let gravity: Vector3?
  /// The true joints in metres, in the camera's frame: x right, y down, z forward.
  public let truth: PerJoint<Vector3>
  /// The joints in the picture, in pixels.
  package let pixels: PerJoint<SIMD2<Double>>
  /// Whether the joints are seen.
  package let visibility: PerJoint<Visibility>
  /// The tip of the nose in the camera's frame, in metres; `nil` if it isn't known.
  package let noseTip: Vector3?
  /// Stature in metres, crown to sole.
  package let stature: Double

  /// The other files, by `case.json`.
  struct Files: Sendable {
    var color: String?
    var depth: String?
    var cleanDepth: String?
    var confidence: String?
    var depthUnit: DepthUnit?
  }
  let files: Files

  static let fileName = "case.json"
  private var path: String { "\(folder)/\(Self.fileName)" }
}

// MARK: - Pictures

extension EvaluationCase {
  /// The path of the colour picture's file. Throws a `FileError`, `invalidValue`, when `case.json` names none.
  public var colorPath: String {
    get throws(FileError) { "\(folder)/\(try named(files.color, "color_file"))" }
  }

  /// The colour picture. Throws a `FileError` that names the key in `case.json`: when the
  /// file is missing or damaged, or has not the size of the intrinsics.
  public func colorImage() throws(FileError) -> ColorImage {
    let colorPath = try colorPath
    let image: ColorImage
    do throws(FileError) {
      image = try ColorImage(contentsOf: colorPath)
    } catch {
      throw unusable(error, "color_file", files.color)
    }
    guard image.width == camera.width, image.height == camera.height else {
      throw FileError(
        .invalidValue, path: path,
        "color_intrinsics are for \(camera.width)×\(camera.height), the picture "
          + "\(files.color ?? "") is \(image.width)×\(image.height): give the intrinsics of this "
          + "picture")
    }
    return image
  }

  /// A depth map, registered to the colour picture; `nil` for `none`. Throws a `FileError`
  /// that names the key in `case.json`: when it doesn't name the file or its unit, or the file is
  /// missing, damaged or of another aspect ratio than the colour picture.
  public func depthMap(_ source: DepthSource) throws(FileError) -> DepthMap? {
    let (name, key): (String?, String)
    switch source {
    case .none: return nil
    case .sensor: (name, key) = (files.depth, "depth_file")
    case .clean: (name, key) = (files.cleanDepth, "depth_clean_file")
    }
    let depthPath = "\(folder)/\(try named(name, key))"
    guard let unit = files.depthUnit else {
      throw FileError(
        .invalidValue, path: path, "there is no \"depth_scale_m\", the metres a step of \(key)")
    }
    let map: DepthMap
    do throws(FileError) {
      map = try DepthMap(contentsOf: depthPath, unit: unit)
    } catch {
      throw unusable(error, key, name)
    }
    let confident = source == .sensor ? try withConfidence(map) : map
    do throws(FileError) {
      return try confident.registered(toWidth: camera.width, height: camera.height, path: depthPath)
    } catch {
      throw FileError(
        .invalidValue, path: path,
        "color_intrinsics are for \(camera.width)×\(camera.height), \(key) \(name ?? "") is "
          + "\(map.width)×\(map.height): different aspect ratios, so they don't show one view")
    }
  }

  /// The sensor's map with the sensor's confidence, where it states one.
  private func withConfidence(_ map: DepthMap) throws(FileError) -> DepthMap {
    guard let name = files.confidence else { return map }
    do throws(FileError) {
      return try map.withConfidence(contentsOf: "\(folder)/\(name)")
    } catch {
      throw unusable(error, "confidence_file", name)
    }
  }

  private func named(_ name: String?, _ key: String) throws(FileError) -> String {
    guard let name else {
      throw FileError(.invalidValue, path: path, "there is no \"\(key)\"")
    }
    return name
  }

  private func unusable(_ error: FileError, _ key: String, _ name: String?) -> FileError {
    FileError(
      error.code == .noSuchFile ? .noSuchFile : .invalidValue, path: path,
      "\(key) \(name ?? ""): \(error.message)")
  }
}
