import PoseAnalysis
import DepthIO
import Foundation
import PoseImaging

/// The contents of a depth file as a table for people.
enum DepthTable {
  /// Writes the table.
  static func write(_ frame: DepthInspection, to terminal: Terminal) {
    terminal.write(frame.path, style: .heading)
    for (name, text) in rows(of: frame) {
      terminal.write([(name.left(12), .faint), (text, .plain)])
    }
  }

  private static func rows(of frame: DepthInspection) -> [(String, String)] {
    let (file, map, details) = (frame.file, frame.map, frame.file.details)
    var rows = [("format", "\(details.format), \(details.encoding)")]
    if details.frameCount > 1 {
      rows.append(("frame", "\(frame.index) of 0…\(details.frameCount - 1)"))
    }
    rows.append(("size", size(of: file)))
    if frame.isMoved {
      rows.append(("view", "moved into the colour camera's, \(map.width) × \(map.height)"))
    }
    rows.append(("unit", file.unitInWords(isGiven: frame.isUnitGiven)))
    rows.append(("depth", depths(of: map)))
    rows.append(("holes", holes(in: map)))
    if let confidence = map.confidence { rows.append(("confidence", shares(of: confidence))) }
    rows.append(("camera", camera(of: frame)))
    if let accuracy = details.accuracy {
      rows.append(
        (
          "accuracy",
          accuracy == .absolute ? "absolute, by the device" : "relative, by the device"
        ))
    }
    if let quality = details.quality { rows.append(("quality", "\(quality), by the device")) }
    if let isFiltered = details.isFiltered {
      rows.append(("filtered", isFiltered ? "yes: smoothed, holes filled by the device" : "no"))
    }
    if let floor = floor(of: frame) { rows.append(("floor", floor)) }
    return rows
  }

  private static func size(of file: DepthFile) -> String {
    let size = "\(file.map.width) × \(file.map.height)"
    guard file.orientation != .up else { return size }
    return size + " upright (stored \(file.storedWidth) × \(file.storedHeight), orientation "
      + "\(file.orientation.rawValue))"
  }

  private static func depths(of map: DepthMap) -> String {
    guard let range = map.range, let median = map.median else { return "nothing measured" }
    let unit = map.isMetric ? " m" : ""
    return String(
      format: "%.3f%@ nearest, %.3f%@ median, %.3f%@ farthest", range.lowerBound, unit, median,
      unit, range.upperBound, unit)
  }

  private static func holes(in map: DepthMap) -> String {
    String(format: "%.1f %% of the map without depth", 100 * (1 - map.validShare))
  }

  private static func shares(of confidence: [DepthConfidence]) -> String {
    let share = { (level: DepthConfidence) in
      100 * Double(confidence.count { $0 == level }) / Double(confidence.count)
    }
    return String(
      format: "high %.1f %%, medium %.1f %%, low %.1f %%", share(.high), share(.medium),
      share(.low))
  }

  private static func camera(of frame: DepthInspection) -> String {
    guard let camera = frame.camera else { return "unknown" }
    let source =
      switch camera.source {
      case .calibration: "from the file's calibration"
      case .file: "from the camera file"
      case .exif: "from the image's EXIF"
      case .user: "as given"
      case .device: "taken from the depth map's size"
      case .estimated: "estimated"
      case .assumed: "assumed"
      }
    return String(
      format: "fx %.1f, fy %.1f, cx %.1f, cy %.1f px at %d × %d%@, ", camera.fx, camera.fy,
      camera.cx, camera.cy, camera.width, camera.height,
      camera.distortion == nil ? "" : ", with distortion") + source
  }

  private static func floor(of frame: DepthInspection) -> String? {
    guard frame.camera != nil, frame.map.isMetric else { return nil }
    guard let floor = frame.floor else { return "not seen" }
    var text = floor.words
    if let gravity = frame.gravity {
      text += String(
        format: "; %.1f° off the stated gravity", floor.tilt(from: gravity) * 180 / .pi)
    }
    return text
  }
}

extension DepthFile {
  /// The unit and its source; `isGiven` is whether the user gave it, and not the camera file.
  fileprivate func unitInWords(isGiven: Bool) -> String {
    let name =
      switch unit {
      case nil: "metres"
      case let unit? where unit.name == "m": "metres"
      case let unit?:
        switch unit.metresPerStep.map(Self.digits) {
        case nil: unit.name
        case let digits? where digits == unit.name: "\(digits) m a step"
        case let digits?: "\(unit.name) (\(digits) m a step)"
        }
      }
    return switch map.scale {
    case .file: "\(name), from the file"
    case .caller: isGiven ? "\(name), as given" : "\(name), from the camera file"
    case .assumed: "\(name), assumed: the file doesn't say"
    case .unknown: "unknown: the numbers show shapes, not sizes"
    }
  }

  private static func digits(_ number: Double) -> String { String(format: "%.6g", number) }
}
