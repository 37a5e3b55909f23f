internal import PoseImaging

extension Camera {
  /// A camera from numbers in a file; `nil` when no lens has them: a focal length below a twentieth
  /// of the picture's longer side or above a hundred times it, a principal point twenty pictures
  /// away. The limits are those of a camera file.
  init?(
    checking intrinsics: (fx: Double, fy: Double, cx: Double, cy: Double), width: Int, height: Int,
    source: Source
  ) {
    let side = Double(max(width, height))
    let (fx, fy, cx, cy) = intrinsics
    guard width > 0 && height > 0 && side <= 1_000_000,
      [fx, fy].allSatisfy((side / 20...side * 100).contains),
      [cx, cy].allSatisfy({ abs($0) <= side * 20 })
    else { return nil }
    self.init(width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy, source: source)
  }

  /// A camera from the nine numbers of a matrix of intrinsics, row by row as NumPy writes it or
  /// column by column as Apple does: the one with the two zeros in its last row, or column. `nil`
  /// for numbers that are no such matrix.
  init?(matrix: [Double], width: Int, height: Int, source: Source) {
    guard matrix.count == 9, matrix[8] == 1 else { return nil }
    let center: (Double, Double)
    if matrix[6] == 0 && matrix[7] == 0 {
      center = (matrix[2], matrix[5])
    } else if matrix[2] == 0 && matrix[5] == 0 {
      center = (matrix[6], matrix[7])
    } else {
      return nil
    }
    self.init(
      checking: (matrix[0], matrix[4], center.0, center.1), width: width, height: height,
      source: source)
  }
}
