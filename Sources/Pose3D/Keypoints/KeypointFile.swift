internal import DepthIO

/// 2D keypoints from files that other programs wrote.
public enum KeypointFile {
  /// The schema of our own layout.
  public static let schema = "pose3d.keypoints/1"

  /// The people in a file, in its order, with their points in pixels of the picture; the list is
  /// empty when the file holds nobody. A point that the file marks as missing is left out.
  ///
  /// The file is told from its shape:
  /// - `pose3d.keypoints/1`, points by name;
  /// - COCO results or annotations, a list or under "annotations": 17, 26 (HALPE) or 133 points. The
  ///   visibility flag of an annotation becomes the confidence 0.5 (hidden) or 1 (visible);
  /// - OpenPose: BODY_25 (25 points), COCO (18) or, when `layout` says so, BODY_25B;
  /// - MediaPipe: image landmarks as fractions of the picture's size, world landmarks if there are any.
  ///
  /// `layout` overrides what the number of points suggests; it must fit that number. Confidences
  /// above 1, as some detectors write them, become 1.
  ///
  /// Throws a `KeypointFileError` whose sentence names the place in the document.
  public static func people(
    contentsOf path: String, imageWidth: Int, imageHeight: Int, layout: KeypointLayout? = nil
  ) throws(KeypointFileError) -> [Pose2D] {
    let bytes: [UInt8]
    do throws(DepthIOError) {
      bytes = try FileBytes.read(path)
    } catch {
      throw KeypointFileError(.unreadable, path: path, error.message)
    }
    let document: JSONNode
    do throws(JSONNode.Problem) {
      document = try JSONNode(parsing: bytes)
    } catch {
      throw KeypointFileError(.unknownLayout, path: path, error.message)
    }
    let reader = KeypointReader(
      path: path, imageWidth: imageWidth, imageHeight: imageHeight, layout: layout)
    do {
      return try reader.people(in: document)
    } catch let error as KeypointFileError {
      throw error
    } catch {
      let message = (error as? JSONNode.Problem)?.message ?? "\(error)"
      throw KeypointFileError(.invalidValue, path: path, message)
    }
  }
}
