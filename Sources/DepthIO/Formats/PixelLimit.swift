/// The largest picture that is decoded. A few hundred bytes can claim 60000×60000 pixels; the
/// claim is checked before a buffer of that size is asked for.
enum PixelLimit {
  /// 200 megapixels: twice the largest phone pictures, 600 MB as RGB.
  static let pixels = 200_000_000

  /// Throws `tooLarge` when a header claims more pixels than the limit.
  static func check(width: Int, height: Int, path: String) throws(DepthIOError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard overflow || count > pixels else { return }
    throw DepthIOError(
      .tooLarge, path: path,
      "\(width)×\(height) is more than 200 megapixels, the most that is read: scale it down first")
  }
}
