import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
@testable import PoseExport
import PoseFiles
import TestSupport
import Testing

struct ClipTests {
  @Test(arguments: RecordedClip.names)
  func `feet are on the floor, and the first person is above the origin`(name: String) throws {
    let clip = try RecordedClip.processed(name)
    let person = clip.people[0]
    let root = person.position(.root, 0)
    #expect(root.x == 0 && root.z == 0 && root.y > 0.3)
    let soles = clip.times.indices.map { frame in
      min(person.position(.leftAnkle, frame).y, person.position(.rightAnkle, frame).y)
        - 0.039 * person.stature
    }.sorted()
    #expect(abs(soles[soles.count / 20]) < 1e-9)
    #expect(clip.isOnFloor)
  }

  @Test func `up is against gravity, however the camera is held`() throws {
    let level = try RecordedClip.joints("walk")
    let tilt = Rotation.about(.x, by: 0.4) * Rotation.about(.z, by: 0.3)
    let sequence = RecordedClip.sequence(of: [level], options: RecordedClip.untouched)
    var recording = sequence.recording
    for frame in recording.frames.indices {
      let body = recording.frames[frame].people[0].body
      recording.frames[frame].people[0].body.positions = body.positions.map { tilt * $0 }
    }
    recording.world = WorldAxes(cameraGravity: tilt * Vector3(0, 1, 0))
    let tilted = try PoseClip(
      of: PoseSequence(recording, options: RecordedClip.untouched), path: "tilted")
    let clip = try PoseClip(of: sequence, path: "level")
    for frame in clip.times.indices {
      for joint in Joint.allCases {
        let (a, b) = (
          clip.people[0].position(joint, frame), tilted.people[0].position(joint, frame)
        )
        #expect(abs(a.y - b.y) < 1e-9 && abs((a - b).length) < 2)
      }
    }
  }

  @Test func `an unknown vertical is reported`() throws {
    var recording = RecordedClip.sequence(of: [try RecordedClip.joints("walk")]).recording
    recording.world = nil
    let clip = try PoseClip(of: PoseSequence(recording), path: "walk.json")
    #expect(
      clip.diagnostics.map(\.description) == [
        "walk.json: the vertical is unknown, and the file's y axis is taken for it: is another axis up?"
      ])
  }

  @Test func `a recording without people is refused`() throws {
    let recording = PoseRecording(
      frames: [.init(index: 0, time: 0, people: [])], world: nil)
    #expect(
      throws: FileError(.nobody, path: "empty.json", "no person is in any of its frames")
    ) { try PoseClip(of: PoseSequence(recording), path: "empty.json") }
  }

  @Test func `a single frame is a clip in every format`() throws {
    let clip = try RecordedClip.measured("lunge", frames: 40..<41)
    #expect(clip.rate == 30 && clip.frameCount == 1)
    for format in ExportFormat.allCases {
      #expect(try WrittenFile.bytes(clip, format).count > 500, "\(format)")
    }
  }

  @Test func `the same clip gives the same bytes in every format`() throws {
    for format in ExportFormat.allCases {
      let files = try (0..<2).map { _ in try WrittenFile.bytes(RecordedClip.two(), format) }
      #expect(files[0] == files[1], "\(format)")
    }
  }

  @Test func `counted repetitions are events of C3D, from the first frame on`() throws {
    let joints = try RecordedClip.joints("squat")
    let times = joints.indices.map { 100 + Double($0) / 30 }
    let sequence = RecordedClip.sequence(of: [joints], times: times)
    let analysis = ExerciseAnalysis(of: sequence.people[0])
    let clip = try PoseClip(of: sequence, analyses: [analysis], path: "squat.json")
    #expect(clip.people[0].events.count == 3 * analysis.count && analysis.count == 2)
    #expect(clip.people[0].events.first?.label == "squat 1 start")
    let text = String(decoding: try WrittenFile.bytes(clip, .c3d), as: Unicode.ASCII.self)
    #expect(text.contains("EVENT") && text.contains("squat 2 turn"))
  }

  // MARK: Times

  @Test(arguments: [29.97, 30000 / 1001.0, 30.002, 30, 59.9985, 24.0001])
  func `a steady rate near a whole one needs no other frames, however long`(rate: Double) throws {
    let joints = try RecordedClip.joints("walk")
    let count = 4000
    let sequence = RecordedClip.sequence(
      of: [(0..<count).map { joints[$0 % joints.count] }],
      // Times in files are rounded to microseconds.
      times: (0..<count).map { (Double($0) / rate * 1e6).rounded() / 1e6 },
      options: RecordedClip.untouched)
    let clip = try PoseClip(of: sequence, path: "walk.json")
    #expect(clip.isEven)
    #expect(try clip.even(path: "walk.json").diagnostics.isEmpty)
    // At the last frame the rate is off by a twentieth of a frame at most.
    #expect(abs(clip.rate - rate) * Double(count) / rate < 0.05)
  }

  @Test func `frames at odd times are put at even ones for formats without times`() throws {
    let joints = try RecordedClip.joints("walk")
    // Twice as fast in the second half.
    let times = joints.indices.map { $0 < 45 ? Double($0) / 15 : 3 + Double($0 - 45) / 30 }
    let clip = try PoseClip(
      of: RecordedClip.sequence(of: [joints], times: times, options: RecordedClip.untouched),
      path: "walk.json")
    #expect(!clip.isEven)
    let even = try clip.even(path: "walk.json")
    #expect(even.isEven)
    #expect(
      even.diagnostics.map(\.description) == [
        "walk.json: the frames are not evenly spaced, as the format has them: places are taken between two frames where need be"
      ])
    for (frame, time) in even.times.enumerated() {
      let before = try #require(times.lastIndex { $0 <= time + 1e-9 })
      let after = min(before + 1, times.count - 1)
      let (a, b) = (
        clip.people[0].position(.leftWrist, before), clip.people[0].position(.leftWrist, after)
      )
      let place = even.people[0].position(.leftWrist, frame)
      #expect((place - a).length + (place - b).length < (a - b).length + 2e-3, "\(frame)")
    }
    let folder = try TemporaryFolder()
    let outcome = try PoseExport(of: clip, path: "walk.json", version: "0")
      .write([.bvh, .c3d, .csv], toFolder: folder.path, named: "walk", inputs: [])
    #expect(outcome.diagnostics.count == 1)
  }

  @Test func `times that no rate fits are refused by formats that have one`() throws {
    let joints = Array(try RecordedClip.joints("walk").prefix(5))
    let times = [0, 0.001, 0.002, 0.003, 1000.0]
    let clip = try PoseClip(
      of: RecordedClip.sequence(of: [joints], times: times, options: RecordedClip.untouched),
      path: "walk.json")
    let folder = try TemporaryFolder()
    let export = PoseExport(of: clip, path: "walk.json", version: "0")
    #expect(
      throws: FileError(
        .unsuitable, path: "walk.json",
        "the times of its frames are too uneven for this format, which has one rate: most are "
          + "0.001 s apart, and they span 1000 s; TRC, MOT, GLB, USDA, CSV and JSON Lines have times "
          + "of their own")
    ) { try export.write([.bvh], toFolder: folder.path, named: "walk", inputs: []) }
    #expect(folder.contents.isEmpty)
    _ = try export.write([.glb, .csv], toFolder: folder.path, named: "walk", inputs: [])
    #expect(Set(folder.contents) == ["walk.glb", "walk.csv"])
  }

  @Test(arguments: [
    (0.1 + 0.2, 6, "0.3"), (-0.0, 6, "0"), (-0.0000001, 6, "0"), (1234.5, 6, "1234.5"),
    (-0.05, 6, "-0.05"), (100, 6, "100"), (0.000001, 6, "0.000001"), (7, 0, "7"),
    (-12.3456789, 7, "-12.3456789"), (0.5, 0, "1"), (1e15, 6, "1000000000000000.0"),
  ])
  func `numbers have as many digits as they need`(value: Double, decimals: Int, text: String) {
    var written = FileText { _ in }
    written.write(value, decimals: decimals)
    #expect(written.text == text)
  }

  // MARK: Files

  @Test func `several people are as many files where one holds one, and named within where not`()
    throws
  {
    let folder = try TemporaryFolder()
    let outcome = try PoseExport(of: RecordedClip.two(), path: "two.jsonl", version: "0")
      .write(ExportFormat.allCases, toFolder: folder.path, named: "two", inputs: [])
    #expect(
      Set(folder.contents) == [
        "two-p1.trc", "two-p2.trc", "two-p1.mot", "two-p2.mot", "two-p1.bvh", "two-p2.bvh",
        "two.c3d", "two.glb", "two.usda", "two.csv", "two.jsonl",
      ])
    #expect(outcome.files.count == 11)
    #expect(
      outcome.diagnostics.map(\.description).contains(
        "two.jsonl: person 2 isn't there in 30 of 76 frames: skeletons of BVH, GLB and USDA stand still there"
      ))
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: folder.path("two.c3d"))), as: Unicode.ASCII.self)
    #expect(text.contains("P1:leftElbow") && text.contains("P2:topHead"))
  }

  @Test func `CSV names units, and leaves out an unknown sigma`() throws {
    let clip = try RecordedClip.measured("walk", frames: 0..<2)
    var options = ExportOptions()
    options.unit = .millimetre
    let lines = try WrittenFile.text(clip, .csv, options: options).split(separator: "\n")
    #expect(lines[0].hasPrefix("frame,time_s,person,root_x_mm,root_y_mm,root_z_mm,root_sigma_mm,"))
    let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    #expect(cells.count == lines[0].split(separator: ",").count)
    #expect(cells[6] == "")
    #expect(lines.count == 3)
  }

  @Test func `more frames than 16 bits count are written where readers expect them`() throws {
    let joints = try RecordedClip.joints("walk")[0]
    let count = 65_540
    let person = PoseClip.Person(
      id: 1, isPresent: Array(repeating: true, count: count),
      positions: Array(
        repeatElement(Joint.allCases.map { joints[$0] }, count: count).joined()), sigmas: [],
      feet: [], stature: 1.7, confidences: Array(repeating: 1, count: count),
      isFilled: Array(repeating: false, count: count))
    let clip = PoseClip(
      times: (0..<count).map { Double($0) / 100 }, people: [person], isOnFloor: true)
    var bytes: [UInt8] = []
    try C3DWriter(clip: clip, unit: .millimetre).write { bytes += $0 }
    #expect(bytes[8] == 0xFF && bytes[9] == 0xFF)
    let start = (Int(bytes[16]) - 1) * 512
    #expect(bytes.count == start + count * 17 * 16)
    let name = Array("ACTUAL_END_FIELD".utf8)
    let place = try #require(
      bytes.prefix(start).indices.first { bytes[$0...].starts(with: name) })
    // After the name: the way to the next, the type, one dimension of 2, the two words.
    #expect(Array(bytes[(place + 16 + 5)...].prefix(4)) == [4, 0, 1, 0])
  }

  @Test(arguments: ExportFormat.allCases)
  func `a person whose hips are one point is written`(format: ExportFormat) throws {
    let joints = try RecordedClip.joints("squat").prefix(40).map { joints in
      var joints = joints
      joints[.leftHip] = joints[.rightHip]
      return joints
    }
    let clip = try PoseClip(of: RecordedClip.sequence(of: [joints]), path: "nohip.jsonl")
    let folder = try TemporaryFolder()
    let outcome = try PoseExport(of: clip, path: "nohip.jsonl", version: "1")
      .write([format], toFolder: folder.path, named: "nohip", inputs: [])
    #expect(outcome.files.count == 1)
  }

  private static let scales: [(LengthUnit, Float)] = [
    (.millimetre, -1), (.centimetre, -0.1), (.metre, -0.001),
  ]

  @Test(arguments: scales)
  func `a residual of C3D is a millimetre in the file's unit`(unit: LengthUnit, scale: Float) throws
  {
    let joints = try RecordedClip.joints("squat")[0]
    let person = PoseClip.Person(
      id: 1, isPresent: [true], positions: Joint.allCases.map { joints[$0] },
      sigmas: Joint.allCases.map { _ in 0.01 }, feet: [], stature: 1.7, confidences: [1],
      isFilled: [false])
    var bytes: [UInt8] = []
    try C3DWriter(clip: PoseClip(times: [0], people: [person], isOnFloor: true), unit: unit)
      .write { bytes += $0 }
    func float(_ place: Int) -> Float {
      Float(
        bitPattern: bytes[place..<place + 4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      )
    }
    // The sixth pair of words of the header; the fourth number of the first point.
    #expect(float(12) == scale)
    let data = (Int(bytes[16]) - 1) * 512
    #expect(float(data + 12) == 10)
  }

  @Test(arguments: [(3, true), (100, true), (450, false), (5000, false)])
  func `C3D has room for the names of some hundred people's points`(
    count: Int, hasRoom: Bool
  ) throws {
    let joints = try RecordedClip.joints("squat")[0]
    let people = (1...count).map { number in
      PoseClip.Person(
        id: number, isPresent: [true], positions: Joint.allCases.map { joints[$0] }, sigmas: [],
        feet: [], stature: 1.7, confidences: [1], isFilled: [false])
    }
    let clip = PoseClip(times: [0], people: people, isOnFloor: true)
    #expect(C3DWriter(clip: clip, unit: .millimetre).hasRoom == hasRoom)
  }
}
