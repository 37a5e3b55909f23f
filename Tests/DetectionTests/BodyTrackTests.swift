@testable import Detection
import Testing

@Suite("A track")
struct BodyTrackTests {
  @Test("knows its person who hasn't moved, for a second")
  func memory() {
    let track = BodyTrack(id: 0, landmarks: person(at: 300), at: 10)
    #expect(track.distance(to: person(at: 300), at: 10.1) == 0)
    #expect(track.distance(to: person(at: 300), at: 11) == 0)
    #expect(track.distance(to: person(at: 300), at: 11.01) == nil)
  }

  @Test("doesn't know somebody far away, nor one of another size")
  func others() throws {
    // The square is 500 pixels wide: 125 and 0.1 s · 250 pixels.
    let track = BodyTrack(id: 0, landmarks: person(at: 300), at: 10)
    let near = try #require(track.distance(to: person(at: 390), at: 10.1))
    #expect(abs(near - 0.6) < Tolerance.rounding)
    #expect(track.distance(to: person(at: 449), at: 10.1) != nil)
    #expect(track.distance(to: person(at: 451), at: 10.1) == nil)
    #expect(track.distance(to: person(at: 300, size: 149), at: 10.1) != nil)
    #expect(track.distance(to: person(at: 300, size: 151), at: 10.1) == nil)
    #expect(track.distance(to: person(at: 300, size: 66), at: 10.1) == nil)
  }

  @Test("expects its person to go on for half a second")
  func prediction() throws {
    var track = BodyTrack(id: 0, landmarks: person(at: 0), at: 0)
    for step in 1...60 {
      track.follow(person(at: 10 * Double(step)), at: Double(step) / 30)
    }
    // 300 pixels a second from 600 at 2 s on.
    for (x, time) in [(630.0, 2.1), (690, 2.3), (750, 2.5), (750, 2.9)] {
      let distance = try #require(track.distance(to: person(at: x), at: time))
      #expect(distance < 0.01)
    }
  }

  private func person(at x: Double, size: Double = 100) -> BodyLandmarks {
    BodyLandmarks.standing(x: x, shoulders: 400 - size, hips: 400)
  }
}
