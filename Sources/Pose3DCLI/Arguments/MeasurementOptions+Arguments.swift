import PoseAnalysis

extension MeasurementOptions {
  /// The options of a command: those of the groups that it has, and the defaults of all others.
  init(
    camera: CameraArguments, vertical: VerticalArguments, body: HeightArgument,
    detection: DetectionOptions = DetectionOptions(), motion: MotionArguments? = nil,
    targets: TargetArguments? = nil
  ) {
    self.init()
    self.camera = camera.choice
    self.camera.gravity = vertical.direction
    bodyHeight = body.height
    self.detection = detection
    if let motion { (self.motion, exercise) = (motion.sequenceOptions, motion.choice) }
    if let targets { self.targets = targets.targets }
  }
}
