import ArgumentParser

/// A command whose failures become a sentence on stderr and an exit code of the sysexits convention.
protocol ReportingCommand: ParsableCommand {
  /// Does the command's work.
  func execute() throws
}

extension ReportingCommand {
  func run() throws {
    do {
      try execute()
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }
}
