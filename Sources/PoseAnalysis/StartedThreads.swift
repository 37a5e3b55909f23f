internal import PoseDocuments
internal import PoseWorkers

extension FileError {
  /// The system refuses a thread that is needed for a file.
  init(threadRefusedFor path: String) {
    self.init(.outOfThreads, path: path, WorkerThread.refusal)
  }
}

extension Range<Int> {
  /// The threads that a function starts for the numbers, up to the first that the system refuses.
  ///
  /// - Parameter path: the file that they are for.
  /// - Throws: `FileError` with the code `outOfThreads` where there is none.
  func startedThreads(
    for path: String, _ start: (Int) -> WorkerThread?
  ) throws(FileError) -> [WorkerThread] {
    var threads: [WorkerThread] = []
    for number in self {
      guard let thread = start(number) else { break }
      threads.append(thread)
    }
    guard isEmpty || !threads.isEmpty else { throw FileError(threadRefusedFor: path) }
    return threads
  }
}
