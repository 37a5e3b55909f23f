/// The landmark models of BlazePose that a detector can use.
public enum BodyModel: Sendable, Equatable {
  /// MediaPipe's complexity 1.
  case full
  /// MediaPipe's complexity 2: slower and more exact; `scripts/setup` installs it where it can be
  /// had.
  case heavy
  /// A file of the user's: a landmark model (`.tflite`), with or without its segmentation output,
  /// or a pose landmarker bundle (`.task`) that holds one. What it is, its contents say. The
  /// segmentation is never computed; a bundle, or a model that still has it, is rewritten into the
  /// cache folder for that, or into the temporary folder while it is being opened.
  ///
  /// Or an ONNX file: a top-down model such as RTMPose, RTMW or ViTPose. BlazePose's full model
  /// then finds the people, and the user's model their keypoints.
  case file(String)
}

extension BodyModel {
  /// Whether it is an ONNX file, by its contents: a top-down model, or nothing that can be used.
  package var isONNX: Bool {
    if case .file(let path) = self { ONNXFile.isONNX(path) } else { false }
  }
}
