import Foundation
import TestSupport
import Testing

/// A machine where FFmpeg's libraries can't be loaded: what takes its place are empty files.
struct MissingFFmpegTests {
  private func run(_ arguments: [String]) async throws -> CommandLineRun {
    let libraries = try TemporaryFolder()
    for release in 56...80 { _ = try libraries.file("libavformat.so.\(release)", Data()) }
    let script = "LD_LIBRARY_PATH='\(libraries.path)' exec \"$0\" \"$@\""
    return try await CommandLineRun(arguments, through: ["-c", script])
  }

  @Test func `a video is refused in a sentence that names what to install`() async throws {
    let video = Fixture.path("video/plain.mp4")
    let run = try await run(["video", video])
    #expect(run.exitCode == 69)
    let beginning = "error: \(video): videos are read and written by FFmpeg, whose library "
    #expect(run.errors.hasPrefix(beginning + "libavformat.so."))
    #expect(run.errors.contains(" can't be loaded ("))
    #expect(
      run.errors.contains(
        /: install the libraries of FFmpeg 4.4 to 9, with scripts\/setup or this system's packages\n$/
      ))
  }

  @Test func `a picture is measured`() async throws {
    let demo = Fixture.path("demo")
    let arguments = [
      "analyze", "\(demo)/color.jpg", "--keypoints", "\(demo)/keypoints.json", "-o", "-",
    ]
    let without = try await run(arguments)
    #expect(without.exitCode == 0)
    #expect(try await without.output == CommandLineRun(arguments).output)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `the doctor reports it and finds nothing missing`() async throws {
    let run = try await run(["doctor"])
    #expect(run.exitCode == 0)
    #expect(
      run.output.contains(
        "FFmpeg's libraries can't be loaded, so no videos are read or written; scripts/setup"))
  }
}
