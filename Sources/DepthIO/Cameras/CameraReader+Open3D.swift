internal import PoseDocuments
internal import PoseImaging

/// Open3D's `PinholeCameraIntrinsic`, `PinholeCameraParameters`, `PinholeCameraTrajectory` and the
/// metadata of its RealSense and Azure Kinect recordings, whose depth maps are in the picture's view
/// (Open3D `cpp/open3d/camera/*.cpp`, `t/io/sensor/RGBDVideoMetadata.cpp`). Matrices are written
/// column by column. A pose in the scene (`extrinsic`) doesn't concern depth and is not used.
extension CameraReader {
  static func isOpen3D(_ document: DocumentNode) -> Bool {
    document["intrinsic_matrix"] != nil || document["intrinsic"]?["intrinsic_matrix"] != nil
      || document["parameters"]?.elements?.first?["intrinsic"] != nil
  }

  func open3DFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    if let views = document["parameters"]?.elements {
      let cameras = try views.map { view throws(DocumentNode.Problem) in
        guard let node = view["intrinsic"] else {
          throw view.mismatch(expected: "an object with \"intrinsic\"")
        }
        return try open3DCamera(node)
      }
      guard let first = cameras.first, cameras.allSatisfy({ $0 == first }) else {
        throw DocumentNode.Problem(
          "a trajectory of \(cameras.count) views with different intrinsics: give one view's file")
      }
      return file(color: first)
    }
    let camera = try open3DCamera(document["intrinsic"] ?? document)
    return file(color: camera, depthUnit: try depthScale(document["depth_scale"]))
  }

  private func open3DCamera(_ node: DocumentNode) throws(DocumentNode.Problem) -> Camera {
    guard let matrix = node["intrinsic_matrix"] else {
      throw node.mismatch(expected: "an object with \"intrinsic_matrix\"")
    }
    let columns = try matrix.matrixNumbers(9)
    let (third, seventh) = (try columns[2].number(), try columns[6].number())
    guard third == 0 || seventh != 0 else {
      throw DocumentNode.Problem(
        "\(matrix.place) is written row by row: Open3D writes it column by column, the principal "
          + "point as numbers 7 and 8")
    }
    let rows = [0, 3, 6, 1, 4, 7, 2, 5, 8].map { columns[$0] }
    return try camera(
      try size(node["width"], node["height"], in: node), matrix: rows, distortion: nil)
  }

  /// The depth unit by a recording's scale: metres per step in the RealSense SDK, 0.001, or steps
  /// per metre in Open3D, 1000.
  func depthScale(_ node: DocumentNode?) throws(DocumentNode.Problem) -> DepthUnit? {
    guard let node else { return nil }
    let number = try node.number()
    let metres = number >= 1 ? 1 / number : number
    // The SDK's single precision: 0.0010000000474974513.
    let rounded = (metres * 1e9).rounded() / 1e9
    guard number <= 0.1 || number >= 10, let unit = DepthUnit(metresPerStep: rounded) else {
      throw node.mismatch(
        expected: "metres a step, such as 0.001, or steps a metre, such as 1000,")
    }
    return unit
  }
}
