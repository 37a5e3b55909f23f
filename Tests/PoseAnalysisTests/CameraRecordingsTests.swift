import DepthIO
import Pose3D
import PoseAnalysis
import PoseDocuments
import PoseImaging
import PoseMultiView
import TestSupport
import Testing

/// Keypoints of cameras in files that other programs wrote.
struct CameraRecordingsTests {
  private static let calibration = """
    {"width": 640, "height": 480, "fx": 500, "fy": 500, "cx": 319.5, "cy": 239.5}
    """

  /// COCO's results, which don't have the images' sizes.
  private static func results(images: [Int]) -> String {
    let points = (0..<17).map { "\(100 + 10 * $0),\(90 + 8 * $0),0.9" }.joined(separator: ",")
    return "["
      + images.map { #"{"image_id":\#($0),"category_id":1,"keypoints":[\#(points)],"score":0.8}"# }
      .joined(separator: ",") + "]"
  }

  /// COCO's annotations of images with their sizes, each with the same person.
  private static func annotations(sizes: [(width: Int, height: Int)]) -> String {
    let images = sizes.enumerated().map { index, size in
      #"{"id":\#(index),"width":\#(size.width),"height":\#(size.height),"file_name":"\#(index).jpg"}"#
    }
    let results = results(images: Array(sizes.indices)).replacing(",0.9", with: ",2")
    return #"{"images":[\#(images.joined(separator: ","))],"annotations":\#(results)}"#
  }

  private static func recordings(
    _ file: String, isCalibrated: Bool = true
  ) throws -> [KeypointRecording] {
    let folder = try TemporaryFolder()
    let paths = try ["a.json", "b.json"].map { try folder.file($0, file) }
    var settings = CameraRecordings.Settings(paths: paths)
    settings.frameRate = 25
    if isCalibrated {
      settings.calibrations = [
        try CameraFile(bytes: Array(calibration.utf8), name: "camera.json")
      ]
    }
    return try CameraRecordings(settings).keypoints(assets: nil)
  }

  @Test func `images whose size the file lacks have the camera's`() throws {
    for recording in try Self.recordings(Self.results(images: [7, 12])) {
      #expect(recording.camera.width == 640 && recording.camera.height == 480)
      #expect(recording.frames.map(\.time) == [0.28, 0.48])
      for person in recording.frames.flatMap(\.people) {
        #expect(person.imageWidth == 640 && person.imageHeight == 480)
        #expect(person.points[.nose]?.x == 100)
      }
    }
  }

  @Test(arguments: [
    (
      results(images: [7, 12]), false,
      "how large the images are isn't in it, and no calibration of the camera was given"
    ),
    (
      annotations(sizes: [(640, 480), (640, 360)]), true,
      "image 1 has 640×360 pixels, and image 0 640×480: one camera's images have one size"
    ),
    (
      results(images: [0, 720_000]), true,
      "its images' numbers go from 0 to 720000, which are 8 hours at 25 images a second: at most 6 hours can be read. Check the numbers"
    ),
    (
      results(images: [9_000_000_000_000_000_000, 9_000_000_000_000_001_024]), true,
      "its images' numbers go from 9000000000000000000 to 9000000000000001024, and at 25 images a second at most 2.5e+10 can be read. Check the numbers"
    ),
  ])
  func `images of one camera have one known size, and numbers of one recording`(
    file: String, isCalibrated: Bool, message: String
  ) throws {
    let error = #expect(throws: FileError.self) {
      try Self.recordings(file, isCalibrated: isCalibrated)
    }
    #expect(error?.message == message)
  }
}
