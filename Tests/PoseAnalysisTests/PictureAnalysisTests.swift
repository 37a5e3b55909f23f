import PoseAnalysis
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// The demo's frame through the library, its keypoints from a file.
struct PictureAnalysisTests {
  private func analysis(
    _ options: MeasurementOptions = .init(), keypoints: String = "demo/keypoints.json",
    hasCamera: Bool = true, unit: DepthUnit = .millimetres
  ) throws -> PictureAnalysis {
    var input = PictureInput(
      FileInput(Fixture.path("demo/color.jpg")), depth: FileInput(Fixture.path("demo/depth.png")))
    var options = options
    if hasCamera { options.camera.file = FileInput(Fixture.path("demo/camera.json")) }
    input.reading.depthUnit = unit
    return try PictureAnalysis(
      of: input, keypoints: KeypointInput(Fixture.path(keypoints)), options: options)
  }

  @Test func `a person is measured with orientation, floor and gravity applied`() throws {
    let analysis = try analysis()
    #expect(analysis.people.count == 1)
    #expect(analysis.frame.vertical.source == .camera)
    #expect(analysis.frame.vertical.floor != nil)
    let person = try #require(analysis.people.first)
    #expect(person.gravity != nil && person.depthUse == .used)
    // The truth is 1.52 m.
    #expect(abs(person.bodyHeight - 1.52) < 0.1)
    #expect(analysis.diagnostics.isEmpty)
  }

  @Test func `the document is the same every time, in the words that it is given`() throws {
    let analysis = try analysis(hasCamera: false)
    let first = analysis.document(version: "1").json
    #expect(try self.analysis(hasCamera: false).document(version: "1").json == first)
    #expect(first.contains("no camera file, no field of view and no focal length"))
    let other = analysis.document(version: "1") { $0.problem { "<\($0.rawValue)>" } }.json
    #expect(other.contains("no camera file, no <fieldOfView> and no focal length"))
  }

  @Test func `a depth map in a wrong unit is named, and what follows from it isn't`() throws {
    let analysis = try analysis(unit: .metres)
    #expect(analysis.people.first?.depthUse != .used)
    let words = analysis.diagnostics.map(\.description)
    #expect(words.contains { $0.contains("looks like millimetres") })
    #expect(!words.contains { $0.contains("above the floor") }, "\(words)")
  }

  @Test func `a stated height is the person's`() throws {
    var options = MeasurementOptions()
    options.bodyHeight = 1.7
    let person = try #require(try analysis(options).people.first)
    #expect(person.heightEstimation == .user && person.bodyHeight == 1.7)
  }

  @Test func `files are read before a finder is made`() {
    #expect(throws: FileError.self) {
      try PictureAnalysis(of: PictureInput("/nowhere/a.png")) {
        Issue.record("no image, and a finder was made")
        return try BodyFinder(assets: .installed())
      }
    }
  }
}
