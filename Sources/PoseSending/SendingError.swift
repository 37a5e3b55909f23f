/// A failure to send to an address. The description is a sentence for the person who named it.
public struct SendingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable {
    /// It is no address that is sent to here.
    case invalidAddress
    /// The host isn't known, or there is no way to it.
    case unreachable
  }

  /// The kind of failure.
  public let code: Code
  /// The sentence.
  public let description: String

  init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
