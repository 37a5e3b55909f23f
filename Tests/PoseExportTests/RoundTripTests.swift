import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
@testable import PoseExport
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// What this program reads comes back.
struct RoundTripTests {
  /// From a clip's frame to that of the joints read from a file.
  private static func turned(_ place: Vector3, _ format: ExportFormat) -> Vector3 {
    switch format {
    case .trc: Vector3(place.z, place.y, -place.x)
    case .jsonl: Vector3(place.x, -place.y, -place.z)
    default: place
    }
  }

  @Test(arguments: RecordedClip.names, [ExportFormat.trc, .jsonl, .csv])
  func `joints come back to a micrometre`(name: String, format: ExportFormat) throws {
    let clip = try RecordedClip.processed(name)
    let bytes = try WrittenFile.bytes(clip, format)
    let file = try SkeletonFile.read(bytes: bytes, name: "clip")
    try #require(file.frames.count == clip.frameCount)
    // What was repaired and smoothed isn't again.
    #expect(file.isProcessed == (format == .jsonl))
    for (frame, read) in file.frames.enumerated() {
      let body = try #require(read.people.first).body
      #expect(abs(try #require(read.time) - clip.times[frame]) < 1e-6)
      for joint in Joint.allCases {
        let place = Self.turned(clip.people[0].position(joint, frame), format)
        #expect((body.positions[joint] - place).length < 1e-6, "\(frame) \(joint)")
      }
    }
    #expect(file.layout == (format == .trc ? .trc : format == .csv ? .csv : .pose3d))
    #expect(file.notes.isEmpty)
  }

  @Test(arguments: [LengthUnit.metre, .centimetre, .millimetre], [ExportFormat.trc, .csv])
  func `lengths come back in every unit`(unit: LengthUnit, format: ExportFormat) throws {
    let clip = try RecordedClip.measured("walk", frames: 0..<5)
    var options = ExportOptions()
    options.unit = unit
    let bytes = try WrittenFile.bytes(clip, format, options: options)
    let file = try SkeletonFile.read(bytes: bytes, name: "clip")
    #expect(file.lengthUnit == unit)
    for (frame, read) in file.frames.enumerated() {
      let body = try #require(read.people.first).body
      for joint in Joint.allCases {
        let place = Self.turned(clip.people[0].position(joint, frame), format)
        #expect((body.positions[joint] - place).length < 1e-6)
      }
    }
  }

  @Test func `a table with the times of a clock is read`() throws {
    let clip = try RecordedClip.processed("walk")
    var lines = String(decoding: try WrittenFile.bytes(clip, .csv), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    for (place, line) in lines.enumerated().dropFirst() {
      var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      cells[1] = "\(1.7e9 + (Double(cells[1]) ?? .nan))"
      lines[place] = cells.joined(separator: ",")
    }
    let file = try SkeletonFile.read(
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8), name: "clock.csv")
    let times = try file.frames.map { try #require($0.time) - 1.7e9 }
    #expect(zip(times, clip.times).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [ExportFormat.jsonl, .csv])
  func `who comes and goes is read as that, with their number and sigmas`(format: ExportFormat)
    throws
  {
    let second = try RecordedClip.joints("turning").enumerated().map { frame, joints in
      (20..<50).contains(frame) ? nil : joints.map { $0 + Vector3(1, 0, 0.5) }
    }
    let sequence = RecordedClip.sequence(
      of: [try RecordedClip.joints("walk"), second], sigma: 0.02,
      options: RecordedClip.untouched)
    let clip = try PoseClip(of: sequence, path: "two.jsonl")
    let file = try SkeletonFile.read(bytes: WrittenFile.bytes(clip, format), name: "two")
    for (frame, read) in file.frames.enumerated() {
      let ids = Set(read.people.compactMap(\.id))
      #expect(ids == ((20..<50).contains(frame) ? [1] : [1, 2]), "\(frame)")
      for person in read.people {
        let sigmas = try #require(person.body.sigmas)
        #expect(Joint.allCases.allSatisfy { abs(sigmas[$0] - 0.02) < 1e-6 })
      }
    }
  }

  @Test(arguments: [ExportFormat.jsonl, .csv])
  func `joints that weren't seen come back as not seen`(format: ExportFormat) throws {
    let joints = try RecordedClip.joints("walk").map { joints in
      Joint.allCases.map { joints[$0] }
    }
    let person = PoseClip.Person(
      id: 1, isPresent: [true, true], positions: joints[0] + joints[1], sigmas: [],
      sources: [[JointSource]](
        repeating: Joint.allCases.map {
          $0 == .leftWrist || $0 == .topHead ? .inferred : .lifted
        }, count: 2
      ).flatMap { $0 }, feet: [], stature: 1.7, confidences: [1, 1],
      isFilled: [false, false])
    let clip = PoseClip(times: [0, 0.1], people: [person], isOnFloor: true)
    let file = try SkeletonFile.read(bytes: WrittenFile.bytes(clip, format), name: "hidden")
    for frame in file.frames {
      let sources = try #require(frame.people.first).body.sources
      #expect(Joint.allCases.filter { sources[$0] == .inferred } == [.topHead, .leftWrist])
    }
  }

  @Test func `a name that is no joint's is refused in a table`() throws {
    let clip = try RecordedClip.measured("walk", frames: 0..<2)
    var text = try WrittenFile.text(clip, .csv)
    text.removeLast()
    #expect(
      throws: FileError(
        .invalidValue, path: "a.csv",
        "line 3, column inferred: \"wrist\" where the name of a joint was expected")
    ) {
      try SkeletonFile.read(bytes: Array((text + "wrist\n").utf8), name: "a.csv")
    }
  }

  @Test(arguments: [
    ("frame,time_s,person,nose_x_m\n", "line 1 has no column root_x_m, root_x_cm or root_x_mm"),
    ("frame,time_s,person,root_x_m\n", "line 1 lacks a column of root: x, y and z in m"),
  ])
  func `a table that lacks columns is refused`(text: String, problem: String) {
    #expect(throws: FileError(.invalidValue, path: "a.csv", problem)) {
      try SkeletonFile.read(bytes: Array(text.utf8), name: "a.csv")
    }
  }

  @Test(arguments: [
    ("7", "", FileError.Code.invalidValue, "line 2 has 1 cells where the header has 72"),
    (
      "", "much", .invalidValue,
      "line 2, column rightHip_x_m: \"much\" where a number was expected"
    ),
    (
      "", "nan", .invalidValue,
      "line 2, column rightHip_x_m: \"nan\" where a number was expected"
    ), ("", "", .missingJoints, "line 2 lacks rightHip"),
  ])
  func `a damaged line of a table is refused with its number`(
    line: String, cell: String, code: FileError.Code, problem: String
  ) throws {
    let clip = try RecordedClip.measured("walk", frames: 0..<2)
    var lines = try WrittenFile.text(clip, .csv).split(separator: "\n").map(String.init)
    if !line.isEmpty {
      lines[1] = line
    } else {
      var cells = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      cells[7] = cell
      lines[1] = cells.joined(separator: ",")
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    #expect(throws: FileError(code, path: "a.csv", problem)) {
      try SkeletonFile.read(bytes: bytes, name: "a.csv")
    }
  }

  @Test func `the marker names of Pose2Sim are read here too`() throws {
    let clip = try RecordedClip.measured("walk", frames: 0..<3)
    var options = ExportOptions()
    options.names = .pose2sim
    let bytes = try WrittenFile.bytes(clip, .trc, options: options)
    let file = try SkeletonFile.read(bytes: bytes, name: "clip.trc")
    for (frame, read) in file.frames.enumerated() {
      let body = try #require(read.people.first).body
      for joint in Joint.allCases where joint != .spine && joint != .centerHead {
        let place = Self.turned(clip.people[0].position(joint, frame), .trc)
        // The middle of the shoulders is read as that of both, which the clip has to a millimetre.
        let limit = joint == .centerShoulder ? 1e-3 : 1e-6
        #expect((body.positions[joint] - place).length < limit, "\(joint)")
      }
    }
  }

  @Test(arguments: [
    (MarkerNames.vision, ["root", "leftElbow", "rightAnkle", "topHead"], 17),
    (.pose2sim, ["CHip", "LElbow", "RAnkle", "Head", "Neck"], 15),
    (.blazepose, ["LElbow", "RAnkle", "LShoulder"], 12),
  ])
  func `markers have the names that were asked for`(
    names: MarkerNames, some: [String], count: Int
  ) throws {
    var options = ExportOptions()
    options.names = names
    let clip = try RecordedClip.measured("walk", frames: 0..<1)
    let lines = try WrittenFile.text(clip, .trc, options: options).split(
      separator: "\n", omittingEmptySubsequences: false)
    let markers = lines[3].split(separator: "\t").dropFirst(2).map(String.init)
    #expect(markers.count == count)
    #expect(Set(some).isSubset(of: markers))
  }
}
