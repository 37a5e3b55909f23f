// Draws the bodies in a photo, as an SVG picture of its size: joints and the lines between them, by the
// Swift API.
import Vision

typealias Name = HumanBodyPoseObservation.JointName
let lines: [(Name, Name)] = [
  (.nose, .neck), (.neck, .rightShoulder), (.neck, .leftShoulder), (.rightShoulder, .rightHip),
  (.leftShoulder, .leftHip), (.rightHip, .leftHip), (.rightShoulder, .rightElbow),
  (.rightElbow, .rightWrist), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
  (.rightHip, .rightKnee), (.rightKnee, .rightAnkle), (.leftHip, .leftKnee),
  (.leftKnee, .leftAnkle),
]

let image = try CGImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let size = CGSize(width: image.width, height: image.height)
let bodies = try await DetectHumanBodyPoseRequest().perform(on: image)

var svg =
  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(image.width)\" height=\"\(image.height)\">\n"
for body in bodies {
  let places = body.allJoints().filter { $0.value.confidence > 0.5 }.mapValues {
    $0.location.toImageCoordinates(size, origin: .upperLeft)
  }
  for (from, to) in lines {
    guard let a = places[from], let b = places[to] else { continue }
    svg += String(
      format:
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"lime\" stroke-width=\"3\"/>\n",
      a.x, a.y, b.x, b.y)
  }
  for name in Name.allCases {
    guard let place = places[name] else { continue }
    svg += String(
      format: "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"white\"/>\n", place.x, place.y)
  }
}
try (svg + "</svg>\n").write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
print(
  "\(bodies.count) bodies, \(svg.components(separatedBy: "<circle").count - 1) joints, \(svg.components(separatedBy: "<line").count - 1) lines"
)
