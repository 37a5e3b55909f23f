import ImageTestSupport
import PoseGeometry
import PoseImaging
import Testing

@testable import PoseDetection

@Suite("Shots of a video") struct ShotMemoryTests {
  @Test("an image of another shot is a cut, once", arguments: 0..<8)
  func cut(seed: UInt64) {
    let (first, second) = (Scene(2 * seed), Scene(2 * seed + 1))
    #expect(cuts((0..<20).map { ($0 < 9 ? first : second).image(noise: UInt64($0)) }) == [9])
  }

  @Test(
    "one shot has no cuts, whatever happens in it",
    arguments: [
      Change("noise") { $0.image(noise: UInt64($1)) },
      Change("the light goes down") { $0.image(light: 1 - 0.4 * Double($1 / 6 % 2)) },
      Change("the camera swings") { $0.image(moved: 11 * Double($1)) },
      Change("the camera begins to swing") { $0.image(moved: 5 * Double(max(0, $1 - 8))) },
      Change("a person walks across") { $0.image(figure: 5 * Double($1)) },
      Change("black frames") { $0.image(light: [7, 8].contains($1) ? 0 : 1) },
      Change("a fade to black, and back") { $0.image(light: abs(1 - 0.2 * Double($1)).clamped) },
    ])
  func oneShot(change: Change) {
    for seed in 40..<43 {
      let scene = Scene(UInt64(seed))
      #expect(cuts((0..<20).map { change.image(scene, $0) }) == [], "scene \(seed)")
    }
  }

  /// Black for a moment, and for two seconds.
  @Test(
    "after a fade to black the first image that shows something of another shot is the cut",
    arguments: [0, 60])
  func fade(black: Int) throws {
    let (first, second) = (Scene(60), Scene(61))
    let images = (0..<24 + black).map { step -> ColorImage in
      let down = 1 - Double(step) / 10
      let up = Double(step - black - 14) / 10
      return (step < 12 ? first : second).image(light: max(down, up).clamped)
    }
    let cuts = cuts(images)
    #expect(cuts.count == 1 && cuts.allSatisfy { (black + 14...black + 17).contains($0) })
  }

  @Test("what changes a part of a still image at once is a possible cut, and movement is none")
  func possibleCut() {
    var memory = ShotMemory()
    let scene = Scene(90)
    let changes = (0..<20).map { step -> ShotMemory.Change in
      let figure = step < 8 ? nil : step < 14 ? 60.0 : 60 + 5 * Double(step - 13)
      let image = scene.image(figure: figure, noise: UInt64(step))
      return memory.change(to: image, at: Double(step) / 30)
    }
    #expect(changes.enumerated().filter { $1 != .none }.map(\.offset) == [8])
    #expect(changes[8] == .possibleCut)
  }

  @Test("images more than a quarter of a second apart are not compared")
  func farApart() {
    let images = (0..<8).map { Scene(UInt64($0 < 4 ? 70 : 71)).image(noise: UInt64($0)) }
    #expect(cuts(images, step: 0.26) == [])
    #expect(cuts(images, step: 0.24) == [4])
  }

  @Test("an image too small to be compared is no cut", arguments: [(127, 96), (160, 71)])
  func small(width: Int, height: Int) {
    let images = (0..<4).map { Scene(UInt64(80 + $0)).image(width: width, height: height) }
    #expect(cuts(images) == [])
  }

  /// The places of the images before which there is a cut.
  private func cuts(_ images: [ColorImage], step: Double = 1.0 / 30) -> [Int] {
    var memory = ShotMemory()
    return images.enumerated().compactMap { place, image in
      memory.change(to: image, at: 5 + step * Double(place)) == .cut ? place : nil
    }
  }
}

/// What happens in a shot, by the number of the image.
struct Change: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let image: @Sendable (Scene, Int) -> ColorImage

  init(_ name: String, _ image: @escaping @Sendable (Scene, Int) -> ColorImage) {
    (testDescription, self.image) = (name, image)
  }
}

extension Double {
  /// The nearest value from 0 to 1.
  fileprivate var clamped: Double { Swift.max(0, Swift.min(1, self)) }
}
