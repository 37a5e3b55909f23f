import Foundation
import PoseGeometry
import TestSupport
import Testing

struct RayTests {
  /// Rays through one place.
  private static let place = Vector3(0.3, -1.2, 4)
  private static let origins = [Vector3(0, 0, 0), Vector3(2, 0.1, 0.5), Vector3(-3, 1, 2)]

  private static func rays(missingBy miss: Double = 0) throws -> [Ray] {
    try origins.enumerated().map { index, origin in
      let beside = index == 1 ? Vector3(0, miss, 0) : .zero
      return try #require(Ray(origin: origin + beside, along: place - origin))
    }
  }

  @Test func `rays through one place meet there`() throws {
    let rays = try Self.rays()
    for other in rays.dropFirst() {
      let found = try #require(rays[0].triangulated(with: other))
      #expect((found.place - Self.place).length < 1e-12)
      #expect(found.distance < 1e-12)
    }
    let nearest = try #require(Ray.nearestPlace(to: rays))
    #expect((nearest - Self.place).length < 1e-12)
  }

  @Test func `rays that miss each other are nearest in the middle between them`() throws {
    let rays = try Self.rays(missingBy: 0.2)
    let found = try #require(rays[0].triangulated(with: rays[1]))
    let across = try #require(rays[0].direction.cross(rays[1].direction).normalized)
    #expect(abs(found.distance - abs(0.2 * across.y)) < 1e-12)
    #expect(abs(rays[0].distance(toLineOf: rays[1]) - found.distance) < 1e-12)
    let nearest = try #require(Ray.nearestPlace(to: [rays[0], rays[1]]))
    #expect((nearest - found.place).length < 1e-9)
  }

  @Test func `parallel rays meet nowhere, and rays that part meet behind an origin`() throws {
    let one = try #require(Ray(origin: .zero, along: Vector3(0, 0, 2)))
    let other = try #require(Ray(origin: Vector3(3, 4, 1), along: Vector3(0, 0, 1)))
    #expect(one.triangulated(with: other) == nil)
    #expect(one.distance(toLineOf: other) == 5)
    #expect(Ray.nearestPlace(to: [one, other]) == nil)
    let parting = try #require(Ray(origin: Vector3(1, 0, 0), along: Vector3(1, 0, 1)))
    #expect(one.triangulated(with: parting) == nil)
    #expect(try #require(one.nearest(to: parting)).along < 0)
  }

  @Test func `a line of sight begins at the camera and passes what it shows`() throws {
    let motion = RigidTransform(
      rotation: Rotation(rotationVector: Vector3(0.3, -1, 0.2)), translation: Vector3(1, 2, 3))
    let seen = motion * Self.place
    let ray = try #require(
      Ray(normalized: SIMD2(seen.x, seen.y) / seen.z, cameraFromFrame: motion))
    #expect((motion * ray.origin).length < 1e-12)
    #expect((Self.place - ray.origin).cross(ray.direction).length < 1e-12)
    #expect(Ray(normalized: SIMD2(.nan, 0), cameraFromFrame: motion) == nil)
    #expect(Ray(origin: .zero, along: .zero) == nil)
  }
}
