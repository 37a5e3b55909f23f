import PoseGeometry
import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing

struct CameraMutationTests {
  static let files = [
    "azure-kinect.json", "open3d.json", "opencv-rational.yml", "opencv.json", "opencv.xml",
    "orb-slam.yaml", "pose2sim.toml", "qualisys.qca.txt", "realsense.json", "ros-echo.yaml",
    "rs-enumerate.txt",
    "tum.txt",
  ]

  /// A camera may come of it or an error, never a crash; and what comes is written and read again.
  @Test(arguments: files)
  func `damaged calibrations end in a sentence`(name: String) throws {
    let original = try Fixture.bytes("cameras/\(name)")
    var options = CameraReadingOptions(
      colorSize: name.hasPrefix("azure") ? (1920, 1080) : (640, 480),
      depthSize: name.hasPrefix("azure") ? (640, 576) : (640, 480))
    // The two that have cameras with names.
    options.cameraName = ["pose2sim.toml", "qualisys.qca.txt"].contains(name) ? "cam_01" : nil
    _ = try CameraFile(bytes: original, name: name, options: options)
    var refused = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = RandomNumbers(seed: seed)
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        // The characters that make up these files.
        case 1:
          bytes[index] =
            Array("0123456789.-eE[]{}<>:=,\"# \n".utf8).randomElement(using: &random) ?? 0
        default: bytes.remove(at: index)
        }
      }
      if seed % 4 == 0 { bytes = Array(bytes.prefix(.random(in: 1..<bytes.count, using: &random))) }
      do {
        let file = try CameraFile(bytes: bytes, name: name, options: options)
        _ = file.color.normalized(SIMD2(0, 0))
        _ = try CameraFile(bytes: Array(file.json.utf8), name: "again")
      } catch {
        // What we write ourselves is always read again.
        #expect(error.path == name && error.message.count > 10, "\(error)")
        refused += 1
      }
    }
    #expect(refused > 10)
  }
}
