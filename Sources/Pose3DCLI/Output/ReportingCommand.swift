import PoseAnalysis
import ArgumentParser
import Kinematics

/// A command whose failures become a sentence on stderr and an exit code of the sysexits convention.
protocol ReportingCommand: ParsableCommand {
  /// Does the command's work.
  func execute() throws
  /// Whether it solves equations; the others do without the libraries for that.
  static var solves: Bool { get }
}

extension ReportingCommand {
  static var solves: Bool { true }

  func run() throws {
    do {
      if Self.solves, let problem = LinearAlgebra.problem {
        throw Failure(code: .unavailable, message: problem)
      }
      try execute()
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }
}
