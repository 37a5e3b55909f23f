public import Pose3D
public import PoseDocuments

/// 2D keypoints from files that other programs wrote, and for them. `docs/reference/keypoints.md` has the
/// layouts.
public enum KeypointFile {
  /// The schema of our own layout.
  public static let schema = "pose3d.keypoints/1"

  /// The people in an image, in the file's order, with their points in pixels of the image. The
  /// list is empty if the file holds no people. A point that the file marks as missing is left out.
  ///
  /// The layout is recognised by the file's shape:
  /// - `pose3d.keypoints/1`, points by name;
  /// - COCO results or annotations, a list or under "annotations": 17, 26 or 136 (HALPE) or 133
  ///   points. The visibility flag of an annotation becomes the confidence 0.5 (hidden) or 1
  ///   (visible);
  /// - OpenPose: BODY_25 (25 points), COCO (18) or, if `layout` asks for it, BODY_25B; of the same
  ///   shape with 17, 26, 33, 133 or 136 points, as Pose2Sim and Sports2D write them; AlphaPose's
  ///   open and cmu files;
  /// - MediaPipe: image landmarks as fractions of the picture's size, world landmarks if there are
  ///   any;
  /// - Vision: points by its names, normalised from the lower-left corner.
  ///
  /// `layout` overrides what the number of points suggests; it must fit that number. Confidences
  /// above 1, as some detectors write them, become 1. In a file or a folder of several
  /// pictures `frame` is the number of one (`KeypointFrame.index`); without it, the picture is the one
  /// that the file calls as `picture`, a path or name, is called, without folders and the ending.
  ///
  /// Throws a `FileError` whose sentence names the place in the document.
  public static func people(
    contentsOf path: String, imageWidth: Int, imageHeight: Int, layout: KeypointLayout? = nil,
    frame: Int? = nil, picture: String? = nil
  ) throws(FileError) -> [Pose2D] {
    let source = try KeypointSource(contentsOf: path, layout: layout)
    guard let position = try source.position(ofFrame: frame, picture: picture) else { return [] }
    return try source.frame(at: position, size: (imageWidth, imageHeight)).people
  }

  /// All pictures in a file, or in a folder with a file for each, in the file's order; a folder's
  /// in the order of the numbers in the names. Gaps in the numbering stay gaps.
  ///
  /// Files are those of `people(contentsOf:)`, and of several pictures: our own with "pictures" or
  /// "frames", COCO with several `image_id`s, AlphaPose's, lists of MediaPipe's results, JSON Lines
  /// with a document a line. A size that the file states is checked against `imageSize`. Without
  /// either, points have to be in pixels (`KeypointFrame.isSizeKnown`).
  ///
  /// Throws a `FileError` whose sentence names the place in the document.
  public static func frames(
    contentsOf path: String, imageSize: (width: Int, height: Int)? = nil,
    layout: KeypointLayout? = nil
  ) throws(FileError) -> [KeypointFrame] {
    try KeypointSource(contentsOf: path, layout: layout).frames(size: imageSize)
  }

  /// All pictures in a file's bytes; `name` is what errors call it. As `frames(contentsOf:)`.
  public static func frames(
    bytes: [UInt8], name: String, imageSize: (width: Int, height: Int)? = nil,
    layout: KeypointLayout? = nil
  ) throws(FileError) -> [KeypointFrame] {
    try KeypointSource(bytes: bytes, path: name, layout: layout).frames(size: imageSize)
  }
}

extension KeypointSource {
  /// The position of the image of a number, or the only image, or the only one of a name; `nil` in
  /// a file without any.
  fileprivate func position(ofFrame frame: Int?, picture: String?) throws(FileError) -> Int? {
    guard let least = numbers.min(), let greatest = numbers.max() else {
      guard let frame else { return nil }
      throw FileError(
        .noSuchFrame, path: path, "image \(frame) doesn't exist: the file has none")
    }
    let range = "numbered \(least) to \(greatest)"
    guard let frame else {
      guard entries.count > 1 else { return 0 }
      if let position = picture.flatMap({ entries.position(ofPicture: $0) }) { return position }
      throw FileError(
        .severalPictures, path: path,
        "the points of \(entries.count) images, \(range), where those of one were expected"
          + (picture.map { ", and the name \(PictureName($0).stem) is not that of exactly one" }
            ?? ""),
        remedy: .choosePicture)
    }
    guard let position = numbers.firstIndex(of: frame) else {
      throw FileError(
        .noSuchFrame, path: path,
        entries.count > 1
          ? "image \(frame) is not among the \(entries.count), \(range)"
          : "image \(frame) doesn't exist: the only one is number \(least)")
    }
    return position
  }
}

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
      precondition(pictures.count == 1, "\(pictures.count) images in a file of OpenPose's")
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

/// A kind of file that keypoints are written as. The raw value is its name on the command line.
public enum KeypointFormat: String, CaseIterable, Sendable {
  /// `pose3d.keypoints/1`: all points that were found, by name.
  case pose3d
  /// Vision's 19 body points by their names, with normalised coordinates from the lower-left
  /// corner.
  case vision
  /// COCO results: a list of people with 17 points each.
  case coco
  /// The same with HALPE's 26 points, as AlphaPose writes them.
  case halpe
  /// MediaPipe's pose landmarker: 33 normalised landmarks and world landmarks.
  case mediapipe
  /// OpenPose's BODY_25, one file per picture.
  case openpose
}
