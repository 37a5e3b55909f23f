// The angles of the left upper arm in a photo, as Apple's article "Identifying 3D human body poses in
// images" has them; with the photo's own depth where it has some.
import Vision
import simd

func angles(_ observation: VNHumanBodyPose3DObservation) throws -> simd_float3 {
  let leftElbow = try observation.recognizedPoint(.leftElbow)
  // The position relative to the parent, the shoulder.
  let childPosition = leftElbow.localPosition
  let translationChild = simd_make_float3(
    childPosition.columns.3[0], childPosition.columns.3[1], childPosition.columns.3[2])
  let pitch = (Float.pi / 2)
  let yaw = acos(translationChild.z / simd_length(translationChild))
  let roll = atan2((translationChild.y), (translationChild.x))
  return simd_float3(pitch, yaw, roll)
}

let request = VNDetectHumanBodyPose3DRequest()
let handler = VNImageRequestHandler(url: URL(fileURLWithPath: CommandLine.arguments[1]))
do {
  try handler.perform([request])
} catch {
  print("Unable to perform the request: \(error.localizedDescription)")
  exit(1)
}
guard let observation = request.results?.first else {
  print("There is no person in the picture.")
  exit(0)
}
let degrees = try angles(observation) * 180 / .pi
let how = observation.heightEstimation == .measured ? "measured" : "reference"
let away = -(try observation.cameraRelativePosition(.root)).columns.3.z
print(String(format: "height %.2f m, %@; %.2f m away", observation.bodyHeight, how, away))
print(
  String(
    format: "left upper arm: pitch %.0f°, yaw %.0f°, roll %.0f°", degrees.x, degrees.y, degrees.z))
