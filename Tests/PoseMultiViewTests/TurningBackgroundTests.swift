import Foundation
import ImageTestSupport
import Kinematics
import Pose3D
import PoseGeometry
import PoseImaging
import Testing

@testable import PoseMultiView

/// A camera that turns before a textured sphere (`BackgroundTests`).
@Suite struct TurningBackgroundTests {
  private static let degree = Double.pi / 180
  private static let camera = Camera(
    width: 240, height: 180, diagonalFieldOfView: 60 * degree, source: .file)
  private static let scene = TexturedSphere(seed: 1, waves: 20, frequency: 30)

  /// The rotation of a camera that pans by so many degrees in 2 seconds, and back, and is held by hands.
  private static func turn(_ degrees: Double, at time: Double) -> Rotation {
    let pan = degrees * degree * (1 - cos(.pi * time / 2)) / 2
    return .about(.x, by: 0.01 * sin(3 * time)) * .about(.y, by: pan)
      * .about(.z, by: 0.01 * sin(2 * time))
  }

  /// Draws over pixels; the values are those of all channels.
  private static func drawn(
    on image: ColorImage, _ value: (Int, Int) -> UInt8?
  ) -> ColorImage {
    var pixels = image.pixels
    for y in 0..<image.height {
      for x in 0..<image.width {
        guard let value = value(x, y) else { continue }
        for channel in 0..<3 { pixels[3 * (y * image.width + x) + channel] = value }
      }
    }
    return ColorImage(width: image.width, height: image.height, pixels: pixels)
  }

  @Test(arguments: [3.0, 90, -40])
  func `a camera that pans, there and back, is followed to half a degree`(
    degrees: Double
  ) throws {
    var background = TurningBackground(camera: Self.camera)
    var worst = 0.0
    for index in 0...120 {
      let time = Double(index) / 30
      let truth = Self.turn(degrees, at: time)
      let image = Self.scene.image(Self.camera, truth)
      let turn = background.add(image, at: time, people: [])
      let found = try #require(turn, "lost at \(time) s")
      worst = max(worst, (found * truth.inverse).rotationVector.length)
    }
    #expect(worst < 0.5 * Self.degree, "\(worst / Self.degree)°")
    #expect(abs(background.zoom) < 0.01)
  }

  @Test func `a person who is followed, bars and an emblem don't hold the background`() throws {
    var background = TurningBackground(camera: Self.camera)
    let person = BackgroundTests.body(columns: 100..<140, rows: 20..<165, Self.camera)
    var worst = 0.0
    for index in 0...60 {
      let time = Double(index) / 30
      let truth = Self.turn(40, at: time)
      let image = Self.drawn(on: Self.scene.image(Self.camera, truth)) { x, y in
        if y < 12 || y >= 168 { return 4 }
        if (100..<140).contains(x), (20..<165).contains(y) {
          return (x / 6 + y / 6) % 2 == 0 ? 230 : 20
        }
        if (195..<225).contains(x), (130..<160).contains(y) { return (x / 5) % 2 == 0 ? 250 : 90 }
        return nil
      }
      let turn = background.add(image, at: time, people: [person])
      let found = try #require(turn)
      worst = max(worst, (found * truth.inverse).rotationVector.length)
    }
    #expect(worst < 1 * Self.degree, "\(worst / Self.degree)°")
  }

  @Test func `an image that grows shows in the scale, and not as a turn`() throws {
    var background = TurningBackground(camera: Self.camera)
    for index in 0...30 {
      let zoomed = Camera(
        width: 240, height: 180,
        fx: Self.camera.fx * exp(0.005 * Double(index)),
        fy: Self.camera.fy * exp(0.005 * Double(index)), cx: 119.5, cy: 89.5, source: .file)
      let found = background.add(
        Self.scene.image(zoomed, .identity), at: Double(index) / 30, people: [])
      #expect(try #require(found).rotationVector.length < 0.3 * Self.degree)
    }
    #expect(abs(background.zoom - 0.15) < 0.02)
  }

  @Test func `before a bare wall the rotation isn't known`() {
    var background = TurningBackground(camera: Self.camera)
    let wall = Self.drawn(on: Self.scene.image(Self.camera, .identity)) { _, _ in 120 }
    _ = background.add(wall, at: 0, people: [])
    let later = background.add(wall, at: 0.03, people: [])
    #expect(later == nil)
    // A line along the way that it turns tells nothing of how far.
    let line = Self.drawn(on: wall) { _, y in y > 120 ? 60 : nil }
    var other = TurningBackground(camera: Self.camera)
    _ = other.add(line, at: 0, people: [])
    let next = other.add(line, at: 0.03, people: [])
    #expect(next == nil)
  }
}
