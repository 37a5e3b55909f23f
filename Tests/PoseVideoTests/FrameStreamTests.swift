import DepthIO
import PoseDocuments
import PoseImaging
import PoseVideo
import Testing

struct FrameStreamTests {
  /// Frames the first of which have no depth map.
  private static func report(without count: Int, of total: Int) throws -> VideoReport {
    let image = ColorImage(width: 16, height: 16, pixels: [UInt8](repeating: 90, count: 768))
    let map = DepthSamples(width: 16, height: 16, distances: [Float](repeating: 2, count: 256))
    let frames = (0..<total).map { number in
      FrameStream.Frame(
        time: Double(number) / 30, image: image, depth: number < count ? nil : map)
    }
    let reader = try VideoReader(of: FrameStream(replaying: frames, name: "frames"))
    while try reader.next() != nil {}
    return reader.report
  }

  @Test(arguments: [(0, 0, 0), (1, 1, 0), (7, 7, 0), (8, 0, 4)])
  func `depth that begins among the first frames counts, and what is left out is counted`(
    count: Int, framesWithout: Int, late: Int
  ) throws {
    let report = try Self.report(without: count, of: 12)
    #expect(report.framesWithoutDepth == framesWithout && report.lateDepthMaps == late)
  }
}
