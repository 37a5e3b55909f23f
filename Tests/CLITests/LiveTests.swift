import Foundation
import TestSupport
import Testing

/// `pose3d live`, as far as no camera is needed.
struct LiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["--port", "65536"], "--port 65536: a port is between 0 and 65535."),
    (["--certificate", "a.pem"], "--certificate and --key belong together: give both."),
    (
      ["--host", "0.0.0.0"],
      "--host needs --certificate and --key: without TLS anybody on the network can read along, and browsers on other machines give no camera to the page. --insecure does without."
    ),
    (["--insecure"], "--insecure is about another interface: name it with --host."),
    (
      ["--host", "a", "--insecure", "--certificate", "a", "--key", "b"],
      "--insecure is to do without TLS, for which --certificate is: give one."
    ),
    (["--fov", "200"], "--fov 200.0: an angle between 1 and 170 degrees was expected."),
    (
      ["--fov", "60", "--camera", "c.json"],
      "--camera and --fov both set what the camera is: give one of them."
    ),
    (["--threads", "0"], "--threads 0: a number of threads between 1 and 64 was expected."),
  ])
  func `options that don't go together are a sentence`(
    arguments: [String], sentence: String
  ) async throws {
    let run = try await CommandLineRun(["live"] + arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(sentence)\n"), "\(run.errors)")
  }

  #if LiveServer
  @Test(.enabled(if: Checkout.hasDetection))
  func `what can't be read or written is a sentence before the page is served`() async throws {
    let missing = folder.path("none")
    try await CommandLineRun(["live", "--output", missing]).expectFailure(
      code: 73, message: "--output \(missing): there is no such folder for recordings")
    let file = try folder.file("camera.json", "{")
    let camera = try await CommandLineRun(["live", "--port", "0", "--camera", file])
    #expect(camera.exitCode == 65 && camera.errors.contains(file))
    let certificate = try await CommandLineRun([
      "live", "--port", "0", "--host", "127.0.0.1", "--certificate", missing, "--key", missing,
    ])
    #if TLS
    certificate.expectFailure(code: 65, message: "\(missing): it can't be read")
    #else
    certificate.expectFailure(
      code: 69,
      message:
        "--certificate: this build has no TLS: build it with the package trait TLS (make build TRAITS=TLS)"
    )
    #endif
  }

  @Test func `without the detection runtime the error has the remedy`() async throws {
    let run = try await CommandLineRun(["live", "--port", "0"], assets: nil)
    #expect(run.exitCode == 69 && run.errors.contains("scripts/setup"))
  }

  /// Runs it until it has printed its address, and then ends it as Ctrl-C does.
  private func served(_ arguments: [String], _ meanwhile: String = ":") async throws
    -> CommandLineRun
  {
    let words = folder.path("words")
    let script = """
      : > \(words); "$0" "$@" > \(words) & program=$!
      while kill -0 $program && ! grep -q http \(words); do sleep 0.05; done
      \(meanwhile)
      kill -INT $program; wait $program; code=$?; cat \(words); exit $code
      """
    return try await CommandLineRun(
      ["live", "--port", "0", "--output", folder.path("")] + arguments, through: ["-c", script])
  }

  @Test(.enabled(if: Checkout.hasDetection))
  func `Ctrl-C ends it with what was done`() async throws {
    let run = try await served([])
    #expect(run.exitCode == 0, "\(run.errors)")
    let words = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(words.first == "Open this address in a browser on this machine:")
    #expect(words[2].firstMatch(of: /^  http:\/\/localhost:\d+\/[0-9a-f]{32}\/$/) != nil)
    #expect(words.contains("Ctrl-C ends it.") && words.contains("measured 0 images"))
    let quiet = try await served(["--quiet"])
    #expect(quiet.output.firstMatch(of: /^http:\/\/localhost:\d+\/[0-9a-f]{32}\/\n$/) != nil)
  }

  @Test(.enabled(if: Checkout.hasDetection))
  func `without TLS another interface is served with a warning`() async throws {
    let run = try await served(["--host", "127.0.0.1", "--insecure"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors.hasPrefix(
        "warning: without TLS: anybody on the network who sees the address can open the page"))
  }

  @Test(.enabled(if: Checkout.hasDetection))
  func `a port that is taken is a sentence`() async throws {
    let port = "$(sed -n 's/.*localhost:\\([0-9]*\\).*/\\1/p' \(folder.path("words")))"
    let run = try await served(
      [], "\"$0\" live --port \(port) 2>&1 > /dev/null | sed 's/port [0-9]* is/port N is/' >&2")
    #expect(
      run.errors
        == "error: --port: port N is taken, maybe by another pose3d live. End that, or take another port; 0 is one that is free\n"
    )
  }
  #else
  @Test func `a build without the page prints how to get one`() async throws {
    let run = try await CommandLineRun(["live", "--output", folder.path])
    run.expectFailure(
      code: 69,
      message:
        "this build of pose3d has no server for the page: build one with `make build TRAITS=LiveServer`, "
        + "or TRAITS=TLS for --certificate. `pose3d live SOURCE` measures a camera or stream without the page"
    )
  }
  #endif
}
