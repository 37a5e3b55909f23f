import CPose3D
import DepthIO
import PoseImaging

extension ColorImage {
  /// The picture at the caller's address, copied once.
  init(_ image: p3_image) throws(Refusal) {
    let (width, height) = try Refusal.size(image.width, image.height, of: "image")
    let channels = Int(image.pixels)
    guard let data = image.data else { throw Refusal(option: "the image has no data") }
    guard [1, 3, 4].contains(channels) else {
      throw Refusal(option: "the image's pixels are \(channels), not P3_RGB, P3_RGBA or P3_GREY")
    }
    try Refusal.check(image.stride, width * channels, rows: height, of: "image")
    let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { target, count in
      guard let start = target.baseAddress else { return }
      for row in 0..<height {
        let (from, to) = (data + row * image.stride, start + 3 * row * width)
        if channels == 3 {
          to.update(from: from, count: 3 * width)
          continue
        }
        for column in 0..<width {
          let pixel = from + channels * column
          for channel in 0..<3 { to[3 * column + channel] = pixel[channels == 1 ? 0 : channel] }
        }
      }
      count = 3 * width * height
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}

extension DepthSamples {
  /// The depth map at the caller's address, copied once.
  init(_ depth: p3_depth) throws(Refusal) {
    let (width, height) = try Refusal.size(depth.width, depth.height, of: "depth map")
    guard let data = depth.data else { throw Refusal(option: "the depth map has no data") }
    guard [2, 4].contains(depth.samples) else {
      throw Refusal(
        option: "the depth map's samples are \(depth.samples), not P3_FLOAT32 or P3_UINT16")
    }
    try Refusal.check(depth.stride, width * Int(depth.samples), rows: height, of: "depth map")
    func samples<Sample: BitwiseCopyable>(_ type: Sample.Type) -> [Sample] {
      [Sample](unsafeUninitializedCapacity: width * height) { target, count in
        for row in 0..<height {
          let start = data + row * depth.stride
          for column in 0..<width {
            target[row * width + column] = start.loadUnaligned(
              fromByteOffset: column * MemoryLayout<Sample>.size, as: Sample.self)
          }
        }
        count = width * height
      }
    }
    if depth.samples == 2 {
      self.init(width: width, height: height, steps: samples(UInt16.self))
    } else {
      self.init(width: width, height: height, distances: samples(Float.self))
    }
  }
}

extension Refusal {
  /// More pixels than any file's.
  private static let maximumPixels = 1 << 32

  fileprivate static func size(
    _ width: Int32, _ height: Int32, of what: String
  ) throws(Refusal) -> (width: Int, height: Int) {
    guard width > 0, height > 0, Int(width) * Int(height) <= maximumPixels else {
      throw Refusal(option: "the \(what) is of \(width)×\(height) pixels")
    }
    return (Int(width), Int(height))
  }

  /// No program's memory is as long as this, in bytes.
  private static let longestMemory = 1 << 48

  fileprivate static func check(
    _ stride: Int, _ row: Int, rows: Int, of what: String
  ) throws(Refusal) {
    guard stride.magnitude >= UInt(row) else {
      throw Refusal(
        option: "the \(what)'s stride is \(stride) bytes, and a row of it has \(row)")
    }
    let (length, overflow) = stride.magnitude.multipliedReportingOverflow(by: UInt(rows))
    guard !overflow, length <= UInt(longestMemory) else {
      throw Refusal(
        option:
          "the \(what)'s stride is \(stride) bytes, and \(rows) rows of that are more than memory has"
      )
    }
  }
}
