// How many fingers a photo shows: a finger counts when its tip is farther from the wrist than the joint
// below it is.
import Vision

let request = VNDetectHumanHandPoseRequest()
request.maximumHandCount = 2
let handler = VNImageRequestHandler(url: URL(fileURLWithPath: CommandLine.arguments[1]))
do {
  try handler.perform([request])
} catch {
  print("Unable to perform the request: \(error.localizedDescription)")
  exit(1)
}

typealias Name = VNHumanHandPoseObservation.JointName
let fingers: [(title: String, tip: Name, joint: Name)] = [
  ("thumb", .thumbTip, .thumbMP), ("index", .indexTip, .indexPIP),
  ("middle", .middleTip, .middlePIP),
  ("ring", .ringTip, .ringPIP), ("little", .littleTip, .littlePIP),
]
var total = 0
for hand in request.results ?? [] {
  let points = try hand.recognizedPoints(.all)
  guard let wrist = points[.wrist] else { continue }
  let shown = fingers.filter { finger in
    guard let tip = points[finger.tip], let joint = points[finger.joint], tip.confidence > 0.9
    else {
      return false
    }
    return tip.distance(wrist) > 1.15 * joint.distance(wrist)
  }
  total += shown.count
  let side = hand.chirality == .left ? "left" : hand.chirality == .right ? "right" : "a"
  print("\(side) hand: \(shown.map(\.title).joined(separator: ", "))")
}
print("fingers: \(total)")
