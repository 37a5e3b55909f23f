/// A named point of the 2D layouts that are read here: the joints of the skeleton, the face, hands
/// and feet. The raw value is the name in a keypoint file. Left and right are the person's own.
public enum Keypoint: String, CaseIterable, Sendable {
  // The 17 joints of the skeleton.
  case root, rightHip, rightKnee, rightAnkle, leftHip, leftKnee, leftAnkle
  case spine, centerShoulder, centerHead, topHead
  case leftShoulder, leftElbow, leftWrist, rightShoulder, rightElbow, rightWrist
  // The face.
  case nose, leftEye, rightEye, leftEar, rightEar
  case leftEyeInner, leftEyeOuter, rightEyeInner, rightEyeOuter, mouthLeft, mouthRight
  // Neck of layouts that have one of their own (BODY_25, HALPE): the middle of the shoulders.
  case neck
  // Hands and feet. `leftToe` is the big toe, MediaPipe's foot index.
  case leftPinky, rightPinky, leftIndex, rightIndex, leftThumb, rightThumb
  case leftToe, rightToe, leftSmallToe, rightSmallToe, leftHeel, rightHeel
}
