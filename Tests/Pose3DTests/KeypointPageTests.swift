import Foundation
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// `docs/reference/keypoints.md` and `keypoint-files.md` held to the code.
struct KeypointPageTests {
  /// The cells of the table whose first heading is this, the heading row first, without code type.
  private static func table(startingWith heading: String) throws -> [[String]] {
    let folder = URL(filePath: Fixture.path("")).deletingLastPathComponent()
      .appending(path: "docs/reference")
    let lines = try ["keypoints.md", "keypoint-files.md"].flatMap { (name: String) -> [String] in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .components(separatedBy: "\n")
    }
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
    return lines[start...].prefix { $0.hasPrefix("|") }.filter { !$0.hasPrefix("|-") }.map { row in
      row.dropFirst().dropLast().components(separatedBy: "|").map {
        $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
      }
    }
  }

  @Test func `the page's orders are the layouts'`() throws {
    let table = try Self.table(startingWith: "#")
    let names = table[0].dropFirst()
    // Two begin with another's points and say nothing more.
    let shortened: Set<KeypointLayout> = [.halpe136]
    let layouts = KeypointLayout.allCases.filter { !shortened.contains($0) }
    #expect(Set(names) == Set(layouts.map(\.rawValue)))
    let numbers = (0..<33).map { (number: Int) -> String in "\(number)" }
    #expect(table.dropFirst().map { $0[0] } == numbers)
    for (column, name) in names.enumerated() {
      let layout = try #require(KeypointLayout(rawValue: name))
      let listed = table.dropFirst().map { $0[column + 1] }.filter { !$0.isEmpty }
      let points = layout.points.prefix(layout == .coco133 ? 23 : 33)
      #expect(listed == points.map { $0?.rawValue ?? "–" }, "\(name)")
      #expect(layout.points.dropFirst(listed.count).allSatisfy { $0 == nil }, "\(name)")
    }
  }

  @Test func `the page's formats are those that are written`() throws {
    let formats = try Self.table(startingWith: "format").dropFirst().map { $0[0] }
    #expect(formats == KeypointFormat.allCases.map(\.rawValue))
  }

  @Test func `the page's names and groups are Vision's`() throws {
    let names = try Self.table(startingWith: "point").dropFirst()
    let points = KeypointLayout.vision.points.compactMap { $0 }
    #expect(names.map { $0[0] } == points.map(\.rawValue))
    #expect(names.map { $0[1] } == points.map(\.visionName))
    let groups = try Self.table(startingWith: "group").dropFirst()
    #expect(groups.map { $0[0] } == KeypointGroup.allCases.map(\.rawValue))
    for (row, group) in zip(groups, KeypointGroup.allCases) {
      #expect(row[1] == group.visionName)
      let points = group.points.map(\.rawValue).joined(separator: ", ")
      #expect(row[2] == (group == .all ? "all 19" : points))
    }
  }

  /// The page's formulas of coordinates, by what the program writes.
  @Test func `the page's coordinates are those of the files`() throws {
    let rows = try Self.table(startingWith: "where").dropFirst().map { $0.last ?? "" }
    #expect(
      rows == ["x, y", "x / width, y / height", "(x + 0.5) / width, 1 − (y + 0.5) / height"])
    let picture = PicturePoses(
      file: "a", width: 8, height: 4,
      people: [
        Pose2D(
          points: [.nose: Pose2D.Point(x: 2, y: 1, confidence: 1)], imageWidth: 8, imageHeight: 4)
      ])
    func text(_ format: KeypointFormat) -> String {
      KeypointFile.encoded([picture], as: format)
    }
    #expect(text(.pose3d).contains(#""nose": [2, 1, 1]"#))
    #expect(text(.coco).contains(#""keypoints": [2, 1, 1, 0, 0, 0,"#))
    #expect(text(.openpose).contains(#""pose_keypoints_2d": [2, 1, 1, 0, 0, 0,"#))
    #expect(text(.mediapipe).contains(#"{ "x": 0.25, "y": 0.25, "visibility": 1 }"#))
    #expect(text(.vision).contains(#""head_joint": { "x": 0.3125, "y": 0.625, "confidence": 1 }"#))
  }
}
