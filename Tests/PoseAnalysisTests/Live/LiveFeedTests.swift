import PoseGeometry
import PoseAnalysis
import PoseDocuments
import Foundation
import Synchronization
import TestSupport
import Testing
import PoseVideo

struct LiveFeedTests {
  private static let clip = Fixture.path("video/squats.mp4")

  @Test func `a feed that leaves nothing out gives every picture in order`() throws {
    let feed = try LiveFeed(try LiveAddress(Self.clip), delivery: .every)
    var indices: [Int] = []
    while let picture = try feed.next() { indices.append(picture.index) }
    #expect(indices == Array(0..<76))
    #expect(feed.dropped == 0 && feed.report.pictures == 76)
    #expect(try feed.next() == nil)
  }

  /// The reader waits until all others have been read.
  @Test func `who is slow gets the newest, and every picture is taken or counted as dropped`()
    throws
  {
    let feed = try LiveFeed(try LiveAddress(Self.clip))
    let first = try #require(try feed.next())
    while feed.report.pictures < 76 { usleep(1000) }
    var taken = [first.index]
    while let picture = try feed.next() { taken.append(picture.index) }
    #expect(taken.last == 75 && zip(taken, taken.dropFirst()).allSatisfy { $0 < $1 })
    // The last picture is counted a moment before it is there.
    #expect((2...3).contains(taken.count) && taken.count + feed.dropped == 76)
  }

  @Test(arguments: [LiveFeed.Delivery.newest, .every])
  func `a feed that is stopped ends`(delivery: LiveFeed.Delivery) throws {
    let feed = try LiveFeed(try LiveAddress(Self.clip), delivery: delivery)
    _ = try #require(try feed.next())
    feed.stop()
    #expect(try feed.next() == nil)
  }

  @Test func `what is wrong later is thrown after the pictures before it`() throws {
    try withTemporaryFile("YUV4MPEG2 W64 H48 F25:1\n", named: "empty.y4m") { path in
      let feed = try LiveFeed(try LiveAddress(path))
      let problem = error { _ = try feed.next() }
      #expect(problem?.code == .damaged)
      #expect(try feed.next() == nil)
    }
  }
}

struct LatestValueChannelEndTests {
  @Test func `what is there when nothing more comes can still be taken`() {
    let channel = LatestValueChannel<Int>()
    channel.put(1)
    channel.put(2)
    channel.finish()
    channel.put(3)
    #expect(channel.take() == 2)
    #expect(channel.take() == nil && channel.take() == nil)
    #expect(channel.dropped == 2)
  }
}

struct LatencyTallyTests {
  @Test(arguments: UInt64(1)...10)
  func `quantiles are those of the sorted times, to 2 %`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let times = (0..<Int.random(in: 1...2000, using: &random)).map { _ in
      max(1e-4, exp(-4 + 1.5 * random.normal()))
    }
    var tally = LatencyTally()
    for time in times { tally.add(time) }
    let sorted = times.sorted()
    for share in [0.0, 0.05, 0.5, 0.95, 1] {
      let expected = sorted[max(1, Int((share * Double(times.count)).rounded(.up))) - 1]
      let got = try #require(tally.quantile(share))
      #expect(got >= expected * 0.999 && got <= expected * 1.0201, "\(share)")
    }
    #expect(tally.count == times.count && tally.longest == sorted.last)
  }

  @Test func `without a time there is no quantile`() {
    #expect(LatencyTally().quantile(0.5) == nil)
    var tally = LatencyTally()
    for time in [0, 1e9] { tally.add(time) }
    #expect(tally.quantile(0)! <= 1.1e-4 && tally.longest == 1e9)
  }
}
