import PoseGeometry
import Kinematics
import Pose3D
@testable import PoseDrawing
import Testing

@Suite("The layout of text")
struct OverlayLayoutTests {
  static let sizes = [
    (64, 64), (100, 40), (160, 120), (320, 240), (240, 320), (640, 480), (1280, 720),
    (1920, 1440), (3840, 2160),
  ]

  /// About the advance of DejaVu Sans.
  private func textWidth(_ run: TextRun) -> Double {
    Double(run.text.unicodeScalars.count) * run.size * (run.isBold ? 0.7 : 0.6)
  }

  private func layout(
    _ poses: [BodyPose], _ width: Int, _ height: Int, _ options: PoseOverlay.Options = .init()
  ) -> OverlayLayout {
    OverlayLayout(of: poses, width: width, height: height, options: options, textWidth: textWidth)
  }

  /// A row of people, some of them on top of each other or partly outside.
  private func crowd(_ count: Int, _ width: Int, _ height: Int) throws -> [BodyPose] {
    try (0..<count).map { index in
      let offset = Vector3(Double(index) * 0.37 - 0.8, Double(index % 3) * 0.2, Double(index % 4))
      return try SyntheticPose.standing(id: index, width: width, height: height, offset: offset)
    }
  }

  @Test("No plate leaves the image or overlaps another one or the legend", arguments: sizes)
  func platesStayApart(width: Int, height: Int) throws {
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    for count in [1, 2, 12] {
      let layout = layout(try crowd(count, width, height), width, height)
      let plates = layout.labels.map(\.plate) + (layout.legend.map { [$0.frame] } ?? [])
      for (index, plate) in plates.enumerated() {
        #expect(picture.contains(plate))
        #expect(plates[..<index].allSatisfy { !$0.overlaps(plate) })
      }
    }
  }

  @Test("Text fits its plate and is at least 9 pixels high", arguments: sizes)
  func textFitsItsPlate(width: Int, height: Int) throws {
    let layout = layout(try crowd(2, width, height), width, height)
    for (label, plate) in layout.labels {
      #expect(label.runs.allSatisfy { $0.size >= 9 })
      #expect(label.runs.reduce(0) { $0 + textWidth($1) } < plate.size.x)
    }
    guard let legend = layout.legend else { return }
    for entry in legend.entries {
      let text = Rectangle(
        origin: entry.baseline - SIMD2(0, entry.run.size * 0.76),
        size: SIMD2(textWidth(entry.run), entry.run.size))
      #expect(entry.run.size >= 9)
      #expect(legend.frame.contains(text))
      #expect(entry.symbol == nil || legend.frame.contains(entry.symbolCentre))
    }
  }

  @Test("The legend takes at most a sixth of the image, and is left out of a tiny one")
  func legendIsSmall() throws {
    for (width, height) in Self.sizes {
      let legend = layout(try crowd(1, width, height), width, height).legend
      #expect((legend?.frame.area ?? 0) <= Double(width * height) / 6)
      #expect((legend == nil) == (width < 240), "\(width)×\(height)")
    }
  }

  @Test("The legend explains the colours, the marks and the zero of angles, and has the height")
  func legendContents() throws {
    let pose = try SyntheticPose.standing()
    func texts(_ options: PoseOverlay.Options) -> [String] {
      layout([pose], 640, 480, options).legend?.entries.map(\.run.text) ?? []
    }
    let marks = ["person's left", "right", "seen in depth", "estimated", "hidden"]
    let height = ["height 1.74 m ±0.03 (measured)"]
    #expect(texts(.init()) == marks + ["angles: straight = 0°, ±1σ"] + height)
    #expect(
      texts(.init(angleDialect: .fitness)) == marks + ["angles: straight = 180°, ±1σ"] + height)
    #expect(texts(.init(showsAngles: false)) == marks + height)
    #expect(texts(.init(showsLegend: false)) == [])
  }

  @Test("The legend avoids the skeleton where a corner is free")
  func legendAvoidsTheSkeleton() throws {
    for x in [-1.0, 0, 1] {
      let pose = try SyntheticPose.standing(offset: Vector3(x, 0, 0))
      let layout = layout([pose], 640, 480)
      let frame = try #require(layout.legend?.frame)
      #expect(layout.figures.flatMap(\.obstacles).allSatisfy { $0.covered(by: frame) == 0 })
    }
  }

  @Test("Several people carry their numbers, one alone does not")
  func severalPeopleAreNumbered() throws {
    let poses = [
      try SyntheticPose.standing(id: 3, offset: Vector3(-0.7, 0, 0)),
      try SyntheticPose.standing(id: 8, offset: Vector3(0.7, 0, 0)),
    ]
    func numbers(_ poses: [BodyPose]) -> [String] {
      layout(poses, 640, 480, .init(showsAngles: false)).labels.map { $0.label.runs[0].text }
    }
    #expect(Set(numbers(poses)) == ["3", "8"])
    #expect(numbers([poses[0]]) == [])
    let legend = layout(poses, 640, 480).legend?.entries.map(\.run.text) ?? []
    #expect(legend.suffix(2) == ["3: 1.74 m ±0.03 (measured)", "8: 1.74 m ±0.03 (measured)"])
  }

  @Test("An angle stands outside the bend, free of the skeleton")
  func anglesStandOutsideTheBend() throws {
    let pose = try SyntheticPose.standing()
    let layout = layout([pose], 640, 480)
    #expect(layout.labels.count == 4)
    for (label, plate) in layout.labels {
      #expect(layout.figures[0].obstacles.allSatisfy { $0.covered(by: plate) == 0 })
      #expect((plate.centre - label.anchor).normalized.map { ($0 * label.direction).sum() > 0.7 }!)
    }
    // The forearms point up, so the outside of the elbows is below them.
    let elbows = layout.labels.filter { $0.label.anchor.y < 240 }
    #expect(elbows.allSatisfy { $0.plate.centre.y > $0.label.anchor.y })
  }

  @Test("An angle is printed in the dialect that was asked for, with its sigma")
  func anglesInBothDialects() throws {
    let pose = try SyntheticPose.standing()
    func elbow(_ dialect: AngleDialect) -> [String] {
      layout([pose], 640, 480, .init(angleDialect: dialect)).labels
        .first { $0.label.side == .left }?.label.runs.map(\.text) ?? []
    }
    #expect(elbow(.clinical) == ["90°", "±3"])
    #expect(elbow(.fitness) == ["90°", "±3"])
  }

  @Test("Labels of joints that are near each other have the joints' names, and all in a video have")
  func nearJointsAreNamed() throws {
    /// The person from so far away that elbows and knees are near each other, in heights of the text.
    func words(distance: Double, exercises: [ExerciseOverlay.Exercise]? = nil) throws -> [String] {
      let pose = try SyntheticPose.standing(
        width: 1920, height: 1440, offset: Vector3(0, 0, distance - 3))
      let layout = OverlayLayout(
        of: [pose], width: 1920, height: 1440, options: .init(), exercises: exercises,
        textWidth: textWidth)
      return layout.labels.map { $0.label.runs.map(\.text).joined(separator: " ") }.sorted()
    }
    let near = try words(distance: 3)
    #expect(near.count == 4)
    // A standing person's knees are beside each other, the elbows aren't.
    #expect(near.count { $0.hasPrefix("knee ") } == 2, "\(near)")
    #expect(!near.contains { $0.contains("elbow") }, "\(near)")
    let far = try words(distance: 13)
    #expect(far.count == 4)
    #expect(far.count { $0.hasPrefix("elbow ") } == 2, "\(far)")
    #expect(far.count { $0.hasPrefix("knee ") } == 2, "\(far)")
    let video = try words(distance: 3, exercises: [])
    #expect(video.count { $0.hasPrefix("elbow ") } == 2)
    #expect(video.count { $0.hasPrefix("knee ") } == 2)
  }
}
