import PoseDetection
import PoseDocuments
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles
import TestSupport
import Testing

@testable import PoseAnalysis

@Suite(.enabled(if: Checkout.hasDetection)) struct LiveSessionTests {
  @Test func `the same frames at the same times give the same`() throws {
    let (first, second) = (
      try LiveClip.found(), try LiveClip.found { $0.measurement.detection.threads = 2 }
    )
    #expect(first.count == 76 && first.count == second.count)
    for (a, b) in zip(first, second) {
      #expect(a.people.map(\.id) == b.people.map(\.id))
      #expect(a.people.map(\.keypoints) == b.people.map(\.keypoints))
      #expect(a.people.map { $0.pose?.body } == b.people.map { $0.pose?.body })
      #expect(a.people.map(\.angles) == b.people.map(\.angles))
      #expect(a.people.map(\.exercise) == b.people.map(\.exercise))
      #expect(a.guidance == b.guidance)
    }
  }

  @Test func `sessions one after another use the same models, those of hands, too`() throws {
    let settings = LiveSession.Settings()
    let detectors = DetectorPool(
      assets: try .installed(), options: settings.measurement.detection, for: .live)
    func session() throws -> LiveSession {
      try LiveSession(settings, detectors: detectors)
    }
    let (body, hands) = try {
      let first = try session()
      return (first.detector, first.hands)
    }()
    let (second, third) = (try session(), try session())
    #expect(second.detector === body && third.detector !== body)
    #expect(second.hands === hands && third.hands !== hands)
  }

  @Test func `joints are where a causal analysis of the video has them`() throws {
    let live = try LiveClip.found()
    var settings = VideoAnalysis.Settings(path: LiveClip.path)
    settings.measurement.detection.effort = .fast
    settings.measurement.motion.smoothing = .oneEuro
    settings.measurement.exercise = .named(.squat)
    let result = try VideoAnalysis(settings).result(assets: .installed())
    var apart: [Double] = []
    for (index, frame) in live.enumerated() {
      let there = try #require(result.sequence.poses(at: index).first)
      let here = try #require(frame.people.first?.pose)
      for joint in Joint.allCases {
        let (a, b) = (try #require(here.pixel(joint)), try #require(there.pixel(joint)))
        apart.append(((a - b) * (a - b)).sum().squareRoot())
      }
    }
    apart.sort()
    // In pixels; what differs is the bones' lengths, which the video's analysis takes from all frames.
    #expect(apart[apart.count / 2] < 1)
    #expect(apart[apart.count * 95 / 100] < 3)
  }

  @Test func `squats are counted as they are completed`() throws {
    let frames = try LiveClip.found()
    let counts = frames.map { $0.people.first?.exercise.count ?? 0 }
    #expect(counts == counts.sorted())
    let completed = frames.flatMap { frame in
      frame.people.flatMap { person in person.exercise.completed.map { (frame.time, $0) } }
    }
    #expect(completed.count(where: { $0.1.isCounted }) == counts.last)
    for (time, repetition) in completed { #expect((0.1...0.6).contains(time - repetition.end)) }
    // The second squat ends with the clip: only afterwards is it known to be over.
    #expect(counts.last == 1)
    #expect(frames.last?.people.first?.exercise.title == "squat")
  }

  @Test func `both feet of a person who squats rest, and each line lists their points`() throws {
    let frames = try LiveClip.found()
    let contacts = try frames.map { try #require($0.people.first?.contacts) }
    // Speeds are known from the second frame on, and where the feet rest a moment later.
    #expect(contacts.first == [])
    let resting = contacts.count { points in
      points.contains(where: \.isLeft) && points.contains { !$0.isLeft }
    }
    #expect(resting > 7 * frames.count / 10)
    var lines = LiveLines(source: "clip", format: "test", version: "1", detail: .joints)
    for (frame, points) in zip(frames, contacts) {
      let names = points.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
      #expect(lines.text(of: frame).contains("\"contacts\":[\(names)]"))
    }
    let free = try LiveClip.found { $0.measurement.motion.groundsFeet = false }
    #expect(free.allSatisfy { $0.people.first?.contacts == nil })
    var others = LiveLines(source: "clip", format: "test", version: "1", detail: .joints)
    #expect(free.allSatisfy { !others.text(of: $0).contains("contacts") })
  }

  @Test func `angles have sigmas, and those of a standing person are small`() throws {
    let person = try #require(try LiveClip.found().first?.people.first)
    let knee = try #require(person.angles.first { $0.name == "leftKneeFlexion" })
    #expect(abs(try #require(knee.value)) < 0.5)
    #expect(try #require(knee.sigma) > 0)
    #expect(person.angles.count == AngleDefinition.catalogue.count)
  }

  @Test func `stages are reported in their order`() throws {
    let session = try LiveClip.session()
    var stages: [LiveSession.Stage] = []
    _ = try session.add(ColorImage(grey: 128), at: 0) { stages.append($0) }
    #expect(stages == LiveSession.Stage.allCases)
  }

  @Test func `hands are there when they are asked for`() throws {
    let session = try LiveClip.session()
    let (picture, time) = try LiveClip.frames()[0]
    let without = try session.add(picture, at: time)
    #expect(without.hands == nil && without.shownFingers == nil)
    session.findsHands = true
    let with = try session.add(picture, at: time + 0.1)
    #expect(with.hands != nil)
  }

  @Test func `another exercise counts from 0, and people keep their numbers`() throws {
    let session = try LiveClip.session()
    let frames = try LiveClip.frames()
    var last = try session.add(frames[0].picture, at: 0)
    for (picture, time) in frames.dropFirst() { last = try session.add(picture, at: time) }
    #expect(last.people.first?.exercise.count == 1)
    session.exercise = .named(.bicepsCurl)
    let next = try session.add(frames[0].picture, at: 100)
    #expect(next.people.first?.exercise.count == 0)
    #expect(next.people.first?.exercise.completed == [])
  }

  @Test func `a time that goes back, and another size, restart the session`() throws {
    let session = try LiveClip.session()
    let picture = try LiveClip.frames()[0].picture
    let first = try session.add(picture, at: 5)
    let back = try session.add(picture, at: 5)
    let smaller = picture.halved
    let other = try session.add(smaller, at: 6)
    let ids = [first, back, other].compactMap { $0.people.first?.id }
    #expect(Set(ids).count == 3)
    #expect((other.camera.width, other.camera.height) == (smaller.width, smaller.height))
    #expect([first, back, other].map(\.index) == [0, 1, 2])
  }

  @Test func `a camera file that can't be used is an error before the first frame`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("camera.json", "{")
    let error = #expect(throws: FileError.self) {
      try LiveClip.session { $0.measurement.camera.file = FileInput(file) }
    }
    #expect(error?.path == file)
  }

  @Test func `a camera that was not stated is a diagnostic`() throws {
    let session = try LiveClip.session()
    #expect(session.diagnostics.isEmpty)
    _ = try session.add(ColorImage(grey: 128), at: 0)
    #expect(
      session.diagnostics.map(\.description).joined().contains(
        "a diagonal field of view of 60° is assumed"))
  }
}

extension ColorImage {
  /// Every second pixel of every second row.
  fileprivate var halved: ColorImage {
    let (width, height) = (self.width / 2, self.height / 2)
    var pixels: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let place = 3 * (2 * row * self.width + 2 * column)
        pixels += self.pixels[place..<place + 3]
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }
}
