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
