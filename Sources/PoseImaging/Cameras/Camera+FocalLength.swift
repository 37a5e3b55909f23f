extension Camera {
  /// A camera with square pixels and the principal point in the picture's middle, from the focal
  /// length in 35 mm film that EXIF states, in millimetres.
  ///
  /// The field of view along the diagonal is that of a film frame of 36 mm × 24 mm, whose diagonal
  /// is 43.27 mm (CIPA DCG-001, "35 mm film equivalent focal length"); so f = F/43.27·√(W²+H²). A
  /// picture that was cropped afterwards makes it wrong by the crop.
  public init(focalLengthIn35mmFilm: Double, width: Int, height: Int) {
    let diagonal = Double(width * width + height * height).squareRoot()
    let focal = focalLengthIn35mmFilm / 43.27 * diagonal
    self.init(
      width: width, height: height, fx: focal, fy: focal,
      cx: Double(width - 1) / 2, cy: Double(height - 1) / 2, source: .exif)
  }
}
