import PoseDetection
import Testing

@testable import Vision

/// Tests in which it makes no difference which models look, and how often, take the ones that need least time.
struct FastDetection: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  @concurrent
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await PoseEngine.$effort.withValue(.fast) { try await function() }
  }
}

extension Trait where Self == FastDetection {
  static var fastDetection: Self { FastDetection() }
}
