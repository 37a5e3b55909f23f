@testable import PoseDetection
import PoseImaging
import Testing

@Suite("A track")
struct BodyTrackTests {
  @Test("knows its person who hasn't moved, and after a second only by what they wear")
  func memory() {
    let track = track(at: 10)
    #expect(track.cost(of: person(at: 300), look(.red), at: 10.1) != nil)
    #expect(track.cost(of: person(at: 300), look(.red), at: 69) != nil)
    #expect(track.cost(of: person(at: 300), look(.red), at: 71) == nil)
    #expect(track.cost(of: person(at: 300), BodyAppearance(), at: 11) != nil)
    #expect(track.cost(of: person(at: 300), BodyAppearance(), at: 11.1) == nil)
    #expect(track.cost(of: person(at: 300), look(.blue), at: 11.1) == nil)
  }

  @Test("doesn't match a person far away, nor one of another size")
  func others() throws {
    // The square is 500 pixels wide: 125 and 0.1 s · 250 pixels.
    let track = track(at: 10)
    func cost(at x: Double, size: Double = 100) -> Double? {
      track.cost(of: person(at: x, size: size), look(.red), at: 10.1)
    }
    let (here, near) = (try #require(cost(at: 300)), try #require(cost(at: 390)))
    #expect(abs(near - here - 0.36) < Tolerance.rounding)
    #expect(cost(at: 449) != nil && cost(at: 451) == nil)
    #expect(cost(at: 300, size: 149) != nil && cost(at: 300, size: 151) == nil)
    #expect(cost(at: 300, size: 66) == nil)
  }

  @Test("doesn't continue with a person who got before its own")
  func passer() throws {
    var track = track(at: 10)
    track.follow(person(at: 300), look(.red), isAlone: true, at: 10.03)
    // One who comes with a jump, and one who goes on as before: the light has changed.
    #expect(track.cost(of: person(at: 330), look(.blue), at: 10.06) == nil)
    #expect(track.cost(of: person(at: 330), look(.red), at: 10.06) != nil)
    #expect(track.cost(of: person(at: 301), look(.purple), at: 10.06) != nil)
    track.isLost = true
    #expect(track.cost(of: person(at: 301), look(.purple), at: 10.06) == nil)
    #expect(track.cost(of: person(at: 301), look(.red), at: 10.06) != nil)
  }

  @Test("is a thing after about a second without a visible limb, and not after a short occlusion")
  func thing() {
    var track = track(at: 10)
    #expect(!track.isThing)
    for _ in 0..<30 { track.see(limbVisibility: 0.95, isHardlyVisible: false, after: 1.0 / 30) }
    for _ in 0..<15 { track.see(limbVisibility: 0.1, isHardlyVisible: false, after: 1.0 / 30) }
    #expect(!track.isThing)
    for _ in 0..<30 { track.see(limbVisibility: 0.1, isHardlyVisible: false, after: 1.0 / 30) }
    #expect(track.isThing)
    for _ in 0..<30 { track.see(limbVisibility: 0.95, isHardlyVisible: false, after: 1.0 / 30) }
    #expect(!track.isThing)
  }

  @Test("expects its person to go on for half a second")
  func prediction() throws {
    var track = BodyTrack(id: 0, landmarks: person(at: 0), appearance: look(.red), at: 0)
    for step in 1...60 {
      track.follow(
        person(at: 10 * Double(step)), look(.red), isAlone: true, at: Double(step) / 30)
    }
    // 300 pixels a second from 600 at 2 s on.
    for (x, time) in [(630.0, 2.1), (690, 2.3), (750, 2.5), (750, 2.9)] {
      #expect(abs(track.expectedHips(at: time).x - x) < 1)
    }
  }

  // MARK: Back after a chunk's beginning

  /// A memory that lost a person in red, number 3, at a time.
  private func memory(lostAt time: Double) -> TrackingMemory {
    var memory = TrackingMemory(nextID: 4)
    var track = BodyTrack(id: 3, landmarks: person(at: 300), appearance: look(.red), at: time)
    track.isLost = true
    memory.lost = [track]
    return memory
  }

  private func beginning(_ id: Int, _ dress: Dress, at time: Double) -> TrackBeginning {
    TrackBeginning(
      BodyTrack(id: id, landmarks: person(at: 320), appearance: look(dress), at: time))
  }

  @Test func `a person who is back in another tracker's frames gets the number from before`() {
    let numbers = memory(lostAt: 1).numbers(
      ofThoseBackAmong: [beginning(0, .red, at: 6)], from: 5, isFull: true, maximumCount: 1)
    #expect(numbers == [0: 3])
  }

  @Test func `a stranger is new where there is room; where there is none, nothing is decided`() {
    let strangers = [beginning(0, .blue, at: 6)]
    for (isFull, expected) in [(false, [Int: Int]()), (true, nil)] {
      #expect(
        memory(lostAt: 1).numbers(
          ofThoseBackAmong: strangers, from: 5, isFull: isFull, maximumCount: 2) == expected)
    }
  }

  @Test func `a person who was just lost, or came before the frames begin, is not decided on`() {
    let back = [beginning(0, .red, at: 6)]
    #expect(
      memory(lostAt: 4).numbers(
        ofThoseBackAmong: back, from: 5, isFull: false, maximumCount: 2) == nil)
    #expect(
      memory(lostAt: 1).numbers(
        ofThoseBackAmong: [beginning(0, .red, at: 4)], from: 5, isFull: false, maximumCount: 2)
        == nil)
  }

  @Test
  func `of two who come, the one who was lost is back, and one lost for over a minute is new`() {
    let two = [beginning(0, .blue, at: 6), beginning(1, .red, at: 7)]
    #expect(
      memory(lostAt: 1).numbers(
        ofThoseBackAmong: two, from: 5, isFull: false, maximumCount: 3) == [1: 3])
    #expect(
      memory(lostAt: 1).numbers(
        ofThoseBackAmong: [beginning(0, .red, at: 70)], from: 5, isFull: true, maximumCount: 1)
        == [:])
  }

  /// Seconds since the person was found, their visibility, the other's size (the person's is 100) and confidence.
  @Test(arguments: [
    (2.9, 1.0, 170.0, 0.92, true), (2.9, 1, 150, 0.99, false), (3.1, 1, 170, 0.99, false),
    (2.9, 1, 170, 0.88, false), (2.9, 0.8, 110, 0.97, true), (2.9, 0.8, 110, 0.93, false),
    (2.9, 0.8, 90, 0.97, false), (3.1, 0.8, 110, 0.97, false),
  ])
  func `one who was just found gives way to a larger person, or to a surer one`(
    seconds: Double, visibility: Double, size: Double, confidence: Double, givesWay: Bool
  ) {
    var track = track(at: 1)
    track.follow(person(at: 300), look(.red), isAlone: true, at: 1 + seconds)
    track.see(limbVisibility: visibility, isHardlyVisible: false, after: seconds)
    let other = person(at: 500, size: size)
    #expect(
      track.givesWay(to: other, confidence: confidence, inPicture: 2000, 2000) == givesWay)
  }

  /// Whether the followed person is lost; the other's height (theirs is 250) in pixels, the share of their points that
  /// is visible, and the confidence in them.
  @Test(arguments: [
    (true, false, 300.0, 1.0, 0.92, true), (true, false, 200, 1, 0.99, false),
    (true, true, 200, 1, 0.99, true), (true, false, 300, 0.2, 0.99, false),
    (true, true, 300, 0.2, 0.99, false), (true, false, 300, 1, 0.88, false),
    (false, false, 300, 1, 0.99, false), (false, true, 300, 1, 0.99, false),
  ])
  func `one of whom hardly anything is visible gives way to one of whom more is, at any time`(
    isHidden: Bool, isLost: Bool, height: Double, visible: Double, confidence: Double,
    givesWay: Bool
  ) {
    var track = BodyTrack(
      id: 0, landmarks: broad(height: 250, visible: isHidden ? 0.2 : 1), appearance: look(.red),
      at: 1)
    for _ in 0..<2 { track.see(inPicture: 2000, 2000, after: 0.6) }
    track.follow(track.landmarks, look(.red), isAlone: true, at: 60)
    track.isLost = isLost
    let other = broad(height: height, visible: visible)
    #expect(
      track.givesWay(to: other, confidence: confidence, inPicture: 2000, 2000) == givesWay)
  }

  @Test func `a remnant is one of whom hardly anything is visible, in little of the frame`() {
    for (visible, size, isRemnant) in [(0.2, 2000, true), (0.2, 900, false), (1.0, 2000, false)] {
      var track = BodyTrack(
        id: 0, landmarks: broad(height: 250, visible: visible), appearance: look(.red), at: 1)
      track.see(inPicture: size, size, after: 0)
      #expect(track.isRemnant(inPicture: size, size) == isRemnant, "\(visible), \(size)")
    }
  }

  /// A person with their limbs spread, of whose points a share is visible.
  private func broad(height: Double, visible: Double) -> BodyLandmarks {
    var landmarks = person(at: 200, size: height / 2.5)
    for index in landmarks.points.indices {
      landmarks.points[index].position += SIMD2(index % 2 == 0 ? 0 : height / 2, 200)
      landmarks.points[index].visibility = visible < 1 && index % 5 > 0 ? 0 : 1
    }
    return landmarks
  }

  @Test func `a person who goes on in another tracker's frames was there since before`() throws {
    var memory = TrackingMemory(nextID: 1)
    memory.tracks = [track(at: 1)]
    var other = TrackingMemory()
    other.tracks = [track(at: 9)]
    memory.continue(with: other, numbers: [0: 0])
    #expect(memory.tracks.map(\.start) == [1])
  }

  private func track(at time: Double) -> BodyTrack {
    BodyTrack(id: 0, landmarks: person(at: 300), appearance: look(.red), at: time)
  }

  private func person(at x: Double, size: Double = 100) -> BodyLandmarks {
    BodyLandmarks.standing(x: x, shoulders: 400 - size, hips: 400)
  }

  private enum Dress: CaseIterable { case red, purple, blue }

  /// Pictures of one colour.
  private static let pictures = Dictionary(
    uniqueKeysWithValues: Dress.allCases.map { dress -> (Dress, ColorImage) in
      let color: [UInt8] =
        switch dress {
        case .red: [200, 20, 20]
        case .purple: [160, 20, 60]
        case .blue: [20, 20, 200]
        }
      return (
        dress,
        ColorImage(width: 600, height: 700, pixels: (0..<600 * 700).flatMap { _ in color })
      )
    })

  private func look(_ dress: Dress) -> BodyAppearance {
    let picture = Self.pictures[dress]!
    return BodyAppearance(of: person(at: 300), in: picture)
  }
}
