package import PoseDocuments
internal import PoseGeometry
internal import Kinematics
package import PoseMotion

/// A frame's measurements as one line of a file, from which the program resumes: read back, a frame
/// is the same to the last bit. And with the rounded numbers of a document: results from these are
/// those from the document when that is read.
extension PoseRecording.Frame {
  /// The frame as JSON without a line break, numbers with all their digits. They have to be finite.
  package var line: String { BodyCodec.journal.value(self).compactText }

  /// The frame in the bytes of a line that `line` gave.
  ///
  /// - Throws: a problem for text that is not JSON, a member that is missing or of another kind,
  ///   and a number that isn't finite or can't have been measured: a coordinate beyond 10 km, a
  ///   sigma or a stature below 0 or beyond it, a confidence outside 0…1.
  package init(line: [UInt8]) throws(DocumentNode.Problem) {
    self = try BodyCodec.journal.recordedFrame(try DocumentNode(parsing: line))
  }

  /// The frame with the numbers that its document has. Where no document can have them, they stay.
  package var written: PoseRecording.Frame {
    let text = BodyCodec.document.value(self).compactText
    let node = try? DocumentNode(parsing: Array(text.utf8))
    return node.flatMap { try? BodyCodec.document.recordedFrame($0) } ?? self
  }
}

extension PoseRecording {
  /// The recording with the vertical that its document has.
  package var withWrittenVertical: PoseRecording {
    guard let gravity else { return self }
    func rounded(_ number: Double) -> Double {
      JSONValue.digits(of: number).flatMap(Double.init) ?? number
    }
    var written = self
    written.gravity = Vector3(rounded(gravity.x), rounded(gravity.y), rounded(gravity.z))
    written.world = WorldAxes(
      cameraGravity: written.gravity, sigma: world.map(\.tiltSigma.written))
    return written
  }
}
