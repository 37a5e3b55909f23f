internal import PoseDocuments
public import PoseImaging

/// The memory layout of raw depths: numbers without a header, such as ARKit's `sceneDepth` or a
/// camera SDK's frame written to a file as it is.
public struct RawDepthLayout: Sendable, Equatable {
  /// A type of number.
  public enum Sample: String, Sendable, CaseIterable {
    /// Half-precision floating point, metres unless the layout states a unit.
    case float16
    /// Single-precision floating point, metres unless the layout states a unit.
    case float32
    /// Double-precision floating point, metres unless the layout states a unit.
    case float64
    /// Steps of the layout's unit.
    case uint16
    /// Steps of the layout's unit.
    case uint32

    /// The size of a number in bytes.
    public var size: Int {
      switch self {
      case .float16, .uint16: 2
      case .float32, .uint32: 4
      case .float64: 8
      }
    }
  }

  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The type of the numbers.
  public var sample: Sample
  /// Whether the highest byte of a number comes first.
  public var isBigEndian = false
  /// The bytes from one row to the next; `nil` for rows without padding.
  public var rowStride: Int?
  /// The bytes before the first row.
  public var offset = 0
  /// The unit of a step of the numbers; `nil` if it isn't known.
  public var unit: DepthUnit?
  /// The camera, for the size of picture that it states; `nil` when it isn't known.
  public var camera: Camera?

  /// Little-endian numbers, row after row without padding, of an unknown unit.
  public init(width: Int, height: Int, sample: Sample) {
    self.width = width
    self.height = height
    self.sample = sample
  }
}

extension RawDepthLayout {
  var format: NumberFormat {
    let isInteger = sample == .uint16 || sample == .uint32
    return NumberFormat(
      kind: isInteger ? .unsigned : .floatingPoint, size: sample.size, isBigEndian: isBigEndian)
  }

  /// The placement of the numbers among the file's bytes.
  ///
  /// Throws `unsuitable` for a layout that contradicts itself, `tooLarge` for one beyond the
  /// caller's limit, and `mismatch` unless it takes exactly the bytes there are; padding after
  /// the last row may be missing.
  func placement(in file: InputFile) throws(FileError) -> RasterPlacement {
    guard width > 0 && height > 0 else {
      throw file.error(.unsuitable, "a raw depth map of \(width)×\(height) pixels has no samples")
    }
    try file.checkSize(width: width, height: height)
    let row = width * sample.size
    let stride = rowStride ?? row
    guard stride >= row else {
      throw file.error(
        .unsuitable,
        "rows of \(width) \(sample.rawValue) numbers are \(row) bytes, and the row stride is only "
          + "\(stride)")
    }
    guard offset >= 0 else {
      throw file.error(.unsuitable, "the offset of raw depths is \(offset), less than 0")
    }
    let (rows, overflow) = stride.multipliedReportingOverflow(by: height)
    let (needed, carry) = rows.addingReportingOverflow(offset)
    let found = file.bytes.count
    guard !overflow && !carry && (found == needed || found == needed - stride + row) else {
      let padding = stride == row ? "" : ", rows \(stride) bytes apart"
      let start = offset == 0 ? "" : ", after \(offset) bytes"
      throw file.error(
        .mismatch,
        "\(found) bytes, where \(width)×\(height) \(sample.rawValue) numbers\(padding)\(start) are "
          + (overflow || carry ? "more than any file holds" : "\(needed)"))
    }
    return RasterPlacement(
      width: width, height: height, offset: offset, rowStride: stride, columnStride: sample.size)
  }
}
