import Pose3D
@testable import PoseDrawing
import Testing

@Suite("Where a wireframe's strokes and labels are")
struct WireframeLayoutTests {
  /// Text of half an em a character.
  private func textWidth(_ run: TextRun) -> Double { Double(run.text.count) * run.size * 0.5 }

  private func layout(
    _ poses: [Pose2D], hands: [HandPose] = [], _ width: Int = 640, _ height: Int = 480,
    _ options: Wireframe.Options = .init()
  ) -> WireframeLayout {
    WireframeLayout(
      of: poses, hands: hands, width: width, height: height, options: options,
      textWidth: textWidth)
  }

  private func numbers(_ layout: WireframeLayout) -> Set<String> {
    Set(layout.labels.map { $0.label.runs[0].text })
  }

  @Test("Several people carry their numbers, their ids where they have some; one alone does not")
  func peopleAreNumbered() {
    let (a, b) = (SyntheticBody.standing(shift: -0.2), SyntheticBody.standing(shift: 0.2))
    #expect(numbers(layout([a])) == [])
    #expect(numbers(layout([a, b])) == ["0", "1"])
    var named = a
    named.id = 7
    #expect(numbers(layout([named, b])) == ["7", "1"])
    #expect(numbers(layout([a, b], 640, 480, .init(showsNumbers: false))) == [])
  }

  @Test("A number stands above the head, and overlaps no person")
  func numbersStandAboveHeads() throws {
    let poses = [SyntheticBody.standing(shift: -0.2), SyntheticBody.standing(shift: 0.2)]
    let layout = layout(poses)
    let obstacles = layout.bodies.flatMap { $0.figure.obstacles }
    for (label, plate) in layout.labels {
      #expect(plate.corner.y < label.anchor.y)
      #expect(obstacles.allSatisfy { $0.covered(by: plate) == 0 })
    }
  }

  @Test("A hand of which the fingers are known carries their count, free of its strokes")
  func handsCarryCounts() throws {
    let hand = SyntheticBody.hand()
    let layout = layout([], hands: [hand])
    let (label, plate) = try #require(layout.labels.first)
    #expect(layout.labels.count == 1)
    #expect(label.runs.map(\.text) == ["\(try #require(hand.extendedFingers).count)"])
    #expect(layout.hands[0].figure.obstacles.allSatisfy { $0.covered(by: plate) == 0 })
    #expect(numbers(self.layout([], hands: [SyntheticBody.hand(hasWorld: false)])) == [])
    #expect(
      numbers(self.layout([], hands: [hand], 640, 480, .init(showsFingerCounts: false))) == [])
  }

  @Test(
    "Labels stay inside the image and apart", arguments: [(300, 200), (640, 480), (4000, 3000)])
  func labelsStayInside(width: Int, height: Int) {
    let poses = (0..<6).map {
      SyntheticBody.standing(width: width, height: height, shift: 0.15 * Double($0) - 0.4)
    }
    let layout = layout(
      poses, hands: [SyntheticBody.hand(width: width, height: height)], width, height)
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    #expect(!layout.labels.isEmpty)
    for (index, (label, plate)) in layout.labels.enumerated() {
      #expect(picture.contains(plate))
      #expect(label.font >= 9)
      #expect(layout.labels[..<index].allSatisfy { !$0.plate.overlaps(plate) })
    }
  }

  @Test("Strokes grow with the person and the image, within what can be seen and borne")
  func strokesGrow() {
    func line(_ width: Int, _ height: Int, personHeight: Double) -> Double {
      var pose = SyntheticBody.standing(width: width, height: height)
      pose.points = pose.points.mapValues {
        .init(x: $0.x * personHeight, y: $0.y * personHeight, confidence: 1)
      }
      return layout([pose], width, height).bodies[0].figure.strokes.map(\.width).max() ?? 0
    }
    #expect(line(640, 480, personHeight: 1) > line(640, 480, personHeight: 0.5))
    #expect(abs(line(4000, 3000, personHeight: 1) / line(400, 300, personHeight: 1) - 10) < 0.01)
    for (width, height) in [(32, 24), (300, 200), (640, 480), (4000, 3000)] {
      for share in [0.02, 0.2, 1, 5] {
        let line = line(width, height, personHeight: share)
        #expect(line >= 1.2 && line <= max(1.2, 0.014 * Double(height)))
      }
    }
  }

  @Test("Only points and lines between points that are there are drawn")
  func onlyWhatIsThere() {
    let pose = SyntheticBody.standing()
    #expect(layout([pose]).bodies[0].figure.marks.count == pose.points.count)
    var part = pose
    part.points = pose.points.filter { [.leftShoulder, .leftElbow, .rightHip].contains($0.key) }
    let figure = layout([part]).bodies[0].figure
    #expect(figure.marks.count == 3)
    #expect(figure.strokes.count == 1)
  }
}
