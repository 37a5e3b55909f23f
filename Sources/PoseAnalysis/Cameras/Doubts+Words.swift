internal import Foundation
package import PoseDocuments
package import PoseMultiView
internal import PoseMotion

extension ClockEstimate.Doubt {
  /// The doubt in words, for people.
  package var words: String {
    switch self {
    case .nobodySeen: "no person is seen for half a second"
    case .nobodyMoves: "no person moves"
    case .firstShowsNobody:
      "the first recording, with which all are compared, shows no person who moves for half a second"
    case .movementsDiffer: "the movements don't fit those of the others"
    case .ambiguous(let other):
      String(format: "%.2f s fits nearly as well: the movement repeats itself", other)
    case .shortOverlap(let seconds):
      String(
        format:
          "by the clock that fits best the recordings share %.1f s: that is too short to believe it",
        seconds)
    case .posesContradict(let clock, let sigma):
      String(
        format: "by the speeds alone it is %.2f ± %.2f s: a camera was moved", clock.offset,
        max(sigma, 0.01))
    }
  }
}

extension MirroredView {
  /// The diagnostic with its recovery suggestion.
  package func diagnostic(names: [String]) -> Diagnostic {
    let distances = String(
      format: "%.0f cm, and turned back within %.0f cm", distance * 100,
      max(distanceTurnedBack * 100, 1))
    return Diagnostic(
      "the images of camera \(names[view]) look mirrored, as selfie cameras store them: as they are its viewing rays pass those of the others by \(distances). Mirror its video (ffmpeg -i IN -vf hflip OUT), and measure again."
    )
  }
}

extension RigCalibration.Doubt {
  /// The doubt with its recovery suggestion, as a sentence.
  package var words: String {
    switch self {
    case .stoodStill:
      "the person stayed in one place: the detector's own errors don't average out; let a person walk "
        + "through the whole of the scene."
    case .viewsTooAlike(let camera):
      "camera \(camera) looks from where the others do: distances are uncertain."
    case .undetermined(let camera):
      "camera \(camera): its place isn't determined to 10°."
    case .scaleAssumed(let sigma):
      String(
        format: "the person's height isn't known: all lengths may be off by %.0f %%; give it.",
        sigma * 100)
    case .focalLengthAssumed(let camera, let sigma):
      "camera \(camera): its field of view was assumed, and found to "
        + String(format: "± %.0f %%", sigma * 100)
        + "; a calibration of the camera makes places several times as exact."
    case .clock(let camera, let clock, let doubt):
      String(
        format:
          "camera %@: its clock was taken to be %+.2f s, and may not be (%@). If it is another one, "
          + "all places are wrong: let the person change pace and way, or start the recordings together.",
        camera, clock.offset, doubt.words)
    case .noVertical:
      "the feet aren't seen: which way is up isn't known, the first camera is taken to be level."
    }
  }
}

extension CameraKnock {
  /// The knock as a sentence, for people.
  ///
  /// - Parameter names: the cameras' names, in the order of the views.
  package func words(names: [String]) -> String {
    let moment = String(format: "%.2f ± %.2f s", time, max(timeSigma, 0.01))
    let turn = String(
      format: "%.2f ± %.2f°", angle * 180 / .pi, max(angleSigma * 180 / .pi, 0.01))
    guard let view else {
      let list = candidates.map { names[$0] }.joined(separator: " or ")
      return
        "camera \(list) was knocked at \(moment): if it was \(names[candidates[0]]), it was rotated by "
        + "\(turn), by the people. The keypoints don't show which of them it was."
    }
    let source =
      switch evidence {
      case .background: "by its background"
      case .people: "by the people"
      case .backgroundAndPeople: "by its background and the people"
      }
    return "camera \(names[view]) was knocked at \(moment) and rotated by \(turn), \(source)."
  }
}

extension CameraDrift {
  /// The drift as a sentence, for people.
  ///
  /// - Parameter names: the cameras' names, in the order of the views.
  package func words(names: [String]) -> String {
    String(
      format:
        "camera %@ didn't stand still: from %.1f to %.1f s it rotated by %.2f ± %.2f°, by its "
        + "background.", names[view], from, to, angle * 180 / .pi,
      max(angleSigma * 180 / .pi, 0.01))
  }
}
