/// What somebody should know about a file or a result although it could be used: a warning.
public struct Notice: Sendable, Hashable, CustomStringConvertible {
  /// What was found, as a sentence.
  public let problem: String
  /// What would help; `nil` where the sentence says it, or nothing does.
  public let remedy: Remedy?

  /// A notice from its sentence.
  public init(_ problem: String, remedy: Remedy? = nil) {
    self.problem = problem
    self.remedy = remedy
  }

  /// The whole sentence.
  public var description: String { problem + (remedy?.ending ?? "") }
}

extension Notice: ExpressibleByStringInterpolation {
  /// A notice from its sentence, without a remedy.
  public init(stringLiteral sentence: String) { self.init(sentence) }
}
