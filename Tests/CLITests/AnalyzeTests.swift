import Foundation
import TestSupport
import Testing

struct AnalyzeTests {
  static let color = Fixture.path("demo/color.jpg")
  static let depth = Fixture.path("demo/depth.png")
  static let camera = Fixture.path("demo/camera.json")
  static let keypoints = Fixture.path("demo/keypoints.json")
  static let withKeypoints = [
    "analyze", color, "--depth", depth, "--camera", camera, "--keypoints", keypoints,
  ]

  /// What the tests read of a skeleton file.
  struct Skeleton: Decodable {
    struct Person: Decodable {
      let id: Int
      let bodyHeight: Double
      let bodyHeightSigma: Double
      let heightEstimation: String
      let joints: [Joint]
      let angles: [Angle]
    }
    struct Joint: Decodable {
      let name: String
      let parent: String?
      let position: [Double]
      let localTransform: [Double]
      let cameraPosition: [Double]
      let image: [Double]
      let imageNormalized: [Double]
      let sigma: Double
      let covariance: [Double]
      let source: String
    }
    struct Angle: Decodable {
      let name: String
      let value: Double?
      let sigma: Double?
      let reason: String?
    }
    let people: [Person]
    let warnings: [String]
  }

  struct Truth: Decodable {
    let stature: Double
    let joints: [String: [Double]]
    let angles: [String: Double]
  }

  static func skeleton(_ run: CommandLineRun) throws -> Skeleton {
    try JSONDecoder().decode(Skeleton.self, from: Data(run.output.utf8))
  }

  static func truth(_ name: String) throws -> Truth {
    try JSONDecoder().decode(
      Truth.self, from: Data(contentsOf: URL(filePath: Fixture.path(name))))
  }

  /// The demo frame's truth is exact; the bounds are about twice the mean errors of such frames.
  private func expectNearTruth(_ person: Skeleton.Person) throws {
    let truth = try Self.truth("demo/truth.json")
    #expect(person.heightEstimation == "measured")
    #expect(abs(person.bodyHeight - truth.stature) < 0.1)
    let root = try #require(truth.joints["root"])
    let ownRoot = try #require(person.joints.first { $0.name == "root" }).cameraPosition
    var sum = 0.0
    for joint in person.joints {
      let expected = try #require(truth.joints[joint.name])
      var square = 0.0
      for axis in 0..<3 {
        let found: Double = joint.cameraPosition[axis] - ownRoot[axis]
        let offset: Double = found - (expected[axis] - root[axis])
        square += offset * offset
      }
      sum += square.squareRoot()
    }
    #expect(sum / 17 < 0.08, "the mean error is \(sum / 17) m")
    for name in ["leftElbowFlexion", "rightElbowFlexion", "leftKneeFlexion", "rightKneeFlexion"] {
      let value = try #require(person.angles.first { $0.name == name }?.value)
      let expected = try #require(truth.angles[name])
      #expect(abs(value - expected) < 14, "\(name) is \(value)°, not \(expected)°")
    }
  }

  @Test func `colour, depth and keypoints become a skeleton in metres near the truth`() async throws
  {
    let run = try await CommandLineRun(Self.withKeypoints + ["-o", "-"])
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    try expectNearTruth(try #require(try Self.skeleton(run).people.first))
  }

  /// [xx, xy, xz, yy, yz, zz], z along the viewing ray: without depth only the prior constrains a
  /// wrist's distance from the camera.
  @Test func `covariances are along the camera's axes, and sigma is their root mean square`()
    async throws
  {
    let run = try await CommandLineRun([
      "analyze", Self.color, "--keypoints", Self.keypoints, "-o", "-",
    ])
    let person = try #require(try Self.skeleton(run).people.first)
    for joint in person.joints {
      let c = joint.covariance
      try #require(c.count == 6, "\(joint.name)")
      // Variances have four digits.
      let mean = ((c[0] + c[3] + c[5]) / 3).squareRoot()
      #expect(abs(mean / joint.sigma - 1) < 3e-4, "\(joint.name)")
      #expect(c[1] * c[1] <= c[0] * c[3] && c[4] * c[4] <= c[3] * c[5], "\(joint.name)")
      if ["leftWrist", "rightWrist", "leftAnkle", "rightAnkle"].contains(joint.name) {
        #expect(c[5] > 2 * c[0] && c[5] > c[3], "\(joint.name): \(c)")
      }
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `people are found without keypoints`() async throws {
    let run = try await CommandLineRun([
      "analyze", Self.color, "--depth", Self.depth, "--camera", Self.camera, "-o", "-",
    ])
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    try expectNearTruth(try #require(try Self.skeleton(run).people.first))
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `all people are measured when they are asked for`() async throws {
    let picture = Fixture.path("detection/rendered_two_people.jpg")
    let all = try await Self.skeleton(
      CommandLineRun(["analyze", picture, "--people", "all", "-o", "-"]))
    #expect(all.people.map(\.id) == [0, 1])
    let one = try await Self.skeleton(CommandLineRun(["analyze", picture, "-o", "-"]))
    #expect(one.people.map(\.id) == [0])
    // Looked for among many, people are seen in tiles too, and a few pixels elsewhere.
    let roots = try [one, all].map { try #require($0.people.first?.joints.first?.image) }
    #expect(zip(roots[0], roots[1]).allSatisfy { abs($0 - $1) < 5 })
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a picture without a person is no error, but reported`() async throws {
    let picture = Fixture.path("images/nobody.png")
    let run = try await CommandLineRun(["analyze", picture, "-o", "-"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors == "warning: no person was found in \(picture).\n")
    let skeleton = try Self.skeleton(run)
    #expect(skeleton.people.isEmpty)
    #expect(
      skeleton.warnings == [
        "no person was found in nobody.png."
      ])
  }

  @Test func `the same input gives the same bytes`() async throws {
    let folder = try TemporaryFolder()
    var results: [[Data]] = []
    for name in ["a", "b"] {
      let (json, png) = (folder.path("\(name).json"), folder.path("\(name).png"))
      let run = try await CommandLineRun(Self.withKeypoints + ["-o", json, "--overlay", png])
      #expect(run.exitCode == 0)
      results.append(try [json, png].map { try Data(contentsOf: URL(filePath: $0)) })
    }
    #expect(results[0] == results[1])
    #expect(folder.contents.sorted() == ["a.json", "a.png", "b.json", "b.png"])
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `detection too gives the same bytes`() async throws {
    let arguments = ["analyze", Self.color, "--depth", Self.depth, "--camera", Self.camera]
    let first = try await CommandLineRun(arguments + ["-o", "-"])
    let second = try await CommandLineRun(arguments + ["-o", "-"])
    #expect(first.output == second.output && !first.output.isEmpty)
  }

  @Test func `without depth the height is the reference, or the given one`() async throws {
    let arguments = [
      "analyze", Self.color, "--camera", Self.camera, "--keypoints", Self.keypoints, "-o", "-",
    ]
    let reference = try #require(
      try await Self.skeleton(CommandLineRun(arguments)).people.first)
    #expect(reference.heightEstimation == "reference")
    #expect(reference.bodyHeight == 1.8)
    #expect(reference.joints.allSatisfy { $0.source != "depth" })
    let given = try #require(
      try await Self.skeleton(CommandLineRun(arguments + ["--height", "1.52"])).people.first)
    #expect(given.heightEstimation == "user")
    #expect(given.bodyHeight == 1.52)
    let size = { (person: Skeleton.Person) in
      person.joints.first { $0.name == "leftKnee" }?.position
        .reduce(0) { $0 + $1 * $1 }.squareRoot() ?? 0
    }
    #expect(abs(size(given) / size(reference) - 1.52 / 1.8) < 0.01)
  }

  @Test func `the assumed field of view is reported`() async throws {
    let run = try await CommandLineRun([
      "analyze", Self.color, "--keypoints", Self.keypoints, "-o", "-",
    ])
    #expect(
      run.errors == "warning: no camera file, no --fov and no focal length in the image: "
        + "a diagonal field of view of 60° is assumed. Angles hardly depend on it, distances "
        + "from the camera do.\n")
  }

  /// A unit that makes a dwarf of the person of 1.52 m, or a giant: each time the result is the one
  /// without depth, and a warning names the likely cause. (One that makes a child of an adult goes
  /// unnoticed.)
  @Test(arguments: [
    (["--depth-scale", "tum"], "check --depth-scale and the camera"),
    (["--depth-scale", "0.0004"], "check --depth-scale and the camera"),
    (["--depth-scale", "0.002"], "check --depth-scale and the camera"),
    (["--depth-scale", "0.1"], "is the unit right?"),
  ])
  func `a depth map in the wrong unit is not used, and that is reported`(
    options: [String], reason: String
  ) async throws {
    let run = try await CommandLineRun(Self.withKeypoints + options + ["-o", "-"])
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("person 0 was estimated without depth: \(Self.depth) "))
    #expect(run.errors.contains(reason), "\(run.errors)")
    let person = try #require(try Self.skeleton(run).people.first)
    let without = try await #require(
      try Self.skeleton(
        CommandLineRun([
          "analyze", Self.color, "--camera", Self.camera, "--keypoints", Self.keypoints, "-o", "-",
        ])
      ).people.first)
    #expect(person.heightEstimation == "reference")
    #expect(person.joints.map(\.cameraPosition) == without.joints.map(\.cameraPosition))
  }

  @Test func `depth whose unit is not known gives the shape, and the height stays the reference`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    let arguments = Self.withKeypoints + ["--depth-scale", "relative", "-o", path]
    let run = try await CommandLineRun(arguments)
    #expect(run.exitCode == 0)
    #expect(
      run.errors == "warning: \(Self.depth): its unit is not known: it gives the body's shape, and "
        + "height stays the reference of 1.8 m (--height sets another).\n")
    let json = try String(contentsOfFile: path, encoding: .utf8)
    for member in ["\"unit\": \"relative\"", "\"metresPerStep\": null", "\"median\": null"] {
      #expect(json.contains(member))
    }
    let person = try #require(
      try JSONDecoder().decode(Skeleton.self, from: Data(json.utf8)).people.first)
    #expect(person.heightEstimation == "reference")
    #expect(person.bodyHeight == 1.8 && person.bodyHeightSigma == 0.15)
    #expect(person.joints.contains { $0.source == "depth" })
    let given = try await CommandLineRun(arguments + ["--height", "1.52"])
    #expect(given.exitCode == 0 && given.errors.isEmpty)
  }

  @Test func `the overlay can go to standard output`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("overlay.png")
    let run = try await CommandLineRun(Self.withKeypoints + ["--overlay", path])
    #expect(run.exitCode == 0)
    let script = ["-c", "\"$0\" \"$@\" > '\(folder.path("piped.png"))'"]
    #expect(
      try await CommandLineRun(Self.withKeypoints + ["--overlay", "-"], through: script).exitCode
        == 0)
    #expect(
      try Data(contentsOf: URL(filePath: folder.path("piped.png")))
        == Data(contentsOf: URL(filePath: path)))
  }

  @Test func `people without a number, or with one that is taken, get one of their own`()
    async throws
  {
    let folder = try TemporaryFolder()
    let json = try String(contentsOfFile: Self.keypoints, encoding: .utf8)
    let start = try #require(json.range(of: "    {\n      \"convention\""))
    let end = try #require(json.range(of: "\n    }\n  ]"))
    let person = String(json[start.lowerBound..<end.lowerBound]) + "\n    }"
    let numbered = { (id: Int) in
      person.replacingOccurrences(of: "\"convention\"", with: "\"id\": \(id), \"convention\"")
    }
    let people = [numbered(1), person, numbered(1)].joined(separator: ",\n")
    let path = try folder.file(
      "keypoints.json",
      Data((json[..<start.lowerBound] + people + "\n  ]\n}\n").utf8))
    let run = try await CommandLineRun([
      "analyze", Self.color, "--keypoints", path, "--people", "all", "-o", "-",
    ])
    #expect(try Self.skeleton(run).people.map(\.id) == [1, 0, 2])
  }

  @Test func `depth may have another resolution than the picture`() async throws {
    let folder = Fixture.path("rendered/p039")
    let truth = try Self.truth("rendered/p039/truth.json")
    // The exact keypoints of the rendered person, as another program might give them.
    let run = try await CommandLineRun([
      "analyze", "\(folder)/color.jpg", "--depth", "\(folder)/depth.png", "--camera",
      "\(folder)/camera.json", "--keypoints", "\(folder)/keypoints.json", "-o", "-",
    ])
    #expect(run.exitCode == 0)
    let person = try #require(try Self.skeleton(run).people.first)
    #expect(person.heightEstimation == "measured")
    #expect(abs(person.bodyHeight - truth.stature) < 0.08)
  }

  @Test func `the table and the files' names go to standard output`() async throws {
    let folder = try TemporaryFolder()
    let json = folder.path("skeleton.json")
    let run = try await CommandLineRun(Self.withKeypoints + ["-o", json])
    #expect(run.output.hasPrefix("person 0   height 1."))
    #expect(run.output.contains("leftElbow"))
    #expect(run.output.hasSuffix("wrote \(json)\n"))
    #expect(!run.output.contains("\u{1b}"), "colour without a terminal")
  }
}
