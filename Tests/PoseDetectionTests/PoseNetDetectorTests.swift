@testable import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing

/// With models that find puppets drawn in pixels, made by `fixtures/posenet/make_models.py`.
@Suite("PoseNet detector", .enabled(if: Installation.isComplete, Installation.reason))
struct PoseNetDetectorTests {
  static let models = [
    "mobilenet_named", "mobilenet_unnamed", "mobilenet_unnamed_swapped", "mobilenet_joined",
    "resnet_16",
  ]

  @Test("finds puppets, whatever the outputs' order, names and division", arguments: models)
  func puppets(model: String) throws {
    let puppets = [
      Puppet(row: 1, column: 2, offset: [3, -5]), Puppet(row: 2, column: 8, offset: [-2.5, 4]),
    ]
    let poses = try detector(model).poses(
      in: drawn(puppets, stride: 16, 161, 129), maximumCount: 5)
    try #require(poses.count == 2)
    for puppet in puppets { #expect(poses.contains { isSame($0, puppet, stride: 16) }) }
  }

  @Test("takes a stride of 32 for a ResNet's")
  func stride32() throws {
    let puppet = Puppet(row: 1, column: 2, offset: [1, 2])
    let picture = drawn([puppet], stride: 32, 161, 193)
    let poses = try detector("resnet_32").poses(in: picture)
    try #require(poses.count == 1)
    #expect(isSame(poses[0], puppet, stride: 32))
  }

  @Test("finds no person if an image is prepared for another network")
  func otherBackbone() throws {
    let picture = drawn([Puppet(row: 1, column: 4, offset: .zero)], stride: 16, 161, 129)
    var options = PoseNetDetector.Options()
    for (model, other) in [
      ("mobilenet_named", PoseNetDetector.Backbone.resNet), ("resnet_16", .mobileNet),
    ] {
      options.backbone = other
      #expect(try detector(model, options).poses(in: picture).isEmpty)
    }
  }

  @Test("gives the places in the image that was given, however it was made to fit")
  func fitting() throws {
    let puppet = Puppet(row: 1, column: 4, offset: [2, 3])
    let drawing = drawn([puppet], stride: 16, 161, 129)
    // The middle third of a picture three times as wide, in which everything is three times as
    // large.
    let large = enlarged(drawing, by: 3)
    var options = PoseNetDetector.Options()
    for fitting in [MappingToPicture.Fitting.letterboxed, .stretched] {
      options.fitting = fitting
      let pose = try #require(try detector("mobilenet_named", options).poses(in: large).first)
      for (name, place) in puppet.places(stride: 16) {
        let point = try #require(pose.points[name])
        // The middle of the nine pixels that a pixel has become.
        #expect(abs(point.x - (3 * place.x + 1)) < Tolerance.puppetPixels)
        #expect(abs(point.y - (3 * place.y + 1)) < Tolerance.puppetPixels)
      }
      #expect(pose.imageWidth == 483 && pose.imageHeight == 387)
    }
  }

  @Test("the surest come first, and no more than asked for")
  func order() throws {
    let picture = drawn(
      [Puppet(row: 1, column: 2, offset: .zero), Puppet(row: 1, column: 8, offset: .zero)],
      stride: 16, 161, 129, without: [.leftKnee, .leftAnkle])
    let detector = try detector("mobilenet_named")
    let both = try detector.poses(in: picture, maximumCount: 2)
    try #require(both.count == 2)
    #expect(both[0].confidence > both[1].confidence + 0.05)
    #expect(try detector.poses(in: picture) == [both[0]])
    #expect(both[0].points.count == 17 && both[1].points.count == 15)
  }

  @Test("the single algorithm returns one person or none")
  func single() throws {
    var options = PoseNetDetector.Options()
    options.algorithm = .single
    let detector = try detector("mobilenet_named", options)
    let puppet = Puppet(row: 2, column: 5, offset: [1, 1])
    let poses = try detector.poses(
      in: drawn([puppet], stride: 16, 161, 129), maximumCount: 3)
    try #require(poses.count == 1)
    #expect(isSame(poses[0], puppet, stride: 16))
    #expect(try detector.poses(in: drawn([], stride: 16, 161, 129)).isEmpty)
  }

  @Test("empty images have no people in them", arguments: [(1, 1), (1, 900), (2000, 3)])
  func nobody(width: Int, height: Int) throws {
    let detector = try detector("mobilenet_joined")
    let picture = ColorImage(
      width: width, height: height, pixels: [UInt8](repeating: 30, count: 3 * width * height))
    #expect(try detector.poses(in: picture, maximumCount: 9).isEmpty)
  }

  // MARK: Files that can't be used

  @Test("a quantized PoseNet is refused for what it is")
  func quantized() throws {
    let path = path("quantized")
    expectRefused(
      path,
      "\(path): the PoseNet model is quantized, its input or its outputs are integers; 32-bit "
        + "floating point was expected: use the model's float version", code: .modelQuantized)
  }

  @Test("a model that isn't a PoseNet is refused with what it gives")
  func otherModel() throws {
    let path = path("no_posenet")
    expectRefused(
      path,
      "\(path): the model takes 1×129×161×3 numbers and gives 1×9×11×17, 1×9×11×34; a "
        + "PoseNet was expected, which takes 1×height×width×3 and gives a heatmap of 17 channels, offsets of 34 "
        + "and displacements of 32 and 32 or of 64, for cells 8, 16 or 32 pixels apart")
  }

  @Test("a file of the user's that is no model isn't blamed on the installation")
  func noModel() throws {
    let assets = try #require(Installation.assets)
    let error = #expect(throws: DetectionError.self) {
      try PoseNetDetector(model: #filePath, assets: assets)
    }
    #expect(error?.code == .modelUnusable)
    #expect(error?.description.hasPrefix("\(#filePath): the model can't be used (") == true)
    #expect(error?.description.hasSuffix("); give another PoseNet (.tflite)") == true)
  }

  private func expectRefused(
    _ path: String, _ sentence: String, code: DetectionError.Code = .modelUnusable
  ) {
    let error = #expect(throws: DetectionError.self) {
      try PoseNetDetector(model: path, assets: try #require(Installation.assets))
    }
    #expect(error?.code == code)
    #expect(error?.description == sentence)
  }

  // MARK: Support

  /// What the models find, by the cell of its nose.
  struct Puppet {
    let row, column: Int
    /// Pixels from each cell to the joint, multiples of an eighth.
    let offset: SIMD2<Double>

    /// Cells to the right of the nose and below it.
    static let cells: [Keypoint: SIMD2<Int>] = [
      .nose: [0, 0], .leftEye: [1, 0], .rightEye: [-1, 0], .leftEar: [2, 0], .rightEar: [-2, 0],
      .leftShoulder: [1, 1], .rightShoulder: [-1, 1], .leftElbow: [2, 2], .rightElbow: [-2, 2],
      .leftWrist: [2, 3], .rightWrist: [-2, 3], .leftHip: [1, 3], .rightHip: [-1, 3],
      .leftKnee: [1, 4], .rightKnee: [-1, 4], .leftAnkle: [1, 5], .rightAnkle: [-1, 5],
    ]

    func pixel(_ joint: Keypoint, stride: Int) -> SIMD2<Int> {
      (SIMD2(column, row) &+ Self.cells[joint]!) &* stride
    }

    func places(stride: Int) -> [Keypoint: SIMD2<Double>] {
      Dictionary(
        uniqueKeysWithValues: Self.cells.keys.map {
          ($0, SIMD2<Double>(pixel($0, stride: stride)) + offset)
        })
    }
  }

  /// - Parameter missing: joints that the last puppet lacks.
  private func drawn(
    _ puppets: [Puppet], stride: Int, _ width: Int, _ height: Int,
    without missing: Set<Keypoint> = []
  ) -> ColorImage {
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    for (number, puppet) in puppets.enumerated() {
      for (index, joint) in PoseNetTree.joints.enumerated() {
        if number == puppets.count - 1 && missing.contains(joint) { continue }
        let place = puppet.pixel(joint, stride: stride)
        let at = 3 * (place.y * width + place.x)
        pixels[at] = UInt8(40 + 12 * index)
        pixels[at + 1] = UInt8(128 + 8 * puppet.offset.y)
        pixels[at + 2] = UInt8(128 + 8 * puppet.offset.x)
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// Each pixel as a square of pixels, and around each square the same once more, so that shrinking
  /// gives the pixel back.
  private func enlarged(_ picture: ColorImage, by factor: Int) -> ColorImage {
    let (width, height) = (picture.width * factor, picture.height * factor)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let source = 3 * (y * picture.width + x)
        guard picture.pixels[source] > 0 else { continue }
        for row in max(0, factor * (y - 1))..<min(height, factor * (y + 2)) {
          for column in max(0, factor * (x - 1))..<min(width, factor * (x + 2)) {
            let at = 3 * (row * width + column)
            for channel in 0..<3 { pixels[at + channel] = picture.pixels[source + channel] }
          }
        }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  private func isSame(_ pose: Pose2D, _ puppet: Puppet, stride: Int) -> Bool {
    puppet.places(stride: stride).allSatisfy { name, place in
      pose.points[name].map {
        hypot($0.x - place.x, $0.y - place.y) < Tolerance.puppetPixels && $0.confidence > 0.9
      } ?? false
    }
  }

  private func detector(
    _ model: String, _ options: PoseNetDetector.Options = .init()
  ) throws -> PoseNetDetector {
    try PoseNetDetector(
      model: path(model), assets: try #require(Installation.assets), options: options)
  }

  private func path(_ model: String) -> String {
    Fixture.path("posenet/\(model).tflite")
  }
}
