/// The positions of the frames of a video and of its depth track in their files.
public struct VideoIndex: Sendable {
  /// Of the frames; `nil` without seeking, or if frames are files of their own.
  let color: PacketIndex?
  /// The same of a depth track.
  let depth: PacketIndex?
}
