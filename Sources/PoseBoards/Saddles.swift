/// Places at which the brightness has a saddle: two bright and two dark sectors meet there.
enum Saddles {
  /// A saddle: how strong it is, and its pixel.
  struct Peak: Sendable, Equatable {
    var strength: Float
    var x: Int
    var y: Int
  }

  /// The saddles in an image, the strongest first.
  static func peaks(in image: GrayImage) -> [Peak] {
    let (w, h) = (image.width, image.height)
    guard w > 16, h > 16 else { return [] }
    let smooth = smoothed(image)
    var saddle = [Float](repeating: 0, count: w * h)
    smooth.withUnsafeBufferPointer { v in
      saddle.withUnsafeMutableBufferPointer { s in
        for y in 2..<h - 2 {
          for x in 2..<w - 2 {
            let at = y * w + x
            let xx = v[at + 2] - 2 * v[at] + v[at - 2]
            let yy = v[at + 2 * w] - 2 * v[at] + v[at - 2 * w]
            let xy = v[at + w + 1] - v[at + w - 1] - v[at - w + 1] + v[at - w - 1]
            s[at] = max(0, xy * xy - xx * yy)
          }
        }
      }
    }
    var peaks: [Peak] = []
    // A saddle of a few grey levels: (Δ/4)² of either sign.
    let threshold: Float = 30
    for y in 6..<h - 6 {
      for x in 6..<w - 6 {
        let value = saddle[y * w + x]
        guard value > threshold else { continue }
        var isPeak = true
        search: for j in -3...3 {
          for i in -3...3 where i != 0 || j != 0 {
            let other = saddle[(y + j) * w + x + i]
            if other > value || other == value && (j < 0 || j == 0 && i < 0) {
              isPeak = false
              break search
            }
          }
        }
        if isPeak { peaks.append(Peak(strength: value, x: x, y: y)) }
      }
    }
    peaks.sort { ($1.strength, $0.y, $0.x) < ($0.strength, $1.y, $1.x) }
    return peaks
  }

  /// The image after binomial smoothing of five pixels each way.
  private static func smoothed(_ image: GrayImage) -> [Float] {
    let (w, h) = (image.width, image.height)
    var rows = [Float](repeating: 0, count: w * h)
    var both = rows
    image.pixels.withUnsafeBufferPointer { p in
      rows.withUnsafeMutableBufferPointer { r in
        for y in 0..<h {
          for x in 2..<w - 2 {
            let at = y * w + x
            let near = 4 * (Float(p[at - 1]) + Float(p[at + 1]))
            r[at] = (6 * Float(p[at]) + near + Float(p[at - 2]) + Float(p[at + 2])) / 16
          }
        }
        both.withUnsafeMutableBufferPointer { b in
          for y in 2..<h - 2 {
            for x in 0..<w {
              let at = y * w + x
              let near = 4 * (r[at - w] + r[at + w])
              b[at] = (6 * r[at] + near + r[at - 2 * w] + r[at + 2 * w]) / 16
            }
          }
        }
      }
    }
    return both
  }
}
