internal import PoseDocuments
internal import PoseImaging

/// A HEIF file's steps from an item's raster to its image: crop, then turn and mirror (ISO/IEC
/// 23008-12, 6.5: `clap`, `irot`, `imir`).
///
/// libheif applies them itself without reporting them (before 1.16 it has no call for it), and a
/// depth map has to be turned as its colour image is. So they are read here, and libheif is set to
/// ignore them. Written for hostile bytes: what doesn't fit is treated as missing.
struct HEIFTransform: Equatable {
  var orientation = ImageOrientation.up
  /// The part of the raster that counts; `nil` for all of it.
  private(set) var crop: Crop?

  /// A clean aperture (ISO/IEC 14496-12, 12.1.4): its size and how far its middle is from the
  /// raster's.
  struct Crop: Equatable {
    var width: Double
    var height: Double
    var x: Double
    var y: Double
  }

  /// The transform of an item.
  init(item: Int, in bytes: [UInt8]) {
    let file = HEIFBoxes(bytes)
    guard let meta = file.first("meta", in: 0..<bytes.count),
      // The box has a version and flags before its own boxes, as `ipma` has.
      let properties = file.first("iprp", in: meta.dropFirst(4)),
      let container = file.first("ipco", in: properties)
    else { return }
    let boxes = file.boxes(in: container)
    for index in file.properties(ofItem: item, in: properties)
    where (1...boxes.count).contains(index) {
      apply(boxes[index - 1].type, bytes[boxes[index - 1].content])
    }
  }

  /// Applies a property after those before it.
  private mutating func apply(_ type: String, _ content: ArraySlice<UInt8>) {
    switch type {
    case "irot":
      // Quarter turns against the clock.
      let turns: [ImageOrientation] = [.up, .left, .down, .right]
      orientation = orientation.followed(by: turns[Int((content.first ?? 0) & 3)])
    case "imir":
      // 0 swaps top and bottom, 1 left and right.
      let isVertical = (content.first ?? 0) & 1 == 0
      orientation = orientation.followed(by: isVertical ? .downMirrored : .upMirrored)
    case "clap":
      let fields = Array(content)
      let numbers = stride(from: 0, to: 32, by: 4).map { position in
        fields.bigEndian(at: position, count: 4).map { Double(Int32(truncatingIfNeeded: $0)) } ?? 0
      }
      let ratios = stride(from: 0, to: 8, by: 2).map { numbers[$0] / numbers[$0 + 1] }
      guard ratios.allSatisfy(\.isFinite) else { return }
      crop = Crop(width: ratios[0], height: ratios[1], x: ratios[2], y: ratios[3])
    default: break
    }
  }

  /// The columns and rows of a raster that count: those of the crop, or all of them when there is
  /// none or it isn't in the raster.
  func window(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let whole = (columns: 0..<width, rows: 0..<height)
    guard let crop,
      let columns = Self.range(size: crop.width, offset: crop.x, of: width),
      let rows = Self.range(size: crop.height, offset: crop.y, of: height)
    else { return whole }
    return (columns, rows)
  }

  /// The size of a raster of this size after the crop.
  func size(of raster: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let window = window(width: raster.width, height: raster.height)
    return (window.columns.count, window.rows.count)
  }

  private static func range(size: Double, offset: Double, of side: Int) -> Range<Int>? {
    let start = (offset + Double(side - 1) / 2 - (size - 1) / 2).rounded()
    let count = size.rounded()
    guard count >= 1, start >= 0, start + count <= Double(side) else { return nil }
    return Int(start)..<Int(start + count)
  }
}

extension ImageOrientation {
  /// The orientation of a raster that is turned by this one and then by the other.
  func followed(by next: ImageOrientation) -> ImageOrientation {
    let (x, y) = (SIMD3(1.0, 0, 0), SIMD3(0, 1.0, 0))
    let goal = (next.upright(upright(x)), next.upright(upright(y)))
    return Self.allCases.first { ($0.upright(x), $0.upright(y)) == goal } ?? .up
  }
}
