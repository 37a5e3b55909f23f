internal import Foundation
internal import Pose3D
internal import PoseDocuments
internal import PoseDrawing
public import PoseFiles
public import PoseImaging
public import PoseMotion
public import PoseVideo

/// The worst moments of postures at work as images: the frames of the video with the skeletons drawn.
public struct WorstMoments: Sendable {
  /// The images as PNG, in the video's size.
  public private(set) var images: [ErgonomicsDocument.Moment: [UInt8]] = [:]
  /// The same in a size for a page.
  public private(set) var small: [ErgonomicsDocument.Moment: [UInt8]] = [:]

  /// The longer side of an image on a page in pixels.
  private static let longestSide = 640

  /// No images.
  public init() {}

  /// Draws the moments.
  ///
  /// - Parameters:
  ///   - document: what was found.
  ///   - sequence: the people of it, in the camera's frame.
  ///   - camera: the camera.
  ///   - path: the video.
  ///   - reading: how it was read.
  ///   - faces: the faces that are made unrecognisable; `nil` to leave all as they are.
  /// - Throws: `FileError`: those of `VideoReader`; `mismatch` for a video of another shape, and one that has no frame
  ///   at these times. `DrawingError`.
  public init(
    of document: ErgonomicsDocument, in sequence: PoseSequence, camera: Camera, video path: String,
    reading: VideoReader.Options = .init(), hiding faces: FaceRegions? = nil
  ) throws {
    let moments = document.people.flatMap { person in
      person.assessments.flatMap { assessment in
        assessment.worst.enumerated().map { place, frame in
          (
            moment: ErgonomicsDocument.Moment(
              person: person.id, method: assessment.method, rank: place + 1),
            frame: frame
          )
        }
      }
    }
    var drawn: [Int: (image: [UInt8], small: [UInt8])] = [:]
    for index in Set(moments.map(\.frame.index)).sorted() {
      let time = sequence.recording.frames[index].time
      let image = try VideoReader.image(of: path, at: time, reading, camera)
      let poses = sequence.posesToDraw(at: index, by: camera)
      let shown = faces?.hiding(in: image, at: time) ?? image
      drawn[index] = (
        try PoseOverlay(of: poses, on: shown).png(),
        try PoseOverlay(of: poses, on: shown.reduced(toSide: Self.longestSide)).png()
      )
    }
    for (moment, frame) in moments {
      images[moment] = drawn[frame.index]?.image
      small[moment] = drawn[frame.index]?.small
    }
  }

  /// Writes the images: `reba-1.png`, and where there are several people `person-2-reba-1.png`.
  ///
  /// - Parameters:
  ///   - folder: has to exist.
  ///   - inputs: the files that were read, which stay.
  /// - Returns: the files that were written.
  public func write(toFolder folder: String, inputs: [String]) throws -> [String] {
    let place = folder.hasSuffix("/") ? folder : folder + "/"
    let people = Set(images.keys.map(\.person))
    let order = { (moment: ErgonomicsDocument.Moment) in
      (moment.person, moment.method == .reba ? 0 : 1, moment.rank)
    }
    return try images.sorted { order($0.key) < order($1.key) }.map { moment, bytes in
      let owner = people.count > 1 ? "person-\(moment.person)-" : ""
      let file = try OutputFile(
        "\(place)\(owner)\(moment.method.rawValue)-\(moment.rank).png", inputs: inputs)
      try file.write(bytes)
      return file.path
    }
  }
}

extension VideoReader {
  /// Seconds by which times differ that are the same: documents have them to 1e-6.
  private static let tolerance = 1e-4

  /// The frame of a video at a time.
  static func image(
    of path: String, at time: Double, _ reading: VideoReader.Options, _ camera: Camera
  ) throws -> ColorImage {
    var options = reading
    options.usesOwnDepth = false
    (options.to, options.every) = (nil, 1)
    let whole = try VideoReader(contentsOf: path, options: options)
    // Of frames at one time the first one counts.
    options.from = max(reading.from ?? 0, (time - tolerance) * whole.info.slowMotion)
    let reader = try VideoReader(contentsOf: path, options: options, index: whole.index)
    let info = reader.info
    let ratio =
      Double(info.width) * Double(camera.height) / (Double(info.height) * Double(camera.width))
    guard abs(ratio - 1) <= 0.01 else {
      throw FileError(
        .mismatch, path: path,
        "it has \(info.width)×\(info.height) pixels, and the joints were measured in \(camera.width)×\(camera.height): this is another video"
      )
    }
    guard let frame = try reader.next(), abs(frame.time - time) <= 2 * tolerance else {
      throw FileError(
        .mismatch, path: path,
        String(format: "it has no frame at %.3f s: this is another video", time))
    }
    return frame.image
  }
}
