import PoseWorkers
import Testing

@testable import PoseAnalysis

@Suite struct PermitsTests {
  @Test func `permits may be released while some are taken`() {
    let permits = Permits(2)
    permits.wait()
    permits.wait()
    permits.signal()
    permits.wait()
  }

  @Test func `a queue may be released while elements are in it`() {
    let queue = BoundedQueue<Int>(capacity: 3)
    queue.push(1)
    queue.push(2)
    #expect(queue.pop() == 1)
  }
}
