package import Documents
package import Motion

/// What was measured at a moment as one line of a file, for the program itself to go on with: read
/// back, a frame is the same to the last bit.
extension PoseRecording.Frame {
  /// The frame as JSON without a line break, numbers with all their digits. They have to be finite.
  package var line: String { BodyCodec.journal.value(self).compactText }

  /// The frame in the bytes of a line that `line` gave.
  ///
  /// - Throws: a problem for what is no JSON, a member that is missing or of another kind, a number
  ///   that isn't finite or that nobody can have measured: a coordinate beyond 10 km, a sigma or a
  ///   stature below 0 or beyond it, a confidence outside 0…1.
  package init(line: [UInt8]) throws(DocumentNode.Problem) {
    self = try BodyCodec.journal.recordedFrame(try DocumentNode(parsing: line))
  }
}
