import Foundation
import Testing
import Vision

/// Points and rectangles from one kind of coordinates to another.
struct CoordinateTests {
  private let width = 640
  private let height = 480

  @Test func `pixels and normalised coordinates undo each other, in regions too`() {
    let region = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    for point in [CGPoint(x: 0.1, y: 0.9), .zero, CGPoint(x: 1, y: 1)] {
      let pixel = VNImagePointForNormalizedPoint(point, width, height)
      #expect(pixel == CGPoint(x: point.x * 640, y: point.y * 480))
      #expect(VNNormalizedPointForImagePoint(pixel, width, height) == point)
      let inside = VNImagePointForNormalizedPointUsingRegionOfInterest(point, width, height, region)
      #expect(
        inside == CGPoint(x: (0.25 + 0.5 * point.x) * 640, y: (0.5 + 0.25 * point.y) * 480))
      let back = VNNormalizedPointForImagePointUsingRegionOfInterest(inside, width, height, region)
      #expect(hypot(back.x - point.x, back.y - point.y) < 1e-12)
      let modern = NormalizedPoint(normalizedPoint: point)
      let size = CGSize(width: width, height: height)
      #expect(modern.toImageCoordinates(size, origin: .lowerLeft) == pixel)
      #expect(
        modern.toImageCoordinates(size, origin: .upperLeft).y == (1 - point.y) * 480)
      #expect(
        modern.toImageCoordinates(from: .init(normalizedRect: region), imageSize: size) == inside)
      #expect(NormalizedPoint(imagePoint: pixel, in: size) == modern)
      #expect(modern.verticallyFlipped().y == 1 - point.y)
    }
    let rectangle = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    let pixels = VNImageRectForNormalizedRect(rectangle, width, height)
    #expect(pixels == CGRect(x: 64, y: 96, width: 192, height: 192))
    let back = VNNormalizedRectForImageRect(pixels, width, height)
    #expect(abs(back.minX - 0.1) < 1e-12 && abs(back.maxY - 0.6) < 1e-12)
    let flipped = NormalizedRect(normalizedRect: rectangle).verticallyFlipped().cgRect
    #expect(abs(flipped.minY - 0.4) < 1e-12 && flipped.height == 0.4)
    #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect))
  }

  @Test func `points have distances, vectors move them`() {
    let (a, b) = (VNPoint(x: 0, y: 0), VNPoint(x: 3, y: 4))
    #expect(a.distance(b) == 5 && VNPoint.distance(b, a) == 5 && VNPoint.zero == a)
    #expect(VNPoint.apply(VNVector(vectorHead: b, tail: a), to: a) == b)
    #expect(VNVector(r: 2, theta: 0).x == 2 && a != b)
  }

  @Test func `affine maps are put together in Core Graphics' order`() {
    let map = CGAffineTransform.identity.scaledBy(x: 2, y: -1).translatedBy(x: 0, y: -1)
    // What is written last is done first: y − 1, then the other way round.
    let point = CGPoint(x: 0.5, y: 0.25).applying(map)
    #expect(point == CGPoint(x: 1, y: 0.75))
    let there = point.applying(map.inverted())
    #expect(hypot(there.x - 0.5, there.y - 0.25) < 1e-12)
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    let turned = CGPoint(x: 1, y: 0).applying(turn)
    #expect(abs(turned.x) < 1e-12 && abs(turned.y - 1) < 1e-12)
    #expect(CGAffineTransform(scaleX: 0, y: 1).inverted() == CGAffineTransform(scaleX: 0, y: 1))
    let box = CGRect(x: 0, y: 0, width: 2, height: 1).applying(turn)
    #expect(abs(box.width - 1) < 1e-12 && abs(box.minX + 1) < 1e-12)
  }

  @Test func `a part of a picture has its pixels`() throws {
    let image = try #require(
      CGImage(width: 3, height: 2, rgb: (0..<18).map { UInt8($0) }))
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 5, height: 5)))
    #expect(part.width == 2 && part.height == 1 && part.rgb == [12, 13, 14, 15, 16, 17])
    #expect(image.cropping(to: CGRect(x: 5, y: 5, width: 1, height: 1)) == nil)
    #expect(CGImage(width: 3, height: 2, rgb: [1]) == nil)
    #expect(CGImage(width: .max, height: .max, rgb: [1]) == nil)
  }

  @Test func `times are fractions`() {
    #expect(CMTime(value: 1, timescale: 30) == CMTime(value: 3000, timescale: 90000))
    #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)]).count == 1)
    #expect(CMTime.indefinite != .positiveInfinity && CMTime.zero != .invalid)
    #expect((CMTime.positiveInfinity - .zero).isPositiveInfinity)
    #expect((CMTime.positiveInfinity - .positiveInfinity).isIndefinite)
    let time = CMTime(seconds: 0.5, preferredTimescale: 600)
    #expect(time.value == 300 && CMTimeGetSeconds(time) == 0.5 && time.isValid)
    #expect((time + time).seconds == 1 && (time - time) == CMTime(value: 0, timescale: 600))
    #expect(!CMTime.invalid.isValid && CMTime.invalid.seconds.isNaN)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(CMTimeRange(start: .zero, end: time).duration.seconds == 0.5)
  }

  @Test func `a vector has the extents of any kind of number`() throws {
    let vector = CGVector(dx: 3, dy: -4)
    #expect(vector == CGVector(dx: 3.0, dy: -4.0))
    #expect(vector == CGVector(dx: CGFloat(3), dy: CGFloat(-4)))
    #expect(hypot(vector.dx, vector.dy) == 5)
    #expect(CGVector.zero == CGVector() && CGVector().dx == 0)
    let read = try JSONDecoder().decode(CGVector.self, from: JSONEncoder().encode(vector))
    #expect(read == vector)
  }

  @Test func `times of different timescales add up exactly`() {
    let sum = CMTime(value: 1, timescale: 24) + CMTime(value: 1, timescale: 30)
    #expect(sum.value == 9 && sum.timescale == 120)
    let difference = CMTime(value: 1, timescale: 3) - CMTime(value: 1, timescale: 2)
    #expect(difference.value == -1 && difference.timescale == 6)
    let film = CMTime(value: 1001, timescale: 24000) + CMTime(value: 1, timescale: 600)
    #expect(film.value == 1041 && film.timescale == 24000)
    // Without a common timescale it is the nearest time of the finer one.
    let rough =
      CMTime(value: 1, timescale: 2_147_483_647) + CMTime(value: 1, timescale: 2_147_483_629)
    #expect(rough.timescale == 2_147_483_647 && rough.value == 2)
    let range = CMTimeRange(
      start: CMTime(value: 1, timescale: 24), duration: CMTime(value: 1, timescale: 30))
    #expect(range.end == CMTime(value: 9, timescale: 120))
  }
}
