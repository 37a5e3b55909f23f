#if LiveServer
internal import NIOHTTP1

/// The check of requests: admitted are those with the token, under a name of this server, from its
/// own page.
///
/// A page of another site can make a browser send requests to this machine. It uses a name of its
/// own that leads here (DNS rebinding), which `Host` shows, or this server's name, which `Origin`
/// shows.
struct Admission: Sendable {
  /// A request that is turned away: the status, and what is the matter, for who reads it.
  struct Refusal: Error, Equatable {
    let status: HTTPResponseStatus
    let sentence: String
  }

  /// The secret in the address.
  let token: String
  /// The names under which the server is reached, in lower case, without port.
  let names: Set<String>
  let port: Int
  let isSecure: Bool

  /// The path of a request behind the token: `/live.js`; empty where the address ends with the token.
  func path(
    of head: HTTPRequestHead, reachedAt ownAddress: String?, isUpgrade: Bool = false
  ) throws(Refusal) -> String {
    try checkHost(head, ownAddress)
    try checkOrigin(head, isRequired: isUpgrade)
    guard head.method == .GET || head.method == .HEAD && !isUpgrade else {
      throw Refusal(
        status: .methodNotAllowed, sentence: "Only GET is answered here, not \(head.method).")
    }
    let hasBody =
      head.headers.contains(name: "transfer-encoding")
      || head.headers["content-length"].contains { $0 != "0" }
    guard !hasBody else {
      throw Refusal(status: .payloadTooLarge, sentence: "Requests have no body here.")
    }
    // The path is never made into the name of a file: it is looked up in a table as it stands.
    let parts = head.uri.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].isEmpty else { throw Self.noToken }
    let rest = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let given = rest.first, isToken(given) else { throw Self.noToken }
    return rest.count == 2 ? "/" + rest[1] : ""
  }

  private static let noToken = Refusal(
    status: .forbidden,
    sentence: "This address lacks the token, or has an old one. Use the address that pose3d live "
      + "printed when it started.")

  /// In a time that doesn't say how much of it was right.
  private func isToken(_ given: Substring) -> Bool {
    let (given, token) = (Array(given.utf8), Array(token.utf8))
    guard given.count == token.count else { return false }
    return zip(given, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func checkHost(_ head: HTTPRequestHead, _ ownAddress: String?) throws(Refusal) {
    let hosts = head.headers["host"]
    guard hosts.count == 1 else {
      throw Refusal(status: .badRequest, sentence: "The request names no host, or several.")
    }
    let (name, port) = Self.parts(ofHost: hosts[0].lowercased())
    let isOwn = names.contains(name) || ownAddress.map { Self.name(of: $0) == name } ?? false
    guard isOwn, (port ?? (isSecure ? 443 : 80)) == self.port else {
      throw Refusal(
        status: .misdirectedRequest,
        sentence: "This server is not called \(hosts[0].prefix(100)). Use the address that pose3d "
          + "live printed when it started.")
    }
  }

  /// An address as `Host` has it: a socket for both kinds has one of version 4 within one of version 6 (RFC 4291, 2.5.5.2).
  private static func name(of address: String) -> String {
    let (address, mapping) = (address.lowercased(), "::ffff:")
    let rest = address.dropFirst(mapping.count)
    return address.hasPrefix(mapping) && rest.contains(".") ? String(rest) : address
  }

  /// Name and port in `Host`; a port that is not a number matches no listener.
  static func parts(ofHost host: String) -> (name: String, port: Int?) {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      let name = String(host[host.index(after: host.startIndex)..<end])
      let rest = host[host.index(after: end)...]
      return (name, rest.isEmpty ? nil : rest.hasPrefix(":") ? Int(rest.dropFirst()) ?? -1 : -1)
    }
    guard let colon = host.lastIndex(of: ":") else { return (host, nil) }
    return (String(host[..<colon]), Int(host[host.index(after: colon)...]) ?? -1)
  }

  private func checkOrigin(_ head: HTTPRequestHead, isRequired: Bool) throws(Refusal) {
    let origins = head.headers["origin"]
    guard isRequired || !origins.isEmpty else { return }
    let own = (isSecure ? "https://" : "http://") + (head.headers["host"].first ?? "").lowercased()
    guard origins.count == 1, origins[0].lowercased() == own else {
      throw Refusal(
        status: .forbidden,
        sentence: "Only the page of this server may talk to it, and this request comes from "
          + "\(origins.first.map { String($0.prefix(100)) } ?? "nowhere").")
    }
  }
}
#endif
