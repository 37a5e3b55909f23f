public import PoseFiles

/// Options of exported files.
public struct ExportOptions: Sendable, Equatable {
  /// The marker names of TRC.
  public var names = MarkerNames.vision
  /// The unit of lengths in TRC, C3D, BVH and CSV; `nil` for what is usual there: metres, in C3D
  /// millimetres, in BVH centimetres. MOT, GLB, USDA and JSON Lines are in metres always.
  public var unit: LengthUnit?

  /// The default options.
  public init() {}

  /// The unit of lengths in files of a kind.
  public func unit(of format: ExportFormat) -> LengthUnit {
    switch format {
    case .trc, .csv: unit ?? .metre
    case .c3d: unit ?? .millimetre
    case .bvh: unit ?? .centimetre
    case .mot, .glb, .usda, .jsonl: .metre
    }
  }
}
