import PoseSystem

/// A UDP socket for one receiver, which never waits.
final class DatagramSocket {
  private let descriptor: Int32

  /// A socket for an address; of several that a name has, IPv4's first, since most receivers listen there.
  ///
  /// - Throws: `SendingError`, `unreachable`.
  init(to address: SendingAddress) throws(SendingError) {
    var hints = addrinfo()
    #if canImport(Darwin)
    hints.ai_socktype = SOCK_DGRAM
    #else
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &found)
    guard code == 0, let found else {
      throw SendingError(
        .unreachable,
        "\(address): the host isn't known: \(String(cString: gai_strerror(code)).lowercased())")
    }
    defer { freeaddrinfo(found) }
    var all: [UnsafeMutablePointer<addrinfo>] = []
    var next: UnsafeMutablePointer<addrinfo>? = found
    while let one = next {
      all.append(one)
      next = one.pointee.ai_next
    }
    let ordered =
      all.filter { $0.pointee.ai_family == AF_INET }
      + all.filter { $0.pointee.ai_family != AF_INET }
    var reason = ""
    for one in ordered.map(\.pointee) {
      let descriptor = socket(one.ai_family, one.ai_socktype, one.ai_protocol)
      guard descriptor >= 0 else { continue }
      var yes: Int32 = 1
      _ = setsockopt(
        descriptor, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      if connect(descriptor, one.ai_addr, one.ai_addrlen) == 0 {
        self.descriptor = descriptor
        return
      }
      reason = Self.words(errno)
      close(descriptor)
    }
    throw SendingError(.unreachable, "\(address): there is no way to it: \(reason)")
  }

  deinit { close(descriptor) }

  /// Sends a datagram. The problem may be that of an earlier one, for which the system has learnt
  /// by now that there is no receiver.
  func send(_ bytes: [UInt8]) -> (isSent: Bool, problem: String?) {
    if write(bytes) { return (true, nil) }
    let code = errno
    guard code == ECONNREFUSED else { return (false, Self.words(code)) }
    return (write(bytes), "no receiver listens there")
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    while true {
      #if canImport(Darwin)
      let count = Darwin.send(descriptor, bytes, bytes.count, 0)
      #else
      let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      #endif
      if count < 0 && errno == EINTR { continue }
      return count == bytes.count
    }
  }

  private static func words(_ code: Int32) -> String {
    code == EAGAIN ? "the network doesn't keep up" : String(cString: strerror(code)).lowercased()
  }
}
