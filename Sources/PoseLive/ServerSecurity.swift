#if LiveServer
internal import Foundation
internal import NIOCore
#if TLS
internal import NIOSSL
#endif

/// TLS for the server's connections, by a certificate. A build without the trait `TLS` has none.
struct ServerSecurity: Sendable {
  #if TLS
  private let context: NIOSSLContext

  /// - Throws: `certificateUnusable` for a certificate or key that can't be read, is not PEM, or does
  ///   not belong to the other.
  init(_ files: LiveServerConfiguration.Certificate) throws(LiveServerError) {
    func unusable(_ path: String, _ what: String) -> LiveServerError {
      LiveServerError(
        .certificateUnusable,
        FileManager.default.isReadableFile(atPath: path)
          ? "\(path): this is not a \(what) in PEM" : "\(path): it can't be read")
    }
    guard let chain = try? NIOSSLCertificate.fromPEMFile(files.certificatePath), !chain.isEmpty
    else { throw unusable(files.certificatePath, "certificate") }
    guard let key = try? NIOSSLPrivateKey(file: files.keyPath, format: .pem) else {
      throw unusable(files.keyPath, "private key without a password")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    // RFC 8996 deprecates the versions before; every browser that plays the page has this one.
    configuration.minimumTLSVersion = .tlsv12
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      throw LiveServerError(
        .certificateUnusable,
        "\(files.keyPath): the key doesn't belong to the certificate in \(files.certificatePath)")
    }
  }

  /// Encrypts a connection whose pipeline is still empty.
  func secure(_ pipeline: ChannelPipeline.SynchronousOperations) throws {
    try pipeline.addHandler(NIOSSLServerHandler(context: context))
  }
  #else
  init(_ files: LiveServerConfiguration.Certificate) throws(LiveServerError) {
    throw LiveServerError(
      .securityMissing,
      "this build has no TLS: build it with the package trait TLS (make build TRAITS=TLS)")
  }

  func secure(_ pipeline: ChannelPipeline.SynchronousOperations) throws {}
  #endif
}
#endif
