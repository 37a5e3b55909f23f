#if LiveServer
import PoseAnalysis
import PoseDetection
import PoseDocuments
import Foundation
import PoseMotion
import Synchronization
import TestSupport
import Testing

@testable import PoseLive

/// The messages that a measuring session sends to a page.
@Suite(.enabled(if: Checkout.hasDetection)) struct LivePageTests {
  private let folder: TemporaryFolder
  private let log = LiveLog()
  private let page: LivePage

  init() throws {
    folder = try TemporaryFolder()
    var session = LiveSession.Settings()
    session.measurement.exercise = .named(.squat)
    page = try LivePage(
      LivePageSettings(session: session, folder: folder.path(""), version: "1.2.3"),
      detectors: Self.detectors(session), largestPicture: 1_000_000, log: log)
  }

  private static func detectors(_ settings: LiveSession.Settings) throws -> DetectorPool {
    DetectorPool(
      assets: try .installed(), options: settings.measurement.detection, for: .live)
  }

  /// A picture as the page sends it.
  private func message(_ file: [UInt8], number: UInt32 = 7, time: Double) -> [UInt8] {
    let head = withUnsafeBytes(of: number.littleEndian) { Array($0) }
    return head + withUnsafeBytes(of: time.bitPattern.littleEndian) { Array($0) } + file
  }

  private func answer(_ message: [UInt8]) throws -> DocumentNode {
    try DocumentNode(
      parsing: Array(page.answer(to: message, waited: 0.001, dropped: 3, say: { _ in }).utf8))
  }

  private func command(_ text: String) throws -> DocumentNode? {
    try page.answer(to: text) { _ in }.map { try DocumentNode(parsing: Array($0.utf8)) }
  }

  private static let person = try? Fixture.bytes("demo/color.jpg")

  @Test func `a page that has come learns what there is to choose`() throws {
    let hello = try DocumentNode(parsing: Array(page.greeting().utf8))
    #expect(hello["type"]?.string == "hello" && hello["version"]?.string == "1.2.3")
    #expect(hello["exercise"]?.string == "squat" && hello["hands"]?.bool == false)
    #expect(hello["exercises"]?.elements?.count == Exercise.allCases.count)
    #expect(hello["joints"]?.elements?.count == 17 && hello["parents"]?.elements?.count == 17)
    #expect(log.tally.pages == 1)
  }

  @Test func `a picture is answered with what is in it, and how long that took`() throws {
    let file = try #require(Self.person)
    let result = try answer(message(file, time: 1000))
    #expect(result["type"]?.string == "result")
    #expect(try result["number"]?.number() == 7)
    let person = try #require(result["people"]?.elements?.first)
    for name in ["image", "joints", "sources"] { #expect(person[name]?.elements?.count == 17) }
    // The truth is 83.8°.
    let knee = try #require(try person["angles"]?["rightKneeFlexion"]?.numbers())
    #expect(abs(knee[0] - 83.8) < 15 && knee[1] > 0)
    for stage in ["wait", "decode", "detect", "hands", "lift", "measure"] {
      #expect(try #require(try result["stages"]?[stage]?.number()) >= 0)
    }
    #expect(try result["dropped"]?.number() == 3)
    #expect(log.tally.measured == 1 && log.tally.dropped == 3)
  }

  @Test func `what is no picture, or too large, or not later is a sentence`() throws {
    let file = try #require(Self.person)
    func sentence(_ message: [UInt8]) throws -> String? {
      let answer = try answer(message)
      #expect(answer["type"]?.string == "problem")
      return answer["sentence"]?.string
    }
    let strange = "The page sent something that is not an image."
    #expect(try sentence([]) == strange)
    #expect(try sentence([UInt8](repeating: 0, count: 100)) == strange)
    #expect(try sentence(message(Fixture.bytes("images/depth.png"), time: 1)) == strange)
    #expect(try sentence(message(file, time: .nan)) == strange)
    #expect(try sentence(message(file, time: .infinity)) == strange)
    #expect(
      try sentence(message(Array(file.prefix(3000)), time: 1))?.hasPrefix("the image: ") == true)
    #expect(try answer(message(file, time: 2))["type"]?.string == "result")
    #expect(
      try sentence(message(file, time: 2))
        == "The page sent an image that is not later than the one before.")
    let session = LiveSession.Settings()
    let small = try LivePage(
      LivePageSettings(session: session, folder: "", version: ""),
      detectors: Self.detectors(session), largestPicture: 1000, log: log)
    #expect(
      small.answer(to: message(file, time: 1), waited: 0, dropped: 0, say: { _ in }).contains(
        "problem"))
  }

  @Test func `commands are granted, and unknown ones are a sentence`() throws {
    let file = try #require(Self.person)
    #expect(try answer(message(file, time: 1))["hands"]?.elements == nil)
    #expect(try command("{\"command\": \"hands\", \"on\": true}") == nil)
    #expect(try answer(message(file, time: 2))["hands"]?.elements != nil)
    #expect(try command("{\"command\": \"exercise\", \"exercise\": \"lunge\"}") == nil)
    let hello = try DocumentNode(parsing: Array(page.greeting().utf8))
    #expect(hello["exercise"]?.string == "lunge" && hello["hands"]?.bool == true)
    for text in [
      "", "[]", "{}", "{\"command\": \"fly\"}", "{\"command\": \"exercise\"}", "{\"command\": 1}",
    ] {
      #expect(try command(text)?["type"]?.string == "problem", "\(text)")
    }
  }

  /// The answer that comes later, from another thread.
  private func later(_ command: String) throws -> DocumentNode {
    let received = Mutex<[String]>([])
    #expect(page.answer(to: command) { text in received.withLock { $0.append(text) } } == nil)
    log.waitForWork()
    return try DocumentNode(parsing: Array(#require(received.withLock { $0 }.first).utf8))
  }

  @Test func `the camera's place is judged by the newest picture`() throws {
    let advise = "{\"command\": \"advise\", \"exercise\": \"bicepsCurl\"}"
    let early = try later(advise)
    #expect(early["type"]?.string == "adviceFailed")
    #expect(
      early["sentence"]?.string
        == "The camera's place can't be judged: no image has come yet.")
    let empty = try Fixture.bytes("images/focal26.jpg")
    #expect(try answer(message(empty, time: 1))["type"]?.string == "result")
    #expect(
      try later(advise)["sentence"]?.string?.hasPrefix(
        "The camera's place can't be judged: no person was found") == true)
    let file = try #require(Self.person)
    #expect(try answer(message(file, time: 2))["type"]?.string == "result")
    let advice = try later(advise)
    #expect(advice["type"]?.string == "advice")
    #expect(advice["exercise"]?.string == "bicepsCurl")
    #expect(try #require(advice["sentences"]?.elements).count >= 3)
    // Without a name it is for the page's exercise.
    #expect(try later("{\"command\": \"advise\"}")["exercise"]?.string == "squat")
  }

  @Test func `a recording is kept when the page goes`() throws {
    let file = try #require(Self.person)
    #expect(try command("{\"command\": \"record\", \"on\": true}")?["type"]?.string == "recording")
    for number in 1...5 {
      let result = try answer(message(file, time: 100 * Double(number)))
      #expect(try result["recording"]?["frames"]?.number() == Double(number))
    }
    page.end()
    log.waitForWork()
    let recording = try #require(log.tally.recordings.first)
    #expect(recording.frames == 5)
    let name = LiveLog.name(recording.path)
    #expect(folder.contents == [name])
    #expect(log.path(ofRecording: name) == recording.path)
    #expect(log.path(ofRecording: "../" + name) == nil && log.path(ofRecording: "") == nil)
  }

  @Test func `a recording that can't go on is finished, and the page is told`() throws {
    let file = try #require(Self.person)
    let other = try Fixture.bytes("images/focal26.jpg")
    for (next, time, why) in [
      (file, 3_700_000.0, "an hour is the most that one takes"),
      (other, 200.0, "A recording has one size"),
    ] {
      let received = Mutex<[String]>([])
      func answer(_ file: [UInt8], _ time: Double) throws -> DocumentNode {
        let text = page.answer(to: message(file, time: time), waited: 0, dropped: 0) { news in
          received.withLock { $0.append(news) }
        }
        return try DocumentNode(parsing: Array(text.utf8))
      }
      let start = why.hasPrefix("an hour") ? 0 : 4_000_000.0
      _ = try command("{\"command\": \"record\", \"on\": true}")
      #expect(try answer(file, start + 100)["problem"]?.string == nil)
      let last = try answer(next, start + time)
      #expect(last["problem"]?.string?.contains("The recording has stopped: ") == true)
      #expect(last["problem"]?.string?.contains(why) == true)
      #expect(try answer(file, start + time + 100)["recording"]?["frames"] == nil)
      log.waitForWork()
      let news = try received.withLock { $0 }.map { try DocumentNode(parsing: Array($0.utf8)) }
      #expect(news.map { $0["type"]?.string } == ["saving", "recorded"])
    }
    #expect(log.tally.recordings.map(\.frames) == [2, 1])
  }

  @Test func `a recording of nothing is a sentence`() throws {
    _ = try command("{\"command\": \"record\", \"on\": true}")
    #expect(try command("{\"command\": \"record\", \"on\": false}")?["type"]?.string == "saving")
    log.waitForWork()
    #expect(log.tally.recordings.isEmpty && folder.contents.isEmpty)
  }
}
#endif
