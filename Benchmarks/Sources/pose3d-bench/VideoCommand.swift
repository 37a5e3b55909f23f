import PoseImaging
import ArgumentParser
import DepthIO
import Foundation
import PoseVideo

/// `pose3d-bench video`: a whole video to JSON, beside MediaPipe; and what memory that takes.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video",
    abstract: "Times pose3d video from file to JSON, beside MediaPipe in Python, and its memory.",
    discussion: """
      Wall time a frame. Ours is the whole process, start and JSON included, divided by the frames; \
      MediaPipe's is its loop alone. Rounds alternate, and the best of each counts.

      Memory is the most that a process held, for the video repeated to 1,000 and to 10,000 frames.

      EXAMPLE
        pose3d-bench video squats.mp4 --pose3d .build/release/pose3d --mediapipe-python venv/bin/python
      """)

  @Argument(help: "The video.")
  var file: String

  @Option(help: "The program.")
  var pose3d = ".build/release/pose3d"

  @Option(
    help: ArgumentHelp(
      "A Python with mediapipe 0.10.21 and OpenCV.", valueName: "path"))
  var mediapipePython: String?

  @Option(help: "How many rounds.")
  var rounds = 3

  @Flag(help: "Measure memory too, which takes minutes.")
  var memory = false

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pose3d-bench-video")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "out.json").path
    var timings = Timings(.process, perSecond: 1000)
    let reader = try VideoReader(contentsOf: file)
    var frames = 0
    while try reader.next() != nil { frames += 1 }
    let (width, height) = (reader.info.width, reader.info.height)
    guard frames > 1 else { throw ValidationError("\(file): more than one frame is needed") }
    for _ in 0..<rounds {
      let run = try ChildProcess(pose3d, ["video", file, "-o", output])
      timings.add("ours", run.seconds * 1000 / Double(frames))
      timings.add("ours, CPU", run.processorSeconds * 1000 / Double(frames))
      timings.add(
        "peer",
        try mediapipePython.flatMap {
          try Peer(python: $0, script: "video_peer.py").number(for: [file])
        })
    }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    print(
      "ms a frame of \(width)×\(height), \(frames) frames, \(cores) processors, best of \(rounds) rounds"
    )
    timings.printRow("pose3d video, file to JSON, wall", "ours")
    timings.printRow("  its CPU", "ours, CPU")
    timings.printRow("MediaPipe 0.10.21 solutions.pose, decoding included", "peer")
    if let ours = timings["ours"], let peer = timings["peer"] {
      print(String(format: "MediaPipe / pose3d: %.2f", peer / ours))
    }
    if memory { try measureMemory(in: folder) }
  }

  /// The memory of runs over the video's frames, again and again.
  private func measureMemory(in folder: URL) throws {
    for count in [1_000, 10_000] {
      let long = folder.appending(path: "\(count).mp4").path
      try repeated(to: count, as: long)
      let run = try ChildProcess(
        pose3d, ["video", long, "-o", folder.appending(path: "long.json").path])
      print(String(format: "%d frames: %.0f MB, %.0f s", count, run.megabytes, run.seconds))
    }
  }

  private func repeated(to count: Int, as path: String) throws {
    var reader = try VideoReader(contentsOf: file)
    let rate = reader.info.frameRate ?? 30
    let writer = try VideoWriter(
      path, width: reader.info.width, height: reader.info.height, frameRate: rate)
    var written = 0
    while written < count {
      guard let frame = try reader.next() else {
        reader = try VideoReader(contentsOf: file)
        continue
      }
      let pixels = frame.image.pixels
      var words = [UInt32](repeating: 0, count: pixels.count / 3)
      for index in words.indices {
        let (red, green, blue) = (
          UInt32(pixels[3 * index]), UInt32(pixels[3 * index + 1]), UInt32(pixels[3 * index + 2])
        )
        words[index] = red << 16 | green << 8 | blue
      }
      try words.withUnsafeBufferPointer { try writer.append(words: $0, at: Double(written) / rate) }
      written += 1
    }
    try writer.finish()
  }
}
