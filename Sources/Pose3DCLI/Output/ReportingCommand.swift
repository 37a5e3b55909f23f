import PoseAnalysis
import ArgumentParser
import Kinematics
import PoseDocuments
import Synchronization

/// A command whose failures become a sentence on stderr and an exit code of the sysexits convention.
protocol ReportingCommand: ParsableCommand {
  /// Does the command's work.
  func execute() throws
  /// Whether it solves equations; the others do without the libraries for that.
  static var solves: Bool { get }
  /// Whether it writes errors only, and whether it may write over files; `nil` for a command without
  /// these options.
  var treatment: OutputArguments? { get }
}

extension ReportingCommand {
  static var solves: Bool { true }
  var treatment: OutputArguments? { nil }

  func run() throws {
    do {
      if Self.solves, let problem = LinearAlgebra.problem {
        throw Failure(code: .unavailable, message: problem)
      }
      guard let treatment else { return try execute() }
      Terminal.isQuiet.store(treatment.quiet, ordering: .relaxed)
      let usage = treatment.verbose ? ResourceUsage() : nil
      defer { usage?.report() }
      try OutputFile.$mayReplace.withValue(!treatment.noOverwrite) { try execute() }
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }
}
