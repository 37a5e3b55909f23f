import Foundation
import TestSupport
import Testing

extension AnglesTests {
  // MARK: What the caller knows better

  /// A person of 2.9 m, whose unit can't be told from the size.
  private static func giant(in folder: TemporaryFolder) throws -> String {
    let places = try Truth().places.mapValues { $0 * (2.9 / 1.737) }
    let points = places.map { "\"\($0)\": [\($1.x), \($1.y), \($1.z)]" }.sorted()
    return try folder.file("giant.json", Data("{\(points.joined(separator: ", "))}".utf8))
  }

  @Test func `the caller's unit is taken where the file has none`() async throws {
    let path = Self.skeleton("h36m.json")
    let told = try await Self.document([path, "--units", "mm"])
    #expect(!told.warnings.contains { $0.contains("--units") })
    #expect(abs(try #require(told.everyone.first).bodyHeight - 1.737) < 1e-3)
    let folder = try TemporaryFolder()
    let giant = try Self.giant(in: folder)
    #expect(try await CommandLineRun(["angles", giant]).exitCode == 65)
    let document = try await Self.document([giant, "--units", "m"])
    #expect(document.input.lengthUnit == "m")
    #expect(abs(try #require(document.everyone.first).bodyHeight - 2.9) < 1e-3)
  }

  @Test func `the caller's axis is the vertical`() async throws {
    let path = Self.skeleton("h36m.json")
    let unknown = try await Self.person([path])
    #expect(unknown.verticalReference == nil)
    #expect(unknown.angle("trunkLean")?.reason == "unobservable")
    let trunk = try Truth().bone("root", "centerShoulder")
    for (axis, up) in [("-y", SIMD3(0.0, -1, 0)), ("+z", SIMD3(0, 0, 1))] {
      let known = try await Self.person([path, "--up=\(axis)"])
      #expect(known.verticalReference == "file")
      let lean = try #require(known.angle("trunkLean")?.value)
      #expect(abs(lean - Truth.degrees(between: trunk, up)) < 1e-5)
      // What isn't measured against the vertical stays.
      #expect(known.angle("leftHipFlexion")?.value == unknown.angle("leftHipFlexion")?.value)
    }
    #expect(try await Self.person([Self.skeleton("kinect2.json")]).verticalReference == "camera")
    #expect(try await Self.person([Self.skeleton("pose2sim.trc")]).verticalReference == "file")
  }

  @Test func `the caller's sigma goes into every angle, in proportion`() async throws {
    let path = Self.skeleton("named.json")
    let none = try await Self.person([path, "--up=-y"])
    #expect(none.bodyHeightSigma == nil && none.angles.allSatisfy { $0.sigma == nil })
    let one = try await Self.person([path, "--up=-y", "--sigma", "0.01"])
    let two = try await Self.person([path, "--up=-y", "--sigma", "0.02"])
    #expect(try #require(two.bodyHeightSigma) > 0.01)
    for (a, b) in zip(one.angles, two.angles) {
      #expect((a.value == nil) == (a.sigma == nil), "\(a.name)")
      guard let single = a.sigma, let double = b.sigma else { continue }
      #expect(single > 0.1 && abs(double - 2 * single) < 1e-5, "\(a.name)")
      #expect(a.value == none.angle(a.name)?.value)
    }
    let table = try await Self.run([path, "--sigma", "0.02", "--joints", "leftKneeFlexion"]).output
    let sigma = try #require(two.angle("leftKneeFlexion")?.sigma)
    #expect(table.contains(String(format: "81.5° ± %.1f\n", sigma)))
    let csv = try await Self.run([
      path, "--sigma", "0.02", "--joints", "kneeFlexion", "--format", "csv",
    ])
    #expect(
      csv.output.hasPrefix(
        "frame,time,person,leftKneeFlexion,leftKneeFlexion_sigma,rightKneeFlexion,"
          + "rightKneeFlexion_sigma\n0,,0,81."))
  }

  @Test func `points of other programs err each on its own, over time as in one frame`()
    async throws
  {
    struct Range: Decodable {
      struct Value: Decodable {
        let value: Double
        let sigma: Double?
      }
      let name: String
      let maximum: Value
    }
    struct Document: Decodable {
      struct Person: Decodable {
        struct Measures: Decodable { let ranges: [Range] }
        let measures: Measures
      }
      let people: [Person]
    }
    let path = Self.skeleton("pose2sim.trc")
    let run = try await CommandLineRun([
      "exercise", path, "--sigma", "0.02", "--smoothing", "none", "--no-repair", "--no-grounding",
      "-o", "-",
    ])
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    let frames = try await CommandLineRun([
      "angles", path, "--sigma", "0.02", "--format", "csv", "--joints", "elbowFlexion",
    ]).output.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
    let range = try #require(
      document.people[0].measures.ranges.first { $0.name == "leftElbowFlexion" })
    let greatest = try #require(frames.max { Double($0[3]) ?? 0 < Double($1[3]) ?? 0 })
    let sigma = try #require(range.maximum.sigma)
    #expect(abs(sigma / (try #require(Double(greatest[4]))) - 1) < 0.1)
  }

  @Test func `the caller's layout is taken where the content misleads`() async throws {
    // Kinect v2 without the joints that tell it from Azure Kinect.
    let text = try String(contentsOfFile: Self.skeleton("kinect2.json"), encoding: .utf8)
      .replacing("SpineBase", with: "A").replacing("SpineMid", with: "B")
      .replacing("SpineShoulder", with: "C")
    let folder = try TemporaryFolder()
    let path = try folder.file("bodies.json", Data(text.utf8))
    #expect(try await CommandLineRun(["angles", path]).exitCode == 65)
    let document = try await Self.document([path, "--layout", "kinect2"])
    #expect(document.input.layout == "kinect2" && document.input.lengthUnit == "m")
    let knee = try #require(document.everyone.first?.angle("leftKneeFlexion")?.value)
    #expect(abs(knee - (try Truth().bend("leftHip", "leftKnee", "leftAnkle"))) < 1e-5)
  }

  // MARK: Our own file

  /// The places in the file are rounded to 1e-6 m, each end of a bone by up to 0.9e-6 m: a bone of
  /// 0.1 m turns by up to 1e-3 degrees.
  private static let rounding = 1e-3
  /// Sigmas of 0.01 m are rounded by 5e-5 of themselves, and the angle's slopes turn with its bones.
  private static let sigmaRounding = 1e-4

  @Test(arguments: [
    AnalyzeTests.withKeypoints,
    ["analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints],
    [
      "analyze", Fixture.path("rendered/p039/color.jpg"), "--depth",
      Fixture.path("rendered/p039/depth.png"), "--camera",
      Fixture.path("rendered/p039/camera.json"), "--keypoints",
      Fixture.path("rendered/p039/keypoints.json"),
    ],
  ])
  func `a skeleton file gives the angles that were written into it`(arguments: [String])
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try await CommandLineRun(arguments + ["-o", path]).exitCode == 0)
    let data = try Data(contentsOf: URL(filePath: path))
    let written = try JSONDecoder().decode(AnalyzeTests.Skeleton.self, from: data).people[0]
    var found: [String] = []
    for dialect in ["clinical", "fitness"] {
      let document = try await Self.document([path, "--dialect", dialect])
      #expect(document.input.layout == "pose3d" && document.warnings.isEmpty)
      let person = try #require(document.people?.first)
      #expect(person.id == written.id)
      #expect(
        String(decoding: data, as: UTF8.self).contains(
          "\"verticalReference\": \"\(try #require(person.verticalReference))\""))
      for angle in person.angles {
        let other = try #require(written.angles.first { $0.name == angle.name })
        #expect(angle.reason == other.reason, "\(angle.name)")
        #expect((angle.value == nil) == (other.value == nil), "\(angle.name)")
        found.append(angle.name)
        guard let value = angle.value, let otherValue = other.value else { continue }
        #expect(abs(value - otherValue) < Self.rounding, "\(angle.name)")
        let (sigma, otherSigma) = try (#require(angle.sigma), #require(other.sigma))
        let allowed = Self.rounding + Self.sigmaRounding * otherSigma
        #expect(abs(sigma - otherSigma) < allowed, "\(angle.name)")
      }
    }
    #expect(found.sorted() == written.angles.map(\.name).sorted())
  }

  @Test func `a file's own sigmas are not replaced by the caller's`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", path]).exitCode == 0)
    let own = try await Self.run([path, "--format", "json"]).output
    #expect(try await Self.run([path, "--format", "json", "--sigma", "0.5"]).output == own)
    #expect(own.contains("\"bodyHeightSigma\": 0."))
  }
}
