internal import Foundation
internal import Synchronization

/// A thread that is waited for until it has ended and has released all that its work held.
///
/// A message at the end of the work promises less: a thread may still free its networks when the
/// program, which has all its results, ends and their library is already taken down.
package final class WorkerThread: Sendable {
  private let handle: Mutex<UncheckedTransfer<pthread_t>?>

  /// Chosen: what main threads have on Linux; codecs and solvers keep rows and small matrices on the stack.
  private static let stackSize = 8 << 20

  /// The error and the next step where the system refuses another thread, without an end.
  package static let refusal =
    "the system refuses another thread: raise its limit of processes and threads (ulimit -u, or that of the "
    + "container)"

  /// Starts a thread; `nil` where the system refuses one more.
  ///
  /// - Parameters:
  ///   - name: the name in debuggers, at most 15 characters.
  ///   - work: what it does.
  package init?(_ name: String, _ work: @escaping @Sendable () -> Void) {
    precondition(name.utf8.count <= 15, "Linux refuses longer names")
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let body = Unmanaged.passRetained(Body(name, work)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, &attributes, { Body.run($0) }, body)
    #else
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { Body.run($0) }, body)
    #endif
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(body).release()
      return nil
    }
    #if canImport(Darwin)
    handle = Mutex(thread.map { UncheckedTransfer($0) })
    #else
    handle = Mutex(UncheckedTransfer(thread))
    #endif
  }

  deinit {
    if let handle = taken() { pthread_detach(handle) }
  }

  /// Waits until the thread has ended. The first call does so; later ones return at once.
  package func join() {
    if let handle = taken() { pthread_join(handle, nil) }
  }

  private func taken() -> pthread_t? {
    handle.withLock { handle in
      defer { handle = nil }
      return handle?.value
    }
  }

  private final class Body {
    private let name: String
    private let work: @Sendable () -> Void

    init(_ name: String, _ work: @escaping @Sendable () -> Void) {
      (self.name, self.work) = (name, work)
    }

    static func run(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let body else { return nil }
      // The reference is the thread's, and is gone before the thread is.
      let owned = Unmanaged<Body>.fromOpaque(body).takeRetainedValue()
      Thread.current.name = owned.name
      owned.work()
      return nil
    }
  }
}
