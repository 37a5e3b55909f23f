internal import Synchronization

/// The places of the pages that are measured for.
///
/// A conversation ends some time after its page has gone: models are being loaded, a recording is being
/// written. Its place is free only then. Until then one page per place may wait for it.
final class PagePlaces: Sendable {
  /// A page's number; no two pages have the same.
  typealias Page = Int

  enum Admission {
    /// The page has a place.
    case admitted
    /// A page that has gone is still in the place: the page is called when it is free.
    case waiting
    /// Other pages have all places.
    case busy
  }

  private struct State {
    var next = 0
    /// Whether the page of each conversation has gone.
    var conversations: [Page: Bool] = [:]
    var waiting: [(page: Page, admit: @Sendable () -> Void)] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// A new page asks for a place; `admit` is called later, from any thread, if it has to wait.
  func enter(_ admit: @escaping @Sendable () -> Void) -> (page: Page, admission: Admission) {
    state.withLock { state in
      state.next += 1
      let page = state.next
      if state.conversations.count < limit {
        state.conversations[page] = false
        return (page, .admitted)
      }
      let leaving = state.conversations.values.count { $0 }
      guard state.waiting.count < leaving else { return (page, .busy) }
      state.waiting.append((page, admit))
      return (page, .waiting)
    }
  }

  /// The page has gone; its conversation may go on for a while.
  func pageHasGone(_ page: Page) {
    state.withLock { state in
      state.waiting.removeAll { $0.page == page }
      if state.conversations[page] != nil { state.conversations[page] = true }
    }
  }

  /// The page's conversation has ended: its place is the next one's.
  func conversationHasEnded(_ page: Page) {
    let admit: (@Sendable () -> Void)? = state.withLock { state in
      guard state.conversations.removeValue(forKey: page) != nil, !state.waiting.isEmpty else {
        return nil
      }
      let next = state.waiting.removeFirst()
      state.conversations[next.page] = false
      return next.admit
    }
    admit?()
  }
}
