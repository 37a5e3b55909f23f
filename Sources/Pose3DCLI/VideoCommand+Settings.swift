import DepthIO
import Detection
import Documents
import Foundation
import Imaging
import Video

extension VideoCommand {
  func settings() throws -> VideoAnalysis.Settings {
    var reading = VideoReader.Options()
    reading.from = from?.seconds
    reading.to = to?.seconds
    reading.every = every
    reading.frameRate = fps
    reading.usesOwnDepth = !ignoreOwnDepth
    var settings = VideoAnalysis.Settings(path: input)
    if let depthScale {
      do {
        reading.depth.depthUnit = try DepthUnit(parsing: depthScale)
      } catch {
        throw Failure(code: .usage, message: "--depth-scale \(depthScale): \(error)")
      }
    }
    if let camera {
      var options = CameraReadingOptions(colorSize: nil, depthSize: nil)
      options.cameraName = cameraName
      let file = try CameraFile(
        bytes: try FileBytes.read(camera, limit: CameraFile.sizeLimit), name: camera,
        options: options)
      reading.depth.unitOfIntegers = file.depthUnit
      settings.cameraFile = file
    }
    settings.depthPath = depth
    settings.diagonalFieldOfView = fov
    settings.bodyHeight = height
    settings.reading = reading
    settings.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    settings.detector.maximumCount = people.maximum
    settings.detector.cacheFolder = Installation.cacheFolder
    // A person is followed from frame to frame, so that detection is the one work that can't be
    // spread over frames. Two threads whatever the number of jobs: it must not change the numbers.
    settings.detector.threads = 2
    switch model {
    case "full": settings.detector.model = .full
    case "heavy": settings.detector.model = .heavy
    default:
      guard access(model, R_OK) == 0 else {
        throw Failure(
          code: .noInput,
          message: "\(model): there is no such model: --model is full, heavy or the file of one")
      }
      settings.detector.model = .file(model)
    }
    return settings
  }
}
