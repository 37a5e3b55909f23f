#if LiveServer
import PoseGeometry
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import PoseLive

/// A page's session: what it may send, and what becomes of one that misbehaves or goes away.
@Suite struct SessionTests {
  @Test func `messages are answered, whole and in pieces`() throws {
    let server = try ServerUnderTest()
    let page = try server.page()
    page.send(frame: 2, [UInt8](repeating: 7, count: 300_000))
    #expect(try page.takeWords()?.text == "300000 bytes")
    page.send(frame: 2, [1, 2, 3], isLast: false)
    page.send(frame: 0, [4, 5])
    #expect(try page.takeWords()?.text == "5 bytes")
    page.send(frame: 1, Array("a command".utf8))
    #expect(try page.takeWords()?.text == "a command")
    page.send(frame: 9, [1, 2])
    #expect(try page.takeMessage() == Wire.Message(code: 10, bytes: [1, 2]))
    page.send(frame: 8, [3, 232])
    #expect(try page.takeWords()?.closing == 1000)
    #expect(try page.takeMessage() == nil)
  }

  @Test func `a giant message ends the session before it has come`() throws {
    let server = try ServerUnderTest { $0.maximumMessageSize = 100_000 }
    let page = try server.page()
    page.send(frame: 2, [UInt8](repeating: 0, count: 100_001))
    #expect(try page.takeWords()?.closing == 1009)
    let other = try server.page()
    // It claims a petabyte.
    other.send([0x82, 0xFF, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(try other.takeWords()?.closing == 1009)
    #expect(try server.answer("/").hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `pieces are limited in number and size`() throws {
    let server = try ServerUnderTest { $0.maximumMessageSize = 10_000 }
    let many = try server.page()
    many.send(frame: 2, [0], isLast: false)
    for _ in 0..<100 { many.send(frame: 0, [0], isLast: false) }
    #expect(try many.takeWords()?.closing != nil)
    let large = try server.page()
    large.send(frame: 2, [UInt8](repeating: 0, count: 9000), isLast: false)
    large.send(frame: 0, [UInt8](repeating: 0, count: 9000))
    #expect(try large.takeWords()?.closing != nil)
  }

  @Test func `who doesn't mask is no browser`() throws {
    let server = try ServerUnderTest()
    let page = try server.page()
    page.send(frame: 2, [1, 2, 3], isMasked: false)
    #expect(try page.takeWords()?.closing == 1002)
  }

  @Test(
    arguments: [
      [0xC2, 0x80], [0xA2, 0x80], [0x92, 0x80], [0xC1, 0x80], [0x83, 0x80], [0x87, 0x80],
      [0x8B, 0x80], [0x8F, 0x80], [0xC9, 0x80],
    ] as [[UInt8]])
  func `a reserved bit or opcode ends the session with a protocol error`(head: [UInt8]) throws {
    let server = try ServerUnderTest()
    let page = try server.page()
    page.send(head + [0, 0, 0, 0])
    #expect(try page.takeWords()?.closing == 1002)
  }

  @Test(arguments: 0..<6) func `garbage ends the session and nothing else`(seed: UInt64) throws {
    let server = try ServerUnderTest {
      $0.silenceTimeout = .milliseconds(300); $0.pingInterval = .milliseconds(50)
    }
    var random = RandomNumbers(seed: seed)
    let page = try server.page()
    page.send((0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    while try page.takeMessage() != nil {}
    #expect(try server.page().send(frame: 2, [1]))
  }

  @Test func `too many messages in a second end the session`() throws {
    let server = try ServerUnderTest { $0.maximumMessageRate = 50 }
    let page = try server.page()
    for _ in 0..<51 { page.send(frame: 2, [1]) }
    var closing: Int?
    while closing == nil, let message = try page.takeWords() { closing = message.closing }
    #expect(closing == 1008)
  }

  @Test func `the newest picture wins, and those before it are counted`() throws {
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try ServerUnderTest({ _ in }, { _ in Slow(gate: gate, begun: begun) })
    let page = try server.page()
    page.send(frame: 2, [1])
    begun.wait()
    for number in 2...9 { page.send(frame: 2, [UInt8(number)]) }
    // What the server answers to this it does after it has read all before.
    page.send(frame: 9, [])
    #expect(try page.takeMessage()?.code == 10)
    gate.signal()
    #expect(try page.takeWords()?.text == "1, 0 dropped")
    begun.wait()
    gate.signal()
    #expect(try page.takeWords()?.text == "9, 7 dropped")
  }

  @Test func `a second page has to wait, and may come when the first has gone`() throws {
    let server = try ServerUnderTest()
    var first: Wire? = try server.page()
    let second = try server.session().wire
    #expect(try second.takeWords()?.text.contains("open in another window") == true)
    #expect(try second.takeWords()?.closing == 4001)
    first?.send(frame: 8, [])
    while try first?.takeMessage() != nil {}
    first = nil
    // The server hears of it in its own time.
    var isIn = false
    while !isIn { isIn = try server.session().wire.takeWords()?.text == "hello" }
    #expect(isIn)
  }

  @Test func `pages that come and go quickly are prepared for one at a time`() throws {
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Prepared.Count()
    let server = try ServerUnderTest(
      { _ in },
      { _ in
        let page = Prepared(count)
        begun.signal()
        gate.wait()
        return page
      })
    var first: Wire? = try server.session().wire
    begun.wait()
    first?.send(frame: 8, [])
    first = nil
    for _ in 0..<30 { _ = try server.session() }
    for _ in 0..<100 { gate.signal() }
    var isIn = false
    while !isIn { isIn = try server.session().wire.takeWords()?.text == "hello" }
    #expect(count.most == 1)
  }

  @Test func `a page that comes while another one's conversation ends waits for it`() throws {
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try ServerUnderTest({ _ in }, { _ in Slow(gate: gate, begun: begun) })
    let first = try server.page()
    first.send(frame: 2, [1])
    begun.wait()
    first.send(frame: 8, [3, 232])
    #expect(try first.takeWords()?.closing == 1000)
    let second = try server.session().wire
    let third = try server.session().wire
    #expect(try third.takeWords()?.text.contains("open in another window") == true)
    gate.signal()
    #expect(try second.takeWords()?.text == "hello")
  }

  @Test func `a page that vanished makes room`() throws {
    let server = try ServerUnderTest {
      $0.pingInterval = .milliseconds(20)
      $0.silenceTimeout = .milliseconds(100)
    }
    let silent = try server.page()
    // It reads pings and answers none of them.
    while try silent.takeMessage() != nil {}
    #expect(try server.session().wire.takeWords()?.text == "hello")
  }

  @Test func `a page that answers pings stays`() throws {
    let server = try ServerUnderTest {
      $0.pingInterval = .milliseconds(10)
      $0.silenceTimeout = .seconds(10)
    }
    let page = try server.page()
    for _ in 0..<20 {
      let ping = try #require(try page.takeMessage())
      #expect(ping.code == 9)
      page.send(frame: 10, ping.bytes)
    }
    page.send(frame: 1, Array("still here".utf8))
    #expect(try page.takeWords()?.text == "still here")
  }

  @Test func `a page that doesn't read is cut off`() throws {
    let server = try ServerUnderTest(
      {
        $0.writeTimeout = .milliseconds(100); $0.maximumMessageRate = 1_000_000
      },
      { _ in Talkative() })
    let page = try server.page(receiveBuffer: 4096)
    // Until the connection is cut: nothing is read meanwhile.
    while page.send(frame: 2, [1]) {}
    #expect(try server.answer("/").hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `a conversation that can't be had ends with its sentence`() throws {
    struct NoModels: Error, CustomStringConvertible { let description = "there are no models" }
    let server = try ServerUnderTest({ _ in }, { _ in throw NoModels() })
    let wire = try server.session().wire
    #expect(
      try wire.takeWords()?.text
        == "{ \"type\": \"failure\", \"sentence\": \"there are no models\" }"
        .replacing(" ", with: "").replacing("therearenomodels", with: "there are no models"))
    #expect(try wire.takeWords()?.closing == 4002)
  }
}

/// A conversation that counts how many of its kind there are at a time.
private final class Prepared: Conversation {
  final class Count: Sendable {
    private let state = Mutex((current: 0, most: 0))

    /// The most at a time so far.
    var most: Int { state.withLock { $0.most } }

    func add(_ change: Int) {
      state.withLock {
        $0.current += change
        $0.most = max($0.most, $0.current)
      }
    }
  }

  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.add(1)
  }

  deinit { count.add(-1) }

  func greeting() -> String { "hello" }

  func answer(
    to message: [UInt8], waited: Double, dropped: Int, say: @escaping @Sendable (String) -> Void
  ) -> String { "" }

  func answer(to command: String, say: @escaping @Sendable (String) -> Void) -> String? { nil }

  func end() {}
}
#endif
