public import PoseDocuments
internal import Foundation
public import PoseMotion
public import PoseMultiView
internal import PoseFiles

/// The clocks of recordings, as a `pose3d.clocks/1` document.
public struct ClockDocument: Sendable, Equatable {
  /// The schema that is read and written.
  public static let schema = "pose3d.clocks/1"

  /// The recordings' names.
  public let names: [String]
  /// Their clocks, the first one's the one that the others are measured against.
  public let clocks: [ClockEstimate]

  /// The clocks of recordings.
  public init(names: [String], clocks: [ClockEstimate]) {
    precondition(names.count == clocks.count, "a name for each clock")
    (self.names, self.clocks) = (names, clocks)
  }

  /// Reads a document; a clock that wasn't determined is that of the first recording, with a doubt.
  ///
  /// - Throws: `FileError`: `noSuchFile`, and `unsuitable` with the place in the document.
  public init(contentsOf path: String) throws(FileError) {
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    do throws(DocumentNode.Problem) {
      let document = try DocumentNode(parsing: bytes)
      guard document["schema"]?.string == Self.schema, let list = document["clocks"] else {
        throw DocumentNode.Problem("this is no \(Self.schema)")
      }
      var (names, clocks) = ([String](), [ClockEstimate]())
      for node in try list.list(of: "clocks") {
        guard let name = node["name"]?.string else {
          throw DocumentNode.Problem("\(node.place) has no \"name\"")
        }
        names.append(name)
        guard let offset = node["offset"] else {
          clocks.append(ClockEstimate(clock: .same, doubt: .movementsDiffer))
          continue
        }
        var clock = ClockEstimate(clock: try ViewClock(offset: offset, rate: node["rate"]))
        if let sigma = node["offsetSigma"] { clock.offsetSigma = try sigma.number() }
        if let sigma = node["rateSigma"] { clock.rateSigma = try sigma.number() }
        clocks.append(clock)
      }
      self.init(names: names, clocks: clocks)
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  /// The clocks of recordings in their order: those of their names, where the document has all of these; of as many
  /// recordings as there are in it else in its order, with a diagnostic.
  ///
  /// Clocks are then against the first of these recordings, whichever it is in the document.
  ///
  /// - Parameters:
  ///   - path: the document, for errors.
  ///   - names: each recording's names: its camera's, its file's.
  /// - Throws: `FileError`: `mismatch` where names and number don't fit, `unsuitable` where a clock isn't known.
  public func clocks(
    of names: [[String]], path: String
  ) throws(FileError) -> (clocks: [ViewClock], diagnostics: [Diagnostic]) {
    let found = names.map { own in
      self.names.indices.filter { own.contains(self.names[$0]) }
    }
    var diagnostics: [Diagnostic] = []
    var places = found.compactMap { $0.count == 1 ? $0[0] : nil }
    if Set(places).count < names.count {
      guard clocks.count == names.count else {
        let missing = zip(names, found).first { $0.1.count != 1 }?.0.first ?? ""
        throw FileError(
          .mismatch, path: path,
          "it has clocks of \(self.names.joined(separator: ", ")), and \(missing) isn't one of them"
        )
      }
      places = Array(clocks.indices)
      diagnostics.append(
        "\(path) has clocks of \(self.names.joined(separator: ", ")), which aren't the videos' names: they are taken in their order."
      )
    }
    if let unknown = places.first(where: { clocks[$0].doubt != nil }) {
      throw FileError(
        .unsuitable, path: path,
        "how the clock of \(self.names[unknown]) runs isn't in it", remedy: .stateClock)
    }
    let first = clocks[places[0]].clock
    return (
      places.map { place in
        let clock = clocks[place].clock
        let rate = clock.rate / first.rate
        return ViewClock(offset: clock.offset - rate * first.offset, rate: rate)
      }, diagnostics
    )
  }

  /// The document, with a line break at its end; a clock in doubt is written with its doubt and without an offset.
  public var json: String {
    JSONValue.object([
      ("schema", .string(Self.schema)),
      (
        "clocks",
        .array(
          zip(names, clocks).map { name, clock in
            var members: [(String, JSONValue)] = [("name", .string(name))]
            // A reader of the file uses any offset that is in it.
            if let sigma = clock.offsetSigma, clock.doubt == nil {
              members.append(("offset", .number(clock.clock.offset)))
              members.append(("rate", .exact(clock.clock.rate)))
              members.append(("offsetSigma", .number(sigma)))
              if let sigma = clock.rateSigma { members.append(("rateSigma", .exact(sigma))) }
            }
            if let doubt = clock.doubt { members.append(("doubt", .string(doubt.words))) }
            return .object(members)
          })
      ),
    ]).text
  }
}
