internal import Foundation
internal import PoseDocuments
public import PoseImaging
public import PoseMotion

/// The advice on a camera's place, `pose3d.advice/1`. `schema/pose3d.advice.schema.json` is its contract.
public struct AdviceDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.advice/1"

  /// The program's version.
  public var version: String
  /// The name of the file, camera or stream that shows the person; `nil` where the place was stated.
  public var file: String?
  /// The camera.
  public var camera: Camera
  /// The camera's place, with its uncertainty.
  public var scene: PlacementScene
  /// The person's stature in metres.
  public var stature: Double
  /// The origin of the stature: `given`, `measured` or `reference`.
  public var heightSource: String
  /// The advice.
  public var advice: PlacementAdvice
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, file: String?, camera: Camera, scene: PlacementScene, stature: Double,
    heightSource: String, advice: PlacementAdvice, warnings: [String] = []
  ) {
    (self.version, self.file, self.camera) = (version, file, camera)
    (self.scene, self.stature, self.heightSource) = (scene, stature, heightSource)
    (self.advice, self.warnings) = (advice, warnings)
  }

  /// The JSON text. The same results give the same bytes.
  public var json: String {
    let members: [(String, JSONValue)] = [
      ("schema", .string(Self.schema)),
      (
        "generator",
        .object([("name", .string("pose3d")), ("version", .string(version))])
      ),
      ("file", .optional(file.map { .fileName($0) })),
      ("exercise", .string(advice.exercise.rawValue)),
      (
        "person",
        .object([("height", .number(stature)), ("heightSource", .string(heightSource))])
      ),
      (
        "camera",
        .object([
          ("width", .integer(camera.width)), ("height", .integer(camera.height)),
          ("diagonalFieldOfView", Self.degrees(camera.diagonalFieldOfView)),
          ("source", .string(camera.source.rawValue)),
        ])
      ),
      ("scene", sceneValue), ("present", Self.value(of: advice.present)),
      ("moves", .array(advice.moves.map(Self.value(of:)))), ("map", mapValue),
      ("heights", .array(advice.heights.map(Self.brief))),
      (
        "secondCameras",
        .array(
          advice.secondCameras.map { place, sigma in
            .object([
              ("place", Self.value(of: place)), ("sigma", .optional(sigma.map(Self.degrees))),
            ])
          })
      ), ("warnings", .warnings(warnings, of: [file].compactMap { $0 })),
    ]
    return JSONValue.object(members).text
  }

  // MARK: Parts

  private static func degrees(_ radians: Double) -> JSONValue {
    .number(radians * 180 / .pi)
  }

  private var sceneValue: JSONValue {
    func value(_ value: PlacementScene.Value, factor: Double = 1) -> JSONValue {
      .object([
        ("value", .number(value.value * factor)), ("sigma", .number(value.sigma * factor)),
      ])
    }
    return .object([
      ("azimuth", value(scene.azimuth, factor: 180 / .pi)), ("distance", value(scene.distance)),
      ("height", value(scene.height)), ("pitch", .optional(scene.pitch.map(Self.degrees))),
      ("framing", .optional(scene.framing.map { .string($0.rawValue) })),
    ])
  }

  private static func value(of placement: CameraPlacement) -> JSONValue {
    .object([
      ("azimuth", degrees(placement.azimuth)), ("distance", .number(placement.distance)),
      ("height", .number(placement.height)),
    ])
  }

  private static func value(of estimate: PlacementEstimate) -> JSONValue {
    .object([
      ("place", value(of: estimate.placement)), ("framing", .string(estimate.framing.rawValue)),
      ("size", .number(estimate.size)),
      (
        "angles",
        .array(
          estimate.angles.map { angle in
            .object([
              ("name", .string(angle.name)), ("sigma", degrees(angle.sigma)),
              ("left", degrees(angle.left)), ("right", degrees(angle.right)),
              ("leftHidden", .bool(angle.isLeftHidden)),
              ("rightHidden", .bool(angle.isRightHidden)),
              (
                "phases",
                .object(
                  zip(["start", "halfway", "turn"], angle.phases).map { ($0, degrees($1)) })
              ),
            ])
          })
      ),
    ])
  }

  private static func brief(_ estimate: PlacementEstimate) -> JSONValue {
    .object([
      ("place", value(of: estimate.placement)), ("framing", .string(estimate.framing.rawValue)),
      ("sigma", .optional(estimate.sigma.map(degrees))),
    ])
  }

  private static func value(of move: PlacementMove) -> JSONValue {
    .object([
      ("kind", .string(move.kind.rawValue)), ("place", value(of: move.placement)),
      ("sigma", degrees(move.sigma)), ("gain", .optional(move.gain.map(degrees))),
      ("gainSigma", .optional(move.gainSigma.map(degrees))), ("clear", .bool(move.isClear)),
    ])
  }

  private var mapValue: JSONValue {
    let map = advice.map
    return .object([
      ("angle", .string(advice.exercise.measuredAngles[0])), ("height", .number(map.height)),
      ("azimuths", .array(map.azimuths.map(Self.degrees))), ("distances", .numbers(map.distances)),
      (
        "sigmas",
        .array(
          map.estimates.map { row in
            .array(row.map { .optional($0.sigma.map(Self.degrees)) })
          })
      ),
      (
        "framing",
        .array(
          map.estimates.map { row in .array(row.map { .string($0.framing.rawValue) }) })
      ),
    ])
  }
}
