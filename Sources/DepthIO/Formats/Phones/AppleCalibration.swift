internal import PoseDocuments
internal import PoseImaging

/// The calibration in Apple's XMP (`AVCameraCalibrationData`): that of the colour picture, which the
/// depth map shares its view with. The extrinsics in there lead to another camera of the phone, and
/// no picture of that one is in the file.
struct AppleCalibration {
  private static let depthData = "http://ns.apple.com/depthData/1.0/"

  /// Size in pixels of the picture that the numbers belong to, in the raster's orientation.
  let width: Int
  let height: Int
  /// Focal lengths and principal point in pixels of that picture.
  let focalLength: SIMD2<Double>
  let principalPoint: SIMD2<Double>
  /// The point that the lens distortion is radial about, in pixels of that picture.
  let distortionCenter: SIMD2<Double>?
  /// The radial magnifications at shares of the largest radius from 0 to 1, in even steps; empty if
  /// the file has no table.
  let radialTable: [Float]
  let inverseTable: [Float]

  /// The calibration in an auxiliary picture's XMP; `nil` when it is missing or makes no sense.
  init?(_ xmp: XMLTree) {
    let matrix = Self.numbers(xmp.first(Self.depthData, "IntrinsicMatrix"))
    guard matrix.count == 9,
      let width = Self.side(xmp.number(Self.depthData, "IntrinsicMatrixReferenceWidth")),
      let height = Self.side(xmp.number(Self.depthData, "IntrinsicMatrixReferenceHeight"))
    else { return nil }
    // Column by column: fx 0 0, 0 fy 0, cx cy 1.
    focalLength = SIMD2(matrix[0], matrix[4])
    principalPoint = SIMD2(matrix[6], matrix[7])
    let longer = Double(max(width, height))
    // No lens has a field of view of more than 169° or a principal point many pictures away.
    let sensible = (longer / 20)...(longer * 100)
    guard sensible.contains(matrix[0]), sensible.contains(matrix[4]),
      abs(matrix[6]) <= longer * 20, abs(matrix[7]) <= longer * 20
    else { return nil }
    self.width = width
    self.height = height
    if let x = xmp.number(Self.depthData, "LensDistortionCenterOffsetX"),
      let y = xmp.number(Self.depthData, "LensDistortionCenterOffsetY")
    {
      distortionCenter = SIMD2(x, y)
    } else {
      distortionCenter = nil
    }
    radialTable = Self.table("LensDistortionLookupTable", in: xmp)
    inverseTable = Self.table("InverseLensDistortionLookupTable", in: xmp)
  }

  /// Whether the radial tables are there, both of them and the point they turn about.
  var hasTables: Bool {
    distortionCenter != nil && radialTable.count > 1 && inverseTable.count > 1
  }

  /// The lens distortion for the picture's size; `nil` where the file has no tables, or tables that
  /// make no sense. By Apple's reference implementation (in `AVCameraCalibrationData.h`) the inverse
  /// table leads from the distorted picture to the ideal one, the other back.
  private var distortion: LensDistortion? {
    guard hasTables, let distortionCenter else { return nil }
    return LensDistortion(
      radialTable: radialTable.map(Double.init),
      inverseRadialTable: inverseTable.map(Double.init), center: distortionCenter)
  }

  /// The colour camera.
  var camera: Camera {
    Camera(
      width: width, height: height, fx: focalLength.x, fy: focalLength.y, cx: principalPoint.x,
      cy: principalPoint.y, distortion: distortion, source: .calibration)
  }

  private static func side(_ number: Double?) -> Int? {
    number?.nearestInteger(in: 1...1_000_000)
  }

  /// The numbers of a list; empty when one of them is none.
  private static func numbers(_ node: XMLTree?) -> [Double] {
    let numbers = (node?.items ?? []).map { Double($0.text) ?? .nan }
    return numbers.allSatisfy(\.isFinite) ? numbers : []
  }

  /// A table: a list of numbers, or 32-bit little-endian floating-point numbers in base64.
  private static func table(_ name: String, in xmp: XMLTree) -> [Float] {
    if let list = xmp.first(depthData, name), !list.items.isEmpty {
      return numbers(list).map { Float($0) }
    }
    let bytes = xmp.data(depthData, name) ?? []
    let floats = stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) })
    }
    return floats.allSatisfy(\.isFinite) ? floats : []
  }
}
