internal import PoseWorkers
internal import Synchronization

/// A first-in, first-out queue between threads: the one that is ahead waits, so that only a few
/// elements are in memory.
final class BoundedQueue<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let room: Permits
  private let filling = Permits(0)

  /// A queue for so many elements at most.
  init(capacity: Int) { room = Permits(capacity) }

  /// Adds an element; waits for room.
  func push(_ element: Element) {
    room.wait()
    elements.withLock { $0.append(element) }
    filling.signal()
  }

  /// Takes the oldest element; waits for one.
  func pop() -> Element {
    filling.wait()
    let element = elements.withLock { $0.removeFirst() }
    room.signal()
    return element
  }
}
