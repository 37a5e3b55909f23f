public import PoseDocuments
public import Pose3D

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
        .noSuchFrame, path: path, "picture \(frame) doesn't exist: the file has none")
    }
    let range = "numbered \(least) to \(greatest)"
    guard let frame else {
      guard entries.count > 1 else { return 0 }
      if let position = picture.flatMap({ entries.position(ofPicture: $0) }) { return position }
      throw FileError(
        .severalPictures, path: path,
        "the points of \(entries.count) pictures, \(range), where those of one were expected"
          + (picture.map { ", and the name \(PictureName($0).stem) is not that of exactly one" }
            ?? ""),
        remedy: .choosePicture)
    }
    guard let position = numbers.firstIndex(of: frame) else {
      throw FileError(
        .noSuchFrame, path: path,
        entries.count > 1
          ? "picture \(frame) is not among the \(entries.count), \(range)"
          : "picture \(frame) doesn't exist: the only one is number \(least)")
    }
    return position
  }
}
