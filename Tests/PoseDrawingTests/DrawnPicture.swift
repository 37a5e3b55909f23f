import CCairo
import Kinematics
import Pose3D

/// A PNG file as it comes back from disk, to look at its pixels.
struct DrawnPicture {
  let width: Int
  let height: Int
  private let words: [UInt32]

  /// Decodes a PNG file; `nil` when it is none.
  init?(png: [UInt8]) {
    var file = (bytes: png, position: 0)
    let surface = withUnsafeMutablePointer(to: &file) { source in
      cairo_image_surface_create_from_png_stream(
        { source, data, count in
          guard let data, let file = source?.assumingMemoryBound(to: ([UInt8], Int).self),
            file.pointee.0.count - file.pointee.1 >= Int(count)
          else { return CAIRO_STATUS_READ_ERROR }
          for index in 0..<Int(count) { data[index] = file.pointee.0[file.pointee.1 + index] }
          file.pointee.1 += Int(count)
          return CAIRO_STATUS_SUCCESS
        }, source)
    }
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let (columns, rows) = (width, height)
    words = (0..<rows).flatMap { y in
      (0..<columns).map { x in
        UnsafeRawPointer(data).load(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
          & 0xFF_FFFF
      }
    }
  }

  /// Every colour that occurs, as 0xRRGGBB.
  var allColors: Set<UInt32> { Set(words) }

  /// 0xRRGGBB.
  subscript(x: Int, y: Int) -> UInt32 { words[y * width + x] }

  /// The pixel nearest to a place given as in `BodyPose.pixel`.
  func color(at pixel: SIMD2<Double>) -> UInt32 {
    self[Int(pixel.x.rounded()), Int(pixel.y.rounded())]
  }

  /// The colours along the bone that ends at `joint`, without its ends.
  func colors(along pose: BodyPose, boneOf joint: Joint) -> [UInt32] {
    guard let parent = joint.parent, let a = pose.pixel(parent), let b = pose.pixel(joint)
    else { return [] }
    return stride(from: 0.2, through: 0.8, by: 0.005).map { color(at: a + (b - a) * $0) }
  }
}
