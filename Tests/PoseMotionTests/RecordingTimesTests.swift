import Foundation
import PoseMotion
import PoseFiles
import Testing

struct RecordingTimesTests {
  private func message(_ frames: [(Int, Double?)], frameRate: Double? = nil) -> String? {
    do {
      _ = try PoseRecording.times(
        of: frames.map { (index: $0.0, time: $0.1) }, frameRate: frameRate, path: "a.trc")
      return nil
    } catch { return "\(error)" }
  }

  @Test func `times are the file's, or those of the frames' numbers`() throws {
    let frames: [(index: Int, time: Double?)] = [(4, 1.5), (5, 1.75), (8, 2)]
    #expect(try PoseRecording.times(of: frames, frameRate: nil, path: "") == [1.5, 1.75, 2])
    #expect(try PoseRecording.times(of: frames, frameRate: 50, path: "") == [0, 0.02, 0.08])
    #expect(try PoseRecording.times(of: [(4, nil)], frameRate: nil, path: "") == [0])
    let ends: [(index: Int, time: Double?)] = [(.min, nil), (.max, nil)]
    #expect(try PoseRecording.times(of: ends, frameRate: 2, path: "") == [0, 0x1p63])
  }

  @Test func `without times, and with times that don't advance, the sentence has the remedy`() {
    #expect(
      message([(0, nil), (1, nil)])
        == "a.trc: frame 0 has no time, and speeds and durations need it: give the number of "
        + "frames a second")
    #expect(
      message([(0, 0.5), (1, 0.5)])
        == "a.trc: frame 1, at 0.5 s, is not later than the one before it, at 0.5 s: with a "
        + "number of frames a second they are timed by their numbers")
    #expect(
      message([(3, 0), (3, 1)], frameRate: 10)
        == "a.trc: frame 3, at 0.0 s, is not later than the one before it, at 0.0 s")
  }
}
