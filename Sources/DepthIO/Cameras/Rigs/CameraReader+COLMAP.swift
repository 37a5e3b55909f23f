internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// COLMAP's text model: `cameras.txt` with intrinsics and `images.txt` with the poses from the world
/// (COLMAP's documentation, output format). Every image is a camera of the rig. Pixels have their corners
/// at whole numbers there. Lengths are taken as metres, which COLMAP knows only after an alignment.
extension CameraReader {
  /// The files of a folder that is a text model; `nil` for another folder.
  var colmapFiles: (cameras: String, images: String)? {
    let names = Set(FolderListing.names(in: path) ?? [])
    guard names.contains("cameras.txt"), names.contains("images.txt") else { return nil }
    return ("\(path)/cameras.txt", "\(path)/images.txt")
  }

  /// The rig of a text model.
  func colmapRig(_ files: (cameras: String, images: String)) throws(FileError) -> CameraRigFile {
    let cameras = try Self.lines(of: files.cameras).filter { !$0.isEmpty }
    // A line of the pose, and one of the points in the image, which may be empty.
    let images = try Self.lines(of: files.images, every: 2, limit: Self.imageListLimit)
    var file = files.cameras
    do throws(Problem) {
      var intrinsics: [String: Camera] = [:]
      for line in cameras {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let number = words.first else { continue }
        intrinsics[number] = try colmapCamera(words)
      }
      file = files.images
      var members: [CameraRig.Member] = []
      for line in images where !line.isEmpty {
        let words = line.split(maxSplits: 9, whereSeparator: \.isWhitespace).map(String.init)
        let numbers = words.prefix(8).compactMap(Double.init)
        guard words.count == 10, numbers.count == 8, numbers.allSatisfy(\.isFinite),
          let q = UnitQuaternion(w: numbers[1], x: numbers[2], y: numbers[3], z: numbers[4])
        else {
          throw Problem(
            "a line has no number, quaternion, translation, camera and name: \(line.prefix(60))")
        }
        guard let camera = intrinsics[words[8]] else {
          throw Problem(
            "image \(words[9].prefix(60)) is of camera \(words[8].prefix(20)), which cameras.txt hasn't got"
          )
        }
        members.append(
          .init(
            name: words[9], camera: camera,
            cameraFromWorld: RigidTransform(
              rotation: Rotation(q),
              translation: Vector3(numbers[5], numbers[6], numbers[7]))))
      }
      return try rigFile(members, up: nil, layout: "COLMAP")
    } catch {
      throw FileError(.unsuitable, path: file, error)
    }
  }

  /// Bytes of `images.txt` that are read: it has the points of all images, thousands for each.
  private static let imageListLimit = 256 << 20

  /// The lines of a file without its comments and blank ones: each, or of pairs the first, whose second one may be blank.
  private static func lines(
    of file: String, every step: Int = 1, limit: Int = sizeLimit
  ) throws(FileError) -> [String] {
    let bytes = try FileBytes.read(file, limit: limit)
    let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .filter { row in row.first { !" \t".utf8.contains($0) } != UInt8(ascii: "#") }
    var lines: [String] = []
    var place = 0
    while place < rows.count {
      guard rows[place].contains(where: { !" \t\r".utf8.contains($0) }) else {
        place += 1
        continue
      }
      defer { place += step }
      guard let text = String(validating: rows[place], as: UTF8.self) else {
        throw FileError(
          .unknownFormat, path: file, "this is no text: COLMAP's text model was expected")
      }
      // With Windows' line breaks a carriage return is left.
      lines.append(text.filter { $0 != "\r" }.trimmingSpaces)
    }
    return lines
  }

  /// Which of a model's parameters are focal lengths, the middle, and OpenCV's coefficients.
  private func colmapCamera(_ words: [String]) throws(DocumentNode.Problem) -> Camera {
    guard words.count > 4, let width = Int(words[2]), let height = Int(words[3]),
      case let numbers = words[4...].compactMap(Double.init), numbers.count == words.count - 4,
      numbers.allSatisfy(\.isFinite)
    else {
      throw Problem(
        "a line has no number, model, width, height and parameters: \(words.joined(separator: " ").prefix(60))"
      )
    }
    let place = "camera \(words[0])"
    let counts = [
      "SIMPLE_PINHOLE": 3, "PINHOLE": 4, "SIMPLE_RADIAL": 4, "RADIAL": 5, "OPENCV": 8,
      "FULL_OPENCV": 12, "OPENCV_FISHEYE": 8,
    ]
    guard let count = counts[words[1]] else {
      throw Problem(
        "\(place) is \(words[1]); read are \(counts.keys.sorted().joined(separator: ", "))")
    }
    guard numbers.count == count else {
      throw Problem("\(place) has \(numbers.count) parameters, and \(words[1]) has \(count)")
    }
    guard (1...65_536).contains(width), (1...65_536).contains(height) else {
      throw Problem("\(place) is \(width)×\(height) pixels")
    }
    let isSimple = words[1].hasPrefix("SIMPLE") || words[1] == "RADIAL"
    let rest = Array(numbers[(isSimple ? 3 : 4)...])
    let focal = SIMD2(numbers[0], isSimple ? numbers[0] : numbers[1])
    let middle = isSimple ? SIMD2(numbers[1], numbers[2]) : SIMD2(numbers[2], numbers[3])
    try Self.checkCoefficients(rest, place)
    var distortion: LensDistortion?
    if words[1] == "OPENCV_FISHEYE" {
      distortion = LensDistortion(model: .fisheye, coefficients: rest)
    } else if !rest.isEmpty {
      let padded = isSimple ? rest + [Double](repeating: 0, count: 4 - rest.count) : rest
      distortion = LensDistortion(coefficients: padded)
    }
    return try camera(
      (width, height), focal: focal, principal: middle - 0.5, distortion: distortion, place: place)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
