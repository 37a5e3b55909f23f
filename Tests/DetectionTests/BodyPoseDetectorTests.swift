import DepthIO
import Foundation
import Pose3D
import Testing

@testable import Detection

@Suite("Detector", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct BodyPoseDetectorTests {
  @Test(
    "finds nobody in pictures of nothing, whatever their size",
    arguments: [(1, 1), (1, 4000), (4000, 1), (2, 2), (3, 5), (640, 480)])
  func nobody(width: Int, height: Int) throws {
    for level in [UInt8(0), 128, 255] {
      let pixels = [UInt8](repeating: level, count: 3 * width * height)
      let picture = ColorImage(width: width, height: height, pixels: pixels)
      #expect(try Installation.detector().poses(in: picture).isEmpty)
    }
  }

  @Test("gives the same numbers again, whatever came between")
  func determinism() throws {
    let detector = try Installation.detector()
    let picture = try fixture("astronaut.jpg")
    let first = try detector.poses(in: picture)
    _ = try detector.poses(in: try fixture("rendered_back.jpg"))
    #expect(try detector.poses(in: picture) == first)
  }

  @Test("a compiled model from the cache gives the numbers of a fresh one")
  func cache() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("detection-\(UUID().uuidString)/cache")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    var options = BodyPoseDetector.Options()
    options.cacheFolder = folder.path
    let picture = try fixture("rendered_back.jpg")
    let assets = try #require(Installation.assets)
    let expected = try Installation.detector().poses(in: picture)
    for _ in 0..<2 {
      let detector = try BodyPoseDetector(assets: assets, options: options)
      #expect(try detector.poses(in: picture) == expected)
    }
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("finds both of two people, and the first of them when asked for one")
  func twoPeople() throws {
    let picture = try fixture("rendered_two_people.jpg")
    let two = try Installation.detector(maximumCount: 5).poses(in: picture)
    try #require(two.count == 2)
    let one = try Installation.detector().poses(in: picture)
    #expect(one == [two[0]])
  }

  @Test("a cache folder that can't be made is said to be so")
  func cacheUnusable() throws {
    var options = BodyPoseDetector.Options()
    options.cacheFolder = "\(#filePath)/cache"
    let assets = try #require(Installation.assets)
    let error = try #require(throws: DetectionError.self) {
      try BodyPoseDetector(assets: assets, options: options)
    }
    #expect(error.code == .cacheUnusable)
    #expect(
      error.description.hasPrefix(
        "\(#filePath)/cache: the folder for compiled models can't be made ("))
    #expect(error.description.hasSuffix("); name another one or none"))
  }

  @Test("a model that isn't the expected one is refused with what it is instead")
  func otherModel() throws {
    let assets = try #require(Installation.assets)
    let swapped = DetectionAssets(
      runtimeLibrary: assets.runtimeLibrary, personModel: assets.personModel,
      landmarkModel: assets.personModel, palmModel: assets.palmModel,
      handModel: assets.handModel, heavyLandmarkModel: nil)
    let error = try #require(throws: DetectionError.self) { try BodyPoseDetector(assets: swapped) }
    #expect(error.code == .modelUnusable)
    #expect(
      error.description == "\(assets.personModel): the model takes 150528 numbers and gives "
        + "[27048, 2254], expected were 196608 and [195, 1, 159744, 117]; "
        + "run `scripts/setup` (or `make demo`) in the Pose3D checkout, "
        + "or give the keypoints with a file")
  }

  @Test("a file that is no model is refused in one line")
  func noModel() throws {
    let assets = try #require(Installation.assets)
    let wrong = DetectionAssets(
      runtimeLibrary: assets.runtimeLibrary, personModel: #filePath,
      landmarkModel: assets.landmarkModel, palmModel: assets.palmModel,
      handModel: assets.handModel, heavyLandmarkModel: nil)
    let error = try #require(throws: DetectionError.self) { try BodyPoseDetector(assets: wrong) }
    #expect(error.code == .modelUnusable)
    #expect(error.description.hasPrefix("\(#filePath): the model can't be used ("))
    #expect(!error.description.contains("\n"))
  }

  @Test("the inventory states the version and the sizes")
  func inventory() throws {
    let assets = try #require(Installation.assets)
    let inventory = try assets.inventory()
    #expect(inventory.runtimeVersion.hasPrefix("20"))
    #expect(inventory.runtimeLibrary.byteCount > 100_000)
    #expect(
      inventory.models.map(\.path).prefix(4) == [
        assets.personModel, assets.landmarkModel, assets.palmModel, assets.handModel,
      ])
    #expect(
      inventory.models.map(\.byteCount).prefix(4) == [2_959_046, 6_440_512, 2_339_846, 5_478_917])
  }

  private func fixture(_ name: String) throws -> ColorImage {
    try ColorImage(contentsOf: Installation.fixtures.appendingPathComponent(name).path)
  }
}
