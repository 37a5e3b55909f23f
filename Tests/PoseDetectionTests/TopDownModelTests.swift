@testable import PoseDetection
import Foundation
import PoseGeometry
import PoseImaging
import Pose3D
import TestSupport
import Testing

@Suite("Top-down models", .enabled(if: Installation.isComplete, Installation.reason))
struct TopDownModelTests {
  static let goldens = try? TopDownGoldens.all()
  static let found = goldens?.found ?? []

  @Test func `all golden models are there`() {
    #expect(Self.found.count == 18)
    #expect(Set(Self.found.map(\.model)).count == 6)
    #expect(Set(Self.found.map(\.points.count)) == [17, 26, 133])
  }

  @Test(arguments: found)
  func `points and scores are rtmlib's in the same crop`(golden: TopDownGoldens.Found) throws {
    let model = try TopDownModel(fixture: golden.model)
    let isSimCC = golden.model.hasPrefix("simcc")
    let size = golden.model == "heatmaps_26.onnx" ? (288, 384) : (192, 256)
    let crop = TopDownCrop(
      around: golden.boundingBox, width: size.0, height: size.1, alignment: .pixels)
    let points = try model.points(in: TopDownGoldens.picture(), crop)
    try #require(points.count == golden.points.count)
    for (index, point) in points.enumerated() {
      guard let point else {
        #expect(golden.scores[index] <= 0)
        continue
      }
      #expect(abs(point.score - golden.scores[index]) < Tolerance.topDownScore)
      // rtmlib takes the heatmaps' outer cells for the edges of a crop that it makes of whole pixels.
      let steps = isSimCC ? crop.size : crop.size - 1
      let place = crop.center - crop.extent / 2 + point.place / steps * crop.extent
      let expected = SIMD2(golden.points[index][0], golden.points[index][1])
      #expect(place.distance(to: expected) < Tolerance.topDownPixels, "point \(index)")
    }
  }

  @Test(arguments: found)
  func `named points are where rtmlib's arithmetic puts them`(
    golden: TopDownGoldens.Found
  ) throws {
    let model = try TopDownModel(fixture: golden.model)
    let pose = try #require(
      try model.pose(in: TopDownGoldens.picture(), box: golden.boundingBox, id: 7))
    let layout = try #require(
      KeypointLayout.allCases.first { $0.points.count == golden.points.count })
    let expected = golden.unbiased ?? golden.points
    let scores = golden.unbiasedScores ?? golden.scores
    for (index, name) in layout.points.enumerated() {
      guard let name else { continue }
      guard scores[index] > 0 else {
        #expect(pose.points[name] == nil)
        continue
      }
      let point = try #require(pose.points[name])
      let distance = SIMD2(point.x, point.y)
        .distance(to: SIMD2(expected[index][0], expected[index][1]))
      #expect(distance < Tolerance.topDownPixels, "\(name)")
      #expect(abs(point.confidence - min(scores[index], 1)) < Tolerance.topDownScore)
      #expect(point.presence == nil)
    }
    #expect(pose.id == 7)
    #expect(pose.convention == .jointCenters)
    #expect(pose.worldLandmarks.isEmpty)
    #expect(pose.imageWidth == 336 && pose.imageHeight == 448)
    let confidences = pose.points.values.map(\.confidence)
    let mean = confidences.reduce(0, +) / Double(confidences.count)
    #expect(abs(pose.confidence - mean) < Tolerance.rounding)
    #expect(confidences.allSatisfy { (0...1).contains($0) })
  }

  @Test func `scores above 1 become 1, and one at or below 0 is no point`() throws {
    let golden = try #require(Self.found.first { $0.model == "simcc_17.onnx" })
    let pose = try #require(
      try TopDownModel(fixture: golden.model).pose(
        in: TopDownGoldens.picture(), box: golden.boundingBox, id: nil))
    let highest = golden.scores.max()
    let loudest = try #require(golden.scores.firstIndex { $0 == highest })
    #expect(golden.scores[loudest] > 1.2)
    let loudName = KeypointLayout.coco.points[loudest]
    #expect(pose.points[try #require(loudName)]?.confidence == 1)
    let goldens = try #require(Self.goldens)
    let missing = try #require(KeypointLayout.coco.points[goldens.missing])
    #expect(pose.points[missing] == nil)
    #expect(pose.points.count == 16)
  }

  /// The true places tell a crop that is half a pixel off, which no other decoder would.
  @Test(arguments: [
    ("simcc_26.onnx", 0.4), ("heatmaps_26.onnx", 0.01), ("heatmaps_17.onnx", 0.05),
  ])
  func `spots are found where they are`(name: String, inputPixels: Double) throws {
    let goldens = try #require(Self.goldens)
    let model = try TopDownModel(fixture: name)
    let golden = try #require(Self.found.first { $0.model == name })
    let layout: KeypointLayout = golden.points.count == 17 ? .coco : .halpe26
    let pose = try #require(
      try model.pose(in: TopDownGoldens.picture(), box: golden.boundingBox, id: nil))
    let scale = TopDownCrop(
      around: golden.boundingBox, width: name == "heatmaps_26.onnx" ? 288 : 192,
      height: name == "heatmaps_26.onnx" ? 384 : 256, alignment: .steps
    ).step.x
    var distances: [Double] = []
    // Beyond the spots the colours are used again.
    for (index, spot) in goldens.spots.enumerated() {
      guard index < layout.points.count, let name = layout.points[index],
        let point = pose.points[name], point.confidence > 0.5
      else { continue }
      distances.append(SIMD2(point.x, point.y).distance(to: SIMD2(spot[0], spot[1])) / scale)
    }
    #expect(distances.count >= 16)
    #expect(distances.reduce(0, +) / Double(distances.count) < inputPixels)
  }

  @Test func `outputs in another order are the same points`() throws {
    let picture = try TopDownGoldens.picture()
    let box = try #require(Self.found.first).boundingBox
    let usual = try TopDownModel(fixture: "simcc_17.onnx").pose(in: picture, box: box, id: nil)
    let swapped = try TopDownModel(fixture: "simcc_swapped.onnx")
      .pose(in: picture, box: box, id: nil)
    #expect(usual != nil && usual == swapped)
  }

  @Test func `a layout that is named gives the points their names`() throws {
    let picture = try TopDownGoldens.picture()
    let box = try #require(Self.found.first).boundingBox
    for layout in [KeypointLayout.body25, .body25b] {
      let model = try TopDownModel(fixture: "body25.onnx", layout: layout)
      let pose = try #require(try model.pose(in: picture, box: box, id: nil))
      #expect(Set(pose.points.keys) == Set(layout.points.compactMap { $0 }))
    }
  }

  @Test func `a box that is none has no points`() throws {
    let model = try TopDownModel(fixture: "simcc_17.onnx")
    for box in [
      BoundingBox(minimum: .zero, maximum: .zero),
      BoundingBox(minimum: .zero, maximum: SIMD2(.nan, 10)),
      BoundingBox(minimum: SIMD2(-1e12, 0), maximum: SIMD2(1e12, 10)),
    ] {
      #expect(try model.pose(in: TopDownGoldens.picture(), box: box, id: nil) == nil)
    }
  }

  @Test func `other contents are compiled again, whatever the file's size and time`() throws {
    let folder = try TemporaryFolder()
    let cache = folder.path("cache")
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: false)
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    let picture = try TopDownGoldens.picture()
    let box = try #require(Self.found.first).boundingBox
    let original = try Fixture.bytes("onnx/simcc_17.onnx")
    var other = original
    // The last point's weight, 1 and then -1: before it come others' and after it two of another tensor.
    let ones = other.indices.dropFirst().filter { other[$0] == 0x3f && other[$0 - 1] == 0x80 }
    other[try #require(ones.suffix(3).first)] = 0xbf
    var poses: [Pose2D?] = []
    for bytes in [original, other, original] {
      let path = try folder.file("model.onnx", bytes)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
      let model = try TopDownModel(file: path, cacheFolder: cache)
      poses.append(try model.pose(in: picture, box: box, id: nil))
    }
    #expect(poses[0] == poses[2])
    #expect(poses[0] != poses[1])
    let names = try FileManager.default.contentsOfDirectory(atPath: cache)
    #expect(names.count { $0.hasPrefix("model-") } == 2)
  }

  // MARK: Files that can't be used

  private static let expected =
    "a top-down pose model was expected, which takes 1×3×height×width and gives SimCC of two outputs "
    + "(1×points×columns, 1×points×rows) or heatmaps (1×points×rows×columns)"

  @Test(arguments: [
    ("two_inputs.onnx", "the model takes 1×3×64×48, 1×3×64×48; \(expected)"),
    ("channels_last.onnx", "the model takes 1×64×48×3; \(expected)"),
    ("boxes.onnx", "the model takes 1×3×64×48 and gives 1×17×192; \(expected)"),
    (
      "open_size.onnx",
      "the model leaves its input's height and width open (?×3×?×?): export it with the size that it "
        + "was trained with, such as 1×3×256×192"
    ),
    ("hand_21.onnx", "the model gives 21 points, those of a hand; one of bodies was expected"),
    ("body25.onnx", "the model gives 25 points, which may be body25 or body25b: name the layout"),
    (
      "points_20.onnx",
      "the model gives 20 points, which no layout has; 17 (coco), 26 (halpe26), 133 (coco133), 136 "
        + "(halpe136) are those of bodies"
    ),
  ])
  func `another model is refused with what it is`(name: String, message: String) {
    let error = #expect(throws: DetectionError.self) { try TopDownModel(fixture: name) }
    #expect(error?.code == .modelUnusable)
    #expect(error?.path == Fixture.path("onnx/\(name)"))
    #expect(error?.message == message)
  }

  @Test func `half precision is refused`() {
    let error = #expect(throws: DetectionError.self) { try TopDownModel(fixture: "half.onnx") }
    #expect(error?.code == .modelQuantized)
    #expect(
      error?.message
        == "the model's input or outputs aren't 32-bit floating point: export it with 32-bit numbers"
    )
  }

  @Test func `a layout of another number of points is refused`() {
    let error = #expect(throws: DetectionError.self) {
      try TopDownModel(fixture: "simcc_17.onnx", layout: .halpe26)
    }
    #expect(error?.message == "the model gives 17 points, and the layout halpe26 has 26")
  }

  @Test func `an operator that OpenVINO doesn't know is named`() throws {
    var bytes = try Fixture.data("onnx/simcc_17.onnx")
    let place = try #require(bytes.range(of: Data("Gather".utf8)))
    bytes.replaceSubrange(place, with: Data("Gazher".utf8))
    try withTemporaryFile(Array(bytes), named: "model.onnx") { path in
      let error = #expect(throws: DetectionError.self) { try TopDownModel(file: path) }
      #expect(error?.code == .modelUnusable && error?.path == path)
      #expect(error?.message.hasPrefix("the model can't be used (OpenVINO ") == true)
      #expect(error?.message.contains("Gazher") == true)
      #expect(
        error?.message.hasSuffix("); give another file, or use the full model") == true)
    }
  }

  @Test func `a damaged model is refused or used, and nothing else happens`() throws {
    let original = try Fixture.bytes("onnx/simcc_17.onnx")
    let picture = try TopDownGoldens.picture()
    let box = try #require(Self.found.first).boundingBox
    var refused = 0
    for copy in DamagedCopies(of: original, count: 150, values: [0, 0x7f, 0xff], cutsShort: true) {
      try withTemporaryFile(copy, named: "model.onnx") { path in
        do {
          _ = try TopDownModel(file: path).pose(in: picture, box: box, id: nil)
        } catch let error as DetectionError {
          refused += 1
          #expect(!error.message.contains("\n"))
        }
      }
    }
    #expect((1..<150).contains(refused))
  }
}
