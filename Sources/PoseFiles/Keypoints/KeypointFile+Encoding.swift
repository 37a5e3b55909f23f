internal import PoseDocuments
public import Pose3D

extension KeypointFile {
  /// The people of one or several pictures as the text of a file of the given kind, with a line
  /// break at its end. The same pictures always give the same text.
  ///
  /// Numbers are rounded to 1e-6, those that are fractions of the picture's size too. A point that
  /// is missing or not finite is marked as missing in the format's own way; where that is a
  /// confidence of 0, so is one whose confidence would be rounded to that. Neck and root follow
  /// from shoulders and hips where a format wants them (`Pose2D.point`).
  ///
  /// A file of OpenPose's holds one picture: several are the caller's bug, `openPoseFiles` writes
  /// them.
  public static func encoded(_ pictures: [PicturePoses], as format: KeypointFormat) -> String {
    let value: JSONValue
    switch format {
    case .pose3d: value = ownValue(of: pictures)
    case .vision: value = visionValue(of: pictures)
    case .coco: value = results(of: pictures, layout: .coco, names: ImageNames.cocoIDs(of:))
    case .halpe: value = results(of: pictures, layout: .halpe26, names: ImageNames.files(of:))
    case .mediapipe: value = mediaPipeValue(of: pictures)
    case .openpose:
      precondition(pictures.count == 1, "\(pictures.count) pictures in a file of OpenPose's")
      value = openPoseValue(of: pictures[0])
    }
    return value.text
  }

  /// A file of OpenPose's for every image, with OpenPose's kind of name: `0042_keypoints.json`. The
  /// position is added to names that would give the same file.
  public static func openPoseFiles(_ pictures: [PicturePoses]) -> [(name: String, text: String)] {
    let stems = pictures.map { PictureName($0.file).stem }
    let isUnique = Set(stems).count == stems.count
    return zip(pictures, stems).enumerated().map { position, pair in
      let name = isUnique ? pair.1 : "\(pair.1)_\(position)"
      return ("\(name)_keypoints.json", openPoseValue(of: pair.0).text)
    }
  }

  /// The people as a `pose3d.keypoints/1` document for a picture of this size, with a line break at
  /// its end. The same people always give the same text: points are in the order of `Keypoint`,
  /// numbers are rounded to 1e-6. Points that are not finite are left out.
  public static func json(people: [Pose2D], width: Int, height: Int) -> String {
    encoded([PicturePoses(file: "", width: width, height: height, people: people)], as: .pose3d)
  }
}

extension Pose2D.Point {
  /// Whether a file can hold it, and would not mark it as missing.
  var isWritable: Bool {
    x.isFinite && y.isFinite && confidence.isFinite && confidence >= 0.5e-6
  }
}
