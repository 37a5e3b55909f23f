import Foundation
import PoseGeometry
import Kinematics
@testable import PoseExport
import TestSupport
import Testing

/// Against files and numbers of `fixtures/exports/make.py`.
struct GoldenFileTests {
  private static let frames = 40..<43

  @Test(arguments: [ExportFormat.trc, .csv, .c3d])
  func `a file is that of other code, byte by byte`(format: ExportFormat) throws {
    let clip = try RecordedClip.measured("lunge", frames: Self.frames)
    let golden = try Fixture.bytes("exports/lunge.\(format.rawValue)")
    #expect(try WrittenFile.bytes(clip, format, named: "lunge") == golden)
  }

  private struct Turn: Decodable {
    var clip: String
    var frame: Int
    var joint: String
    var rows: [[Double]]
  }

  @Test func `bent limbs are turned as other code turns them`() throws {
    let turns = try Fixture.decode([Turn].self, from: "exports/turns.json")
    for (name, turns) in Dictionary(grouping: turns, by: \.clip) {
      let clip = try RecordedClip.measured(name, frames: Self.frames)
      let motion = RigMotion(of: clip.people[0], times: clip.times)
      for turn in turns {
        let joint = try #require(Joint(name: turn.joint))
        let own = motion.pose(at: turn.frame).turns[joint]
        let columns = [own.x, own.y, own.z]
        for (row, golden) in turn.rows.enumerated() {
          for column in 0..<3 {
            #expect(
              abs(columns[column][row] - golden[column]) < 1e-7,
              "\(name) \(turn.frame) \(turn.joint) \(row) \(column)")
          }
        }
      }
    }
    #expect(turns.count > 20)
  }
}
