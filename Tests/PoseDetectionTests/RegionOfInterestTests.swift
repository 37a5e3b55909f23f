@testable import PoseDetection
import PoseImaging
import Testing

@Suite("Region of interest")
struct RegionOfInterestTests {
  @Test(
    "touches the pixels it overlaps, cut to the image",
    arguments: [
      (RegionOfInterest(x: 0, y: 0, width: 640, height: 480), 0..<640, 0..<480),
      (RegionOfInterest(x: 10, y: 20, width: 30, height: 40), 10..<40, 20..<60),
      (RegionOfInterest(x: 10.5, y: 20.1, width: 1, height: 0.2), 10..<12, 20..<21),
      (RegionOfInterest(x: -50, y: 400, width: 100, height: 1000), 0..<50, 400..<480),
      (RegionOfInterest(x: -1e300, y: -1, width: 2e300, height: 1e9), 0..<640, 0..<480),
    ])
  func pixels(region: RegionOfInterest, columns: Range<Int>, rows: Range<Int>) throws {
    let touched = try #require(region.pixels(of: 640, 480))
    #expect(touched.columns == columns)
    #expect(touched.rows == rows)
  }

  @Test(
    "touches nothing where it is outside or isn't a place",
    arguments: [
      RegionOfInterest(x: 640, y: 0, width: 10, height: 10),
      RegionOfInterest(x: -10, y: 0, width: 10, height: 10),
      RegionOfInterest(x: 0, y: 480.5, width: 10, height: 10),
      RegionOfInterest(x: 0, y: -1e9, width: 10, height: 10),
      RegionOfInterest(x: .nan, y: 0, width: 10, height: 10),
      RegionOfInterest(x: 0, y: .infinity, width: 10, height: 10),
    ])
  func outside(region: RegionOfInterest) {
    #expect(region.pixels(of: 640, 480) == nil)
    let picture = ColorImage(
      width: 640, height: 480, pixels: [UInt8](repeating: 0, count: 3 * 640 * 480))
    #expect(PictureWindow(picture, region) == nil)
  }

  @Test("Vision's fractions count from the lower-left corner")
  func normalized() {
    let region = RegionOfInterest(
      normalizedX: 0.25, normalizedY: 0.125, normalizedWidth: 0.5, normalizedHeight: 0.25,
      imageWidth: 640, imageHeight: 480)
    #expect(region == RegionOfInterest(x: 160, y: 300, width: 320, height: 120))
  }

  @Test("the window holds the region's pixels")
  func window() throws {
    let pixels = (0..<3 * 4 * 3).map { UInt8($0) }
    let picture = ColorImage(width: 4, height: 3, pixels: pixels)
    let region = RegionOfInterest(x: 1, y: 1, width: 2, height: 7)
    let window = try #require(PictureWindow(picture, region))
    #expect(window.origin == [1, 1])
    #expect(
      window.picture()
        == ColorImage(
          width: 2, height: 2, pixels: [15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32]))
    #expect(PictureWindow(picture, nil)?.picture() == picture)
  }

  @Test("a person counts whose hips or shoulders are inside; the image's edge cuts no person off")
  func contains() throws {
    let picture = ColorImage(
      width: 100, height: 100, pixels: [UInt8](repeating: 0, count: 30_000))
    func isInside(_ region: RegionOfInterest?, shoulders: Double, hips: Double) throws -> Bool {
      let person = BodyLandmarks.standing(x: 50, shoulders: shoulders, hips: hips)
      return try #require(PictureWindow(picture, region)).contains(person)
    }
    let middle = RegionOfInterest(x: 20, y: 40, width: 60, height: 20)
    #expect(try isInside(middle, shoulders: 45, hips: 80))
    #expect(try isInside(middle, shoulders: 10, hips: 55))
    #expect(try !isInside(middle, shoulders: 10, hips: 80))
    #expect(try !isInside(middle, shoulders: 39.4, hips: 59.5))
    #expect(try isInside(middle, shoulders: 39.5, hips: 59.5))
    let lower = RegionOfInterest(x: 0, y: 50, width: 100, height: 50)
    #expect(try isInside(lower, shoulders: 20, hips: 120))
    #expect(try !isInside(lower, shoulders: -20, hips: 20))
    let whole = RegionOfInterest(x: 0, y: 0, width: 100, height: 100)
    #expect(try isInside(whole, shoulders: -50, hips: -20))
    #expect(try isInside(nil, shoulders: -50, hips: -20))
  }
}
