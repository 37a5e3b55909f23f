/// The address and the format of sent poses: `vmc://127.0.0.1:39539`.
public struct SendingAddress: Sendable, Equatable, CustomStringConvertible {
  /// The format of poses. The raw value is the address's scheme.
  public enum Format: String, Sendable, CaseIterable {
    /// The turns of an avatar's bones, as the Virtual Motion Capture Protocol has them: the most prominent
    /// person.
    case vmc
    /// Joints, angles and counts as messages of Open Sound Control 1.0.
    case osc
    /// The same as JSON, `pose3d.live/1`.
    case udp
  }

  /// The format of poses.
  public let format: Format
  /// A name, or an address of IPv4 or IPv6.
  public let host: String
  /// 1…65535.
  public let port: Int

  /// The port that receivers of VMC have commonly (protocol.vmc.info, "Marionette").
  static let portOfVMC = 39539

  /// An address as users write it; without a port, VMC's has its usual one.
  ///
  /// - Throws: `SendingError`, `invalidAddress`.
  public init(_ text: String) throws(SendingError) {
    func invalid(_ problem: String) -> SendingError {
      SendingError(
        .invalidAddress,
        "\(text): \(problem); vmc://host:39539, osc://host:port or udp://host:port was expected")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
      let format = Format(rawValue: text[..<colon].lowercased())
    else { throw invalid("this names no form in which poses are sent") }
    self.format = format
    var rest = text[text.index(colon, offsetBy: 3)...]
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    var (host, port) = (rest, nil as Substring?)
    // IPv6 has colons of its own, and stands in brackets.
    if let end = rest.lastIndex(of: ":"), !rest[end...].contains("]") {
      (host, port) = (rest[..<end], rest[rest.index(after: end)...])
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, host.allSatisfy({ $0.isASCII && !"/?#@ ".contains($0) }) else {
      throw invalid("there is no host in it")
    }
    self.host = String(host)
    guard let port else {
      guard format == .vmc else { throw invalid("there is no port in it") }
      self.port = Self.portOfVMC
      return
    }
    guard let number = Int(port), (1...65535).contains(number) else {
      throw invalid("a port is between 1 and 65535")
    }
    self.port = number
  }

  /// The address as it is written.
  public var description: String {
    "\(format.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
