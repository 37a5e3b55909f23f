import Foundation
import Geometry
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

  @Test(arguments: RecordedClip.names, [ExportFormat.trc, .jsonl])
  func `joints come back to a micrometre`(name: String, format: ExportFormat) throws {
    let clip = try RecordedClip.processed(name)
    let bytes = try WrittenFile.bytes(clip, format)
    let file = try SkeletonFile.read(bytes: bytes, name: "clip")
    try #require(file.frames.count == clip.frameCount)
    for (frame, read) in file.frames.enumerated() {
      let body = try #require(read.people.first).body
      #expect(abs(try #require(read.time) - clip.times[frame]) < 1e-6)
      for joint in Joint.allCases {
        let place = Self.turned(clip.people[0].position(joint, frame), format)
        #expect((body.positions[joint] - place).length < 1e-6, "\(frame) \(joint)")
      }
    }
    #expect(file.layout == (format == .trc ? .trc : .pose3d))
    #expect(file.notes.isEmpty)
  }

  @Test(arguments: [LengthUnit.metre, .centimetre, .millimetre])
  func `TRC comes back in every unit`(unit: LengthUnit) throws {
    let clip = try RecordedClip.measured("walk", frames: 0..<5)
    var options = ExportOptions()
    options.unit = unit
    let bytes = try WrittenFile.bytes(clip, .trc, options: options)
    let file = try SkeletonFile.read(bytes: bytes, name: "clip.trc")
    #expect(file.lengthUnit == unit)
    for (frame, read) in file.frames.enumerated() {
      let body = try #require(read.people.first).body
      for joint in Joint.allCases {
        let place = Self.turned(clip.people[0].position(joint, frame), .trc)
        #expect((body.positions[joint] - place).length < 1e-6)
      }
    }
  }

  @Test func `who comes and goes is read as that, with their number and sigmas`() throws {
    let second = try RecordedClip.joints("turning").enumerated().map { frame, joints in
      (20..<50).contains(frame) ? nil : joints.map { $0 + Vector3(1, 0, 0.5) }
    }
    let sequence = RecordedClip.sequence(
      of: [try RecordedClip.joints("walk"), second], sigma: 0.02,
      options: RecordedClip.untouched)
    let clip = try PoseClip(of: sequence, path: "two.jsonl")
    let file = try SkeletonFile.read(bytes: WrittenFile.bytes(clip, .jsonl), name: "two.jsonl")
    for (frame, read) in file.frames.enumerated() {
      let ids = Set(read.people.compactMap(\.id))
      #expect(ids == ((20..<50).contains(frame) ? [1] : [1, 2]), "\(frame)")
      for person in read.people {
        let sigmas = try #require(person.body.sigmas)
        #expect(Joint.allCases.allSatisfy { abs(sigmas[$0] - 0.02) < 1e-6 })
      }
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
