import PoseGeometry
import Foundation
import PoseImaging
import TestSupport
import Testing

@testable import PoseDetection

@Suite("Sampling a square")
struct SquareSamplerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let width, height: Int
    let region: SquareRegion
    var testDescription: String { "\(region) of \(width)×\(height)" }
  }

  static let cases = [
    Case(width: 64, height: 48, region: SquareRegion(around: 64, 48)),
    Case(width: 30, height: 95, region: SquareRegion(around: 30, 95)),
    Case(width: 64, height: 48, region: turned(30, 20, side: 17, rotation: 0.4)),
    Case(width: 64, height: 48, region: turned(30, 20, side: 40, rotation: -2.2)),
    Case(width: 64, height: 48, region: turned(2, 46, side: 60, rotation: .pi / 2)),
    Case(width: 64, height: 48, region: turned(-9, 60, side: 33, rotation: -.pi)),
    Case(width: 64, height: 48, region: turned(300, -200, side: 50, rotation: 1)),
    Case(width: 64, height: 48, region: turned(20.3, 19.7, side: 1.5, rotation: 0.01)),
    Case(width: 64, height: 48, region: turned(20, 20, side: 1e8, rotation: 0.7)),
    Case(width: 1, height: 1, region: SquareRegion(around: 1, 1)),
    Case(width: 1, height: 70, region: SquareRegion(around: 1, 70)),
    Case(width: 70, height: 1, region: turned(35, 0, side: 20, rotation: 3)),
    Case(width: 2, height: 2, region: turned(1, 1, side: 4, rotation: -0.5)),
  ]

  @Test("is the plain loop in double precision", arguments: cases, [true, false])
  func plainLoop(of known: Case, isZero: Bool) {
    let picture = noise(known.width, known.height)
    let size = 32 + 7
    let border = isZero ? SquareSampler.Border.zero : .replicate
    let found = sample(picture, known.region, size: size, border: border)
    let expected = plain(picture, known.region, size: size, isZero: isZero)
    let differing = zip(found, expected).count { $0 != $1 }
    #expect(differing == 0)
  }

  @Test("of the mirror image is sampling the mirrored image", arguments: cases)
  func mirrored(of known: Case) {
    let picture = noise(known.width, known.height)
    let region = known.region.mirrored(inWidth: known.width)
    #expect(
      sample(picture, known.region, size: 39, border: .replicate, isMirrored: true)
        == sample(picture.mirrored, region, size: 39, border: .replicate))
  }

  @Test(
    "a slope is met at its true place, within half a level and half a step of the grid",
    arguments: [(0.0, 40.0), (0.7, 60), (-2.5, 35), (3.1, 80)])
  func slope(rotation: Double, side: Double) {
    var pixels: [UInt8] = []
    for y in 0..<120 {
      for x in 0..<160 { pixels += [UInt8(x), UInt8(2 * y), 0] }
    }
    let picture = ColorImage(width: 160, height: 120, pixels: pixels)
    let region = Self.turned(80, 60, side: side, rotation: rotation)
    let size = 50
    let found = sample(picture, region, size: size, border: .replicate)
    for v in 0..<size {
      for u in 0..<size {
        let place = region.pixel(SIMD2(Double(u), Double(v)) / Double(size))
        let at = 3 * (v * size + u)
        #expect(abs(Double(found[at]) - place.x) <= 0.5 + 1.001 / 64)
        #expect(abs(Double(found[at + 1]) - 2 * place.y) <= 0.5 + 2.001 / 64)
      }
    }
  }

  @Test("levels are scaled after they were rounded")
  func scaling() {
    let picture = ColorImage(width: 2, height: 1, pixels: [0, 51, 255, 0, 51, 255])
    let input = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3)
    defer { input.deallocate() }
    SquareSampler(size: 1, border: .replicate, scale: 2 / 255, offset: -1)
      .sample(SquareRegion(around: 2, 1), of: picture, into: input)
    #expect(abs(input[0] + 1) < 1e-6 && abs(input[1] + 0.6) < 1e-6 && abs(input[2] - 1) < 1e-6)
  }

  // MARK: Support

  private static func turned(
    _ x: Double, _ y: Double, side: Double, rotation: Double
  ) -> SquareRegion {
    SquareRegion(center: SIMD2(x, y), side: side, rotation: rotation)
  }

  private func noise(_ width: Int, _ height: Int) -> ColorImage {
    var random = RandomNumbers(seed: 7)
    return ColorImage(
      width: width, height: height,
      pixels: (0..<3 * width * height).map { _ in .random(in: 0...255, using: &random) })
  }

  private func sample(
    _ picture: ColorImage, _ region: SquareRegion, size: Int, border: SquareSampler.Border,
    isMirrored: Bool = false
  ) -> [Float] {
    let input = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3 * size * size)
    defer { input.deallocate() }
    SquareSampler(size: size, border: border, scale: 1, offset: 0)
      .sample(region, of: picture, isMirrored: isMirrored, into: input)
    return Array(input)
  }

  /// Corners as OpenCV computes them, then nothing but double precision and `floor(value + 0.5)`.
  private func plain(
    _ picture: ColorImage, _ region: SquareRegion, size: Int, isZero: Bool
  ) -> [Float] {
    let radians = Double(Float(region.rotation) * 180 / Float.pi) * Double.pi / 180
    let (b, a) = (Float(cos(radians)) * 0.5, Float(sin(radians)) * 0.5)
    let (x, y, side) = (Float(region.center.x), Float(region.center.y), Float(region.side))
    let (blX, blY) = (x - a * side - b * side, y + b * side - a * side)
    let (tlX, tlY) = (x + a * side - b * side, y - b * side - a * side)
    let (trX, trY) = (2 * x - blX, 2 * y - blY)
    func level(_ x: Double, _ y: Double, _ channel: Int) -> Double {
      let inX = min(max(x, 0), Double(picture.width - 1))
      let inY = min(max(y, 0), Double(picture.height - 1))
      if isZero && (inX != x || inY != y) { return 0 }
      return Double(picture.pixels[3 * (Int(inY) * picture.width + Int(inX)) + channel])
    }
    func place(_ u: Int, _ v: Int, _ tl: Float, _ tr: Float, _ bl: Float) -> Double {
      let right = (Double(tr) - Double(tl)) / Double(size)
      let down = (Double(bl) - Double(tl)) / Double(size)
      let exact = right * Double(u) + down * Double(v) + Double(tl)
      return (exact * 32).rounded(.toNearestOrEven) / 32
    }
    var result: [Float] = []
    for v in 0..<size {
      for u in 0..<size {
        let (px, py) = (place(u, v, tlX, trX, blX), place(u, v, tlY, trY, blY))
        let (x0, y0) = (px.rounded(.down), py.rounded(.down))
        let (fx, fy) = (px - x0, py - y0)
        for c in 0..<3 {
          let top = level(x0, y0, c) * (1 - fx) + level(x0 + 1, y0, c) * fx
          let bottom = level(x0, y0 + 1, c) * (1 - fx) + level(x0 + 1, y0 + 1, c) * fx
          result.append(Float((top * (1 - fy) + bottom * fy + 0.5).rounded(.down)))
        }
      }
    }
    return result
  }
}
