internal import PoseGeometry
internal import Kinematics
internal import PoseFiles

/// One person's joints as TRC, the markers' table of OpenSim: X to the front, Y up, Z to the right.
///
/// Eight keys in the second line, and `NaN` for what isn't known: what OpenSim 4.6 reads with both of its
/// readers. An empty cell at a row's end, or a space, it doesn't.
struct TRCWriter {
  let clip: PoseClip
  let person: PoseClip.Person
  let names: MarkerNames
  let unit: LengthUnit
  /// Stands in the first line.
  let fileName: String

  func write(to text: inout FileText) throws {
    let joints = Joint.allCases.filter { names.name(of: $0) != nil }
    let points = person.seenFootPoints
    let markers = joints.compactMap(names.name(of:)) + points.map(names.name(of:))
    let frames = "\(clip.frameCount)"
    var line = FileText { _ in }
    line.write(clip.rate, decimals: 6)
    let rate = line.text
    text.write("PathFileType\t4\t(X/Y/Z)\t\(fileName)\n")
    text.write(
      "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\t"
        + "OrigNumFrames\n")
    text.write(
      [rate, rate, frames, "\(markers.count)", unit.rawValue, rate, "1", frames]
        .joined(separator: "\t") + "\n")
    text.write("Frame#\tTime\t" + markers.joined(separator: "\t\t\t") + "\t\t\n")
    text.write(
      "\t\t"
        + markers.indices.map { "X\($0 + 1)\tY\($0 + 1)\tZ\($0 + 1)" }.joined(separator: "\t")
        + "\n\n")
    for frame in clip.times.indices {
      text.write("\(frame + 1)\t")
      text.write(clip.times[frame], decimals: 6)
      let isThere = person.isPresent[frame]
      for joint in joints { cell(isThere ? person.position(joint, frame) : nil, to: &text) }
      for point in points { cell(isThere ? person.foot(point, frame) : nil, to: &text) }
      text.write("\n")
      try text.flushIfLarge()
    }
  }

  private func cell(_ place: Vector3?, to text: inout FileText) {
    guard let place else {
      text.write("\tNaN\tNaN\tNaN")
      return
    }
    for value in [place.z, place.y, -place.x] {
      text.write(UInt8(ascii: "\t"))
      text.write(value / unit.metres, decimals: unit.decimals)
    }
  }
}

extension LengthUnit {
  /// The decimals that a micrometre takes, and a tenth of one.
  var decimals: Int {
    switch self {
    case .metre: 7
    case .centimetre: 5
    case .millimetre: 4
    }
  }
}
