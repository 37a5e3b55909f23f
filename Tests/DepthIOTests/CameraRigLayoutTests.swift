import DepthIO
import PoseDocuments
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Rigs in the layouts of other programs.
struct CameraRigLayoutTests {
  /// Three cameras around the middle of a room, y up, each with a lens of its own.
  private static func rig(up: Vector3? = Vector3(0, 1, 0), _ lenses: [LensDistortion?]) -> CameraRig
  {
    let members = lenses.enumerated().map { index, lens in
      let turn = Rotation.about(.y, by: 0.9 * Double(index) + 0.2)
      let level = Rotation.about(.x, by: .pi + 0.1)
      let rotation = level * turn
      return CameraRig.Member(
        name: "cam \(index).a",
        camera: Camera(
          width: 1920, height: 1080, fx: 1500.25, fy: 1498.5, cx: 961.125 + Double(index),
          cy: 539.75, distortion: lens, source: .file),
        cameraFromWorld: RigidTransform(
          rotation: rotation, translation: Vector3(0.1 * Double(index), 1.2, 3.5)))
    }
    return CameraRig(cameras: members, up: up)
  }

  private static func radial(_ numbers: Double...) throws -> LensDistortion {
    try #require(LensDistortion(coefficients: numbers))
  }

  /// What a layout keeps: lenses, sizes, and the motion from one camera to each other one.
  private static func expectSame(
    _ read: CameraRig, _ rig: CameraRig, within tolerance: Double = 1e-7
  ) throws {
    try #require(read.cameras.count == rig.cameras.count)
    for (a, b) in zip(read.cameras, rig.cameras) {
      #expect(a.camera.width == b.camera.width && a.camera.height == b.camera.height)
      #expect(abs(a.camera.fx - b.camera.fx) < 1e-9 && abs(a.camera.cx - b.camera.cx) < 1e-9)
      #expect(abs(a.camera.fy - b.camera.fy) < 1e-9 && abs(a.camera.cy - b.camera.cy) < 1e-9)
      for x in [-0.3, 0, 0.25] {
        let point = Vector3(x, 0.2, 2)
        let (one, two) = (a.camera.pixel(of: point), b.camera.pixel(of: point))
        let (p, q) = (try #require(one), try #require(two))
        #expect(abs(p.x - q.x) < 1e-6 && abs(p.y - q.y) < 1e-6)
      }
      let step = a.cameraFromWorld * read.cameras[0].cameraFromWorld.inverse
      let other = b.cameraFromWorld * rig.cameras[0].cameraFromWorld.inverse
      #expect((step.translation - other.translation).length < tolerance)
      #expect((step.rotation * other.rotation.inverse).rotationVector.length < tolerance)
    }
  }

  /// Writes a rig in a layout to a folder, and returns the path that is read back.
  private static func write(
    _ rig: CameraRig, _ layout: CameraRigLayout, to folder: TemporaryFolder
  ) throws -> String {
    let files = try layout.files(of: rig)
    for (name, bytes) in files {
      _ = try folder.file(layout.isFolder ? name : "rig", bytes)
    }
    return layout.isFolder ? folder.path : folder.path("rig")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: CameraRigLayout.allCases)
  func `what is written is read back`(layout: CameraRigLayout) throws {
    let fisheye = LensDistortion(model: .fisheye, coefficients: [0.01, -0.02, 0.003, 1e-5])
    let lenses = [
      nil, try Self.radial(-0.21, 0.05, 0.001, -0.00002),
      // OpenCap has no fisheye lenses.
      layout == .opencap ? try Self.radial(0.1, -0.02, 0, 0.001, 0.003) : fisheye,
    ]
    let folder = try TemporaryFolder()
    let rig = Self.rig(lenses)
    let read = try CameraRigFile(contentsOf: try Self.write(rig, layout, to: folder)).rig
    // Our own file has six decimals.
    try Self.expectSame(read, rig, within: layout == .pose3d ? 5e-6 : 1e-7)
    if [.pose3d, .pose2sim, .anipose, .freemocap].contains(layout) {
      #expect(read.cameras.map(\.name) == rig.cameras.map(\.name))
    }
  }

  @Test(arguments: [CameraRigLayout.pose2sim, .opencv, .colmap])
  func `six radial coefficients are kept`(layout: CameraRigLayout) throws {
    let lens = try Self.radial(-0.2, 0.1, 0.001, 0.002, 0.03, 0.01, 0.02, 0.003)
    let rig = Self.rig([lens, lens])
    let folder = try TemporaryFolder()
    try Self.expectSame(
      try CameraRigFile(contentsOf: try Self.write(rig, layout, to: folder)).rig, rig)
  }

  @Test func `Pose2Sim's world has z up, whatever was up`() throws {
    for up in [Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0, -1, 0), Vector3(0.6, 0.8, 0)] {
      let rig = Self.rig(up: up, [nil, nil])
      let folder = try TemporaryFolder()
      let read = try CameraRigFile(contentsOf: try Self.write(rig, .pose2sim, to: folder)).rig
      // The direction up, in the first camera's frame.
      let before = rig.cameras[0].cameraFromWorld.rotation * up
      let after = read.cameras[0].cameraFromWorld.rotation * Vector3(0, 0, 1)
      #expect((before - after).length < 1e-9)
      try Self.expectSame(read, rig)
    }
  }

  @Test func `COLMAP's pixels have their corners at whole numbers`() throws {
    let files = try CameraRigLayout.colmap.files(of: Self.rig([nil, nil]))
    #expect(files.map(\.name) == ["cameras.txt", "images.txt", "points3D.txt"])
    #expect(
      Self.text(files[0].bytes).contains(
        "\n1 OPENCV 1920 1080 1500.25 1498.5 961.625 540.25 0.0 0.0 0.0 0.0\n")
    )
  }

  @Test func `a COLMAP model is read whose images have many points`() throws {
    let rig = Self.rig([nil, nil])
    let folder = try TemporaryFolder()
    for (name, bytes) in try CameraRigLayout.colmap.files(of: rig) {
      let text = Self.text(bytes)
      // 1.4 MB, in lines of the points with Windows' line breaks.
      let points = [String](repeating: "101.25 202.5 -1", count: 45_000).joined(separator: " ")
      // The last line break ends a line.
      let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in name == "images.txt" && line.isEmpty ? points : String(line) }
      _ = try folder.file(name, lines.joined(separator: "\r\n"))
    }
    try Self.expectSame(try CameraRigFile(contentsOf: folder.path("")).rig, rig)
  }

  @Test(arguments: ["\n", "# a comment\n\n \r\n", ""])
  func `blank lines before a COLMAP image are none of its points`(head: String) throws {
    let rig = Self.rig([nil, nil])
    let folder = try TemporaryFolder()
    for (name, bytes) in try CameraRigLayout.colmap.files(of: rig) {
      _ = try folder.file(name, name == "images.txt" ? head + Self.text(bytes) : Self.text(bytes))
    }
    try Self.expectSame(try CameraRigFile(contentsOf: folder.path("")).rig, rig)
  }

  @Test func `a camera called metadata comes back from Pose2Sim's file`() throws {
    var rig = Self.rig([nil, nil])
    rig.cameras[1].name = "metadata"
    let folder = try TemporaryFolder()
    let read = try CameraRigFile(contentsOf: try Self.write(rig, .pose2sim, to: folder)).rig
    #expect(read.cameras.map(\.name) == rig.cameras.map(\.name))
  }

  @Test func `small numbers have a decimal point`() throws {
    let lens = try Self.radial(1e-5, -2e-7, 0, 0)
    for layout in [CameraRigLayout.pose2sim, .kalibr, .opencv] {
      let text = try layout.files(of: Self.rig([lens, nil])).map { Self.text($0.bytes) }.joined()
      #expect(text.contains("1.0e-05, -2.0e-07"))
    }
  }

  @Test func `names of files differ, and hold no path`() throws {
    var rig = Self.rig([nil, nil, nil])
    for (index, name) in ["../x", "..-x", "..-X"].enumerated() { rig.cameras[index].name = name }
    let names = try CameraRigLayout.opencv.files(of: rig).map(\.name)
    #expect(names == ["_x.yml", "-x.yml", "-X_2.yml"])
  }

  @Test func `a lens that a layout can't express is refused`() throws {
    let table = try #require(LensDistortion(radialTable: [0, 0.1], center: SIMD2(960, 540)))
    let six = try Self.radial(-0.2, 0.1, 0, 0, 0.03)
    for (lens, layout, words) in [
      (table, CameraRigLayout.opencv, "the lens model radial-table, which OpenCV's FileStorage"),
      (six, .kalibr, "more than two radial coefficients, which Kalibr's camera chain"),
    ] {
      let error = #expect(throws: FileError.self) { try layout.files(of: Self.rig([nil, lens])) }
      #expect(
        error?.message
          == "the camera has \(words) can't express: write pose3d.rig/1, or calibrate the camera again"
      )
    }
  }

  @Test(arguments: [
    ("cam.yaml", CameraRigLayout.kalibr as CameraRigLayout?), ("a/b.TOML", .pose2sim),
    ("rig.json", .pose3d), ("rig", nil), ("folder.yml/", nil), ("x.txt", nil),
  ])
  func `an ending names a layout`(path: String, layout: CameraRigLayout?) {
    #expect(CameraRigLayout(ending: path) == layout)
  }

  // MARK: Refused

  private static let chain = """
    cam0:
      camera_model: pinhole
      intrinsics: [800.0, 800.0, 320.0, 240.0]
      distortion_model: radtan
      distortion_coeffs: [0.0, 0.0, 0.0, 0.0]
      resolution: [640, 480]
    cam1:
      T_cn_cnm1:
      - [1.0, 0.0, 0.0, 0.5]
      - [0.0, 1.0, 0.0, 0.0]
      - [0.0, 0.0, 1.0, 0.0]
      - [0.0, 0.0, 0.0, 1.0]
      camera_model: pinhole
      intrinsics: [800.0, 800.0, 320.0, 240.0]
      distortion_model: none
      distortion_coeffs: []
      resolution: [640, 480]

    """

  @Test func `Kalibr's chain is read`() throws {
    let file = try CameraRigFile(bytes: Array(Self.chain.utf8), name: "chain.yaml")
    #expect(file.layout == "Kalibr" && file.rig.cameras.map(\.name) == ["cam0", "cam1"])
    #expect((file.rig.cameras[1].position - Vector3(-0.5, 0, 0)).length < 1e-12)
  }

  @Test(arguments: [
    (
      "T_cn_cnm1", "T_cam_imu",
      "cam1 has no \"T_cn_cnm1\": where it is relative to cam0 isn't known"
    ),
    ("resolution", "size", "cam0 has no \"resolution\""),
    ("cam1:", "cam2:", "there is cam2, and no cam1 before it: where it is isn't known"),
    ("[1.0, 0.0, 0.0, 0.5]", "[2.0, 0.0, 0.0, 0.5]", "a rigid motion (a 4×4 matrix, row by row)"),
    ("camera_model: pinhole", "camera_model: omni", "pinhole, the only camera model that is read,"),
    ("radtan", "fov", "radtan, equidistant or none, the lens models that are read,"),
  ])
  func `a chain that can't be read`(part: String, other: String, message: String) throws {
    let text = Self.chain.replacing(part, with: other)
    let error = #expect(throws: FileError.self) {
      try CameraRigFile(bytes: Array(text.utf8), name: "chain.yaml")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("1 OPENCV 640 480 800 800 320.5 240.5 0 0 0", "camera 1 has 7 parameters, and OPENCV has 8"),
    ("1 FOV 640 480 800 800 320.5 240.5 1", "camera 1 is FOV; read are FULL_OPENCV, OPENCV"),
    ("1 PINHOLE 640", "a line has no number, model, width, height and parameters: 1 PINHOLE 640"),
    ("1 PINHOLE 640 480 1 1 320 240", "camera 1 has focal lengths of 1.0 and 1.0 pixels"),
    ("2 PINHOLE 640 480 800 800 320.5 240.5", "is of camera 1, which cameras.txt hasn't got"),
    ("1 PINHOLE 0 480 800 800 320.5 240.5", "camera 1 is 0×480 pixels"),
    ("1 PINHOLE 640 480 nan 800 320.5 240.5", "a line has no number, model"),
  ])
  func `a text model of COLMAP's that can't be read`(camera: String, message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("cameras.txt", camera + "\n")
    _ = try folder.file(
      "images.txt", "# x\n1 1 0 0 0 0 0 0 1 a.png\n\n2 1 0 0 0 1 0 0 1 b.png\n1 2 3\n")
    let error = #expect(throws: FileError.self) { try CameraRigFile(contentsOf: folder.path) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `simple models of COLMAP's have one focal length`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("cameras.txt", "1 SIMPLE_RADIAL 640 480 800 320.5 240.5 -0.1\n")
    _ = try folder.file(
      "images.txt", "1 1 0 0 0 0 0 0 1 a b.png\n\n2 1 0 0 0 1 0 0 1 b.png\n1 2 3\n")
    let rig = try CameraRigFile(contentsOf: folder.path).rig
    #expect(rig.cameras.map(\.name) == ["a b.png", "b.png"])
    let camera = rig.cameras[0].camera
    #expect(camera.fx == 800 && camera.fy == 800 && camera.cx == 320 && camera.cy == 240)
    #expect(camera.distortion?.coefficients.prefix(2) == [-0.1, 0])
  }
}
