import Dispatch
import Foundation
import Testing

@testable import PoseAnalysis

@Suite struct LiveMailboxTests {
  @Test func `the newest frame wins, and those before it are counted`() {
    let mailbox = LatestValueChannel<Int>()
    #expect(!mailbox.put(1))
    #expect(mailbox.put(2) && mailbox.put(3))
    #expect(mailbox.take() == 3)
    #expect(mailbox.dropped == 2)
    #expect(!mailbox.put(4))
    #expect(mailbox.take() == 4)
    #expect(mailbox.dropped == 2)
  }

  @Test func `after its end there is nothing, however often one asks`() {
    let mailbox = LatestValueChannel<Int>()
    mailbox.put(1)
    mailbox.close()
    mailbox.close()
    #expect(mailbox.take() == nil && mailbox.take() == nil)
    #expect(mailbox.put(2))
    #expect(mailbox.dropped == 2)
  }

  @Test func `all frames are taken or dropped, by two threads`() {
    let mailbox = LatestValueChannel<Int>()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var taken: [Int] = []
    Thread.detachNewThread {
      while let frame = mailbox.take() { taken.append(frame) }
      done.signal()
    }
    for frame in 0..<100_000 { mailbox.put(frame) }
    mailbox.close()
    done.wait()
    #expect(taken == taken.sorted())
    #expect(taken.count + mailbox.dropped == 100_000)
  }
}
