/// A layout of skeletons in a file. The raw value is the layout's name on the command line.
///
/// Sources: `schema/pose3d.skeleton.schema.json`; the JSON of Microsoft's sample offline_processor
/// and the joint tables of the Azure Kinect Body Tracking and Kinect for Windows 2.0 documentation;
/// MediaPipe's pose landmarker; Human3.6M; OpenSim's and Pose2Sim's documentation of TRC.
public enum SkeletonLayout: String, CaseIterable, Sendable {
  /// Our own `pose3d.skeleton/1`: metres, camera frame (x right, y down, z forward).
  case pose3d
  /// Azure Kinect body tracking, 32 joints: millimetres, depth camera's frame (x right, y down, z
  /// forward).
  case k4abt
  /// Kinect v2, joints by name: metres, camera space (x to the sensor's left, y up, z forward).
  case kinect2
  /// MediaPipe's 33 world landmarks: metres, the camera's axes (x right, y down, z forward), origin
  /// between the hips.
  case mediapipe
  /// Lists of 17 points in Human3.6M's order, which is that of `Joint`; any unit, any axes.
  case h36m
  /// Points by the joints' names; any unit, any axes.
  case named
  /// Motion capture's text table: unit in its header, x forward, y up, z right.
  case trc
  /// The table of joints that `pose3d export` writes: unit in its header, y up, z to the front.
  case csv
}
