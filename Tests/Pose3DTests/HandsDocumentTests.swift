import Foundation
import Pose3D
import PoseFiles
import Testing

struct HandsDocumentTests {
  private func hand(chirality: Chirality? = .left) -> HandPose {
    HandPose(
      points: [
        .indexTip: .init(x: 10.25, y: 20, confidence: 0.5),
        .wrist: .init(x: -0.5, y: 99.5, confidence: 1),
        .ringTip: .init(x: .nan, y: 1, confidence: 1),
      ],
      chirality: chirality, chiralityConfidence: 0.875, confidence: 0.75, imageWidth: 200,
      imageHeight: 100, bodyID: 3)
  }

  private func json(_ hands: [HandPose], warnings: [String] = []) -> String {
    HandsDocument(
      version: "1.2", file: "a \"b\".png", width: 200, height: 100, hands: hands,
      warnings: warnings
    ).json
  }

  @Test func `a document holds what is known, in the order of the joints, and nothing else`() {
    #expect(
      json([hand()]) == """
        {
          "schema": "pose3d.hands/1",
          "generator": { "name": "pose3d", "version": "1.2" },
          "file": "a \\"b\\".png",
          "width": 200,
          "height": 100,
          "hands": [
            {
              "chirality": "left",
              "chiralityConfidence": 0.875,
              "confidence": 0.75,
              "bodyID": 3,
              "points": {
                "wrist": [-0.5, 99.5, 1],
                "indexTip": [10.25, 20, 0.5]
              },
              "pointsNormalized": {
                "wrist": [0, 0],
                "indexTip": [0.05375, 0.795]
              },
              "worldLandmarks": {  },
              "extendedFingers": null,
              "unclearFingers": null
            }
          ],
          "fingerCount": null,
          "warnings": []
        }

        """)
  }

  @Test func `a document without hands is whole`() {
    let text = json([], warnings: ["no hand was found in x."])
    #expect(text.contains("\"hands\": [],\n  \"fingerCount\": 0,"))
    #expect(text.contains("\"warnings\": [\"no hand was found in x.\"]"))
  }

  @Test func `what is not known is null`() throws {
    var unknown = hand(chirality: nil)
    unknown.bodyID = nil
    let text = json([unknown])
    #expect(text.contains("\"chirality\": null,"))
    #expect(text.contains("\"bodyID\": null,"))
  }
}
