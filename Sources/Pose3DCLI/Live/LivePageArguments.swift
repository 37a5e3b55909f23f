import PoseAnalysis
import ArgumentParser
import PoseDetection
import PoseDocuments
import Foundation
import PoseLive

/// The page that `pose3d live` serves.
struct LivePageArguments: ParsableArguments {
  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The port; 0 for one that is free.", valueName: "number"))
  var port = LiveServerConfiguration().port

  @Option(
    help: ArgumentHelp(
      "Serve another interface than the loopback: its name or address; 0.0.0.0 for all. Needs "
        + "--certificate and --key, or --insecure.", valueName: "name"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "The certificate for TLS, and those that vouch for it, in PEM.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"))
  var key: String?

  @Flag(
    help: ArgumentHelp(
      "Serve --host without TLS: anybody on the network can read along, and browsers on other machines "
        + "give no camera to the page."))
  var insecure = false

  func validate() throws {
    if !(0...65535).contains(port) {
      throw ValidationError("--port \(port): a port is between 0 and 65535.")
    }
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key belong together: give both.")
    }
    if insecure && certificate != nil {
      throw ValidationError(
        "--insecure is to do without TLS, for which --certificate is: give one.")
    }
    if insecure && host == nil {
      throw ValidationError("--insecure is about another interface: name it with --host.")
    }
    if host != nil && certificate == nil && !insecure {
      throw ValidationError(
        "--host needs --certificate and --key: without TLS anybody on the network can read along, and "
          + "browsers on other machines give no camera to the page. --insecure does without.")
    }
  }

  /// The first of the options that was given; `nil` when none was.
  var first: String? {
    if open { return "--open" }
    if port != LiveServerConfiguration().port { return "--port" }
    if host != nil { return "--host" }
    if certificate != nil { return "--certificate" }
    return insecure ? "--insecure" : nil
  }

  #if LiveServer
  /// Serves the page until Ctrl-C.
  func serve(
    _ session: LiveSession.Settings, recordingsTo folder: String, quiet: Bool
  ) throws {
    guard FolderListing.isFolder(folder) else {
      throw Failure(
        code: .cantCreate, message: "--output \(folder): there is no such folder for recordings")
    }
    var configuration = LiveServerConfiguration()
    (configuration.host, configuration.port) = (host, port)
    configuration.isInsecureAllowed = insecure
    if let certificate, let key {
      configuration.certificate = .init(
        certificatePath: certificate.readablePath, keyPath: key.readablePath)
    }
    let detectors = DetectorPool(
      assets: try DetectionAssets.forCommand(), options: session.measurement.detection, for: .live)
    // A fault of the models or the camera file is reported now, and not on the page. The page takes the
    // models that this loads.
    _ = try LiveSession(session, detectors: detectors)
    let server = LiveServer(
      configuration,
      page: .init(session: session, folder: folder, version: Pose3DCommand.version),
      detectors: detectors)
    Interruption.watch()
    let address = try started(server)
    announce(address, quiet: quiet)
    if open, !Self.opensBrowser(at: address) {
      Terminal.warn(["--open: there is no xdg-open here; open the address yourself."])
    }
    while Interruption.count == 0 { usleep(100_000) }
    server.stop()
    if !quiet { sumUp(server.tally) }
  }

  private func started(_ server: LiveServer) throws -> String {
    do throws(LiveServerError) {
      return try server.start()
    } catch {
      let words =
        switch error.code {
        case .portTaken, .notPermitted: "--port: \(error)"
        case .certificateUnusable: "\(error)"
        case .noSuchAddress, .insecure: "--host: \(error)"
        case .securityMissing: "--certificate: \(error)"
        case .unavailable: "\(error)"
        }
      throw Failure(code: error.code == .certificateUnusable ? .data : .unavailable, message: words)
    }
  }

  private func announce(_ address: String, quiet: Bool) {
    guard !quiet else { return Terminal.standardOutput.write(address) }
    if insecure {
      Terminal.warn([
        "without TLS: anybody on the network who sees the address can open the page, what is measured can be read on the way, and browsers on other machines give no camera to it."
      ])
    }
    let place = host == nil ? "on this machine" : "there"
    Terminal.standardOutput.write("Open this address in a browser \(place):")
    Terminal.standardOutput.write("")
    Terminal.standardOutput.write([("  ", .plain), (address, .heading)])
    Terminal.standardOutput.write("")
    Terminal.standardOutput.write("Ctrl-C ends it.", style: .faint)
  }

  private func sumUp(_ tally: LiveTally) {
    for problem in tally.problems { Terminal.warn([.init(verbatim: problem)]) }
    let dropped = tally.dropped == 0 ? "" : ", \(tally.dropped) dropped for newer ones"
    Terminal.standardOutput.write("")
    Terminal.standardOutput.write("measured \(tally.measured) images\(dropped)")
    Terminal.standardOutput.writeWritten(tally.recordings.map(\.path))
  }

  /// Asks the desktop to open an address. Returns whether there is one to ask.
  private static func opensBrowser(at address: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let program = folders.map({ "\($0)/xdg-open" })
        .first(where: FileManager.default.isExecutableFile)
    else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }
  #else
  /// Throws: this build has no server for the page.
  func serve(
    _ session: LiveSession.Settings, recordingsTo folder: String, quiet: Bool
  ) throws {
    throw Failure(
      code: .unavailable,
      message:
        "this build of pose3d has no server for the page: build one with `make build TRAITS=LiveServer`, "
        + "or TRAITS=TLS for --certificate. `pose3d live SOURCE` measures a camera or stream without the page"
    )
  }
  #endif
}
