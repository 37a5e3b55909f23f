/// The address and the limits of the live page's server.
public struct LiveServerConfiguration: Sendable {
  /// A certificate for TLS.
  public struct Certificate: Sendable {
    /// The file with the certificate, and those that vouch for it, in PEM.
    public var certificatePath: String
    /// The file with its private key, in PEM.
    public var keyPath: String

    /// A certificate and its key.
    public init(certificatePath: String, keyPath: String) {
      (self.certificatePath, self.keyPath) = (certificatePath, keyPath)
    }
  }

  /// The name or address of the interface to listen at; `nil` for the loopback alone, 127.0.0.1 and ::1,
  /// which no other machine reaches.
  public var host: String?
  /// The port; 0 for one that is free.
  public var port = 7673
  /// The certificate for TLS; `nil` for plain HTTP.
  public var certificate: Certificate?
  /// Whether another interface than the loopback may be served without TLS. Anyone on the network
  /// can then read the address with its token and see the measurements, and browsers on other
  /// machines give no camera to the page.
  public var isInsecureAllowed = false

  /// Connections at a time; one more is closed at once.
  public var maximumConnections = 16
  /// The maximum number of pages that are measured at a time; another one gets a message to wait.
  public var maximumPages = 1
  /// Bytes of a request with its headers.
  public var maximumRequestSize = 16 << 10
  /// Bytes of a picture, or of any other message of a page's.
  public var maximumMessageSize = 4 << 20
  /// Messages of a page's in a second, above which its connection is closed.
  public var maximumMessageRate = 240
  /// Pixels of a picture.
  public var maximumPictureSize = 1920 * 1920

  /// The maximum time of a connection for its request.
  public var requestTimeout = Duration.seconds(10)
  /// The maximum time in which a page reads what it is sent.
  public var writeTimeout = Duration.seconds(10)
  /// From one ping to a page to the next.
  public var pingInterval = Duration.seconds(5)
  /// The maximum time without anything from a page, not even the answer to a ping.
  public var silenceTimeout = Duration.seconds(20)

  /// The loopback, at port 7673.
  public init() {}
}

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
