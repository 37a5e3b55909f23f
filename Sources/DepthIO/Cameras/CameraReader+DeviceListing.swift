internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// The output of `rs-enumerate-devices -c`: the intrinsics of every stream in every size, and the
/// extrinsics between them, whose rotations are printed row by row (librealsense
/// `tools/enumerate-devices/rs-enumerate-devices.cpp`). The picture's and the depth map's size
/// choose.
extension CameraReader {
  /// A block of the listing: `Intrinsic of "Color" / 640x480 / {…}` and what follows.
  private struct Stream {
    let name: String
    var fields: [String: [Substring]] = [:]

    func number(_ field: String) throws(DocumentNode.Problem) -> Double {
      guard let number = fields[field]?.first.flatMap({ Double($0) }), number.isFinite else {
        throw DocumentNode.Problem(
          "the intrinsics of \"\(name)\" have no number under \"\(field)\": the listing is damaged")
      }
      return number
    }
  }

  func deviceListingFile(_ text: String) throws(DocumentNode.Problem) -> CameraFile {
    var streams: [Stream] = []
    var motion: RigidTransform?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let names = line.split(separator: "\"", omittingEmptySubsequences: false)
      if line.contains("Intrinsic of \""), names.count > 1, !line.contains("Motion") {
        streams.append(Stream(name: String(names[1])))
      } else if line.contains("Extrinsic from \"") {
        if names.count > 3, names[1] == "Depth", names[3] == "Color" {
          motion = try Self.motion(lines[(index + 1)...].prefix(8))
        }
      } else if !streams.isEmpty, motion == nil {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let words = parts[0].split { $0 == " " || $0 == "\t" || $0 == "\r" }
        let field = words.joined(separator: " ")
        streams[streams.count - 1].fields[field] = parts[1].split {
          $0 == " " || $0 == "\t" || $0 == "\r"
        }
      }
    }
    let color = try camera("Color", options.colorSize, streams)
    guard let depthSize = options.depthSize else { return file(color: color) }
    let depth = try camera("Depth", depthSize, streams)
    return file(color: color, depth: depth, colorFromDepth: motion)
  }

  private func camera(
    _ name: String, _ size: Size?, _ streams: [Stream]
  ) throws(DocumentNode.Problem) -> Camera {
    var sizes: [String] = []
    for stream in streams where stream.name == name {
      let (width, height) = (try stream.number("Width"), try stream.number("Height"))
      guard let size, Double(size.width) == width, Double(size.height) == height else {
        if let width = Int(exactly: width), let height = Int(exactly: height),
          !sizes.contains("\(width)×\(height)")
        {
          sizes.append("\(width)×\(height)")
        }
        continue
      }
      let place = "the stream \"\(name)\""
      let coefficients = (stream.fields["Coeffs"] ?? []).map { Double($0) ?? .nan }
      return try camera(
        size, focal: SIMD2(try stream.number("Fx"), try stream.number("Fy")),
        principal: SIMD2(try stream.number("PPX"), try stream.number("PPY")),
        distortion: try Self.realSenseDistortion(
          model: stream.fields["Distortion"]?.joined(separator: " "), coefficients: coefficients,
          isDepth: name == "Depth", place: place),
        place: place)
    }
    let found = sizes.isEmpty ? "none" : sizes.joined(separator: ", ")
    let wanted = size.map { "\($0.width)×\($0.height)" } ?? "an image whose size is not given"
    throw DocumentNode.Problem(
      "the device's \"\(name)\" intrinsics are for \(found); none is for \(wanted)")
  }

  /// The rotation and the translation in the lines after a heading.
  private static func motion(_ lines: ArraySlice<Substring>) throws(DocumentNode.Problem)
    -> RigidTransform
  {
    var rotation: [Double] = []
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      let isTranslation = line.contains("Translation")
      let numbers = (isTranslation ? parts.last ?? "" : line)
        .split { $0 == " " || $0 == "\t" || $0 == "\r" }.compactMap { Double($0) }
      if isTranslation, numbers.count == 3,
        let motion = RigidTransform(
          rotationRowMajor: rotation, translation: SIMD3(numbers[0], numbers[1], numbers[2]),
          tolerance: motionTolerance)
      {
        return try checkDistance(motion, "the extrinsic from \"Depth\" to \"Color\"")
      }
      if !isTranslation, numbers.count == 3 { rotation += numbers }
    }
    throw DocumentNode.Problem(
      "the extrinsic from \"Depth\" to \"Color\" is no rotation and translation: the listing is "
        + "damaged")
  }
}
