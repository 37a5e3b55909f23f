internal import PoseDocuments
internal import PoseImaging

/// Pose2Sim's and Anipose's calibration in TOML: a table for every camera with `size`, `matrix`,
/// `distortions` and `fisheye` (Pose2Sim `calibration.py`, `toml_write`). Rotation and translation are
/// those of the scene, which has no depth camera, and are not used.
extension CameraReader {
  static func isPose2Sim(_ document: DocumentNode) -> Bool {
    document.keys.contains { isPose2SimCamera(document[$0]) }
  }

  private static func isPose2SimCamera(_ node: DocumentNode?) -> Bool {
    node?["matrix"] != nil && node?["size"] != nil
  }

  func pose2SimFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    let names = document.keys.filter { Self.isPose2SimCamera(document[$0]) }
    let index = try chosen(among: names) { name in
      [name, document[name]?["name"]?.string]
    }
    guard let node = document[names[index]] else {
      throw document.mismatch(expected: "a camera")
    }
    return file(color: try pose2SimCamera(node))
  }

  func pose2SimCamera(_ node: DocumentNode) throws(DocumentNode.Problem) -> Camera {
    guard let sizes = node["size"], let matrix = node["matrix"] else {
      throw node.mismatch(expected: "a camera")
    }
    let sides = try sizes.flatNumbers()
    guard sides.count == 2 else { throw sizes.mismatch(expected: "a width and a height") }
    var distortion: LensDistortion?
    if let list = node["distortions"] {
      let numbers = try list.flatNumbers()
      distortion =
        node["fisheye"]?.bool == true
        ? try fisheye(numbers, in: list) : try openCVDistortion(numbers, in: list)
    }
    return try camera(
      (try sides[0].pictureSide(), try sides[1].pictureSide()),
      matrix: try matrix.matrixNumbers(9), distortion: distortion)
  }
}
