@testable import PoseAnalysis
import DepthIO
import PoseDocuments
import PoseImaging
import PoseFiles
import TestSupport
import Testing

/// Which camera counts, of all that may be known about one.
struct CameraChoiceTests {
  /// What is known, and where the camera then comes from.
  struct Case: CustomTestStringConvertible {
    var file: FileInput?
    var fieldOfView: Double?
    var depth: FileInput?
    var picture: FileInput = Self.color
    let source: Camera.Source

    static let color = FileInput(Fixture.path("demo/color.jpg"))
    static let depth = FileInput(Fixture.path("demo/depth.png"))
    /// The picture with the EXIF data of another one, which states its focal length: a JPEG's second
    /// segment, after the two bytes of its start.
    static let withFocalLength: FileInput = {
      guard let picture = try? FileBytes.read(color.name),
        let other = try? FileBytes.read(Fixture.path("images/focal26.jpg")),
        let start = other.firstRange(of: [0xFF, 0xE1])?.lowerBound
      else { return color }
      let length = Int(other[start + 2]) << 8 | Int(other[start + 3])
      var bytes = Array(picture.prefix(2))
      bytes += other[start..<(start + 2 + length)]
      bytes += picture.dropFirst(2)
      return FileInput(name: "focal.jpg", bytes: bytes)
    }()
    static let calibration = FileInput(Fixture.path("demo/camera.json"))

    var testDescription: String {
      "file \(file != nil), field of view \(fieldOfView != nil), \(picture.name): \(source)"
    }
  }

  @Test(arguments: [
    Case(file: Case.calibration, source: .file),
    Case(file: Case.calibration, fieldOfView: 1.2, source: .file),
    Case(fieldOfView: 1.2, source: .user),
    Case(fieldOfView: 1.2, picture: Case.withFocalLength, source: .user),
    Case(picture: Case.withFocalLength, source: .exif),
    Case(source: .assumed),
  ])
  func `the camera file goes before a field of view, that before what files say`(
    known: Case
  ) throws {
    var choice = CameraChoice()
    choice.file = known.file
    choice.diagonalFieldOfView = known.fieldOfView
    let frame = try PictureFrame(PictureInput(known.picture), camera: choice)
    #expect(frame.camera.source == known.source)
  }

  @Test func `an assumed camera shows no floor, whatever the depth map shows`() throws {
    var input = PictureInput(Case.color, depth: Case.depth)
    input.reading.depthUnit = .millimetres
    let frame = try PictureFrame(input)
    #expect(frame.camera.source == .device && frame.vertical.source == .floor)
    for source in [Camera.Source.assumed, .estimated] {
      let camera = frame.camera.with(focalLengthsTimes: 1, source: source, sigma: 0.1)
      #expect(
        GravityEstimate(given: nil, stated: nil, depth: frame.depth, camera: camera).floor == nil)
    }
    let stated = CameraChoice(diagonalFieldOfView: 1.4)
    #expect(try PictureFrame(input, camera: stated).vertical.source == .floor)
    let calibrated = CameraChoice(file: Case.calibration)
    #expect(try PictureFrame(input, camera: calibrated).vertical.source == .camera)
  }

  @Test func `bytes in memory are read as their file is`() throws {
    let (color, depth, camera) = (Case.color, Case.depth, Case.calibration)
    func inMemory(_ input: FileInput) throws -> FileInput {
      FileInput(name: input.name, bytes: try FileBytes.read(input.name))
    }
    let fromFiles = try PictureFrame(
      PictureInput(color, depth: depth), camera: CameraChoice(file: camera))
    let fromMemory = try PictureFrame(
      PictureInput(inMemory(color), depth: inMemory(depth)),
      camera: CameraChoice(file: inMemory(camera)))
    #expect(fromFiles.image.pixels == fromMemory.image.pixels)
    #expect(fromFiles.depth?.metres.map(\.bitPattern) == fromMemory.depth?.metres.map(\.bitPattern))
    #expect(fromFiles.camera == fromMemory.camera)
  }

  @Test func `a unit without a depth map is refused`() {
    var input = PictureInput(Case.color)
    input.reading.depthUnit = .millimetres
    let error = #expect(throws: FileError.self) { try PictureFrame(input) }
    #expect(error?.code == .depthMissing)
    #expect(error?.remedy == .giveDepth)
  }
}
