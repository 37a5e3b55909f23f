/// The reason why the server of the live page can't be started. The description is a sentence with
/// the cause and the next step.
public struct LiveServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable {
    /// Another program listens at that port.
    case portTaken
    /// The system doesn't allow that port or address.
    case notPermitted
    /// There is no such address on this machine.
    case noSuchAddress
    /// Another interface than the loopback was asked for, without a certificate and without `isInsecureAllowed`.
    case insecure
    /// The certificate or its key can't be used.
    case certificateUnusable
    /// There is a certificate, and the build has no TLS.
    case securityMissing
    /// The system refuses for another reason.
    case unavailable
  }

  /// The kind of failure.
  public let code: Code
  /// The sentence.
  public let description: String

  init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
