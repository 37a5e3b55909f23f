internal import PoseDocuments

/// Intrinsics as numbers without names: `fx fy cx cy` and the distortion `d0 … d4` on one line, as the
/// TUM RGB-D data set tabulates them ("Intrinsic Camera Calibration of the Kinect"), or a 3×3 or 4×4
/// matrix, as ScanNet, 7-Scenes and NumPy's `savetxt` write it. `#` starts a comment.
extension CameraReader {
  func numbersFile(_ text: String) throws(DocumentNode.Problem) -> CameraFile {
    var rows: [[DocumentValue]] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.prefix { $0 != "#" }
      let words = content.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ";" }
      guard !words.isEmpty else { continue }
      guard rows.count < 4, words.count <= 16 else { throw Self.noIntrinsics(rows.count + 1) }
      rows.append(
        words.map { word in Double(word).map(DocumentValue.number) ?? .string(String(word)) })
    }
    let document = DocumentNode(.object(["numbers": .array(rows.flatMap { $0 })]))
    guard let list = document["numbers"] else { throw document.mismatch(expected: "numbers") }
    let numbers = Array(try list.list(of: "numbers"))
    for node in numbers { _ = try node.number() }
    guard let size = options.colorSize else {
      throw DocumentNode.Problem(
        "intrinsics without the size of the picture they belong to: give the picture with them")
    }
    switch rows.map(\.count) {
    case [4], [8], [9], [12]:
      return file(
        color: try camera(
          size, fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3],
          distortion: try openCVDistortion(Array(numbers[4...]), in: list)))
    case [3, 3, 3]: return file(color: try camera(size, matrix: numbers, distortion: nil))
    case [4, 4, 4, 4]:
      let inner = [0, 1, 2, 4, 5, 6, 8, 9, 10].map { numbers[$0] }
      return file(color: try camera(size, matrix: inner, distortion: nil))
    default: throw Self.noIntrinsics(rows.count)
    }
  }

  private static func noIntrinsics(_ rows: Int) -> DocumentNode.Problem {
    DocumentNode.Problem(
      "\(rows) \(rows == 1 ? "line" : "lines") of numbers that are no intrinsics: fx fy cx cy on one "
        + "line, with 4, 5 or 8 coefficients of the distortion after them, or a matrix of 3×3 or 4×4 "
        + "were expected")
  }
}
