internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

extension PoseProblem {
  /// One camera's data on the person, each kind of evidence as weighted residuals with their
  /// slopes.
  struct View {
    let prediction: LiftingNetwork.Prediction
    /// Into the camera's frame from that of the unknowns; `nil` where these are the same.
    let cameraFromFrame: RigidTransform?
    /// Into the unknowns' frame from the camera's.
    let frameFromCamera: Rotation
    /// The axes of the network's virtual camera in the unknowns' frame.
    let virtualAxes: Rotation
    /// Readings of the depth map.
    var readings: [SurfaceReading] = []
    /// Ray and weight of each joint that has a keypoint.
    let keypoints: [(joint: Joint, ray: SIMD2<Double>, confidence: Double)]
    /// One standard deviation of a keypoint, in units of x/z.
    let raySigma: Double
    /// The size of the body in the picture, in units of x/z.
    let bodySize: Double
    /// The network's joints: what it predicts, and one over its standard deviations.
    let prior: [(joint: Joint, mean: Vector3, scale: Vector3)]
    /// Factor on the standard deviations of the network's prediction.
    let sigmaScale: Double

    /// - Parameters:
    ///   - cameraFromFrame: `nil` where the unknowns are in the camera's frame.
    ///   - sigmaScale: factor on the standard deviations of the network's prediction.
    init(
      input: LifterInput, prediction: LiftingNetwork.Prediction, virtualFromCamera: Rotation,
      weights: Weights, cameraFromFrame: RigidTransform? = nil, sigmaScale: Double = 1
    ) {
      self.prediction = prediction
      self.cameraFromFrame = cameraFromFrame
      self.sigmaScale = sigmaScale
      frameFromCamera = cameraFromFrame?.rotation.inverse ?? .identity
      let cameraAxes = virtualFromCamera.inverse
      virtualAxes = cameraFromFrame == nil ? cameraAxes : frameFromCamera * cameraAxes
      keypoints = LifterInput.joints.filter { input.isPresent[$0.index] }.map {
        ($0.joint, input.rays[$0.index], input.confidence[$0.index])
      }
      bodySize = input.bodySize
      raySigma = weights.keypointSigma * input.bodySize
      prior = LiftingNetwork.outputJoints.map { joint in
        let lateral = weights.lateralScale
        let sigma =
          prediction.scales[joint] * Self.jointSigmaOfScale * Vector3(lateral, lateral, 1)
          + Self.minimumSigma
        return (
          joint, prediction.positions[joint], Vector3(repeating: 1) / (sigma * sigmaScale)
        )
      }
    }

    /// One standard deviation of a joint for a scale of the network. That of a Laplace distribution is √2
    /// times its scale; held tighter, people that it wasn't trained with come out better.
    private static let jointSigmaOfScale = 1.0
    /// The addition to every standard deviation of the network, in metres: none is exact.
    private static let minimumSigma = 0.002
  }
}
