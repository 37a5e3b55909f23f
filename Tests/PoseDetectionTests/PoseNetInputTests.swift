import PoseGeometry
import Foundation
import PoseImaging
import TestSupport
import Testing

@testable import PoseDetection

@Suite("An image in a network's input")
struct PoseNetInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let picture: SIMD2<Int>
    let fitting: MappingToPicture.Fitting
    var testDescription: String { "\(picture.x)×\(picture.y) \(fitting)" }

    var mapping: MappingToPicture {
      MappingToPicture(
        pictureWidth: picture.x, pictureHeight: picture.y, inputWidth: 21, inputHeight: 17,
        fitting: fitting)
    }
  }

  static let cases = [SIMD2(21, 17), [42, 34], [63, 20], [7, 40], [250, 200], [1, 1]].flatMap {
    size in
    [MappingToPicture.Fitting.letterboxed, .stretched].map { Case(picture: size, fitting: $0) }
  }

  @Test(
    "the middle is the middle, and the edges of the longer side are the edges", arguments: cases)
  func edges(known: Case) {
    let mapping = known.mapping
    let picture = SIMD2<Double>(known.picture)
    expectSame(mapping.picturePoint([10, 8]), (picture - 1) / 2)
    let start = mapping.picturePoint([-0.5, -0.5])
    let end = mapping.picturePoint([20.5, 16.5])
    switch known.fitting {
    case .stretched:
      expectSame(start, [-0.5, -0.5])
      expectSame(end, picture - 0.5)
    case .letterboxed:
      #expect(mapping.scale.x == mapping.scale.y)
      #expect(abs(start.max() + 0.5) < Tolerance.rounding)
      #expect(abs((end - picture + 0.5).min()) < Tolerance.rounding)
    }
  }

  @Test("an image of the input's size goes in as it is")
  func identity() {
    let picture = noise(21, 17)
    #expect(sample(picture, .letterboxed) == picture.pixels.map(Float.init))
    #expect(sample(picture, .stretched) == picture.pixels.map(Float.init))
  }

  @Test("a mirrored image is the mirrored input", arguments: cases)
  func mirror(known: Case) {
    let picture = noise(known.picture.x, known.picture.y)
    let input = sample(picture, known.fitting)
    let mirrored = sample(
      ColorImage(
        width: picture.width, height: picture.height,
        pixels: flipped(picture.pixels, width: picture.width)), known.fitting)
    for (a, b) in zip(flipped(input, width: 21), mirrored) { #expect(abs(a - b) < 1e-3) }
  }

  @Test("a slope is met at its true place, away from the edges", arguments: cases)
  func slope(known: Case) {
    let (width, height) = (known.picture.x, known.picture.y)
    let (right, down) = (250 / width, 250 / height)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [UInt8(x * right), UInt8(y * down), 77] }
    }
    let input = sample(ColorImage(width: width, height: height, pixels: pixels), known.fitting)
    let reach = (known.mapping.scale.max() + 1) / 2
    for row in 0..<17 {
      for column in 0..<21 {
        let place = known.mapping.picturePoint([Double(column), Double(row)])
        let at = 3 * (row * 21 + column)
        let isInside =
          place.min() >= reach && place.x <= Double(width) - 1 - reach
          && place.y <= Double(height) - 1 - reach
        if isInside {
          #expect(abs(Double(input[at]) - place.x * Double(right)) < 1e-3)
          #expect(abs(Double(input[at + 1]) - place.y * Double(down)) < 1e-3)
        }
        let isOutside =
          place.min() < -0.51 || place.x > Double(width) - 0.49 || place.y > Double(height) - 0.49
        let blue = input[at + 2]
        #expect(isOutside ? blue == 0 : abs(blue - 77) < 1e-3 || blue == 0)
      }
    }
  }

  @Test("nothing is passed over when an image is shrunk")
  func shrinking() {
    // One white column in forty makes every column of the input as bright.
    let pixels = (0..<840 * 34).flatMap { index -> [UInt8] in
      Array(repeating: index % 840 % 40 == 7 ? 240 : 0, count: 3)
    }
    let input = sample(ColorImage(width: 840, height: 34, pixels: pixels), .stretched)
    for number in input { #expect(abs(number - 6) < 3.5) }
  }

  @Test("levels become what the network expects")
  func levels() {
    let input = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3)
    defer { input.deallocate() }
    PictureSampler(inputWidth: 1, inputHeight: 1, scale: 2, offset: [-1, 10, 0.5]).sample(
      ColorImage(width: 1, height: 1, pixels: [0, 51, 255]),
      mapping: MappingToPicture(pictureWidth: 1, pictureHeight: 1, inputWidth: 1, inputHeight: 1),
      into: input)
    #expect(Array(input) == [-1, 112, 510.5])
  }

  // MARK: Support

  private func sample(_ picture: ColorImage, _ fitting: MappingToPicture.Fitting) -> [Float] {
    let mapping = MappingToPicture(
      pictureWidth: picture.width, pictureHeight: picture.height, inputWidth: 21, inputHeight: 17,
      fitting: fitting)
    let input = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3 * 21 * 17)
    defer { input.deallocate() }
    PictureSampler(inputWidth: 21, inputHeight: 17, scale: 1, offset: .zero)
      .sample(picture, mapping: mapping, into: input)
    return Array(input)
  }

  private func noise(_ width: Int, _ height: Int) -> ColorImage {
    var random = RandomNumbers(seed: 7)
    return ColorImage(
      width: width, height: height,
      pixels: (0..<3 * width * height).map { _ in .random(in: 0...255, using: &random) })
  }

  private func flipped<Number>(_ numbers: [Number], width: Int) -> [Number] {
    (0..<numbers.count / 3).flatMap { pixel in
      let other = pixel / width * width + width - 1 - pixel % width
      return numbers[3 * other..<3 * other + 3]
    }
  }

  private func expectSame(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    #expect(abs(a.x - b.x) < Tolerance.rounding && abs(a.y - b.y) < Tolerance.rounding)
  }
}
