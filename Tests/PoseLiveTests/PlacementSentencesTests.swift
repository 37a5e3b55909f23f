#if LiveServer
import PoseAnalysis
import PoseImaging
import PoseMotion
import Testing

@testable import PoseLive

/// The advice on the camera's place in the words of the live page.
struct PlacementSentencesTests {
  private func sentences(
    azimuth: Double, distance: Double = 4, of exercise: Exercise = .squat
  ) -> [String] {
    PlacementSentences.all(
      of: PlacementAnalysis(
        at: CameraPlacement(azimuth: azimuth * .pi / 180, distance: distance, height: 1.2),
        camera: Camera(
          width: 1920, height: 1080, diagonalFieldOfView: 75 * .pi / 180, source: .assumed),
        exercise: exercise))
  }

  @Test func `a frontal squat is better seen from aside`() {
    let lines = sentences(azimuth: 0)
    #expect(lines.first?.hasPrefix("Squat, seen from here: knee flexion ± ") == true)
    #expect(lines.contains { $0.hasPrefix("Turn ") && $0.contains("° to your right, or move") })
    #expect(
      lines.last
        == "The camera was taken to be 4.0 ± 0.0 m from you, its lens 1.2 ± 0.0 m above the floor, "
        + "in front of you ± 10°.")
  }

  @Test func `a place mirrored has sides swapped`() {
    for azimuth in [20.0, 45, 160] {
      let one = sentences(azimuth: azimuth), other = sentences(azimuth: -azimuth)
      let swapped = one.map { line in
        line.replacing("left", with: "?").replacing("right", with: "left")
          .replacing("?", with: "right")
      }
      #expect(swapped == other)
    }
  }

  @Test func `a camera that is too near is told to go back`() {
    let lines = sentences(azimuth: 0, distance: 1)
    #expect(lines.first == "From here the image doesn't show all of the exercise: squat.")
    #expect(lines.contains { $0.hasPrefix("Put the camera ") && $0.contains(" farther away: ± ") })
  }

  @Test func `a camera at the side stays`() {
    #expect(sentences(azimuth: 90).contains("No other place is clearly better."))
  }
}
#endif
