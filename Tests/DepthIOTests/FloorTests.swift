import PoseGeometry
import Foundation
import PoseImaging
import TestSupport
import Testing

/// Rooms whose every pixel is intersected with their planes, one by one.
struct FloorTests {
  /// What a camera sees of a room: depths with a little noise.
  struct Room {
    var pitch = 0.2
    var roll = 0.0
    var height = 1.3
    var hasFloor = true
    var hasTable = false
    var noise = 0.003
    static let camera = Camera(
      width: 64, height: 48, fx: 56, fy: 56, cx: 31, cy: 24, source: .file)

    /// The direction down in the camera's frame: the camera is turned by `pitch` towards the floor,
    /// then about its axis.
    var down: SIMD3<Double> {
      SIMD3(sin(roll) * cos(pitch), cos(roll) * cos(pitch), sin(pitch))
    }

    var map: DepthMap {
      var generator = RandomNumbers(seed: 1)
      let ahead = SIMD3(0, 0, 1) - down * down.z
      let forward = ahead / (ahead * ahead).sum().squareRoot()
      let metres = (0..<64 * 48).map { index -> Float in
        let pixel = Self.camera.normalized(SIMD2(Double(index % 64), Double(index / 64)))
        let ray = SIMD3(pixel.x, pixel.y, 1)
        var depth = 4 / (forward * ray).sum()
        let sinking = (down * ray).sum()
        if hasFloor, sinking > 0 { depth = min(depth, height / sinking) }
        if hasTable, sinking > 0 {
          // A board half a metre above the floor, from 1.5 m to 2.2 m ahead.
          let board = (height - 0.5) / sinking
          let far = board * (forward * ray).sum()
          if (1.5...2.2).contains(far), abs(pixel.x) < 0.3 { depth = min(depth, board) }
        }
        // Four random numbers make a bell; their variance is a third.
        let bell = (0..<4).reduce(0) { sum, _ in
          sum + Double.random(in: -0.5...0.5, using: &generator)
        }
        return Float(depth * (1 + noise * bell * 1.73))
      }
      return DepthMap(width: 64, height: 48, metres: metres)
    }
  }

  static let rooms: [Room] = [
    Room(), Room(pitch: 0.02), Room(pitch: 0.5, height: 2), Room(roll: 0.3), Room(roll: -0.5),
    Room(height: 0.5), Room(hasTable: true), Room(noise: 0.006),
  ]

  @Test(arguments: rooms)
  func `the floor of a room, its height and gravity`(room: Room) throws {
    let floor = try #require(Floor(in: room.map, camera: Room.camera))
    #expect(floor.tilt(from: room.down) < 0.01)
    #expect(abs(floor.cameraHeight - room.height) < 0.03)
    #expect(floor.tilt(from: room.down) < 4 * floor.tiltSigma)
    #expect(floor.residual < 4 * room.noise && floor.share > 0.1 && floor.share < 1)
    #expect(abs(floor.height(of: room.down * room.height)) < 0.03)
    #expect(floor.height(of: .zero) == floor.cameraHeight)
  }

  @Test func `a wall is no floor`() {
    #expect(Floor(in: Room(hasFloor: false).map, camera: Room.camera) == nil)
    #expect(Floor(in: Room(pitch: 0.6, hasFloor: false).map, camera: Room.camera) == nil)
  }

  @Test func `a ceiling is no floor`() {
    let room = Room(pitch: 0.2).map
    let upsideDown = room.oriented(.down)
    #expect(Floor(in: upsideDown, camera: Room.camera.oriented(.down)) == nil)
  }

  @Test func `a picture on its side needs to be told where down is`() throws {
    let room = Room()
    let map = room.map.oriented(.right)
    let camera = Room.camera.oriented(.right)
    #expect(Floor(in: map, camera: camera) == nil)
    let down = ImageOrientation.right.upright(room.down)
    let floor = try #require(Floor(in: map, camera: camera, near: down * 9.81))
    #expect(floor.tilt(from: down) < 0.01)
  }

  @Test func `a mirrored room has the mirrored floor`() throws {
    let room = Room(roll: 0.3)
    let floor = try #require(
      Floor(in: room.map.oriented(.upMirrored), camera: Room.camera.oriented(.upMirrored)))
    #expect(floor.tilt(from: SIMD3(-room.down.x, room.down.y, room.down.z)) < 0.01)
  }

  @Test func `a map without a unit has its floor in its own unit`() throws {
    let room = Room()
    let metric = try #require(Floor(in: room.map, camera: Room.camera))
    let scaled = try #require(Floor(in: room.map.scaled(by: 20), camera: Room.camera))
    #expect(abs(scaled.cameraHeight / metric.cameraHeight - 20) < 1e-3)
    #expect(scaled.tilt(from: metric.gravity) < 1e-4)
  }

  @Test func `the same map has the same floor`() {
    let map = Room(hasTable: true).map
    #expect(Floor(in: map, camera: Room.camera) == Floor(in: map, camera: Room.camera))
  }

  @Test func `a small tilt is exact`() throws {
    let floor = try #require(Floor(in: Room(noise: 0).map, camera: Room.camera))
    let g = floor.gravity
    #expect(floor.tilt(from: g) == 0)
    #expect(abs(floor.tilt(from: -g) - .pi) < 1e-12)
    let sideways = SIMD3(g.y, -g.x, 0) / (g.x * g.x + g.y * g.y).squareRoot()
    #expect(abs(floor.tilt(from: g + 1e-6 * sideways) - 1e-6) < 1e-12)
  }

  @Test(arguments: [Float.nan, 1, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func `maps of one number have none`(depth: Float) {
    let map = DepthMap(width: 64, height: 48, metres: Array(repeating: depth, count: 64 * 48))
    #expect(Floor(in: map, camera: Room.camera) == nil)
  }
}
