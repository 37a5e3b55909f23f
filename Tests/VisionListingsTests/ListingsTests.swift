import Foundation
import TestSupport
import Testing
import Vision
import simd

/// What the listings do with pictures, in this target's language mode.
@Suite(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct ListingsTests {
  private func picture(_ name: String) throws -> CGImage {
    try CGImage(contentsOf: URL(fileURLWithPath: Fixture.path(name)))
  }

  @Test func `the angles of a bone are printed, and are those of the arm`() throws {
    var found: [simd_float3] = []
    var elbow: simd_float3?
    BodyPoses3D.perform(Bundle: PictureBundle(path: Fixture.path("vision/portrait.jpg"))) {
      found.append(try BodyPoses3D.angles($0))
      elbow = simd_make_float3(try $0.recognizedPoint(.leftElbow).localPosition.columns.3)
    }
    let angles = try #require(found.first)
    let bone = try #require(elbow)
    #expect(found.count == 1 && angles.x == .pi / 2)
    #expect(simd_length(bone) > 0.15 && simd_length(bone) < 0.4)
    // The upper arm hangs: it leads down, and so does the direction that the angles say.
    let direction = simd_float3(
      sin(angles.y) * cos(angles.z), sin(angles.y) * sin(angles.z), cos(angles.y))
    #expect(direction.y < -0.5)
    #expect(simd_distance(direction, simd_normalize(bone)) < 1e-5)
  }

  @Test func `the points of the trunk come in pixels, clockwise`() throws {
    let picture = try picture("detection/rendered_oblique.jpg")
    let listing = BodyPoses2D(picture)
    listing.perform()
    let points = try #require(listing.drawn.first)
    #expect(listing.drawn.count == 1 && points.count == 6)
    let frame = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    #expect(points.allSatisfy(frame.contains))
    // Neck above root, in coordinates that count from below.
    #expect(points[0].y > points[3].y + 0.1 * frame.height)
  }

  @Test func `the overlay gets its joints, and its lines join them`() async throws {
    let model = PoseEstimationViewModel()
    let picture = try picture("detection/rendered_oblique.jpg")
    let sample = CMSampleBuffer(imageBuffer: CVPixelBuffer(picture))
    let points = try #require(await model.processFrame(sample))
    #expect(points.count >= 15)
    let neck = try #require(points[.neck])
    let root = try #require(points[.root])
    // Flipped for the screen: from above.
    #expect(neck.y < root.y)
    #expect(model.bodyConnections.count == 14)
    let lines = model.bodyConnections.filter { points[$0.from] != nil && points[$0.to] != nil }
    #expect(lines.count >= 10)
  }

  @Test func `the game counts the fingers that a picture shows`() throws {
    let game = GameLogicController()
    let tips = FingerTips()
    var count: Int?
    tips.pointsProcessorHandler = { count = $0.count }
    let picture = try picture("detection/rendered_hands.jpg")
    tips.captureOutput(didOutput: CMSampleBuffer(imageBuffer: CVPixelBuffer(picture)))
    #expect(count == 10)
    game.start()
    game.didRainStars(count: 10)
    game.checkStarsCount(try #require(count))
    #expect(game.makeItRain && game.successBadge == 10)
  }

  @Test func `a picture without a person gives no points and no angles`() async throws {
    var found = 0
    BodyPoses3D.perform(Bundle: PictureBundle(path: Fixture.path("images/nobody.png"))) { _ in
      found += 1
    }
    let nobody = try picture("images/nobody.png")
    let listing = BodyPoses2D(nobody)
    listing.perform()
    let sample = CMSampleBuffer(imageBuffer: CVPixelBuffer(nobody))
    #expect(await PoseEstimationViewModel().processFrame(sample) == nil)
    #expect(found == 0 && listing.drawn.isEmpty)
  }
}
