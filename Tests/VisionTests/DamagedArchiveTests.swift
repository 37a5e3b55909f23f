import Foundation
import Pose3D
import PoseImaging
import TestSupport
import Testing

@testable import Vision

/// Archives that aren't what they seem: an error or nothing comes out, and the program goes on.
struct DamagedArchiveTests {
  /// A coder that keeps the bytes of each key.
  private final class Recorder: NSCoder {
    var entries: [String: Data] = [:]

    override var allowsKeyedCoding: Bool { true }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
      entries[key] = Data(UnsafeBufferPointer(start: bytes, count: length))
    }
  }

  private func parts(of object: any NSCoding) -> [String: Data] {
    let recorder = Recorder()
    object.encode(with: recorder)
    return recorder.entries
  }

  /// The object that comes out of an archive with these entries for a class; `nil` with an error as well.
  private func opened(_ entries: [String: Forgery.Entry], as type: AnyClass) -> Any? {
    guard let archive = try? ArchiveFixture.archive(Forgery(entries)),
      let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: archive)
    else { return nil }
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(type, forClassName: NSStringFromClass(Forgery.self))
    return unarchiver.decodeObject(of: [type], forKey: NSKeyedArchiveRootObjectKey)
  }

  @Test func `an object with a part missing or of another kind doesn't come out`() throws {
    for object in try ArchiveFixture.observations() + ArchiveFixture.points() as [NSObject] {
      let parts = parts(of: try #require(object as? any NSCoding))
      let whole = parts.mapValues(Forgery.Entry.bytes)
      // Unchanged it does, so that what follows shows the damage and not the forgery.
      #expect(object.isEqual(opened(whole, as: type(of: object))))
      for (key, json) in parts {
        let damages: [Forgery.Entry?] = [
          nil, .number(1), .word("words"), .bytes(Data()), .bytes(json + Data("]".utf8)),
          .bytes(Data("{}".utf8)), .bytes(Data("null".utf8)), .bytes(Data([0, 255, 7])),
          .bytes(Data(("[" + String(repeating: "[", count: 100_000)).utf8)),
          .bytes(Data(("[" + String(repeating: "{},", count: 100_000) + "{}]").utf8)),
        ]
        for damage in damages {
          var entries = whole
          entries[key] = damage
          #expect(
            opened(entries, as: type(of: object)) == nil,
            "\(type(of: object)).\(key): \(String(describing: damage))")
        }
      }
    }
  }

  @Test func `an archive that is cut off is an error`() throws {
    for object in try ArchiveFixture.observations() + ArchiveFixture.points() as [NSObject] {
      let archive = try ArchiveFixture.archive(object)
      let lengths = [0, 1, 8] + stride(from: 9, to: archive.count, by: 1 + archive.count / 50)
      for length in lengths + [archive.count - 1] {
        #expect(throws: (any Error).self, "\(type(of: object)) after \(length) bytes") {
          try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [type(of: object)], from: archive.prefix(length))
        }
      }
    }
  }

  @Test func `an observation of one class isn't read as one of another`() throws {
    let observations = try ArchiveFixture.observations()
    for observation in observations {
      for other in observations where type(of: other) != type(of: observation) {
        // A person's rectangle is a rectangle.
        guard
          !(observation is VNHumanObservation
            && type(of: other) == VNDetectedObjectObservation.self)
        else { continue }
        #expect(
          opened(parts(of: observation).mapValues(Forgery.Entry.bytes), as: type(of: other)) == nil,
          "\(type(of: observation)) as \(type(of: other))")
      }
    }
    let word = try ArchiveFixture.archive(NSString("words"))
    #expect(try ArchiveFixture.object(of: VNPoint.self, in: word) == nil)
  }

  /// Asks an object for all that it has.
  private func answers(of object: Any?) {
    switch object {
    case let body as VNHumanBodyPose3DObservation:
      for name in body.availableJointNames {
        _ = try? (body.recognizedPoint(name), body.cameraRelativePosition(name))
        _ = try? body.pointInImage(name)
      }
      _ = (body.cameraOriginMatrix, body.bodyHeight, body.heightEstimation)
      _ = (body.pose3d.angles, body.pose3d.orientationToGravity, body.pose3d.boneLengths)
      _ = HumanBodyPose3DObservation(body)
    case let points as VNRecognizedPointsObservation:
      _ = try? (points.recognizedPoints(forGroupKey: .all), points.keypointsMultiArray())
    default: break
    }
    _ = (object as? NSObject)?.hash
  }

  @Test func `an object with random damage comes out with all answers, or not at all`() throws {
    let values = Array("0123456789.e-+,:[]{}\"".utf8)
    for object in try ArchiveFixture.observations() + ArchiveFixture.points() as [NSObject] {
      let parts = parts(of: try #require(object as? any NSCoding))
      for (key, json) in parts {
        var entries = parts.mapValues(Forgery.Entry.bytes)
        for bytes in DamagedCopies(of: Array(json), count: 150, changes: 1...2, values: values) {
          entries[key] = .bytes(Data(bytes))
          let damaged = opened(entries, as: type(of: object))
          #expect(damaged == nil || damaged is NSObject)
          answers(of: damaged)
        }
      }
    }
  }

  @Test(arguments: [
    ("0.5", "-0.5"), ("0.5", "1.5"), ("0.5", "\"nan\""), ("0.5", "1e999"), ("0.5", "\"0.5\""),
  ])
  func `a point with a number that none has doesn't come out`(number: String, other: String) throws
  {
    let point = VNDetectedPoint(location: .zero, confidence: 0.5)
    let parts = parts(of: point)
    let json = try #require(parts["confidence"])
    #expect(String(decoding: json, as: UTF8.self) == number)
    var entries = parts.mapValues(Forgery.Entry.bytes)
    entries["confidence"] = .bytes(Data(other.utf8))
    #expect(opened(entries, as: VNDetectedPoint.self) == nil)
  }

  @Test func `an image's points of another number, order or place don't come out`() throws {
    let body = VNHumanBodyPoseObservation(try ArchiveFixture.person())
    let parts = parts(of: body)
    let joints = try JSONDecoder().decode([Joint].self, from: try #require(parts["points"]))
    func opens(_ joints: [Joint]) throws -> Bool { opens(try JSONEncoder().encode(joints)) }
    func opens(_ json: Data) -> Bool {
      var entries = parts.mapValues(Forgery.Entry.bytes)
      entries["points"] = .bytes(json)
      return opened(entries, as: VNHumanBodyPoseObservation.self) != nil
    }
    #expect(try joints.count == 19 && opens(joints))
    #expect(try !opens(joints.dropLast()))
    #expect(try !opens(joints + [joints[0]]))
    #expect(try !opens(joints.reversed()))
    #expect(try !opens([Joint](repeating: joints[0], count: 100_000)))
    for place in ["[-0.5,0.5]", "[0.5,1.5]", "[\"nan\",0.5]", "[1e300,0]"] {
      let json = String(decoding: try JSONEncoder().encode(joints), as: UTF8.self)
      let start = try #require(json.firstRange(of: "[[") ?? json.firstRange(of: ":["))
      let end = try #require(json[start.upperBound...].firstIndex(of: "]"))
      let changed = json[..<start.upperBound].dropLast() + place + json[json.index(after: end)...]
      #expect(changed != json && !opens(Data(changed.utf8)), "\(place)")
    }
  }

  /// Changes of the JSON of a body in space: a member, and its new value. There are 17 joints.
  private static let changes: [(path: String, value: String)] = [
    ("body.positions", "[[0, 0, 0]]"),
    ("body.positions", "[]"),
    ("body.positions.3", "[1, 2]"),
    ("body.positions.3", #"["nan", 0, 0]"#),
    ("body.positions.3", "[1e300, 0, 0]"),
    ("body.covariances.2.xx", "-1"),
    ("body.covariances.2.xx", #""nan""#),
    ("body.covariances", "[]"),
    ("body.covariances", "null"),
    ("body.sources", #"["lifted"]"#),
    ("body.sources.0", #""seen""#),
    ("body.stature.metres", "-1.8"),
    ("body.stature.sigma", "null"),
    ("body.stature", #""tall""#),
    ("body.leftFoot.heel", "[1e300, 0, 0]"),
    ("camera.width", "0"),
    ("camera.width", "1000000000000"),
    ("camera.height", "-424"),
    ("camera.fx", "0"),
    ("camera.fy", #""inf""#),
    ("camera.focalLengthSigma", "-1"),
    ("camera.source", #""dream""#),
    ("camera.distortion.coefficients", "[1, 2, 3]"),
    ("camera.distortion.coefficients", #"["nan", 0, 0, 0]"#),
    ("camera.distortion.model", #""magic""#),
    ("camera.distortion.model", #""radial-table""#),
    ("gravity", "[0, 2, 0]"),
    ("gravity", #"["nan", 0, 0]"#),
    ("world.up", "[0, -2, 0]"),
    ("world.front", "[0, -1, 0]"),
    ("world.tiltSigma.roll", "-1"),
    ("evidence", "[]"),
    ("evidence.3.keypoint.use", #""guessed""#),
    ("confidence", "1.5"),
    ("confidence", #""nan""#),
    ("id", "0.5"),
    ("id", "1e40"),
    ("sides.arms", #""both""#),
    ("depthUse", #""much""#),
    ("body.positions", "[" + Array(repeating: "[0, 0, 1]", count: 16).joined(separator: ",") + "]"),
    ("body.positions", "[" + Array(repeating: "[0, 0, 1]", count: 17).joined(separator: ",") + "]"),
    (
      "body.positions",
      "[" + Array(repeating: "[0, 0, 1]", count: 99999).joined(separator: ",") + "]"
    ),
  ]

  private func changed(_ value: Any, _ path: ArraySlice<Substring>, to new: Any) throws -> Any {
    guard let first = path.first else { return new }
    if var members = value as? [String: Any] {
      members[String(first)] = try changed(
        try #require(members[String(first)]), path.dropFirst(), to: new)
      return members
    }
    var list = try #require(value as? [Any])
    let index = try #require(Int(first))
    list[index] = try changed(list[index], path.dropFirst(), to: new)
    return list
  }

  @Test(arguments: changes.indices)
  func `a body in space with a value that none has doesn't come out`(index: Int) throws {
    let (path, value) = Self.changes[index]
    let lens = LensDistortion(coefficients: [0.1, -0.2, 0.001, 0.002])
    let body = VNHumanBodyPose3DObservation(try ArchiveFixture.body(lens))
    let parts = parts(of: body)
    let json = try JSONSerialization.jsonObject(with: try #require(parts["pose"]))
    var entries = parts.mapValues(Forgery.Entry.bytes)
    entries["pose"] = .bytes(try JSONSerialization.data(withJSONObject: json))
    #expect(opened(entries, as: VNHumanBodyPose3DObservation.self) != nil)
    let new = try JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
    let damaged = try changed(json, path.split(separator: ".")[...], to: new)
    entries["pose"] = .bytes(try JSONSerialization.data(withJSONObject: damaged))
    #expect(opened(entries, as: VNHumanBodyPose3DObservation.self) == nil, "\(path): \(value)")
  }
}

/// An object that archives any entries, to be read as another class. Foundation archives no nested class.
final class Forgery: NSObject, NSSecureCoding {
  /// What an archive has under a key.
  enum Entry {
    case bytes(Data)
    case number(Double)
    case word(String)
  }

  let entries: [String: Entry]

  init(_ entries: [String: Entry]) { self.entries = entries }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    for (key, entry) in entries {
      switch entry {
      case .bytes(let data):
        data.withUnsafeBytes { bytes in
          coder.encodeBytes(
            bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: key)
        }
      case .number(let number): coder.encode(number, forKey: key)
      case .word(let word): coder.encode(word as NSString, forKey: key)
      }
    }
  }

  static var supportsSecureCoding: Bool { true }
}
