import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
@testable import PoseExport
import TestSupport
import Testing

/// MOT: OpenSim's coordinates.
struct CoordinateTests {
  private static func table(_ text: String) throws -> (
    header: [Substring], rows: [[String: Double]]
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = try #require(lines.firstIndex(of: "endheader"))
    let names = lines[end + 1].split(separator: "\t").map(String.init)
    let rows = lines[(end + 2)...].filter { !$0.isEmpty }.map { line in
      Dictionary(
        uniqueKeysWithValues: zip(names, line.split(separator: "\t").compactMap { Double($0) }))
    }
    return (Array(lines[..<end]), rows)
  }

  @Test(arguments: RecordedClip.names)
  func `coordinates are the angles of the dialect opensim wherever these have a value`(name: String)
    throws
  {
    let clip = try RecordedClip.measured(name)
    let (_, rows) = try Self.table(WrittenFile.text(clip, .mot))
    try #require(rows.count == clip.frameCount)
    let definitions = AngleDialect.openSim.angles
    var compared: Set<String> = []
    for (frame, row) in rows.enumerated() {
      let skeleton = Skeleton(
        positions: clip.people[0].joints(frame),
        world: WorldAxes(up: Vector3(0, 1, 0), front: Vector3(0, 0, 1), source: .file))
      for angle in skeleton.angles(definitions) {
        guard let value = angle.value, let own = row[angle.name] else { continue }
        // An arm has two ways to write a pose; here those that are written alike.
        let adduction = row[angle.name.replacing(#/flex|rot/#, with: "add")] ?? 0
        if angle.name.hasPrefix("arm"), abs(adduction) > 90 { continue }
        let turn = (own - value * 180 / .pi) / 360
        #expect(abs(turn - turn.rounded()) * 360 < 1e-3, "\(frame) \(angle.name) \(own)")
        compared.insert(angle.name)
      }
    }
    #expect(
      compared.isSuperset(of: [
        "pelvis_tilt", "pelvis_list", "pelvis_rotation", "hip_flexion_r", "hip_adduction_l",
        "knee_angle_r", "elbow_flex_l",
      ]))
  }

  @Test
  func `the header has the numbers of rows and columns, degrees, and metres for the place`()
    throws
  {
    let clip = try RecordedClip.measured("walk")
    let (header, rows) = try Self.table(WrittenFile.text(clip, .mot))
    #expect(header.prefix(2) == ["Coordinates", "version=1"])
    #expect(header.contains("nRows=\(clip.frameCount)"))
    #expect(header.contains("nColumns=\(rows[0].count)"))
    #expect(header.contains("inDegrees=yes"))
    #expect(try #require(rows[0]["pelvis_ty"]) > 0.7)
    #expect(rows.allSatisfy { $0.values.allSatisfy(\.isFinite) })
  }

  @Test func `an unseen joint has no column, and is reported`() throws {
    let clip = try RecordedClip.measured("squat")
    let folder = try TemporaryFolder()
    let outcome = try PoseExport(of: clip, path: "squat.json", version: "0")
      .write([.mot], toFolder: folder.path, named: "squat", inputs: [])
    #expect(
      outcome.diagnostics.map(\.description) == [
        "squat.json: arm_rot_r, arm_rot_l, ankle_angle_r, ankle_angle_l can't be seen in any frame: MOT is written without, and the model keeps its own"
      ])
    let (_, rows) = try Self.table(WrittenFile.text(clip, .mot))
    #expect(rows[0]["arm_rot_r"] == nil && rows[0]["hip_rotation_r"] != nil)
  }

  @Test func `while a person isn't there nothing of them counts as unseen`() throws {
    let joints = try RecordedClip.joints("squat").enumerated().map { frame, joints in
      (20..<50).contains(frame) ? nil : joints
    }
    let clip = try PoseClip(
      of: RecordedClip.sequence(of: [joints], options: RecordedClip.untouched), joints: .measured,
      path: "gap.json")
    let folder = try TemporaryFolder()
    let outcome = try PoseExport(of: clip, path: "gap.json", version: "0")
      .write([.mot], toFolder: folder.path, named: "gap", inputs: [])
    #expect(!outcome.diagnostics.contains { $0.description.contains("isn't seen for") })
  }

  @Test func `who isn't there has no row`() throws {
    let clip = try RecordedClip.two()
    let (_, rows) = try Self.table(WrittenFile.text(clip, .mot, person: 1))
    #expect(rows.count == clip.frameCount - 30)
    #expect(rows.allSatisfy { row in (row["time"]).map { $0 < 0.65 || $0 > 1.65 } ?? false })
  }
}
