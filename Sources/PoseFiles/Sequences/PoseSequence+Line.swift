internal import PoseDocuments
package import PoseMotion

extension PoseSequence {
  /// A frame as a line of `SequenceDocument`'s JSON Lines, without its end, for callers that write
  /// them one by one as they come.
  package func line(at position: Int) -> String {
    FramePeople(self, .standard).frame(at: position).compactText
  }
}
