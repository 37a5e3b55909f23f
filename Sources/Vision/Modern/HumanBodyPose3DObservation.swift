public import Foundation
public import simd

/// A body in space: 17 joints, in metres.
public struct HumanBodyPose3DObservation: VisionObservation {
  /// The source of the body's height.
  public enum EstimationTechnique: String, Sendable, Hashable, Codable {
    /// It was measured in a depth map.
    case measured
    /// It isn't known: 1.8 m.
    case reference
  }

  /// The observation's own number.
  public let uuid: UUID
  /// The confidence, 0…1.
  public let confidence: Float
  /// The time of the observation; `nil` for a single image.
  public let timeRange: CMTimeRange?
  /// The request that found it.
  public let originatingRequestDescriptor: RequestDescriptor?
  /// The body's height: measured where a metric depth map was used, else 1.8 m.
  public let bodyHeight: Measurement<UnitLength>
  /// The source of the body's height.
  public let heightEstimationTechnique: EstimationTechnique

  private let cameraFromBody: [Float]
  private let joints: [JointName: Joint3D]
  private let cameraPositions: [JointName: SIMD3<Float>]
  private let places: [JointName: NormalizedPoint]

  /// The observation of the original API.
  public init(_ observation: VNHumanBodyPose3DObservation) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = nil
    originatingRequestDescriptor = .detectHumanBodyPose3DRequest(.revision1)
    bodyHeight = Measurement(value: Double(observation.bodyHeight), unit: .meters)
    heightEstimationTechnique = observation.heightEstimation == .measured ? .measured : .reference
    cameraFromBody = observation.cameraOriginMatrix.numbers
    var joints: [JointName: Joint3D] = [:]
    var cameraPositions: [JointName: SIMD3<Float>] = [:]
    var places: [JointName: NormalizedPoint] = [:]
    for name in JointName.allCases {
      let old = VNHumanBodyPose3DObservation.JointName(name.rawValue)
      joints[name] = (try? observation.recognizedPoint(old)).map(Joint3D.init)
      cameraPositions[name] = (try? observation.cameraRelativePosition(old)).map {
        simd_make_float3($0.columns.3)
      }
      places[name] = (try? observation.pointInImage(old)).map {
        NormalizedPoint(normalizedPoint: $0.location)
      }
    }
    (self.joints, self.cameraPositions, self.places) = (joints, cameraPositions, places)
  }

  /// Camera from body: takes a `position` to the camera's axes, x right, y up, z towards the viewer.
  public var cameraOriginMatrix: simd_float4x4 { simd_float4x4(numbers: cameraFromBody) }

  /// The names of all 17 joints.
  public var availableJointNames: [JointName] { JointName.allCases }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

  /// A joint.
  public func joint(for jointName: JointName) -> Joint3D? { joints[jointName] }

  /// The joints of a group, or all of them.
  public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint3D] {
    guard let groupName else { return joints }
    return joints.filter { groupName.members.contains($0.key) }
  }

  /// The next joint towards the root; the root's is the root itself.
  public func parentJointName(for jointName: JointName) -> JointName {
    joints[jointName].flatMap { JointName(rawValue: $0.parentJoint) } ?? .root
  }

  /// A joint in the camera's axes, with the body's rotation: `cameraOriginMatrix` times `position`.
  public func cameraRelativePosition(for jointName: JointName) -> simd_float4x4 {
    var matrix = cameraOriginMatrix
    matrix.columns.3 = SIMD4(cameraPositions[jointName] ?? .zero, 1)
    return matrix
  }

  /// The position of a joint in the image, from the lower left corner; it may lie outside. The
  /// corner itself for a joint that isn't in front of the camera.
  public func pointInImage(for jointName: JointName) -> NormalizedPoint {
    places[jointName] ?? .zero
  }

  /// The height in words.
  public var description: String {
    "HumanBodyPose3DObservation \(bodyHeight.value) m, \(heightEstimationTechnique.rawValue)"
  }
}
