import Foundation
import Pose3D
import PoseDocuments
import PoseFiles
import TestSupport
import Testing

/// Annotations of CrowdPose and of AI Challenger: 14 points, in one order or the other.
@Suite("Layouts of 14 points")
struct FourteenPointTests {
  /// The place of each point: no two are alike.
  private static func place(_ keypoint: Keypoint) -> (x: Int, y: Int) {
    let number = Keypoint.allCases.firstIndex(of: keypoint) ?? 0
    return (100 + 10 * number, 400 - 10 * number)
  }

  /// COCO's form of a person; `first` is the first point's name in the data set's category.
  private static func file(
    _ layout: KeypointLayout, naming first: String?, in folder: TemporaryFolder
  ) throws -> String {
    let numbers = layout.points.flatMap { keypoint -> [String] in
      let place = keypoint.map(place) ?? (x: 0, y: 0)
      return ["\(place.x)", "\(place.y)", "2"]
    }
    let names = first.map { name in
      ([name] + Array(repeating: "other", count: 13)).map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let category = names.map {
      ", \"categories\": [{\"name\": \"person\", \"keypoints\": [\($0)]}]"
    }
    return try folder.file(
      "a.json",
      Data(
        """
        {"images": [{"id": 1, "file_name": "a.jpg", "width": 640, "height": 480}],
         "annotations": [{"image_id": 1, "keypoints": [\(numbers.joined(separator: ", "))]}]
         \(category ?? "")}
        """.utf8))
  }

  private static func expectPerson(_ people: [Pose2D]) throws {
    let points = try #require(people.first).points
    #expect(people.count == 1 && points.count == 14)
    for (keypoint, point) in points {
      let place = place(keypoint)
      #expect(point.x == Double(place.x) && point.y == Double(place.y), "\(keypoint)")
    }
  }

  @Test(arguments: [
    (KeypointLayout.crowdpose, "left_shoulder"), (.aic, "right_shoulder"),
    (.aic, "Right Shoulder"),
  ])
  func `a data set's category tells them apart`(layout: KeypointLayout, first: String) throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(layout, naming: first, in: folder)
    try Self.expectPerson(KeypointFile.people(contentsOf: path, imageWidth: 640, imageHeight: 480))
  }

  @Test(arguments: [KeypointLayout.crowdpose, .aic])
  func `without names they are refused, and read where the layout is given`(
    layout: KeypointLayout
  ) throws {
    let folder = try TemporaryFolder()
    for name in [nil, "nose"] {
      let path = try Self.file(layout, naming: name, in: folder)
      let problem = try #require(
        error {
          _ = try KeypointFile.people(contentsOf: path, imageWidth: 640, imageHeight: 480)
        })
      #expect(problem.code == .unknownFormat)
      #expect(
        problem.description.contains(
          "has the 14 points of CrowdPose or of AI Challenger, in one order or the other: "
            + "state which, crowdpose or aic"), "\(problem)")
      try Self.expectPerson(
        KeypointFile.people(
          contentsOf: path, imageWidth: 640, imageHeight: 480, layout: layout))
    }
  }
}
