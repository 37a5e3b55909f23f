import PoseDocuments
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles
@testable import PoseReport
import TestSupport
import Testing

/// Pages, read as a browser reads them: elements by their names, data from their scripts.
struct PoseReportTests {
  private struct Clip: Decodable {
    struct Body: Decodable {
      struct Angle: Decodable {
        let name: String
        let group: String
        let side: String?
        let values: Data
        let sigmas: Data
      }
      let id: Int
      let seen: Data
      let positions: Data
      let raw: Data
      let points: Data
      let otherPoints: [Data]
      let sigmas: Data
      let angles: [Angle]
      struct Summary: Decodable {
        struct Line: Decodable {
          let title: String
          let text: String
          let reliability: String?
        }
        struct Extreme: Decodable {
          let turn: Double
          let title: String
          let text: String
        }
        let lines: [Line]
        let repetitions: [Extreme]
        let remark: String?
      }
      let summary: Summary
    }
    struct Picture: Decodable {
      let person: Int
      let turn: Double
      let png: Data
    }
    let pictures: [Picture]
    let name: String
    let times: [Double]
    let size: [Int]?
    let hasFloor: Bool
    let isUpright: Bool
    let warnings: [String]
    let facts: [[String]]
    let bodies: [Body]
    struct Camera: Decodable {
      struct Media: Decodable { let start: Double }
      let name: String
      let media: Media?
      let clock: [Double]
      let pyramid: [[Double]]
    }
    let cameras: [Camera]
    struct Scales: Decodable {
      let places: Double
      let points: Double
    }
    let scales: Scales
  }

  private static let camera = Camera(
    width: 640, height: 480, fx: 500, fy: 500, cx: 319.5, cy: 239.5, source: .file)

  /// Two squats before a camera, as `fixtures/motion/squat.json` has them.
  private static func squats() throws -> MotionRecording {
    struct File: Decodable {
      let fps: Double
      let gravity: [Double]
      let depth: [[Double]]
    }
    let file = try JSONDecoder().decode(
      File.self, from: Data(contentsOf: URL(filePath: Fixture.path("motion/squat.json"))))
    let frames = file.depth.enumerated().map { number, millimetres in
      let positions = PerJoint { joint in
        let place = 3 * joint.rawValue
        return Vector3(
          millimetres[place], millimetres[place + 1], millimetres[place + 2]) * 0.001
      }
      let body = BodyEstimate(positions: positions, sigmas: PerJoint { _ in 0.02 })
      return PoseRecording.Frame(
        index: number, time: Double(number) / file.fps,
        people: [PoseObservation(body, id: 0, confidence: 1)])
    }
    return MotionRecording(
      recording: PoseRecording(
        frames: frames, camera: camera,
        gravity: Vector3(file.gravity[0], file.gravity[1], file.gravity[2])))
  }

  /// The sequence in a file of the fixtures, in a report.
  private struct MotionRecording {
    var recording: PoseRecording

    func clip(
      name: String = "squat", camera: Camera? = nil, media: ReportClip.Media? = nil,
      warnings: [String] = []
    ) -> ReportClip {
      let sequence = PoseSequence(recording)
      return ReportClip(
        name: name, sequence: sequence, people: sequence.people,
        analyses: sequence.people.map { ExerciseAnalysis(of: $0) }, camera: camera, media: media,
        warnings: warnings, facts: [("Software", "pose3d")])
    }
  }

  private static func page(_ clips: [ReportClip]) -> String {
    var text = ""
    PoseReport(version: "0.1.0", clips: clips).writeHTML { text += $0 }
    return text
  }

  /// What is between the start of an element with this identifier and the first end of its kind.
  private static func script(_ identifier: String, in page: String) throws -> String {
    let start = try #require(page.range(of: "id=\"\(identifier)\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound])
  }

  private static func data(_ number: Int, in page: String) throws -> Clip {
    try JSONDecoder().decode(Clip.self, from: Data(script("clip-\(number)", in: page).utf8))
  }

  private static func numbers(_ data: Data, _ factor: Double) -> [Double?] {
    stride(from: 0, to: data.count, by: 2).map { place in
      let integer = Int16(bitPattern: UInt16(data[place]) | UInt16(data[place + 1]) << 8)
      return integer == .min ? nil : Double(integer) / factor
    }
  }

  @Test func `a page asks for nothing, and the same clip gives the same page`() throws {
    let clip = try Self.squats().clip()
    let page = Self.page([clip])
    #expect(page == Self.page([clip]))
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
    #expect(page.contains("default-src 'none'"))
    for word in ["http://", "https://", "src=\"", "href=", "@import", "url("] {
      // The one address is the name of SVG's kind of elements, which is never fetched.
      let text = page.replacing("\"http://www.w3.org/2000/svg\"", with: "")
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func `the first page has a sentence for each joint, and the extremes`() throws {
    var clip = try Self.squats().clip()
    let analysis = clip.analyses[0]
    clip.pictures = [
      .init(person: 0, turn: analysis.repetitions[0].turn, png: [137, 80, 78, 71])
    ]
    let data = try Self.data(0, in: Self.page([clip]))
    let summary = data.bodies[0].summary
    #expect(
      summary.lines.map(\.title) == [
        "Knee flexion", "Hip flexion", "Elbow flexion", "Shoulder elevation",
      ])
    for line in summary.lines {
      #expect(
        line.text.wholeMatch(
          of: /left from −?\d+° ± \d+ to −?\d+° ± \d+, right from .*\d\. ?(No difference.*)?/)
          != nil,
        "\(line.text)")
      #expect(["good", "fair", "rough", "uncertain"].contains(line.reliability))
    }
    let knee = try #require(analysis.measures.ranges.first { $0.name == "leftKneeFlexion" })
    let peak = Int((knee.maximum.value * 180 / .pi).rounded())
    #expect(summary.lines[0].text.contains("to \(peak)° ±"))
    #expect(summary.repetitions.count == 2)
    for one in summary.repetitions {
      #expect(analysis.repetitions.contains { abs($0.turn - one.turn) < 1e-5 })
    }
    #expect(data.pictures.map(\.png) == [Data([137, 80, 78, 71])])
    // By it the page's script finds the picture of a repetition.
    #expect(summary.repetitions.contains { $0.turn == data.pictures[0].turn })
  }

  @Test func `limbs of large images and of people far away are in the page`() throws {
    var squats = try Self.squats()
    let camera = Camera(
      width: 8000, height: 6000, fx: 9000, fy: 9000, cx: 3999.5, cy: 2999.5, source: .file)
    // Near the right border, and 200 m away.
    for (way, place) in [(Vector3(1.2, 0, 0), 0), (Vector3(80, 0, 200), 1)] {
      for index in squats.recording.frames.indices {
        let body = squats.recording.frames[index].people[0].body
        squats.recording.frames[index].people[0].body.positions = body.positions.map { $0 + way }
      }
      let clip = squats.clip(camera: camera)
      let data = try Self.data(0, in: Self.page([clip]))
      let points = Self.numbers(data.bodies[0].points, data.scales.points)
      let positions = Self.numbers(data.bodies[0].positions, data.scales.places)
      #expect(!points.contains(nil) && !positions.contains(nil), "\(place)")
      let root = try #require(clip.people[0].states[0]).body.positions[.root]
      let pixel = try #require(camera.pixel(of: root))
      #expect(abs(try #require(points[0]) - pixel.x) < 1 && pixel.x > 4100)
    }
  }

  private static let axes: [(first: Double, last: Double, count: Int)] = [
    (0, 5, 6), (0, 10, 11), (3.2, 9.9, 6), (0, 3600, 7), (0, 28800, 7), (0, 1.7e9, 6),
    (1.7e9, 1.7e9 + 4, 5), (0, 9e14, 6), (0, 0, 1),
  ]

  @Test(arguments: axes)
  func `an axis has a few labels however long it is`(first: Double, last: Double, count: Int) {
    let ticks = PoseReport.ticks(from: first, through: last)
    #expect(ticks.count == count, "\(ticks)")
    #expect(ticks.allSatisfy { $0 == $0.rounded() && (first...last).contains($0) })
    #expect(PoseReport.ticks(from: first, through: .infinity).isEmpty)
    #expect(PoseReport.ticks(from: .nan, through: last).isEmpty)
  }

  @Test func `an elbow that stays bent differs from the other one on average`() throws {
    var squats = try Self.squats()
    for index in squats.recording.frames.indices {
      var body = squats.recording.frames[index].people[0].body
      let (shoulder, elbow) = (body.positions[.leftShoulder], body.positions[.leftElbow])
      let arm = try #require((elbow - shoulder).normalized)
      let across = try #require(arm.cross(Vector3(0, 0, 1)).normalized)
      let length = (body.positions[.leftWrist] - elbow).length
      // Bent by 70°.
      body.positions[.leftWrist] = elbow + (arm * cos(1.22) + across * sin(1.22)) * length
      squats.recording.frames[index].people[0].body = body
    }
    let data = try Self.data(0, in: Self.page([squats.clip()]))
    let line = try #require(data.bodies[0].summary.lines.first { $0.title == "Elbow flexion" })
    let sentence = #/On average the angle of the left side is larger, by (\d+)° ± \d+\./#
    let found = try #require(line.text.firstMatch(of: sentence), "\(line.text)")
    #expect((40...75).contains(Int(found.1) ?? 0), "\(line.text)")
  }

  @Test(
    arguments: [
      "</script><script>alert(1)</script>", "\"quoted\" & <b>bold</b>", "Größe – 測定 \u{202E}evil",
      "e\u{301}\u{200D}👩🏽‍🦽", "a\u{2028}b", "<!--<script>",
    ])
  func `a name is text, whatever is in it`(name: String) throws {
    let page = Self.page([try Self.squats().clip(name: name, warnings: [name])])
    let clip = try Self.data(0, in: page)
    #expect(clip.name == name && clip.warnings == [name])
    #expect(page.ranges(of: "</script>").count == 2)
    #expect(!page.contains("<b>") && !page.contains("alert(1)</"))
  }

  @Test func `joints, sigmas and angles are those of the sequence`() throws {
    var recording = try Self.squats()
    // A moment without people, longer than is filled.
    for frame in 20..<60 { recording.recording.frames[frame].people = [] }
    let clip = recording.clip()
    let person = try #require(clip.people.first)
    let data = try Self.data(0, in: Self.page([clip]))
    let body = try #require(data.bodies.first)
    #expect(data.times.count == person.times.count && body.seen.count == data.times.count)
    let places = Self.numbers(body.positions, 1000)
    let sigmas = Self.numbers(body.sigmas, 1000)
    for (frame, state) in person.states.enumerated() {
      #expect((body.seen[frame] > 0) == (state != nil))
      for joint in Joint.allCases {
        let place = 51 * frame + 3 * joint.rawValue
        let shown = places[place..<place + 3].compactMap { $0 }
        guard let state else {
          #expect(shown.isEmpty)
          continue
        }
        // Turned and moved as a whole: lengths between joints stay.
        let root = places[51 * frame..<51 * frame + 3].compactMap { $0 }
        let length = zip(shown, root).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
        let expected = (state.body.positions[joint] - state.body.positions[.root]).length
        #expect(abs(length - expected) < 2e-3)
        let sigma = sigmas[17 * frame + joint.rawValue]
        #expect((sigma == nil) == (state.body.sigmas == nil))
        if let sigma, let whole = state.body.sigmas?[joint] {
          #expect(abs(sigma - whole) <= 5.1e-4)
        }
      }
    }
    for angle in body.angles {
      let definition = try #require(AngleDefinition.catalogue.first { $0.name == angle.name })
      let curve = person.curve(of: definition)
      for (shown, value) in zip(Self.numbers(angle.values, 10), curve.values) {
        #expect((shown == nil) == (value == nil))
        if let shown, let value { #expect(abs(shown - value * 180 / .pi) <= 0.0501) }
      }
      for (shown, sigma) in zip(Self.numbers(angle.sigmas, 100), curve.sigmas) {
        #expect((shown == nil) == (sigma == nil))
        if let shown, let sigma { #expect(abs(shown - sigma * 180 / .pi) <= 0.00501) }
      }
    }
    #expect(body.angles.contains { $0.name == "leftKneeFlexion" && $0.side == "left" })
  }

  @Test func `feet stand on the floor, up is up`() throws {
    let clip = try Self.squats().clip()
    let data = try Self.data(0, in: Self.page([clip]))
    #expect(data.hasFloor)
    let places = Self.numbers(try #require(data.bodies.first).positions, 1000)
    let head = Joint.topHead.rawValue
    let ankles = [Joint.leftAnkle, .rightAnkle].map(\.rawValue)
    for frame in data.times.indices {
      let height = { (joint: Int) in places[51 * frame + 3 * joint + 1] ?? .nan }
      for ankle in ankles { #expect((-0.02...0.25).contains(height(ankle))) }
      #expect(height(head) > 0.7)
    }
  }

  @Test func `points lie in the camera's picture`() throws {
    let recording = try Self.squats()
    let clip = recording.clip(camera: Self.camera)
    let person = try #require(clip.people.first)
    let data = try Self.data(0, in: Self.page([clip]))
    #expect(data.size == [640, 480])
    let points = Self.numbers(try #require(data.bodies.first).points, 8)
    for (frame, state) in person.states.enumerated() {
      for joint in Joint.allCases {
        let place = 2 * (17 * frame + joint.rawValue)
        let pixel = state.flatMap { Self.camera.pixel(of: $0.body.positions[joint]) }
        #expect((points[place] == nil) == (pixel == nil))
        if let pixel, let x = points[place], let y = points[place + 1] {
          #expect(abs(x - pixel.x) <= 0.07 && abs(y - pixel.y) <= 0.07)
        }
      }
    }
  }

  @Test func `a number that isn't one is missing`() throws {
    var clip = try Self.squats().clip()
    let person = clip.people[0]
    var states = person.states
    states[3]?.body.positions[.leftWrist] = Vector3(.nan, .infinity, 1e9)
    clip.people = [
      PersonMotion(id: 0, times: person.times, states: states, world: person.world)
    ]
    let data = try Self.data(0, in: Self.page([clip]))
    let places = Self.numbers(try #require(data.bodies.first).positions, 1000)
    let place = 51 * 3 + 3 * Joint.leftWrist.rawValue
    #expect(places[place..<place + 3].allSatisfy { $0 == nil })
    #expect(places.filter { $0 == nil }.count == 3)
  }

  @Test func `media come out as they went in, clips in their order`() throws {
    let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let media = ReportClip.Media(type: "video/mp4", bytes: bytes, width: 64, height: 48, start: 1.5)
    let recording = try Self.squats()
    let page = Self.page([
      recording.clip(name: "one"), recording.clip(name: "two", camera: Self.camera, media: media),
    ])
    #expect(try Self.data(0, in: page).name == "one" && Self.data(1, in: page).name == "two")
    #expect(!page.contains("id=\"media-0-0\""))
    let decoded = Data(base64Encoded: try Self.script("media-1-0", in: page))
    #expect(decoded.map(Array.init) == bytes)
  }

  @Test func `of several cameras each has its points, its place and its video`() throws {
    var squats = try Self.squats()
    // A camera a metre to the right of the first, turned inwards; its clock is half a second ahead.
    let cameraFromFrame = RigidTransform(
      rotation: .about(.y, by: 0.3), translation: Vector3(-1, 0, 0.2))
    squats.recording.camera = Self.camera
    squats.recording.views = [
      RecordedView(name: "front", camera: Self.camera, cameraFromFrame: .identity),
      RecordedView(
        name: "side", camera: Self.camera, cameraFromFrame: cameraFromFrame,
        clock: ViewClock(offset: 0.5)),
    ]
    var clip = squats.clip(camera: Self.camera)
    clip.otherMedia = [
      ReportClip.Media(type: "video/mp4", bytes: [1, 2, 3], width: 64, height: 48, start: 0.25)
    ]
    let page = Self.page([clip])
    let data = try Self.data(0, in: page)
    #expect(data.cameras.map(\.name) == ["front", "side"])
    #expect(data.cameras.map(\.clock) == [[0, 1], [0.5, 1]])
    #expect(data.cameras[0].media == nil && data.cameras[1].media?.start == 0.25)
    let decoded = Data(base64Encoded: try Self.script("media-0-1", in: page))
    #expect(decoded.map(Array.init) == [1, 2, 3])
    // The pyramids' apices are as far from each other as the cameras.
    let apices = data.cameras.map { Vector3($0.pyramid[0][0], $0.pyramid[0][1], $0.pyramid[0][2]) }
    let distance = (apices[0] - apices[1]).length
    #expect(abs(distance - cameraFromFrame.inverse.translation.length) < 1e-6)
    let body = try #require(data.bodies.first)
    let points = Self.numbers(try #require(body.otherPoints.first), 8)
    #expect(body.otherPoints.count == 1)
    for (frame, state) in clip.people[0].states.enumerated() {
      let body = try #require(state?.body)
      for joint in Joint.allCases {
        let pixel = Self.camera.pixel(of: cameraFromFrame * body.positions[joint])
        let place = 2 * (17 * frame + joint.rawValue)
        #expect((points[place] == nil) == (pixel == nil))
        if let pixel, let x = points[place], let y = points[place + 1] {
          #expect(abs(x - pixel.x) <= 0.07 && abs(y - pixel.y) <= 0.07)
        }
      }
    }
  }

  @Test func `empty input makes a page, too`() throws {
    let recording = PoseRecording(
      frames: [.init(index: 0, time: 0, people: [])], world: nil)
    let clip = MotionRecording(recording: recording).clip()
    let data = try Self.data(0, in: Self.page([clip]))
    #expect(data.bodies.isEmpty && !data.hasFloor && !data.isUpright)
  }
}
