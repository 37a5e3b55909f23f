import PoseDocuments
import Foundation
import PoseImaging
import Pose3D
import PoseDrawing
import PoseFiles

/// The detections in images, written as they come: tables, keypoint files and drawings.
struct DetectionResults {
  let format: KeypointFormat
  /// The destination of the keypoints; `nil` when they were not requested.
  let keypoints: Destination?
  /// The destination of the drawings; `nil` when they were not requested.
  let drawings: Destination?

  /// The finds that go into one document.
  private var found: [PicturePoses] = []
  private var written: [String: Int] = [:]
  private var withoutPerson: [String] = []
  private var hasLostHands = false
  private var hasPeople = false
  private var hasHands = false
  private var hasUnclearFingers = false
  private var count = 0

  init(format: KeypointFormat, keypoints: Destination?, drawings: Destination?) {
    (self.format, self.keypoints, self.drawings) = (format, keypoints, drawings)
  }

  /// Whether standard output holds what was asked for, and has no place for a table.
  private var isOutputTaken: Bool {
    [keypoints, drawings].contains { if case .standardOutput = $0 { true } else { false } }
  }

  /// Takes the finds in a picture, whose place among the pictures is `index`, and writes what can
  /// be written already.
  mutating func add(_ finds: PicturePoses, of image: ColorImage, at index: Int) throws {
    count += 1
    if finds.people.isEmpty { withoutPerson.append(finds.file) } else { hasPeople = true }
    hasHands = hasHands || finds.hands?.isEmpty == false
    hasUnclearFingers =
      hasUnclearFingers
      || finds.hands?.contains { $0.unclearFingers?.isEmpty == false } == true
    hasLostHands = hasLostHands || finds.hands?.isEmpty == false && !format.holdsHands
    switch keypoints {
    case .folder(_, let files):
      try files[index].write(Array(KeypointFile.encoded([finds], as: format).utf8))
    case .file, .standardOutput: found.append(finds)
    case nil: break
    }
    if let drawings {
      let drawing = try Wireframe(
        of: finds.people, hands: finds.hands ?? [], on: image
      ).png()
      switch drawings {
      case .folder(_, let files): try files[index].write(drawing)
      case .file(let file): try file.write(drawing)
      case .standardOutput: Terminal.standardOutput.writeRaw(Data(drawing))
      }
    }
    if !isOutputTaken { DetectionTable.write(finds, to: .standardOutput) }
  }

  /// Writes the file about all images together, and lists the written files and the missing people.
  func finish() throws {
    if let sentence = nobodyFound { Terminal.warn(sentence) }
    if keypoints != nil, hasLostHands {
      Terminal.warn(
        "\(format.rawValue) has no place for hands, and they are not in the file; --layout pose3d keeps "
          + "them.")
    }
    guard count > 0 else { return }
    switch keypoints {
    case .standardOutput:
      Terminal.standardOutput.writeRaw(KeypointFile.encoded(found, as: format))
    case .file(let file): try file.write(Array(KeypointFile.encoded(found, as: format).utf8))
    case .folder, nil: break
    }
    if !isOutputTaken {
      let legend = DetectionTable.legend(
        people: hasPeople, hands: hasHands, unclear: hasUnclearFingers)
      for line in legend + (legend.isEmpty ? [] : [""]) {
        Terminal.standardOutput.write(line, style: .faint)
      }
      for destination in [keypoints, drawings] { say(destination) }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func say(_ destination: Destination?) {
    let terminal = Terminal.standardOutput
    switch destination {
    case .file(let file): terminal.write("wrote \(file.path)", style: .faint)
    case .folder(let path, _):
      terminal.write("wrote \(count) \(count == 1 ? "file" : "files") to \(path)", style: .faint)
    case .standardOutput, nil: break
    }
  }

  /// A sentence on the pictures without a person; `nil` when there are none.
  private var nobodyFound: String? {
    guard !withoutPerson.isEmpty else { return nil }
    guard count > 1 else {
      return "no person was found in \(withoutPerson[0])."
    }
    let named = withoutPerson.prefix(3).joined(separator: ", ")
    let rest = withoutPerson.count - 3
    return "no person was found in \(withoutPerson.count) of \(count) images: \(named)"
      + (rest > 0 ? " and \(rest) more" : "") + "."
  }
}

extension KeypointFormat {
  /// Whether hands go into such a file.
  fileprivate var holdsHands: Bool {
    switch self {
    case .pose3d, .vision, .openpose: true
    case .coco, .halpe, .mediapipe: false
    }
  }
}
