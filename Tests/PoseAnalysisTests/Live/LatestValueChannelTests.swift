import Dispatch
import Foundation
import Testing

@testable import PoseAnalysis

@Suite struct LatestValueChannelTests {
  @Test func `the newest frame wins, and those before it are counted`() {
    let channel = LatestValueChannel<Int>()
    #expect(!channel.put(1))
    #expect(channel.put(2) && channel.put(3))
    #expect(channel.take() == 3)
    #expect(channel.dropped == 2)
    #expect(!channel.put(4))
    #expect(channel.take() == 4)
    #expect(channel.dropped == 2)
  }

  @Test func `after its end there is nothing, however often one asks`() {
    let channel = LatestValueChannel<Int>()
    channel.put(1)
    channel.close()
    channel.close()
    #expect(channel.take() == nil && channel.take() == nil)
    #expect(channel.put(2))
    #expect(channel.dropped == 2)
  }

  @Test func `all frames are taken or dropped, by two threads`() {
    let channel = LatestValueChannel<Int>()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var taken: [Int] = []
    Thread.detachNewThread {
      while let frame = channel.take() { taken.append(frame) }
      done.signal()
    }
    for frame in 0..<100_000 { channel.put(frame) }
    channel.close()
    done.wait()
    #expect(taken == taken.sorted())
    #expect(taken.count + channel.dropped == 100_000)
  }
}
