// swift-format-ignore-file
// The listings of Kodeco's tutorial on hand poses with Vision that are Vision's, and its game. The source
// has lost lines that hold a brace or a call alone; they are put back.
import Vision
import Foundation

/// Stands for Combine's.
@propertyWrapper struct Published<Value> {
  var wrappedValue: Value
}

final class FingerTips {
  private let handPoseRequest: VNDetectHumanHandPoseRequest = {
    // 1
    let request = VNDetectHumanHandPoseRequest()
    // 2
    request.maximumHandCount = 2
    return request
  }()

  var pointsProcessorHandler: (([CGPoint]) -> Void)?

  func processPoints(_ fingerTips: [CGPoint]) { pointsProcessorHandler?(fingerTips) }

  func captureOutput(didOutput sampleBuffer: CMSampleBuffer) {
    var fingerTips: [CGPoint] = []

    defer {
      self.processPoints(fingerTips)
    }

    // 1
    let handler = VNImageRequestHandler(
      cmSampleBuffer: sampleBuffer, 
      orientation: .up, 
      options: [:]
    )

    do {
      // 2
      try handler.perform([handPoseRequest])

      // 3
      guard
        let results = handPoseRequest.results?.prefix(2), 
        !results.isEmpty
      else {
        return
      }

      var recognizedPoints: [VNRecognizedPoint] = []

      try results.forEach { observation in
        // 1
        let fingers = try observation.recognizedPoints(.all)

        // 2
        if let thumbTipPoint = fingers[.thumbTip] {
          recognizedPoints.append(thumbTipPoint)
        }
        if let indexTipPoint = fingers[.indexTip] {
          recognizedPoints.append(indexTipPoint)
        }
        if let middleTipPoint = fingers[.middleTip] {
          recognizedPoints.append(middleTipPoint)
        }
        if let ringTipPoint = fingers[.ringTip] {
          recognizedPoints.append(ringTipPoint)
        }
        if let littleTipPoint = fingers[.littleTip] {
          recognizedPoints.append(littleTipPoint)
        }
      }

      // 3
      fingerTips = recognizedPoints.filter {
        // Ignore low confidence points.
        $0.confidence > 0.9
      }
      .map {
        // 4
        CGPoint(x: $0.location.x, y: 1 - $0.location.y)
      }
    } catch {
      // 4
      print(error.localizedDescription)
    }
  }
}

final class GameLogicController {
  // 1
  private var goalCount = 0

  // 2
  @Published var makeItRain = false

  // 3
  @Published private(set) var successBadge: Int?

  // 4
  private var shouldEvaluateResult = true

  // 5
  func start() {
    makeItRain = true
  }

  // 6
  func didRainStars(count: Int) {
    goalCount = count
  }

  // 7
  func checkStarsCount(_ count: Int) {
    if !shouldEvaluateResult {
      return
    }
    if count == goalCount {
      shouldEvaluateResult = false
      successBadge = count
    }
  }
}
