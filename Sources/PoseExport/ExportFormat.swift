/// A kind of file in which a recording leaves this program. The raw value is its name on the command
/// line and the ending of its files.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Markers over time as text: OpenSim, Pose2Sim.
  case trc
  /// The coordinates of a model of OpenSim's over time, as text.
  case mot
  /// Points over time, binary: Mokka, Vicon Nexus, Visual3D, MATLAB.
  case c3d
  /// A skeleton with its motion, as text: Blender, MotionBuilder, Unity.
  case bvh
  /// glTF 2.0 in one binary file, with a body of plain bones: Blender, three.js, Unity, Godot.
  case glb
  /// OpenUSD with UsdSkel, as text: Omniverse, Houdini, Maya, Blender.
  case usda
  /// The joints' places and sigmas as a table, a line for each person and frame.
  case csv
  /// `pose3d.skeleton/1` as JSON Lines, which this program reads.
  case jsonl

  /// Whether a file of this kind holds one person: several people are then as many files.
  public var holdsOnePerson: Bool { [.trc, .mot, .bvh].contains(self) }
}
