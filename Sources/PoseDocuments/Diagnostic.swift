/// A warning about a file or a result that could be used nevertheless.
///
/// A diagnostic names settings – a depth unit, a field of view – by their meaning, as an error's
/// remedy does, so that each user interface can use its own names for them.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Hashable {
    case text(String)
    case setting(Setting)
  }

  private let parts: [Part]
  /// The remedy; `nil` if the sentence has it, or there is none.
  public let remedy: RecoverySuggestion?

  /// A diagnostic from its sentence.
  public init(_ sentence: Diagnostic, remedy: RecoverySuggestion? = nil) {
    parts = sentence.parts
    self.remedy = remedy
  }

  /// A diagnostic from a sentence that names no setting.
  public init(verbatim sentence: String) {
    parts = [.text(sentence)]
    remedy = nil
  }

  fileprivate init(parts: [Part]) {
    // Text beside text is one text, so that equal sentences are equal however they were put together.
    self.parts = parts.reduce(into: []) { parts, part in
      if case .text(let before)? = parts.last, case .text(let text) = part {
        parts[parts.count - 1] = .text(before + text)
      } else {
        parts.append(part)
      }
    }
    remedy = nil
  }

  /// The sentence without its remedy, settings called what `name` calls them.
  public func problem(naming name: (Setting) -> String = \.description) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .setting(let setting): name(setting)
      }
    }.joined()
  }

  /// The whole sentence.
  public var description: String { problem() + (remedy?.ending ?? "") }

  /// One sentence after another, as one; the remedy is the second's.
  public static func + (a: Diagnostic, b: Diagnostic) -> Diagnostic {
    Diagnostic(Diagnostic(parts: a.parts + b.parts), remedy: b.remedy)
  }
}

extension Diagnostic: ExpressibleByStringInterpolation {
  /// A diagnostic from its sentence, without a remedy.
  public init(stringLiteral sentence: String) { self.init(verbatim: sentence) }

  /// A diagnostic from a sentence with settings in it: `"check \(setting: .depthUnit)"`.
  public init(stringInterpolation: StringInterpolation) {
    self.init(parts: stringInterpolation.parts)
  }

  /// The parts of a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// An empty sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text as it is.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// Adds a value as its description.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }

    /// Adds the name of a setting.
    public mutating func appendInterpolation(setting: Setting) { parts.append(.setting(setting)) }

    /// Adds a further sentence or a part of one; its remedy is left out.
    public mutating func appendInterpolation(_ diagnostic: Diagnostic) { parts += diagnostic.parts }
  }
}
