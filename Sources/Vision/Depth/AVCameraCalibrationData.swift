internal import DepthIO
public import Foundation
internal import PoseImaging
public import simd

/// A camera's calibration as a phone states it (AVFoundation).
///
/// Pixels are counted as in the files of phones, whose numbers these are; the half pixel between the
/// corner and the centre of the first one is not told apart.
public final class AVCameraCalibrationData: Sendable {
  /// In pixels of `intrinsicMatrixReferenceDimensions`; that of the depth map's own view.
  let camera: Camera

  init(_ camera: Camera) { self.camera = camera }

  /// A calibration. Not Apple's. `nil` for a matrix that is no camera's of that size, and for tables of fewer than two values or with one that is −1 or less.
  ///
  /// - Parameters:
  ///   - intrinsicMatrix: focal lengths and principal point in pixels, column by column.
  ///   - intrinsicMatrixReferenceDimensions: the size of picture that the numbers are for.
  ///   - lensDistortionLookupTable: how much a point of the ideal picture moves outwards, from the
  ///     centre to the farthest corner, as 32-bit floating-point numbers; `nil` for no distortion.
  ///   - inverseLensDistortionLookupTable: the same back.
  ///   - lensDistortionCenter: what the distortion is radial about; `nil` for the principal point.
  public convenience init?(
    intrinsicMatrix: matrix_float3x3, intrinsicMatrixReferenceDimensions: CGSize,
    lensDistortionLookupTable: Data? = nil, inverseLensDistortionLookupTable: Data? = nil,
    lensDistortionCenter: CGPoint? = nil
  ) {
    let size = intrinsicMatrixReferenceDimensions
    guard (1...1_000_000).contains(size.width), (1...1_000_000).contains(size.height),
      let ideal = Camera(
        intrinsicMatrix, width: Int(size.width), height: Int(size.height), source: .calibration)
    else { return nil }
    var distortion: LensDistortion?
    if let table = lensDistortionLookupTable {
      let center =
        lensDistortionCenter.map { SIMD2($0.x, $0.y) } ?? SIMD2(ideal.cx, ideal.cy)
      distortion = LensDistortion(
        radialTable: Self.numbers(table),
        inverseRadialTable: inverseLensDistortionLookupTable.map(Self.numbers), center: center)
      guard distortion != nil else { return nil }
    }
    self.init(ideal.with(distortion: distortion))
  }

  private static func numbers(_ data: Data) -> [Double] {
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      Double(
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }))
    }
  }

  private static func data(_ numbers: [Double]) -> Data {
    Data(numbers.flatMap { withUnsafeBytes(of: Float($0).bitPattern.littleEndian, Array.init) })
  }

  private var table: LensDistortion.RadialTable? {
    guard case .radialTable(let table) = camera.distortion else { return nil }
    return table
  }

  /// Focal lengths and principal point in pixels, column by column.
  public var intrinsicMatrix: matrix_float3x3 {
    matrix_float3x3(
      SIMD3(Float(camera.fx), 0, 0), SIMD3(0, Float(camera.fy), 0),
      SIMD3(Float(camera.cx), Float(camera.cy), 1))
  }

  /// The size of picture that the intrinsics are for.
  public var intrinsicMatrixReferenceDimensions: CGSize {
    CGSize(width: camera.width, height: camera.height)
  }

  /// The identity: the depth map and the picture share one view.
  public var extrinsicMatrix: matrix_float4x3 { matrix_float4x3(1) }

  /// The size of a pixel in millimetres, which no file states: 0.
  public var pixelSize: Float { 0 }

  /// The outward shifts of a point of the ideal image, 32-bit floating-point numbers from the
  /// centre to the farthest corner; `nil` without a radial table.
  public var lensDistortionLookupTable: Data? { table.map { Self.data($0.magnifications) } }

  /// The same back; `nil` without such a table.
  public var inverseLensDistortionLookupTable: Data? { table?.inverse.map(Self.data) }

  /// The centre of the radial distortion, in pixels of the reference dimensions.
  public var lensDistortionCenter: CGPoint {
    let center = table?.center ?? SIMD2(camera.cx, camera.cy)
    return CGPoint(x: center.x, y: center.y)
  }
}

extension Camera {
  /// A camera from Apple's matrix; `nil` when it is none: fields of view of more than 169° and of less
  /// than half a degree, and principal points many pictures away, are refused as they are in files.
  init?(_ matrix: simd_float3x3, width: Int, height: Int, source: Source) {
    let longer = Float(max(width, height))
    let focalLengths = (longer / 20)...(longer * 100)
    guard width > 0, height > 0, focalLengths.contains(matrix[0, 0]),
      focalLengths.contains(matrix[1, 1]), abs(matrix[2, 0]) <= longer * 20,
      abs(matrix[2, 1]) <= longer * 20
    else { return nil }
    self.init(
      width: width, height: height, fx: Double(matrix[0, 0]), fy: Double(matrix[1, 1]),
      cx: Double(matrix[2, 0]), cy: Double(matrix[2, 1]), source: source)
  }
}
