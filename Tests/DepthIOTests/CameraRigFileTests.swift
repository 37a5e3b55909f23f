import DepthIO
import PoseDocuments
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Files of several cameras.
struct CameraRigFileTests {
  private static let matrix = "[[800, 0, 319.5], [0, 800, 239.5], [0, 0, 1]]"

  /// A camera in TOML; unless `extra` places it, it is turned by a right angle about y, 2 m away.
  private static func toml(
    _ name: String, rotation: String = "[0.0, 1.5707963267948966, 0.0]",
    translation: String = "[0.0, 0.0, 2.0]"
  ) -> String {
    """
    [\(name)]
    name = "\(name)"
    size = [640, 480]
    matrix = \(matrix)
    distortions = [0.1, 0, 0, 0]
    rotation = \(rotation)
    translation = \(translation)


    """
  }

  private static func read(_ text: String) throws -> CameraRigFile {
    try CameraRigFile(bytes: Array(text.utf8), name: "rig")
  }

  @Test func `Pose2Sim's TOML has metres`() throws {
    let file = try Self.read(
      Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 4]") + Self.toml("b"))
    #expect(file.layout == "Pose2Sim or Anipose")
    #expect(file.rig.cameras.map(\.name) == ["a", "b"])
    let b = file.rig.cameras[1]
    // A right angle about y puts the world's x at the camera's −z: it is at (2, 0, 0) and looks along −x.
    #expect((b.position - Vector3(2, 0, 0)).length < 1e-9)
    #expect((b.direction - Vector3(-1, 0, 0)).length < 1e-9)
    #expect(b.camera.fx == 800 && b.camera.width == 640)
    #expect(b.camera.distortion?.model == .brownConrady)
    // Both cameras are held level: the world's y points down.
    #expect(file.rig.up == Vector3(0, -1, 0))
  }

  @Test func `Anipose's millimetres become metres, and a table of cameras is looked into`() throws {
    let metres = try Self.read(
      Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 4]") + Self.toml("b"))
    let millimetres = try Self.read(
      Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 4000]")
        + Self.toml("b", translation: "[0, 0, 2000]"))
    #expect(millimetres.rig == metres.rig)
    let nested = try Self.read(
      (Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 4]") + Self.toml("b"))
        .replacing("[a]", with: "[cameras.a]").replacing("[b]", with: "[cameras.b]"))
    #expect(nested.rig == metres.rig)
    let matrices = try Self.read(
      Self.toml("a", rotation: "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", translation: "[0, 0, 4]")
        + Self.toml("b", rotation: "[[0, 0, 1], [0, 1, 0], [-1, 0, 0]]"))
    #expect((matrices.rig.cameras[1].position - metres.rig.cameras[1].position).length < 1e-9)
  }

  @Test func `cameras of a TOML file are in its order`() throws {
    let names = ["left", "center", "cam_2", "cam_10"]
    let text = names.enumerated().map { index, name in
      Self.toml(name, translation: "[\(index).0, 0.0, 2.0]")
    }.joined()
    #expect(try Self.read(text).rig.cameras.map(\.name) == names)
    let nested = names.reduce(text) { $0.replacing("[\($1)]", with: "[cameras.\($1)]") }
    #expect(try Self.read(nested).rig.cameras.map(\.name) == names)
  }

  private static let stereo = """
    %YAML:1.0
    ---
    image_width: 640
    image_height: 480
    M1: !!opencv-matrix
       rows: 3
       cols: 3
       dt: d
       data: [ 800., 0., 319.5, 0., 800., 239.5, 0., 0., 1. ]
    D1: !!opencv-matrix
       rows: 1
       cols: 5
       dt: d
       data: [ 0.1, 0., 0., 0., 0. ]
    M2: !!opencv-matrix
       rows: 3
       cols: 3
       dt: d
       data: [ 810., 0., 319.5, 0., 810., 239.5, 0., 0., 1. ]
    D2: !!opencv-matrix
       rows: 1
       cols: 5
       dt: d
       data: [ 0.1, 0., 0., 0., 0. ]
    R: !!opencv-matrix
       rows: 3
       cols: 3
       dt: d
       data: [ 1., 0., 0., 0., 1., 0., 0., 0., 1. ]
    T: !!opencv-matrix
       rows: 3
       cols: 1
       dt: d
       data: [ -120., 0., 0. ]

    """

  @Test func `OpenCV's stereo file has the second camera from the first`() throws {
    let file = try Self.read(Self.stereo)
    #expect(file.layout == "OpenCV, two cameras")
    #expect(file.rig.cameras.map(\.camera.fx) == [800, 810])
    #expect((file.rig.cameras[1].position - Vector3(0.12, 0, 0)).length < 1e-12)
  }

  @Test func `A folder has a camera a file, by the files' names`() throws {
    let folder = try TemporaryFolder()
    let left = Self.stereo.replacing("M1:", with: "K:").replacing("D1:", with: "D:")
    _ = try folder.file("left.yml", Array(left.replacing("[ -120.", with: "[ 0.").utf8))
    _ = try folder.file("right.yml", Array(left.replacing("[ -120.", with: "[ -2.").utf8))
    _ = try folder.file("notes.txt", Array("nothing".utf8))
    let file = try CameraRigFile(contentsOf: folder.path)
    #expect(file.rig.cameras.map(\.name) == ["left", "right"])
    #expect((file.rig.cameras[1].position - Vector3(2, 0, 0)).length < 1e-12)
  }

  @Test func `Qualisys' world points up along z`() throws {
    let text = try Fixture.text("cameras/qualisys.qca.txt")
    let moved = text.replacing(
      "r33=\"1\" x=\"4263.3\"", with: "r33=\"1\" x=\"5263.3\"", maxReplacements: 1)
    let file = try Self.read(moved)
    #expect(file.layout == "Qualisys")
    #expect(file.rig.up == Vector3(0, 0, 1))
    #expect((file.rig.cameras[0].position - Vector3(5.2633, 2.2838, 1.7943)).length < 1e-9)
    // Its z axis points backward.
    #expect((file.rig.cameras[0].direction - Vector3(0, 0, -1)).length < 1e-9)
  }

  @Test func `What is written is read again as the same`() throws {
    let rig = try Self.read(
      Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 4]") + Self.toml("b")
    ).rig
    let again = try Self.read(CameraRigFile.json(of: rig))
    #expect(again.layout == "pose3d")
    #expect(again.rig.up == rig.up)
    for (a, b) in zip(again.rig.cameras, rig.cameras) {
      #expect(a.name == b.name && a.camera == b.camera)
      #expect((a.position - b.position).length < 1e-5)
    }
    #expect(CameraRigFile.json(of: again.rig) == CameraRigFile.json(of: rig))
  }

  @Test func `A rig has the sigmas of its scale, its vertical and its poses`() throws {
    var rig = try Self.read(Self.toml("a") + Self.toml("b", translation: "[0, 0, 4]")).rig
    (rig.up, rig.upSigma, rig.scaleSigma) = (Vector3(0, 1, 0), 0.028, 0.068)
    rig.cameras[1].sigma = CameraRig.Sigma(
      intrinsics: [16, 8, 3, 3], rotation: Vector3(0.01, 0.02, 0.03),
      position: Vector3(0.1, 0.2, 0.3))
    let text = CameraRigFile.json(of: rig)
    let again = try Self.read(text).rig
    #expect(again.upSigma == 0.028 && again.scaleSigma == 0.068)
    #expect(again.cameras.map(\.sigma) == rig.cameras.map(\.sigma))
    let focal = rig.cameras[1].camera.fx
    #expect(again.cameras.map(\.camera.focalLengthSigma) == [0, 16 / focal])
    let wrong = error {
      _ = try Self.read(
        text.replacing("\"scaleSigma\": 0.068", with: "\"scaleSigma\": -0.1"))
    }
    #expect(
      wrong?.message == "scaleSigma is -0.1 where a standard deviation from 0 to 1 was expected")
  }

  @Test func `A rig has the covariance of its cameras, to the last bit`() throws {
    var rig = try Self.read(Self.toml("a") + Self.toml("b", translation: "[0, 0, 4]")).rig
    let size = 2 * RigCovariance.numbersPerCamera
    var triangle: [Double] = []
    for row in 0..<size {
      for column in 0..<row { triangle.append(1e-15 / Double(row + column + 3)) }
      triangle.append(1e-13 * Double(row + 1))
    }
    rig.covariance = RigCovariance(cameraCount: 2, lowerTriangle: triangle)
    #expect(rig.covariance?.lowerTriangle == triangle)
    let text = CameraRigFile.json(of: rig)
    #expect(try Self.read(text).rig.covariance == rig.covariance)
    func message(_ numbers: [String]) -> String? {
      let list = numbers.joined(separator: ", ")
      let other = text.replacing(
        /"covariance": \[[^\]]*\]/, with: "\"covariance\": [\(list)]")
      return error { _ = try Self.read(other) }?.message
    }
    #expect(
      message(Array(repeating: "0", count: 120))
        == "covariance is a list of 120 where 465 numbers, the cameras' covariance row by row up to the "
        + "diagonal, was expected")
    // A negative variance, and a correlation of 2.
    for numbers in [["-1", "0", "0"], ["1", "2", "1"]] {
      #expect(
        message(numbers + Array(repeating: "0", count: 462))
          == "covariance is a list of 465 where a covariance: no variance below 0, no correlation above 1 "
          + "was expected")
    }
  }

  @Test func `The vertical isn't taken from the camera whose frame is the world's`() throws {
    // Both look along z with y down; the first one is the origin of the second rig.
    let first = Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 0]")
    let behind = Self.toml("a", rotation: "[0, 0, 0]", translation: "[0, 0, 1]")
    let other = Self.toml("b", rotation: "[0.1, 0, 0]", translation: "[1, 0, 4]")
    #expect(try Self.read(first + other).rig.up == nil)
    #expect(try Self.read(behind + other).rig.up == Vector3(0, -1, 0))
    // The own layout states the vertical if it is known.
    var rig = try Self.read(behind + other).rig
    rig.up = nil
    #expect(try Self.read(CameraRigFile.json(of: rig)).rig.up == nil)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let sentence: String
  }

  static let refusals = [
    Refusal(
      testDescription: "one camera", text: toml("a"),
      sentence: "it has one camera with a place: two or more were expected"),
    Refusal(
      testDescription: "no place",
      text: toml("a").replacing("translation", with: "shift") + toml("b"),
      sentence: "camera a has no \"rotation\" and \"translation\": where it is isn't known"),
    Refusal(
      testDescription: "two cameras in one place", text: toml("a") + toml("b"),
      sentence: "cameras a and b are in one place: nothing can be triangulated from there"),
    Refusal(
      testDescription: "two cameras a centimetre apart",
      text: toml("a") + toml("b", translation: "[0.0, 0.006, 1.994]"),
      sentence: "cameras a and b are in one place: nothing can be triangulated from there"),
    Refusal(
      testDescription: "a camera 1e97 m away",
      text: toml("a") + toml("b", translation: "[1e100, 0.0, 0.0]"),
      sentence: "cameras a and b are 1e+97 m apart: places are in metres"),
    Refusal(
      testDescription: "a distortion that no lens has",
      text: toml("a").replacing("[0.1, 0, 0, 0]", with: "[1e7, 0, 0, 0]") + toml("b"),
      sentence:
        "a.distortions has the coefficient 10000000.0, and no lens has one beyond 1000000"),
    Refusal(
      testDescription: "no numbers for a translation",
      text: toml("a") + toml("b", translation: "[0.0, 1.0]"),
      sentence: "b.translation is a list of 2 where 3 numbers was expected"),
    Refusal(
      testDescription: "a stereo file without the place",
      text: stereo.replacing("R: ", with: "Q: "),
      sentence: "it has no \"R\" and \"T\": where the camera is isn't known"),
    Refusal(
      testDescription: "a stereo file without the second camera",
      text: stereo.replacing("M2: ", with: "P2: "),
      sentence: "the second camera's matrix is missing"),
    Refusal(
      testDescription: "another document", text: "{\"a\": 1}",
      sentence:
        "this has no poses of several cameras: pose3d.rig/1, TOML of Pose2Sim or "
        + "Anipose, .qca.txt of Qualisys, a camera chain of Kalibr's, a text model of COLMAP's, a session "
        + "of OpenCap's or a stereo file of OpenCV was expected"
    ),
    Refusal(
      testDescription: "a rig whose camera has no place",
      text: #"{"schema": "pose3d.rig/1", "cameras": [{"name": "a"}]}"#,
      sentence: "cameras[0] has no \"cameraFromWorld\""),
  ]

  @Test(arguments: refusals)
  func `An unsound file is refused with a sentence`(_ refusal: Refusal) throws {
    let thrown = error { _ = try Self.read(refusal.text) }
    #expect(thrown?.message == refusal.sentence)
  }

  @Test func `A rig of 6,000 cameras is read in seconds`() throws {
    let text = (0..<6000).map { number in
      """
      [c\(number)]
      size=[640,480]
      matrix=[[800,0,320],[0,800,240],[0,0,1]]
      rotation=[0.0,0.1,0.0]
      translation=[\(Double(number % 100) * 0.5),\(Double(number / 100) * 0.5),2.0]

      """
    }
    let start = ContinuousClock.now
    let file = try Self.read(text.joined())
    #expect(file.rig.cameras.count == 6000)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func `A session of OpenCap's has a pickle for each camera, in millimetres`() throws {
    let file = try CameraRigFile(contentsOf: Fixture.path("cameras/opencap"))
    #expect(file.layout == "OpenCap")
    #expect(file.rig.cameras.map(\.name) == ["Cam0", "Cam1", "Cam2"])
    let expected = try CameraRigFile(contentsOf: Fixture.path("cameras/opencap.rig.json"))
    for (a, b) in zip(file.rig.cameras, expected.rig.cameras) {
      #expect((a.position - b.position).length < 1e-9)
      #expect((a.direction - b.direction).length < 1e-9)
      #expect(a.camera.width == 720 && a.camera.height == 1280)
      #expect(a.camera == b.camera)
    }
    // The folder of its videos is the same.
    let videos = try CameraRigFile(contentsOf: Fixture.path("cameras/opencap/Videos"))
    #expect(videos.rig == file.rig)
  }

  @Test func `One of OpenCap's pickles is a camera, and no rig`() throws {
    let path = Fixture.path("cameras/opencap/Videos/Cam1/cameraIntrinsicsExtrinsics.pickle")
    let camera = try CameraFile(contentsOf: path).color
    let rig = try CameraRigFile(contentsOf: Fixture.path("cameras/opencap.rig.json"))
    #expect(camera == rig.rig.cameras[1].camera)
    let thrown = error { _ = try CameraRigFile(contentsOf: path) }
    #expect(
      thrown?.message
        == "this is one camera of OpenCap's: give the folder of the session, whose folder Videos has one "
        + "for each camera")
  }

  @Test func `OpenCap's own calibration of a telephone is read`() throws {
    let camera = try CameraFile(
      contentsOf: Fixture.path("cameras/opencap-iPhone13,1.pickle")
    ).color
    #expect(camera.width == 720 && camera.height == 1280)
    #expect(abs(camera.fx - Self.telephone.fx) < 1e-9 && abs(camera.cy - Self.telephone.cy) < 1e-9)
    #expect(camera.distortion?.model == .brownConrady)
  }

  /// What Python reads of the telephone's pickle.
  private static let telephone = (fx: 922.0027117035678, cy: 639.8486739245217)
}
