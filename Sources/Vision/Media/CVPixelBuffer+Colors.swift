internal import PoseImaging

extension CVBuffer {
  /// The colours of the raster. Throws a `VisionFailure`, `invalidFormat`, for a raster without any.
  func colors() throws(VisionFailure) -> ColorImage {
    if PixelFormat.biPlanar.contains(format) { return colorsOfLumaAndChroma() }
    guard let channels = PixelFormat.channels[format], let bytes = PixelFormat.bytesPerPixel[format]
    else {
      throw VisionFailure(
        .invalidFormat,
        "a pixel buffer of the format \(PixelFormat.name(format)) holds no colours: those that are read are 32BGRA, 32RGBA, 32ARGB, 32ABGR, 24RGB, 24BGR, OneComponent8, 420v and 420f"
      )
    }
    let source = self.bytes()
    let (red, green, blue) = (channels[0], channels[1], channels[2])
    return ColorImage(width: width, height: height) { target in
      for row in 0..<height {
        var from = source + row * planes[0].bytesPerRow
        var to = target + 3 * row * width
        for _ in 0..<width {
          (to[0], to[1], to[2]) = (from[red], from[green], from[blue])
          from += bytes
          to += 3
        }
      }
    }
  }

  /// The colours of a plane of luma and one of chroma, by ITU-R BT.601.
  private func colorsOfLumaAndChroma() -> ColorImage {
    let isFull = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    let (black, lumaGain): (Float, Float) = isFull ? (0, 1) : (16, 255 / 219)
    let chromaGain: Float = isFull ? 1 : 255 / 224
    let (luma, chroma) = (bytes(), bytes(ofPlane: 1))
    return ColorImage(width: width, height: height) { target in
      for row in 0..<height {
        let lumaRow = luma + row * planes[0].bytesPerRow
        let chromaRow = chroma + row / 2 * planes[1].bytesPerRow
        for column in 0..<width {
          let y = (Float(lumaRow[column]) - black) * lumaGain
          let cb = (Float(chromaRow[column / 2 * 2]) - 128) * chromaGain
          let cr = (Float(chromaRow[column / 2 * 2 + 1]) - 128) * chromaGain
          let to = target + 3 * (row * width + column)
          to[0] = Self.byte(y + 1.402 * cr)
          to[1] = Self.byte(y - 0.344136 * cb - 0.714136 * cr)
          to[2] = Self.byte(y + 1.772 * cb)
        }
      }
    }
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
}

extension ColorImage {
  /// A picture whose pixels are all written by the closure.
  fileprivate init(width: Int, height: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { target, count in
      guard let start = target.baseAddress else { return }
      write(start)
      count = 3 * width * height
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
