@testable import PoseDocuments
import Kinematics
import PoseMotion
import Pose3D
@testable import PoseDrawing
import Testing

@Suite("The plot of an angle")
struct AnglePlotTests {
  private let left: UInt32 = 0xC76A00
  private let right: UInt32 = 0x0072B2

  private func squats(_ frames: Int = 300) throws -> AnglePlot {
    AnglePlot(
      of: try SyntheticCurve.knees(frames: frames, filled: 30..<40),
      repetitions: SyntheticCurve.repetitions(frames / 90, missed: [1: .partialRange]),
      subtitle: "squat: 2 repetitions, 1 not counted")
  }

  /// Plots with hardly anything in them.
  private func poor() throws -> [AnglePlot] {
    [
      AnglePlot(of: [try SyntheticCurve.curve(frames: 0) { $0 }]),
      AnglePlot(of: [try SyntheticCurve.curve(frames: 1) { $0 }]),
      AnglePlot(of: [try SyntheticCurve.curve(frames: 60) { _ in nil }]),
      AnglePlot(of: [try SyntheticCurve.curve(frames: 60) { _ in .infinity }]),
      AnglePlot(
        of: [try SyntheticCurve.curve(frames: 2, rate: 1e6) { $0 }],
        repetitions: SyntheticCurve.repetitions(3)),
    ]
  }

  @Test("The image is white with an orange line for the left and a blue one for the right")
  func colors() throws {
    let picture = try #require(DrawnPicture(png: squats().png()))
    #expect((picture.width, picture.height) == (1200, 680))
    #expect(picture[0, 0] == 0xFFFFFF)
    #expect(picture.allColors.isSuperset(of: [left, right, 0x1B1F26]))
    let one = AnglePlot(of: [try SyntheticCurve.curve("rightElbowFlexion", frames: 90) { 30 * $0 }])
    let colors = try #require(DrawnPicture(png: one.png())).allColors
    #expect(colors.contains(right))
    #expect(!colors.contains(left))
  }

  @Test("The size is the one that was asked for")
  func size() throws {
    let curves = try SyntheticCurve.knees()
    let plot = AnglePlot(of: curves, size: AnglePlot.Size(width: 401, height: 333))
    let picture = try #require(DrawnPicture(png: plot.png()))
    #expect((picture.width, picture.height) == (401, 333))
    #expect(try plot.svg().contains("width=\"401px\" height=\"333px\" viewBox=\"0 0 401 333\""))
  }

  @Test("The same input gives the same bytes")
  func isDeterministic() throws {
    #expect(try squats().png() == squats().png())
    #expect(try squats().svg() == squats().svg())
  }

  @Test("SVG is well-formed XML with a title, whatever the title is")
  func svgIsXML() throws {
    let title = "a < b & \"c\" > d 'é'"
    let plots =
      try [
        squats(), AnglePlot(of: SyntheticCurve.knees(), title: title),
      ] + poor()
    for plot in plots {
      let tree = try XMLTree(parsing: Array(plot.svg().utf8))
      #expect(tree.name == "svg")
      #expect(tree.elements.first?.name == "title")
      #expect(tree.elements.first?.text == plot.title)
    }
  }

  @Test("SVG of five minutes is as small as that of one")
  func svgStaysSmall() throws {
    let short = AnglePlot(of: try SyntheticCurve.knees(frames: 2000))
    let long = AnglePlot(of: try SyntheticCurve.knees(frames: 10_000))
    #expect(try long.svg().utf8.count < 300_000)
    #expect(try long.svg().utf8.count < 3 * short.svg().utf8.count)
  }

  @Test("A curve without values is labelled as such, and does no harm")
  func poorCurves() throws {
    for plot in try poor() { #expect(DrawnPicture(png: try plot.png()) != nil) }
    let empty = AnglePlotLayout(of: try poor()[2]) { 10 * Double($0.text.count) }
    #expect(empty.texts.map(\.run.text).contains("not measured"))
    let measured = AnglePlotLayout(of: try squats()) { 10 * Double($0.text.count) }
    #expect(!measured.texts.map(\.run.text).contains("not measured"))
  }

  @Test("An image too large to draw on is refused with its size")
  func tooLarge() throws {
    let plot = AnglePlot(
      of: try SyntheticCurve.knees(), size: AnglePlot.Size(width: 32_768, height: 240))
    let error = #expect(throws: DrawingError.self) { try plot.png() }
    #expect(
      error?.description
        == "an image of 32768×240 pixels can't be drawn on; no side may be longer than 32767")
  }

  @Test("The usual plots are those of the joints, and none of what was never measured")
  func usual() throws {
    let pose = try SyntheticPose.standing(sources: [.leftWrist: .inferred, .rightWrist: .inferred])
    let states = (0..<5).map { _ in PersonMotion.State(pose.body, observation: 0)
    }
    let person = PersonMotion(
      id: 4, times: (0..<5).map(Double.init), states: states, world: nil)
    let plots = AnglePlot.usual(
      of: person, analysis: ExerciseAnalysis(of: person, choice: .none), isNumbered: true)
    #expect(plots.map(\.name) == ["knee-flexion", "hip-flexion", "shoulder-elevation"])
    #expect(plots.map(\.title) == ["Knee flexion", "Hip flexion", "Shoulder elevation"])
    #expect(plots.allSatisfy { $0.subtitle == "person 4" && $0.curves.count == 2 })
  }
}
