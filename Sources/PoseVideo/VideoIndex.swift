/// Where the pictures of a video and of its depth track are in their files.
public struct VideoIndex: Sendable {
  /// Of the pictures; `nil` where they can't be gone to, or where frames are files of their own.
  let color: PacketIndex?
  /// The same of a depth track.
  let depth: PacketIndex?
}
