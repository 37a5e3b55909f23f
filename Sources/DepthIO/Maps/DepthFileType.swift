public import PoseDocuments
public import PoseImaging

/// A kind of file that depth maps are written to.
public enum DepthFileType: String, CaseIterable, Sendable {
  /// 16-bit grey PNG in millimetres; 0 where nothing was measured.
  case png16
  /// TIFF of 32-bit floating-point metres; NaN where nothing was measured.
  case tiff
  /// OpenEXR with one 32-bit channel `Z` in metres; NaN where nothing was measured.
  case exr
  /// NumPy array of 32-bit floating-point metres, rows × columns; NaN where nothing was measured.
  case npy
  /// Portable float map of metres, little endian, bottom row first; NaN where nothing was measured.
  case pfm
}

extension DepthFileType {
  /// The unit of the numbers in such a file.
  public var unit: DepthUnit { self == .png16 ? .millimetres : .metres }

  /// The loss of a map in this kind of file, as a sentence; `nil` if it holds everything.
  public func loss(of map: DepthMap) -> String? {
    var losses: [String] = []
    if self == .png16 {
      let isRounded = map.metres.contains { metres in
        let millimetres = Double(metres) * 1000
        // A whole millimetre as a Float is a millionth off it.
        return !metres.isNaN && abs(millimetres - millimetres.rounded()) > 1e-6 * millimetres
      }
      if isRounded {
        losses.append("depths are rounded to whole \(map.isMetric ? "millimetres" : "thousandths")")
      }
      let lost = map.metres.count { $0 >= 65.5355 }
      if lost > 0 { losses.append("\(lost) depths beyond 65.535 m are left out") }
    }
    if !map.isMetric {
      losses.append("the numbers have no unit, and the file can't say so: read it as relative")
    }
    if map.confidence != nil { losses.append("the confidences are left out") }
    return losses.isEmpty ? nil : losses.joined(separator: "; ")
  }
}

extension DepthMap {
  /// The map as the bytes of a file: its metres as they are, except in `png16`, whose whole
  /// millimetres end at 65.535 m: a depth beyond is written as 0, "nothing measured", and one below
  /// half a millimetre as 1.
  ///
  /// Throws `unwritable`, about `path`, when the library that writes the format fails.
  public func encoded(as type: DepthFileType, path: String) throws(FileError) -> [UInt8] {
    switch type {
    case .png16: try PNG.encoded(self, path: path)
    case .tiff: try TIFF.encoded(self, path: path)
    case .exr: try EXR.encoded(self, path: path)
    case .npy: NumPy.encoded(self)
    case .pfm: PortableAnymap.encoded(self)
    }
  }
}
