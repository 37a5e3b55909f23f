import Foundation
import PoseImaging
import PoseMotion
import Testing

@testable import PoseDrawing

/// The floor plan of a camera's places.
@Suite("Plan of a camera's places")
struct PlacementMapTests {
  private static let advice = PlacementAdviser(
    exercise: .squat,
    camera: Camera(
      width: 1080, height: 1920, diagonalFieldOfView: 75 * .pi / 180, source: .user)
  ).advice(at: CameraPlacement(azimuth: 0.3, distance: 4, height: 1.2))

  @Test
  func `a place in front of the person is below the middle, one at their left is right of it`() {
    let (center, scale) = (PlacementMapLayout.center, PlacementMapLayout.pixelsPerMetre)
    let front = PlacementMapLayout.point(CameraPlacement(azimuth: 0, distance: 2, height: 1))
    let left = PlacementMapLayout.point(CameraPlacement(azimuth: .pi / 2, distance: 2, height: 1))
    #expect((front - center - CanvasPoint(0, 2 * scale)).length < 1e-9)
    #expect((left - center - CanvasPoint(2 * scale, 0)).length < 1e-9)
  }

  @Test(arguments: [
    (Exercise.legPress, "the person faces down"), (.pushUp, "the person's head is below"),
    (.gluteBridge, "the person's head is above"),
  ])
  func `it is said how the person is turned`(_ exercise: Exercise, _ words: String) {
    let camera = Camera(width: 640, height: 480, diagonalFieldOfView: 1.2, source: .user)
    let advice = PlacementAdviser(exercise: exercise, camera: camera)
      .advice(at: CameraPlacement(azimuth: 1, distance: 3, height: 1))
    let subtitle = PlacementMapLayout(of: PlacementMap(of: advice)).subtitle
    #expect(subtitle == "one camera \(advice.map.height) m above the floor; \(words)")
  }

  @Test func `each place has a cell, and cells without a sigma have no number`() {
    let layout = PlacementMapLayout(of: PlacementMap(of: Self.advice))
    let estimates = Self.advice.map.estimates.flatMap { $0 }
    #expect(layout.cells.count == estimates.count)
    #expect(zip(layout.cells, estimates).allSatisfy { ($0.degrees == nil) == ($1.sigma == nil) })
    #expect(layout.cells.compactMap(\.degrees).allSatisfy(layout.range.contains))
  }

  @Test func `a larger sigma is lighter`() {
    let layout = PlacementMapLayout(of: PlacementMap(of: Self.advice))
    let (low, high) = (layout.range.lowerBound, layout.range.upperBound)
    let colors = (0...20).map { layout.color(of: low + (high - low) * Double($0) / 20) }
    let light = colors.map { 0.2126 * $0.red + 0.7152 * $0.green + 0.0722 * $0.blue }
    #expect(zip(light, light.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `the plan is the same PNG every time`() throws {
    let plan = PlacementMap(of: Self.advice)
    let bytes = try plan.png()
    #expect(try bytes == plan.png() && bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func `a place without any sigma has a plan too`() throws {
    let camera = Camera(width: 64, height: 48, diagonalFieldOfView: 0.05, source: .user)
    let advice = PlacementAdviser(exercise: .squat, camera: camera)
      .advice(at: CameraPlacement(azimuth: .nan, distance: 4, height: 1.2))
    #expect(advice.best == nil)
    #expect(try !PlacementMap(of: advice).png().isEmpty)
  }
}
