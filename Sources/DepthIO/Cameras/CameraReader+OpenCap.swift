internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// OpenCap's calibrations: a pickle for each camera with `intrinsicMat`, `distortion` (OpenCV's five), `imageSize` (height,
/// then width) and, where the camera was placed by a board, `rotation` and `translation` from the board to the camera in
/// millimetres (opencap-core, `utilsChecker.py`: `calcIntrinsics`, `calcExtrinsics`, where they come from OpenCV's
/// `solvePnP`).
extension CameraReader {
  static func isOpenCap(_ document: DocumentNode) -> Bool {
    document["intrinsicMat"] != nil && document["imageSize"] != nil
  }

  /// Its file in the folder of each camera of a session.
  static let openCapName = "cameraIntrinsicsExtrinsics.pickle"

  func pickledFile(_ bytes: [UInt8]) throws(DocumentNode.Problem) -> CameraFile {
    let document = DocumentNode(try PickleTree.value(of: bytes))
    return Self.isOpenCap(document) ? try openCapFile(document) : try openCVFile(document)
  }

  private func openCapFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    guard let sizes = document["imageSize"], let matrix = document["intrinsicMat"] else {
      throw document.mismatch(expected: "a camera of OpenCap's")
    }
    let sides = try sizes.flatNumbers()
    guard sides.count == 2 else { throw sizes.mismatch(expected: "a height and a width") }
    var lens: LensDistortion?
    if let list = document["distortion"] {
      lens = try openCVDistortion(try list.flatNumbers(), in: list)
    }
    return file(
      color: try camera(
        (width: try sides[1].pictureSide(), height: try sides[0].pictureSide()),
        matrix: try matrix.matrixNumbers(9), distortion: lens))
  }

  /// A camera and its place by its pickle.
  func pickledMember(
    _ bytes: [UInt8], name: String
  ) throws(DocumentNode.Problem) -> CameraRig.Member {
    let document = DocumentNode(try PickleTree.value(of: bytes))
    var member = CameraRig.Member(
      name: name, camera: try pickledFile(bytes).color,
      cameraFromWorld: try Self.place(in: document))
    if Self.isOpenCap(document) { member.cameraFromWorld.translation /= 1000 }
    return member
  }
}
