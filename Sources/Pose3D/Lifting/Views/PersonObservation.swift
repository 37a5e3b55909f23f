internal import PoseGeometry
internal import PoseImaging
internal import Kinematics

/// One view of a person, as the solver of several reads it.
struct PersonObservation {
  /// The place of the view among those that were given.
  let index: Int
  var view: PersonView
  /// A lifter in the camera's frame.
  let lifter: Lifter
  let person: PreparedKeypoints
  let setting: LiftingProblem
  /// The network's prediction, and its virtual camera.
  let prediction: LiftingNetwork.Prediction
  let virtualFromCamera: Rotation
  /// The keypoints that were swapped.
  let swapped: [ViewUse.Swap]

  /// A view, with the keypoints of the given sides swapped first.
  ///
  /// Throws `LiftingError` when it doesn't show enough of a person.
  init(
    _ view: PersonView, index: Int, options: Lifter.Options, swapping: [ViewUse.Swap] = []
  ) throws(LiftingError) {
    self.index = index
    self.view = view
    swapped = swapping
    var options = options
    options.gravity = options.gravity.map { view.cameraFromFrame.rotation * $0 }
    lifter = Lifter(options: options)
    var pose = swapping.reduce(view.pose) { $0.swapping($1.keypoints) }
    // The detector's 3D landmarks of a person whom it has flipped can't be corrected.
    if swapping.contains(.body) { pose.worldLandmarks = [:] }
    let (person, setting) = try lifter.setting(of: pose, camera: view.camera, depth: view.depth)
    (self.person, self.setting) = (person, setting)
    var readings = view.depth.flatMap { $0.isMetric ? setting.readings(of: $0) : nil }
    if let read = readings, DepthReadings.torso.count(where: { read.depths[$0] != nil }) < 3 {
      readings = nil
    }
    let features = LifterFeatures(setting.input, depth: readings)
    virtualFromCamera = features.virtualFromCamera
    var prediction = LiftingNetwork.builtIn.predict(features)
    if let proportions = options.proportions { prediction.rescale(to: proportions) }
    self.prediction = prediction
  }

  /// The part of a keypoint's standard deviation that is left where several cameras show a person: what the
  /// detector marks beside the joints is known then (`KeypointOffsets`).
  private static let keypointShare = 0.5

  /// The solver's view of it, among `count` views.
  func solverView(ofViews count: Int) -> PoseProblem.View {
    let options = lifter.options
    return PoseProblem.View(
      input: hasMarks ? setting.input : setting.centers, prediction: prediction,
      virtualFromCamera: virtualFromCamera,
      weights: .init(
        keypointSigma: options.keypoints.sigma * Self.keypointShare,
        lateralScale: options.keypoints.lateralScale),
      cameraFromFrame: view.cameraFromFrame, sigmaScale: PoseProblem.sigmaScale(ofViews: count))
  }

  /// Whether the keypoints have the offsets of `KeypointOffsets`.
  var hasMarks: Bool { setting.input.isBlazePose }
}

extension ViewUse.Swap {
  /// The keypoints of the left side that change places with those of the right.
  var keypoints: [Keypoint] {
    switch self {
    case .arms: Lifter.leftArm
    case .legs: Lifter.leftLeg
    case .body: Self.leftSide
    }
  }

  private static let leftSide = Keypoint.allCases.filter {
    $0.mirrored != $0 && $0.rawValue.contains("left") || $0 == .mouthLeft
  }
}
