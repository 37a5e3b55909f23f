@testable import PoseDocuments
import Foundation
import PoseImaging
import Kinematics
@testable import PoseMotion
import PoseDrawing
import PoseReport
@testable import PoseFiles

/// People over time: files of skeletons, recordings, the journal of a video.
extension FuzzTarget {
  /// Reads skeletons and measures their angles in all ways in which they are written.
  func skeletons(_ bytes: [UInt8], layout: SkeletonLayout? = nil) {
    guard let file = skeletonFile(bytes, layout: layout) else { return }
    for dialect in [AngleDialect.clinical, .openSim] {
      let document = AnglesDocument(
        version: "1", path: "fuzz", file: file, dialect: dialect, definitions: dialect.angles)
      _ = document.json
      _ = document.csv
      _ = document.ranges
    }
  }

  /// Reads skeletons as a recording and looks for repetitions, as `pose3d exercise` does.
  func exercise(_ bytes: [UInt8]) {
    guard let file = skeletonFile(bytes, layout: nil) else { return }
    for (frameRate, asIs) in [(nil, false), (30.0, true)] {
      guard
        let recording = try? PoseRecording(file, path: "fuzz", frameRate: frameRate, asIs: asIs)
      else { continue }
      follow(recording)
    }
  }

  /// Reads the lines of a journal, as `pose3d video --resume` does.
  func journal(_ bytes: [UInt8]) {
    let frames =
      bytes.split(separator: UInt8(ascii: "\n")).prefix(400).compactMap { line in
        guard let node = try? DocumentNode(parsing: Array(line)) else { return nil }
        return try? BodyCodec.journal.recordedFrame(node)
      } as [PoseRecording.Frame]
    for frame in frames {
      guard let again = try? PoseRecording.Frame(line: Array(frame.line.utf8)), again == frame
      else { fatalError("a frame that isn't what was written: \(frame.line)") }
    }
    guard !frames.isEmpty, zip(frames, frames.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { return }
    let camera = Camera(width: 640, height: 480, diagonalFieldOfView: 1, source: .assumed)
    follow(PoseRecording(frames: frames, camera: camera, gravity: nil))
  }

  /// The lines of a journal, for a fuzzer to start from; empty for a file that isn't of skeletons.
  static func journal(of file: [UInt8]) -> String {
    guard let file = skeletonFile(file, layout: nil),
      let recording = try? PoseRecording(file, path: "fuzz", frameRate: 30)
    else { return "" }
    return recording.frames.prefix(60).map { $0.line + "\n" }.joined()
  }

  private func skeletonFile(_ bytes: [UInt8], layout: SkeletonLayout?) -> SkeletonFile? {
    Self.skeletonFile(bytes, layout: layout)
  }

  private static func skeletonFile(_ bytes: [UInt8], layout: SkeletonLayout?) -> SkeletonFile? {
    var options = SkeletonFile.Options()
    options.layout = layout
    let reader = SkeletonReader(path: "fuzz", options: options)
    return try? reader.file(of: reader.draft(of: bytes))
  }

  /// What `pose3d gait`, `test` and `compare` make of the people.
  private func sessions(
    _ recording: PoseRecording, _ sequence: PoseSequence, _ analyses: [ExerciseAnalysis]
  ) {
    for (person, analysis) in zip(sequence.people, analyses) {
      let gait = GaitAnalysis(
        of: person, isInCameraFrame: recording.isInCameraFrame,
        isOfOneCamera: recording.isInCameraFrame && recording.views.isEmpty)
      for pass in gait.passes {
        guard pass.start <= pass.end, pass.events.allSatisfy({ $0.time.isFinite && $0.sigma >= 0 })
        else { fatalError("a pass of \(pass.start)…\(pass.end) s") }
      }
      let walk = GaitDocument(
        version: "1", file: "fuzz",
        people: [.init(id: person.id, stature: person.stature, gait: gait)])
      _ = (walk.json, walk.csv, GaitPage(walk).html)
      let postures = ErgonomicsDocument(
        version: "1", file: "fuzz",
        people: [
          .init(
            id: person.id,
            assessments: ErgonomicMethod.allCases.map { ErgonomicAssessment($0, of: person) })
        ], frameNumbers: sequence.recording.frames.map(\.index))
      _ = (postures.json, postures.csv, ErgonomicsPage(postures).html)
      for test in FunctionalTest.allCases {
        let result = FunctionalTestResult(test, of: person)
        let document = FunctionalTestDocument(
          version: "1", file: "fuzz", people: [.init(id: person.id, result: result)])
        _ = (document.json, document.csv, FunctionalTestPage(document).html)
      }
      let summary = SessionSummary(
        of: person, analysis, name: "fuzz", isInCameraFrame: recording.isInCameraFrame,
        hasCamera: recording.camera != nil)
      for comparison in [
        SessionComparison(before: summary, after: summary), SessionComparison(sidesOf: summary),
      ] {
        let document = ComparisonDocument(version: "1", comparison: comparison)
        _ = (document.json, document.csv, ComparisonPage(document).html)
      }
    }
  }

  private func follow(_ recording: PoseRecording) {
    let sequence = PoseSequence(recording)
    let analyses = sequence.people.map { ExerciseAnalysis(of: $0, choice: .recognized) }
    for analysis in analyses {
      for repetition in analysis.repetitions {
        guard repetition.rangeOfMotion.isFinite, repetition.start <= repetition.end else {
          fatalError(
            "a repetition of \(repetition.rangeOfMotion) in "
              + "\(repetition.start)…\(repetition.end) s")
        }
      }
    }
    let document = ExerciseDocument(
      version: "1", input: .init(file: "fuzz", kind: .skeletons), sequence: sequence,
      people: sequence.people, analyses: analyses)
    _ = document.json
    document.writeCSV { _ in }
    sessions(recording, sequence, analyses)
    guard let person = sequence.people.first, let analysis = analyses.first else { return }
    for plot in AnglePlot.usual(
      of: person, analysis: analysis, size: .init(width: 480, height: 320)
    )
    .prefix(1) {
      _ = try? plot.png()
      _ = try? plot.svg()
    }
  }
}
