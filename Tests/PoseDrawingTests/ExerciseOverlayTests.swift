import DepthIO
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
@testable import PoseDrawing
import Testing

@Suite("The overlay of a video's frame")
struct ExerciseOverlayTests {
  /// About the advance of DejaVu Sans.
  private func textWidth(_ run: TextRun) -> Double {
    Double(run.text.unicodeScalars.count) * run.size * (run.isBold ? 0.7 : 0.6)
  }

  private func exercise(
    _ person: Int = 1, title: String = "squat", count: Int = 3,
    phase: ExerciseProgress.Phase = .lowering, angle: Double? = 1, fraction: Double? = 0.5,
    miss: ExerciseProgress.Miss? = nil
  ) -> ExerciseOverlay.Exercise {
    ExerciseOverlay.Exercise(
      person: person, title: title,
      progress: ExerciseProgress(
        count: count, phase: phase, angleName: "leftKneeFlexion", angle: angle,
        fraction: fraction, miss: miss))
  }

  private func layout(
    _ poses: [BodyPose], _ exercises: [ExerciseOverlay.Exercise], width: Int = 640,
    height: Int = 480, contacts: [Int: [ContactPoint]]? = nil
  ) -> OverlayLayout {
    OverlayLayout(
      of: poses, width: width, height: height, options: .init(), exercises: exercises,
      contacts: contacts, textWidth: textWidth)
  }

  private func badge(_ exercise: ExerciseOverlay.Exercise) throws -> ExerciseBadge {
    try #require(layout([], [exercise]).badge)
  }

  private let states: [(ExerciseProgress.Phase, ExerciseProgress.Miss?)] = [
    (.rest, nil), (.lowering, nil), (.lifting, nil), (.out, nil), (.back, nil),
    (.rest, .init(reason: .partialRange, share: 0.62)),
    (.rest, .init(reason: .startNotSeen, share: nil)),
    (.lowering, .init(reason: .partialRange, share: nil)),
    (.rest, .init(reason: .tooSlow, share: nil)),
    (.rest, .init(reason: .endNotSeen, share: nil)), (.rest, .init(reason: .notSeen, share: nil)),
  ]

  @Test("The counter stays where it is and as large as it is, whatever it shows")
  func badgeStays() throws {
    let frame = try badge(exercise()).frame
    for (phase, miss) in states {
      for count in [0, 9, 10, 99] {
        for angle in [nil, 0, 3.1, -3.1] {
          let shown = exercise(count: count, phase: phase, angle: angle, miss: miss)
          #expect(try badge(shown).frame == frame)
        }
      }
    }
  }

  @Test(
    "The counter's text and bar are inside it and apart from each other",
    arguments: OverlayLayoutTests.sizes + [(1080, 1920)])
  func badgeHasRoom(width: Int, height: Int) throws {
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    let long = "right thoracohumeral elevation, a user's own exercise"
    for (phase, miss) in states {
      for title in ["squat", long] {
        let shown = exercise(title: title, count: 188, phase: phase, fraction: 1, miss: miss)
        guard let badge = layout([], [shown], width: width, height: height).badge else {
          #expect(width < 320)
          continue
        }
        let parts = (badge.texts + [badge.note].compactMap(\.self)).map(\.frame) + [badge.bar!]
        for (index, part) in parts.enumerated() {
          #expect(badge.frame.contains(part))
          #expect(parts[..<index].allSatisfy { !$0.overlaps(part) })
        }
        #expect(picture.contains(badge.frame))
        #expect(badge.frame.area <= picture.area / 5)
      }
    }
  }

  @Test("The counter shows the exercise, the count, the phase, the angle, and rejected repetitions")
  func badgeContents() throws {
    func texts(_ exercise: ExerciseOverlay.Exercise) throws -> [String] {
      let badge = try badge(exercise)
      return badge.texts.map(\.run.text) + [badge.note?.run.text].compactMap(\.self)
    }
    #expect(try texts(exercise()) == ["squat", "3", "lowering", "left knee flexion", "57°"])
    #expect(
      try texts(exercise(phase: .rest, angle: nil, miss: .init(reason: .partialRange, share: 0.62)))
        == ["squat", "3", "rest", "left knee flexion", "partial: 62 %"])
    let idle = ExerciseOverlay.Exercise(
      person: 1, title: "lunge", progress: ExerciseProgress(count: 0, phase: .rest))
    #expect(try texts(idle) == ["lunge", "0", "rest"])
    #expect(try badge(idle).bar == nil)
  }

  @Test("The bar is filled in proportion, and not at all where the angle isn't known")
  func bar() throws {
    func share(_ fraction: Double?) throws -> Double? {
      let badge = try badge(exercise(fraction: fraction))
      let bar = try #require(badge.bar)
      return badge.fill.map { ($0.size.x - bar.size.y) / (bar.size.x - bar.size.y) }
    }
    #expect(try share(nil) == nil)
    for fraction in [0, 0.25, 1] {
      #expect(abs(try #require(try share(fraction)) - fraction) < 1e-9)
    }
  }

  @Test("The legend stays as it is wherever the people are, and without them")
  func legendStays() throws {
    let crowds = try [
      [], [SyntheticPose.standing()], [SyntheticPose.standing(offset: Vector3(-1.2, 0, 0))],
      [
        SyntheticPose.standing(id: 4, sources: [.leftHip: .inferred]),
        SyntheticPose.standing(id: 5),
      ],
    ]
    let legends = crowds.map { layout($0, [exercise()]).legend }
    #expect(legends.allSatisfy { $0?.frame == legends[0]?.frame })
    #expect(
      legends.allSatisfy {
        $0?.entries.map(\.run.text) == [
          "person's left", "right", "seen in depth", "estimated", "hidden",
          "angles: straight = 0°, ±1σ",
        ]
      })
  }

  @Test("The legend explains the bars under feet, in every frame of a video that has some")
  func legendOfContacts() throws {
    let crowds = try [[], [SyntheticPose.standing(id: 4)]]
    for poses in crowds {
      let texts = try #require(layout(poses, [exercise()], contacts: [:]).legend)
        .entries.map(\.run.text)
      #expect(texts.prefix(3) == ["person's left", "right", "on the ground"])
    }
  }

  @Test("Labels avoid counter and legend")
  func labelsAvoidTheBadge() throws {
    for x in stride(from: -1.4, through: 1.4, by: 0.2) {
      let layout = layout([try SyntheticPose.standing(offset: Vector3(x, -0.2, 0))], [exercise()])
      let taken = try [#require(layout.badge).frame, #require(layout.legend).frame]
      #expect(!taken[0].overlaps(taken[1]))
      for (_, plate) in layout.labels { #expect(taken.allSatisfy { !$0.overlaps(plate) }) }
    }
  }

  @Test("The others' repetitions stand beside their numbers")
  func others() throws {
    let poses = [
      try SyntheticPose.standing(id: 3, offset: Vector3(-0.5, 0.2, 0.5)),
      try SyntheticPose.standing(id: 8, offset: Vector3(0.7, 0.2, 0.5)),
    ]
    let layout = layout(poses, [exercise(8), exercise(3, count: 5)], width: 1280, height: 960)
    let texts = layout.labels.map { $0.label.runs.map(\.text) }
    #expect(
      texts.filter { !$0.contains { $0.hasSuffix("°") } }.sorted { $0[0] < $1[0] } == [
        ["3:", "5×"], ["8"],
      ])
  }

  @Test("Without exercise and people the image is as it was, word for word")
  func wordsAreThePicture() throws {
    var pixels: [UInt8] = []
    for index in 0..<3 * 7 * 5 { pixels.append(UInt8(index * 37 % 256)) }
    let image = ColorImage(width: 7, height: 5, pixels: pixels)
    let words = try ExerciseOverlay(of: [], on: image, exercises: []).withWords(Array.init)
    #expect(words.count == 35)
    for (index, word) in words.enumerated() {
      let rgb = pixels[3 * index..<3 * index + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      #expect(word & 0xFF_FFFF == rgb)
    }
    let dot = ColorImage(width: 1, height: 1, pixels: [1, 2, 3])
    #expect(
      try ExerciseOverlay(of: [], on: dot, exercises: []).withWords(Array.init)[0] & 0xFF_FFFF
        == 0x010203)
  }

  @Test("The words and the PNG file are the same image, the same each time")
  func wordsAndFile() throws {
    let overlay = ExerciseOverlay(
      of: [try SyntheticPose.standing()], on: SyntheticPose.picture(), exercises: [exercise()])
    let picture = try #require(DrawnPicture(png: overlay.png()))
    let words = try overlay.withWords(Array.init)
    #expect(try overlay.withWords(Array.init) == words)
    for y in 0..<480 {
      for x in 0..<640 where picture[x, y] != words[640 * y + x] & 0xFF_FFFF {
        Issue.record("\(x), \(y)")
        return
      }
    }
    #expect(picture.allColors.isSuperset(of: [0xFFFFFF, 0xE69F00, 0x56B4E9]))
  }

  @Test("A state is taken from a timeline; a person without an exercise has none")
  func fromTimeline() throws {
    let person = PersonMotion(id: 2, times: [0], states: [nil], world: nil)
    let timeline = ExerciseTimeline(
      of: ExerciseAnalysis(of: person, choice: .none), person: person)
    #expect(ExerciseOverlay.Exercise(of: timeline, at: 0) == nil)
  }

  @Test("What the encoder throws comes through")
  func bodyThrows() throws {
    struct Full: Error {}
    let overlay = ExerciseOverlay(of: [], on: SyntheticPose.picture(), exercises: [])
    #expect(throws: Full.self) { try overlay.withWords { _ in throw Full() } }
  }
}
