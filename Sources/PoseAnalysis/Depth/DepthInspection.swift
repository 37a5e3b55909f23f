public import DepthIO
internal import Foundation
public import PoseDocuments
public import PoseImaging

/// The facts about a depth map in a file, with its camera and its colour image if there are any:
/// the work of `pose3d depth`.
public struct DepthInspection: Sendable {
  /// The file's name in errors and documents.
  public let path: String
  /// The depth map as it is in the file, with the file's metadata.
  public let file: DepthFile
  /// The map that is shown and written: the file's, in the colour picture's view when one was given.
  public let map: DepthMap
  /// Of `map`; `nil` if no source describes it.
  public let camera: Camera?
  /// Whether `map` was moved from the depth camera's view into the picture's.
  public let isMoved: Bool
  /// The frame of a recording that was read.
  public let index: Int
  /// Whether the caller stated the unit, and not a camera file.
  public let isUnitGiven: Bool
  /// The floor, where one is seen and the unit is known.
  public let floor: Floor?
  /// Direction of gravity in the camera's frame, as the calibration states it.
  public let gravity: SIMD3<Double>?
  /// Diagnostics for the user.
  public let diagnostics: [Diagnostic]

  /// The camera file's calibration, else the depth file's, as it is for `map`.
  private let calibration: CameraFile?
  private let color: ColorImage?
  /// Of a file that may have a picture beside the map; else empty.
  private let bytes: [UInt8]
  private let options: ReadingOptions

  /// Reads a depth map's file.
  ///
  /// - Parameters:
  ///   - input: the file with the depth map.
  ///   - color: the colour picture that belongs to it.
  ///   - choice: the settings of the camera.
  ///   - confidence: a grey picture of how sure the camera is of the map, as ARKit counts.
  ///   - reading: how the files are read.
  /// - Throws: `FileError`: those of `DepthFile`, `ColorFile` and `CameraFile`, and `mismatch` when
  ///   sizes don't fit each other.
  public init(
    of input: FileInput, color: FileInput? = nil, camera choice: CameraChoice = CameraChoice(),
    confidence: String? = nil, reading: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    let path = input.name
    self.path = path
    index = reading.frame
    isUnitGiven = reading.depthUnit != nil
    var options = reading
    let picture = try color.map { (color) throws(FileError) in
      try ColorFile(bytes: try color.bytes(), name: color.name, options: options)
    }
    let cameraBytes = try choice.contents()
    let colorSize = picture.map { (width: $0.storedWidth, height: $0.storedHeight) }
    // Only for the unit: the size of the depth map is known when it has been read. Until then some
    // camera files make no sense.
    let early = Result { () throws(FileError) in
      try cameraBytes?.calibration(colorSize: colorSize)
    }
    options.unitOfIntegers = try? early.get()?.depthUnit
    self.options = options
    do throws(FileError) {
      if let path = input.pathOfPieces {
        bytes = []
        file = try DepthFile(contentsOf: path, options: options)
      } else {
        // Once: a pipe can't be read again for the picture inside.
        let bytes = try input.bytes()
        self.bytes = Self.mayHavePicture(bytes) ? bytes : []
        file = try DepthFile(bytes: bytes, name: path, options: options)
      }
    } catch {
      // The camera file would have given the unit.
      if error.code == .unitMissing { _ = try early.get() }
      throw error
    }
    let depthSize = (width: file.storedWidth, height: file.storedHeight)
    let calibration = try cameraBytes?.calibration(
      colorSize: colorSize ?? depthSize, depthSize: depthSize)
    var diagnostics = file.diagnostics(path: path)
    var own = file.map
    if let confidence { own = try own.withConfidence(contentsOf: confidence, options: options) }
    let known = calibration ?? file.camera
    if let picture, let color {
      let view = try RegisteredFrame(
        of: picture, path: color.name,
        depth: .init(path: path, map: own, calibration: file.camera, isEmbedded: false),
        cameraFile: calibration, choice: choice)
      map = view.depth ?? own
      camera =
        view.camera.source == .assumed
        ? nil : view.camera.scaled(toWidth: map.width, height: map.height)
      self.color = picture.image
      isMoved = known?.colorFromDepth != nil
      gravity = view.gravity
      diagnostics += view.diagnostics
    } else {
      map = own
      if let fieldOfView = choice.diagonalFieldOfView {
        camera = Camera(
          width: own.width, height: own.height, diagonalFieldOfView: fieldOfView, source: .user)
      } else {
        camera = try known?.depthCamera(forWidth: own.width, height: own.height)
      }
      self.color = nil
      isMoved = false
      gravity = known?.colorFromDepth == nil ? known?.gravity : nil
    }
    self.diagnostics = diagnostics
    let stated = isMoved ? known?.forRegisteredDepth : known
    self.calibration =
      choice.diagonalFieldOfView == nil
      ? stated : camera.map { CameraFile(name: path, color: $0) } ?? stated
    let shown = map
    floor = camera.flatMap { shown.isMetric ? Floor(in: shown, camera: $0) : nil }
  }

  /// The picture in the same file as the depth map, where there is one.
  private var pictureInside: ColorImage? {
    guard Self.mayHavePicture(bytes) else { return nil }
    return try? ColorFile(bytes: bytes, name: path, options: options).image
  }

  private static func mayHavePicture(_ bytes: [UInt8]) -> Bool {
    FileFormat(bytes).map { [.jpeg, .heic, .exr, .zip].contains($0) } ?? false
  }

  /// The calibration for the map as it is shown and written: in millimetres as a PNG, in metres
  /// otherwise.
  ///
  /// Throws `cameraMissing`.
  public func knownCalibration(writtenAs type: DepthFileType?) throws(FileError) -> CameraFile {
    guard let calibration else {
      throw FileError(
        .cameraMissing, path: path,
        "a calibration is to be written, and neither the file nor a camera file has one, nor is a field of view stated",
        remedy: .giveCamera)
    }
    guard let type else { return calibration }
    return calibration.with(depthUnit: map.isMetric ? type.unit : .relative)
  }

  /// The bytes of a PLY file of the map's points in the camera's frame, coloured where there is a picture, in pieces: the
  /// points of a large map need not all be in memory.
  ///
  /// Throws `cameraMissing`, before the first piece, if the camera's intrinsics are unknown, and what `piece` throws.
  public func writePLY(to piece: ([UInt8]) throws -> Void) throws {
    try PointCloud.writePLY(
      of: map, camera: cloudCamera(), image: color ?? pictureInside, to: piece)
  }

  /// Throws `cameraMissing` where a point cloud can't be made.
  public func checkCloud() throws(FileError) { _ = try cloudCamera() }

  private func cloudCamera() throws(FileError) -> Camera {
    guard let camera else {
      throw FileError(
        .cameraMissing, path: path,
        "a point cloud needs the camera's intrinsics, and the file has none", remedy: .giveCamera)
    }
    return camera
  }
}

extension DepthInspection {
  /// The result as JSON, `pose3d.depth/1`.
  ///
  /// - Parameters:
  ///   - version: the program's version, for the file.
  ///   - wording: makes sentences of diagnostics.
  public func json(version: String, wording: (Diagnostic) -> String = \.description) -> String {
    let details = file.details
    let optional = { (number: Double?) in JSONValue.optional(number.map(JSONValue.number)) }
    return JSONValue.object([
      ("schema", .string("pose3d.depth/1")),
      ("version", .string(version)),
      ("file", .fileName(path)),
      ("format", .string(details.format)),
      ("encoding", .string(details.encoding)),
      ("frame", .optional(details.frameCount > 1 ? .integer(index) : nil)),
      ("frameCount", .integer(details.frameCount)),
      ("width", .integer(map.width)),
      ("height", .integer(map.height)),
      ("storedWidth", .integer(file.storedWidth)),
      ("storedHeight", .integer(file.storedHeight)),
      ("orientation", .integer(file.orientation.rawValue)),
      ("isMoved", .bool(isMoved)),
      ("unit", .string(file.unit?.name ?? DepthUnit.metres.name)),
      ("metresPerStep", optional(file.unit == nil ? 1 : file.unit?.metresPerStep)),
      ("scale", .string(map.scale.rawValue)),
      ("minimum", optional(map.range?.lowerBound)),
      ("median", optional(map.median)),
      ("maximum", optional(map.range?.upperBound)),
      ("validShare", .number(map.validShare)),
      ("confidence", .optional(map.confidence.map(Self.shares))),
      ("camera", .optional(camera.map { JSONValue(camera: $0, gravity: gravity) })),
      ("accuracy", .optional(details.accuracy.map { .string($0.rawValue) })),
      ("quality", .optional(details.quality.map(JSONValue.string))),
      ("filtered", .optional(details.isFiltered.map(JSONValue.bool))),
      ("floor", .optional(floor.map(value(of:)))),
      ("warnings", .array(diagnostics.map { .string(wording($0)) })),
    ]).text
  }

  private static func shares(of confidence: [DepthConfidence]) -> JSONValue {
    let share = { (level: DepthConfidence) in
      JSONValue.number(Double(confidence.count { $0 == level }) / Double(confidence.count))
    }
    return .object([("low", share(.low)), ("medium", share(.medium)), ("high", share(.high))])
  }

  private func value(of floor: Floor) -> JSONValue {
    let degrees = 180 / Double.pi
    return .object([
      ("gravity", .numbers([floor.gravity.x, floor.gravity.y, floor.gravity.z])),
      ("cameraHeight", .number(floor.cameraHeight)),
      ("pitch", .number(floor.pitch * degrees)),
      ("roll", .number(floor.roll * degrees)),
      (
        "tiltFromGravity",
        .optional(gravity.map { .number(floor.tilt(from: $0) * degrees) })
      ),
    ])
  }
}

extension DepthFile {
  /// The diagnostics about the reliability of this file.
  func diagnostics(path: String) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = details.notes.map { "\(path): \($0)" }
    if map.isMetric, let median = map.median, !(0.2...10).contains(median) {
      let number = String(format: median < 100 ? "%.3g" : "%.0f", median)
      let looksLikeMillimetres =
        (200...10_000).contains(median) && unit?.metresPerStep ?? 1 == 1
      let advice: Diagnostic =
        looksLikeMillimetres
        ? "it looks like millimetres: \(setting: .depthUnit) mm" : "is the unit right?"
      diagnostics.append(
        "\(path): its median depth is \(number) m in the unit \(unit?.name ?? "m"): \(advice)")
    }
    return diagnostics
  }
}

extension Floor {
  /// The camera's downward pitch, in radians; negative if it looks up.
  var pitch: Double {
    let down = gravity
    return atan2(down.z, (down.x * down.x + down.y * down.y).squareRoot())
  }

  /// The camera's clockwise roll about its viewing direction, in radians.
  var roll: Double { atan2(gravity.x, gravity.y) }

  /// The camera's position above it, for people.
  public var words: String {
    let degrees = 180 / Double.pi
    return String(
      format: "%.2f m below the camera, which looks %.1f° %@ and is turned %.1f° %@", cameraHeight,
      abs(pitch * degrees), pitch < 0 ? "up" : "down", abs(roll * degrees),
      roll < 0 ? "counterclockwise" : "clockwise")
  }
}
