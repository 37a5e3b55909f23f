import PoseDocuments
import Foundation
import PoseMotion
import PoseMultiView
import TestSupport
import Testing

@testable import PoseAnalysis

/// Clocks of recordings as a file: what `video --sync` goes by later.
struct ClockDocumentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ json: String) throws -> ClockDocument {
    try folder.file("clocks.json", json)
    return try ClockDocument(contentsOf: folder.path("clocks.json"))
  }

  @Test func `what is known is read again as it was`() throws {
    let document = ClockDocument(
      names: ["a", "b"],
      clocks: [
        ClockEstimate(clock: .same, offsetSigma: 0, rateSigma: 0),
        ClockEstimate(
          clock: ViewClock(offset: -0.37, rate: 1.00002), offsetSigma: 0.002, rateSigma: 0.00001),
      ])
    #expect(try read(document.json) == document)
  }

  @Test(arguments: [
    ClockEstimate.Doubt.ambiguous(other: 1.2), .movementsDiffer, .nobodyMoves, .nobodySeen,
    .firstShowsNobody,
  ])
  func `a clock in doubt has its doubt in the file and no offset`(
    doubt: ClockEstimate.Doubt
  ) throws {
    let doubtful = ClockEstimate(
      clock: ViewClock(offset: 28, rate: 1), offsetSigma: 0.01, doubt: doubt)
    let document = ClockDocument(
      names: ["a", "b"],
      clocks: [ClockEstimate(clock: .same, offsetSigma: 0, rateSigma: 0), doubtful])
    #expect(document.json.contains(doubt.words))
    let again = try read(document.json).clocks[1]
    #expect(again.clock == .same)
    #expect(again.offsetSigma == nil)
    #expect(again.doubt != nil)
  }

  private static let three = ClockDocument(
    names: ["a", "b", "c"],
    clocks: [0, 0.5, -0.25].map {
      ClockEstimate(clock: ViewClock(offset: $0), offsetSigma: 0.001, rateSigma: 0)
    })

  @Test func `clocks belong to names, and are against the first recording that is meant`() throws {
    let found = try Self.three.clocks(of: [["cam2", "b"], ["cam1", "a"]], path: "clocks.json")
    #expect(found.clocks == [ViewClock(offset: 0), ViewClock(offset: -0.5)])
    #expect(found.diagnostics.isEmpty)
  }

  @Test func `clocks of other names are taken in their order, and that is reported`() throws {
    let found = try Self.three.clocks(of: [["x"], ["y"], ["z"]], path: "clocks.json")
    #expect(found.clocks.map(\.offset) == [0, 0.5, -0.25])
    #expect(
      found.diagnostics.map(\.description) == [
        "clocks.json has clocks of a, b, c, which aren't the videos' names: they are taken in their order."
      ])
  }

  @Test func `a recording that has no clock in the file is named`() {
    let thrown = #expect(throws: FileError.self) {
      try Self.three.clocks(of: [["a"], ["y"]], path: "clocks.json")
    }
    #expect(thrown?.message == "it has clocks of a, b, c, and y isn't one of them")
    var doubtful = Self.three.clocks
    doubtful[1].doubt = .nobodyMoves
    let unknown = #expect(throws: FileError.self) {
      try ClockDocument(names: Self.three.names, clocks: doubtful).clocks(
        of: [["a"], ["b"]], path: "clocks.json")
    }
    #expect(unknown?.message.hasPrefix("how the clock of b runs isn't in it") == true)
  }

  @Test(arguments: ["0", "-1"]) func `a clock that stands or runs back is refused`(rate: String)
    throws
  {
    let thrown = #expect(throws: FileError.self) {
      try read(
        """
        {"schema": "pose3d.clocks/1", "clocks": [{"name": "a", "offset": 0},
         {"name": "b", "offset": 0.1, "rate": \(rate), "offsetSigma": 0.01}]}
        """)
    }
    #expect(thrown?.message.hasSuffix("where a rate from 0.001 to 1000 was expected") == true)
  }

  @Test(arguments: ["-1e308", "1.1e9"])
  func `an offset of more than thirty years is refused`(offset: String) throws {
    let thrown = #expect(throws: FileError.self) {
      try read(
        """
        {"schema": "pose3d.clocks/1", "clocks": [{"name": "a", "offset": 0},
         {"name": "b", "offset": \(offset)}]}
        """)
    }
    let ending = "where an offset of at most 1e9 seconds was expected"
    #expect(thrown?.message.hasSuffix(ending) == true)
  }
}
