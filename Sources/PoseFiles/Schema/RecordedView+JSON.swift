internal import DepthIO
package import PoseDocuments
internal import PoseGeometry
package import PoseMotion

/// One of several cameras, as a member of a sequence's header.
extension RecordedView {
  /// A view as an object.
  static func value(_ view: RecordedView) -> JSONValue {
    guard case .object(let camera) = JSONValue(camera: view.camera, gravity: nil) else {
      preconditionFailure("a camera is an object")
    }
    let name: [(String, JSONValue)] = [
      ("name", .string(view.name)), ("file", .optional(view.file.map(JSONValue.fileName))),
    ]
    let others: [(String, JSONValue)] = [
      ("cameraFromFirst", .numbers(view.cameraFromFrame.columnMajor)),
      (
        "clock",
        .object([("offset", .number(view.clock.offset)), ("rate", .exact(view.clock.rate))])
      ),
      ("used", .integer(view.used)), ("refused", .integer(view.refused)),
      ("exchanged", .integer(view.swapped)),
      ("distance", .optional(view.distance.map(JSONValue.number))),
      ("offset", .optional(view.offset.map(JSONValue.number))),
    ]
    let knocks: [(String, JSONValue)] =
      view.knocks.isEmpty ? [] : [("knocks", .array(view.knocks.map(value)))]
    return .object(name + camera.filter { $0.0 != "gravity" } + others + knocks)
  }

  /// A knock as an object, angles in degrees.
  private static func value(_ knock: Knock) -> JSONValue {
    .object([
      ("time", .number(knock.time)), ("timeSigma", .number(knock.timeSigma)),
      ("angle", .number(knock.angle * 180 / .pi)),
      ("angleSigma", .number(knock.angleSigma * 180 / .pi)),
      ("cameraFromFirst", .numbers(knock.cameraFromFrame.columnMajor)),
    ])
  }

  /// The knocks of a camera; empty where there are none.
  private static func knocks(in node: DocumentNode) throws(DocumentNode.Problem) -> [Knock] {
    guard let list = node["knocks"] else { return [] }
    var knocks: [Knock] = []
    for node in try list.list(of: "knocks") {
      guard let time = node["time"], let timeSigma = node["timeSigma"], let angle = node["angle"],
        let angleSigma = node["angleSigma"], let place = node["cameraFromFirst"],
        let motion = RigidTransform(columnMajor: try place.numbers(), tolerance: 1e-3)
      else {
        throw node.mismatch(
          expected: "a knock with \"time\", \"angle\", their sigmas and \"cameraFromFirst\"")
      }
      knocks.append(
        Knock(
          time: try time.number(), timeSigma: try timeSigma.number(),
          angle: try angle.number() * .pi / 180, angleSigma: try angleSigma.number() * .pi / 180,
          cameraFromFrame: motion))
    }
    return knocks
  }

  /// The views that a header names; empty where it names none.
  ///
  /// Throws a problem for cameras that aren't ones.
  static func views(in header: DocumentNode) throws(DocumentNode.Problem) -> [RecordedView] {
    guard let list = header["cameras"] else { return [] }
    var views: [RecordedView] = []
    for node in try list.list(of: "cameras") {
      guard let name = node["name"]?.string, let camera = CameraFile.camera(in: node),
        let place = node["cameraFromFirst"],
        let motion = RigidTransform(columnMajor: try place.numbers(), tolerance: 1e-3)
      else {
        throw node.mismatch(
          expected: "a camera with its \"name\", intrinsics and \"cameraFromFirst\"")
      }
      var clock = ViewClock.same
      if let offset = node["clock"]?["offset"] {
        clock = try ViewClock(offset: offset, rate: node["clock"]?["rate"])
      }
      var view = RecordedView(
        name: name, camera: camera, cameraFromFrame: motion, clock: clock)
      view.file = node["file"]?.string
      func count(_ name: String) throws(DocumentNode.Problem) -> Int {
        guard let node = node[name] else { return 0 }
        guard let count = Int(exactly: try node.number()), count >= 0 else {
          throw node.mismatch(expected: "a whole number of at least 0")
        }
        return count
      }
      (view.used, view.refused) = (try count("used"), try count("refused"))
      view.swapped = try count("exchanged")
      if let distance = node["distance"] { view.distance = try distance.number() }
      if let offset = node["offset"] { view.offset = try offset.number() }
      view.knocks = try knocks(in: node)
      views.append(view)
    }
    return views
  }
}

extension ViewClock {
  /// A clock of a document.
  ///
  /// - Parameter rate: `nil` where the document has none.
  /// - Throws: a problem for an offset beyond 1e9 s, and for a rate that no two recordings of one scene have:
  ///   slow motion is up to some hundred times slower.
  package init(
    offset: DocumentNode, rate: DocumentNode?
  ) throws(DocumentNode.Problem) {
    self.init(offset: try offset.number())
    guard abs(self.offset) <= 1e9 else {
      throw offset.mismatch(expected: "an offset of at most 1e9 seconds")
    }
    guard let rate else { return }
    self.rate = try rate.number()
    guard (0.001...1000).contains(self.rate) else {
      throw rate.mismatch(expected: "a rate from 0.001 to 1000")
    }
  }
}
