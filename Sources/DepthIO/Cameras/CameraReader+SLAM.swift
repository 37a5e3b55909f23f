internal import PoseDocuments
internal import PoseImaging

/// The settings of ORB-SLAM2 and 3, flat names with dots: `Camera.fx`, `Camera1.fx`,
/// `DepthMapFactor` in steps a metre (ORB-SLAM3 `Settings.cc`; `Examples/RGB-D/TUM1.yaml`).
extension CameraReader {
  static func isSLAMSettings(_ document: DocumentNode) -> Bool {
    document["Camera.fx"] != nil || document["Camera1.fx"] != nil
  }

  func slamSettingsFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    let prefix = document["Camera1.fx"] != nil ? "Camera1" : "Camera"
    guard let fx = document["\(prefix).fx"], let fy = document["\(prefix).fy"],
      let cx = document["\(prefix).cx"], let cy = document["\(prefix).cy"]
    else {
      throw DocumentNode.Problem(
        "\(document.place) has no \"\(prefix).fx\", \"\(prefix).fy\", \"\(prefix).cx\" and "
          + "\"\(prefix).cy\"")
    }
    let isFisheye = document["Camera.type"]?.string?.hasPrefix("KannalaBrandt") ?? false
    let names = isFisheye ? ["k1", "k2", "k3", "k4"] : ["k1", "k2", "p1", "p2", "k3"]
    let given = names.compactMap { document["\(prefix).\($0)"] }
    var distortion: LensDistortion?
    if !given.isEmpty {
      // k3 is left out where it is 0.
      guard
        given.count == names.count
          || !isFisheye && given.count == 4
            && document["\(prefix).k3"] == nil
      else {
        throw DocumentNode.Problem(
          "\(document.place) has only \(given.count) of the coefficients "
            + names.map { "\(prefix).\($0)" }.joined(separator: ", "))
      }
      distortion =
        isFisheye
        ? try fisheye(given, in: document) : try openCVDistortion(given, in: document)
    }
    let factor = document["DepthMapFactor"] ?? document["RGBD.DepthMapFactor"]
    return file(
      color: try camera(
        try size(document["Camera.width"], document["Camera.height"], in: document),
        fx: fx, fy: fy, cx: cx, cy: cy, distortion: distortion),
      depthUnit: try depthScale(factor))
  }
}
