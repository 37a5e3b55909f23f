import PoseDocuments
import PoseFiles
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// A person's walking beside that of a group.
@Suite("A reference of walking")
struct GaitReferenceTests {
  private static let speed = GaitReference.Measure(quantity: .speed, mean: 1.4, deviation: 0.2)

  static let positions: [(value: Double, sigma: Double?, position: GaitReference.Position)] = [
    (1.4, 0.05, .within), (1.0, 0, .below), (1.8, 0, .above), (1.01, 0, .within),
    (0.95, 0.05, .unclear), (0.9, 0.05, .below), (1.9, 0.05, .above), (1.75, 0.05, .unclear),
    // A measurement with more error than the group has range tells nothing, nor does one without a sigma.
    (1.4, 0.3, .unclear), (1.4, nil, .unclear), (0.1, nil, .unclear),
  ]

  @Test(arguments: positions)
  func `a value is outside or inside only where its sigma leaves no doubt`(
    value: Double, sigma: Double?, position: GaitReference.Position
  ) {
    #expect(
      Self.speed.position(of: MotionMeasures.Value(value, sigma: sigma)) == position)
  }

  @Test func `a member of the group is called outside in at most one of twenty measurements`() {
    var random = RandomNumbers(seed: 7)
    let sigma = 0.08
    // Just inside of the limit, where errors count most.
    let truth = 1.4 - GaitReference.reach * 0.2 + 1e-6
    var outside = 0
    for _ in 0..<20_000 {
      let value = MotionMeasures.Value(truth + sigma * random.normal(), sigma: sigma)
      outside += Self.speed.position(of: value) == .below ? 1 : 0
    }
    #expect((900...1_100).contains(outside))
  }

  @Test func `a curve of few values is on straight lines between them`() {
    let curve = GaitReference.Curve(
      angle: "kneeFlexion", mean: [0, 1, 0.5], deviation: [0.1, 0.1, 0.2])
    #expect(curve.mean.count == 101 && curve.deviation.count == 101)
    #expect(curve.mean[0] == 0 && curve.mean[50] == 1 && curve.mean[100] == 0.5)
    #expect(abs(curve.mean[25] - 0.5) < 1e-12 && abs(curve.deviation[75] - 0.15) < 1e-12)
  }

  @Test func `the shares of a curve are of what was measured`() throws {
    let curve = GaitReference.Curve(
      angle: "kneeFlexion", mean: [0.5, 0.5], deviation: [0.1, 0.1])
    let mean: [Double?] = (0...100).map { $0 < 51 ? nil : $0 < 61 ? 1 : 0.5 }
    let cycle = AngleCycle(
      name: "rightKneeFlexion", mean: mean, deviation: mean.map { _ in nil },
      sigma: mean.map { $0.map { _ in 0.02 } })
    let shares = try #require(curve.shares(of: cycle))
    #expect(zip(shares, [0, 0.8, 0.2, 0]).allSatisfy { abs($0 - $1) < 1e-12 })
    let unmeasured = AngleCycle(
      name: "rightKneeFlexion", mean: mean.map { _ in nil }, deviation: mean.map { _ in nil },
      sigma: mean.map { _ in nil })
    #expect(curve.shares(of: unmeasured) == nil)
    let group = GaitReference(name: "a", source: "b", measures: [], curves: [curve])
    #expect(group.curve(of: cycle) == curve)
  }

  @Test func `units of the literature are converted`() throws {
    let folder = try TemporaryFolder()
    let rows: [(String, String, Double, Double, Double, Double)] = [
      ("speed", "cm/s", 143, 27, 1.43, 0.27), ("cadence", "1/s", 1.98, 0.13, 118.8, 7.8),
      ("stanceShare", "%", 62, 1.9, 0.62, 0.019), ("stepTime", "ms", 540, 40, 0.54, 0.04),
      ("stepLength", "mm", 616, 35, 0.616, 0.035),
      ("footProgression", "deg", 6, 4, 6 * Double.pi / 180, 4 * Double.pi / 180),
    ]
    let measures = rows.map { name, unit, mean, deviation, _, _ in
      """
      {"quantity": "\(name)", "unit": "\(unit)", "mean": \(mean), "standardDeviation": \(deviation)}
      """
    }
    let group = try GaitReference(
      contentsOf: folder.file(
        "group.json", Self.document("\"measures\": [\(measures.joined(separator: ","))]")))
    for (name, _, _, _, mean, deviation) in rows {
      let quantity = try #require(GaitAnalysis.Quantity(rawValue: name))
      let measure = try #require(group.measure(quantity))
      #expect(abs(measure.mean - mean) < 1e-9 && abs(measure.deviation - deviation) < 1e-9)
    }
  }

  private static func document(_ members: String) -> String {
    """
    {"schema": "pose3d.gaitReference/1", "name": "a group", "source": "a book", \(members)}
    """
  }

  private static func measure(_ members: String) -> String {
    document("\"measures\": [{\(members)}]")
  }

  static let refusals: [(text: String, message: String)] = [
    ("{}", "this is no pose3d.gaitReference/1"),
    (
      "{\"schema\": \"pose3d.gaitReference/1\"}", "it has neither \"measures\" nor \"curves\""
    ),
    (document("\"measures\": []"), "it has neither \"measures\" nor \"curves\""),
    (
      """
      {"schema": "pose3d.gaitReference/1", "source": "a book", "measures": [{"quantity": "speed", "unit": "m/s", "mean": 1, "standardDeviation": 1}]}
      """, "the document has no \"name\" where the group's name was expected"
    ),
    (
      measure("\"quantity\": \"pace\""),
      "measures[0].quantity is the text \"pace\" where one of \"cadence\", \"speed\", \"strideTime\""
    ),
    (
      measure("\"quantity\": \"speed\", \"unit\": \"km/h\""),
      "measures[0].unit is the text \"km/h\" where one of \"m/s\", \"cm/s\" was expected"
    ),
    (
      measure("\"quantity\": \"speed\", \"unit\": \"m/s\""),
      "measures[0] has no \"mean\" where a number was expected"
    ),
    (
      measure(
        "\"quantity\": \"speed\", \"unit\": \"m/s\", \"mean\": 1, \"standardDeviation\": 0"),
      "measures[0].standardDeviation is 0 where a number from 0.000001 to 10000 was expected"
    ),
    (
      measure(
        "\"quantity\": \"cadence\", \"unit\": \"1/s\", \"mean\": 1e308, \"standardDeviation\": 1"),
      "where a number from -10000 to 10000 was expected"
    ),
    (
      document(
        "\"curves\": [{\"angle\": \"kneeFlexion\", \"mean\": [1, 1e9], \"standardDeviation\": [1, 1]}]"
      ),
      "curves[0].mean[1] is 1000000000 where a number from -360 to 360 was expected"
    ),
    (
      document(
        "\"measures\": ["
          + [String](
            repeating:
              "{\"quantity\": \"speed\", \"unit\": \"m/s\", \"mean\": 1, \"standardDeviation\": 1}",
            count: 2
          ).joined(separator: ",") + "]"),
      "measures[1] is a second speed"
    ),
    (
      document(
        "\"curves\": [{\"angle\": \"elbowFlexion\", \"mean\": [1, 2], \"standardDeviation\": [1, 1]}]"
      ),
      "curves[0].angle is the text \"elbowFlexion\" where one of \"hipFlexion\", \"kneeFlexion\", \"ankleDorsiflexion\" was expected"
    ),
    (
      document(
        "\"curves\": [{\"angle\": \"kneeFlexion\", \"mean\": [1, 2], \"standardDeviation\": [1]}]"),
      "curves[0] has 2 means and 1 standard deviations where two or more, as many of each, were expected"
    ),
  ]

  @Test(arguments: refusals)
  func `a file that can't be used is refused with the place`(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("group.json", text)
    let error = #expect(throws: FileError.self) { try GaitReference(contentsOf: path) }
    #expect(error?.code == .unsuitable)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
