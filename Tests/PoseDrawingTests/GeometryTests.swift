@testable import PoseDrawing
import Testing

@Suite("Geometry of the canvas")
struct GeometryTests {
  private let frame = Rectangle(origin: SIMD2(0, 0), size: SIMD2(10, 10))

  @Test("A stroke is clipped to a rectangle")
  func clipping() {
    func clip(_ a: CanvasPoint, _ b: CanvasPoint) -> Segment? {
      Segment(start: a, end: b).clipped(to: frame)
    }
    #expect(clip([-5, 5], [15, 5]) == Segment(start: [0, 5], end: [10, 5]))
    #expect(clip([2, 3], [4, 5]) == Segment(start: [2, 3], end: [4, 5]))
    #expect(clip([5, 5], [5, 25]) == Segment(start: [5, 5], end: [5, 10]))
    #expect(clip([-5, 11], [15, 11]) == nil)
    #expect(clip([-1, 9], [3, 15]) == nil)
    #expect(clip([4, 4], [4, 4]) == Segment(start: [4, 4], end: [4, 4]))
  }

  @Test("A rectangle moves inside by the least distance, unless it is too large")
  func moving() {
    let small = Rectangle(origin: [8, -3], size: [4, 4])
    #expect(small.moved(into: frame) == Rectangle(origin: [6, 0], size: [4, 4]))
    #expect(frame.moved(into: frame) == frame)
    #expect(Rectangle(origin: [0, 0], size: [11, 2]).moved(into: frame) == nil)
  }

  @Test("Rectangles that share only a border don't overlap")
  func overlapping() {
    #expect(!frame.overlaps(Rectangle(origin: [10, 0], size: [5, 5])))
    #expect(frame.overlaps(Rectangle(origin: [9, 9], size: [5, 5])))
    #expect(frame.overlaps(frame))
  }
}
