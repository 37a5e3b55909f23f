import Foundation
import PoseGeometry
import PoseMotion
import PoseFiles
import TestSupport
import Testing

/// A sequence's document matches the published schema, by an independent validator.
struct SequenceSchemaTests {
  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a sequence's document is valid, and not with what the schema forbids`() async throws {
    let folder = try TemporaryFolder()
    // The first of the two squats: validating is slow.
    let recording = PoseRecording(
      frames: Array(DocumentedSquat.recording.frames.prefix(34)), camera: DocumentedSquat.camera,
      gravity: Vector3(0, 1, 0))
    let document = try folder.file(
      "squat.json",
      DocumentedSquat.text { DocumentedSquat.document(of: recording).writeJSON(to: $0) })
    try await SchemaValidator("skeleton", definition: "sequence").expect(
      document,
      exceptWith: [
        ("\"complete\": true", "\"complete\": 1"), ("\"filled\": false", "\"filed\": false"),
        ("\"coordinateFrames\":", "\"frame\":"), ("\"time\": \"second\"", "\"time\": \"frame\""),
        ("\"kind\": \"butterworth\"", "\"kind\": \"boxcar\""), ("\"raw\": {", "\"rough\": {"),
        ("\"repetitions\": [", "\"repetition\": ["), ("\"every\": 2", "\"every\": 0"),
        ("\"effectiveOrder\": 4", "\"effectiveOrder\": 2"), ("\"measures\":", "\"measure\":"),
      ])
  }
}
