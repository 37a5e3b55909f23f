internal import PoseDocuments
public import Pose3D

/// The file of the hands in one picture, `pose3d.hands/1`: their landmarks, whose hand each is, and
/// which fingers are extended. `schema/pose3d.hands.schema.json` is its contract.
public struct HandsDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.hands/1"

  /// The program's version.
  public var version: String
  /// The picture's file, as the user named it.
  public var file: String
  /// Width in pixels of the upright picture.
  public var width: Int
  /// Height in pixels of the upright picture.
  public var height: Int
  /// The hands; may be empty.
  public var hands: [HandPose]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, file: String, width: Int, height: Int, hands: [HandPose],
    warnings: [String] = []
  ) {
    self.version = version
    self.file = file
    self.width = width
    self.height = height
    self.hands = hands
    self.warnings = warnings
  }

  /// The JSON text; the same document gives the same bytes. Points are in the order of `HandJoint`,
  /// numbers are rounded to 1e-6, points that are not finite are left out.
  public var json: String {
    JSONValue.object(
      JSONValue.head(schema: Self.schema, version: version) + [
        ("file", .fileName(file)),
        ("width", .integer(width)),
        ("height", .integer(height)),
        ("hands", .array(hands.map(value(of:)))),
        ("fingerCount", .optional(hands.fingerCount.map(JSONValue.integer))),
        ("warnings", .warnings(warnings, of: [file])),
      ]
    ).text
  }

  private func value(of hand: HandPose) -> JSONValue {
    .object([
      ("chirality", .optional(hand.chirality.map { .string($0.rawValue) })),
      ("chiralityConfidence", .number(hand.chiralityConfidence)),
      ("confidence", .number(hand.confidence)),
      ("bodyID", .optional(hand.bodyID.map(JSONValue.integer))),
      ("points", named { hand.points[$0].map { [$0.x, $0.y, $0.confidence] } }),
      (
        "pointsNormalized",
        named { joint in
          hand.points[joint].map { point in
            let place = point.normalized(width: hand.imageWidth, height: hand.imageHeight)
            return [place.x, place.y]
          }
        }
      ),
      ("worldLandmarks", named { hand.worldLandmarks[$0].map { [$0.x, $0.y, $0.z] } }),
      (
        "extendedFingers",
        .optional(
          hand.extendedFingers.map { extended in
            .object(Finger.allCases.map { ($0.rawValue, .bool(extended.contains($0))) })
          })
      ),
      (
        "unclearFingers",
        .optional(
          hand.unclearFingers.map { unclear in
            .array(Finger.allCases.filter(unclear.contains).map { .string($0.rawValue) })
          })
      ),
    ])
  }

  /// The numbers of every landmark that has some.
  private func named(_ numbers: (HandJoint) -> [Double]?) -> JSONValue {
    .object(
      HandJoint.allCases.compactMap { joint in
        guard let numbers = numbers(joint), numbers.allSatisfy(\.isFinite) else { return nil }
        return (joint.rawValue, .numbers(numbers))
      })
  }
}
