import PoseGeometry
import PoseImaging
import ArgumentParser
internal import CSpng
import DepthIO
import Foundation

/// `pose3d-bench depth`: reading a depth map, sampling it, moving it to another camera.
struct DepthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "depth",
    abstract: "Times reading, sampling and registering depth maps, on one core.",
    discussion: """
      CPU time of this thread, best of several rounds; what is compared takes turns in the same run. \
      The maps are made up: a room with noise.

      EXAMPLE
        pose3d-bench depth
      """)

  private static let rounds = 15

  func run() throws {
    let small = Self.room(width: 640, height: 480)
    let large = Self.room(width: 640, height: 576)
    let png = try Self.png(small)
    var options = ReadingOptions()
    options.depthUnit = DepthUnit(metresPerStep: 0.001)
    let joints = (0..<17).map { SIMD2<Double>(40, 60) + Double($0) * SIMD2<Double>(35, 22) }
    let registrations = [Registration.Resolution.color, .depth].map(Self.registration)
    let floorCamera = Camera(
      width: 640, height: 480, fx: 525, fy: 525, cx: 319.5, cy: 239.5, source: .user)
    var timings = Timings(.thread, perSecond: 1000)
    for _ in 0..<Self.rounds {
      timings.time("spng", count: 4) { for _ in 0..<4 { Self.decode(png) } }
      try timings.time("png", count: 4) {
        for _ in 0..<4 {
          let file = try DepthFile(bytes: png, name: "bench.png", options: options)
          precondition(file.map.width == 640)
        }
      }
      timings.time("joints", count: 100) {
        for _ in 0..<100 {
          for joint in joints {
            let sample = small.sample(at: joint, window: DepthWindow(radius: 6), near: 2.5)
            precondition(sample.depth != nil)
          }
        }
      }
      for (name, registration) in zip(["color", "depth"], registrations) {
        timings.time(name, count: 2) {
          for _ in 0..<2 { precondition(registration.registered(large).metres[0] != 0) }
        }
      }
      timings.time("floor", count: 1) {
        precondition(Floor(in: small, camera: floorCamera) != nil)
      }
    }
    print("CPU ms, best of \(Self.rounds) rounds")
    timings.printRow("640×480 16-bit PNG to metres", "png")
    timings.printRow("libspng alone, the same PNG", "spng")
    timings.printRow("17 joints, windows of 13×13", "joints")
    timings.printRow("registration 640×576 → 1920×1080", "color")
    timings.printRow("registration 640×576 → the same resolution", "depth")
    timings.printRow("floor, 640×480", "floor")
    if let png = timings["png"], let spng = timings["spng"] {
      print(String(format: "pose3d / libspng: %.2f", png / spng))
    }
  }

  /// A floor 1.3 m below the camera, a wall 4 m ahead and a column before it, with a little noise.
  private static func room(width: Int, height: Int) -> DepthMap {
    var state: UInt64 = 1
    let metres = (0..<width * height).map { index -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (x, y) = (index % width, index / width)
      let down = (Double(y) - Double(height) / 2) / 525
      var depth = down > 0 ? min(4, 1.3 / down) : 4
      if abs(x - width / 2) < 60 { depth = min(depth, 2.5) }
      return Float(depth * (1 + 0.004 * (Double(state >> 40) * 0x1p-24 - 0.5)))
    }
    return DepthMap(width: width, height: height, metres: metres)
  }

  /// An Azure Kinect's narrow depth mode beside its colour camera, both distorted.
  private static func registration(_ resolution: Registration.Resolution) -> Registration {
    let depth = Camera(
      width: 640, height: 576, fx: 504.3, fy: 504.4, cx: 320.9, cy: 328.1,
      distortion: LensDistortion(
        coefficients: [0.52, -0.19, 0.0001, -0.0002, 0.01, 0.85, -0.1, 0.01]), source: .user)
    let color = Camera(
      width: 1920, height: 1080, fx: 914.2, fy: 913.9, cx: 957.1, cy: 547.4,
      distortion: LensDistortion(coefficients: [0.09, -0.05, 0.0005, -0.0004, 0.02]),
      source: .user)
    let (c, s) = (cos(0.1), sin(0.1))
    let motion = RigidTransform(
      columnMajor: [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, -0.032, -0.002, 0.004, 1])
    return Registration(
      depth: depth, color: color, colorFromDepth: motion ?? .identity, resolution: resolution)
  }

  /// The map in millimetres, as libspng writes it.
  private static func png(_ map: DepthMap) throws -> [UInt8] {
    let samples = map.metres.map { UInt16(($0 * 1000).rounded()) }
    let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue))
    defer { spng_ctx_free(context) }
    var header = spng_ihdr()
    header.width = UInt32(map.width)
    header.height = UInt32(map.height)
    header.bit_depth = 16
    header.color_type = UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue)
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1)
    spng_set_ihdr(context, &header)
    let code = samples.withUnsafeBytes {
      spng_encode_image(
        context, $0.baseAddress, $0.count, Int32(SPNG_FMT_PNG.rawValue),
        Int32(SPNG_ENCODE_FINALIZE.rawValue))
    }
    var (count, error) = (0, Int32(0))
    guard code == 0, let bytes = spng_get_png_buffer(context, &count, &error) else {
      throw ValidationError("libspng can't write the PNG: \(String(cString: spng_strerror(code)))")
    }
    defer { free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// What libspng itself does: the samples in memory.
  private static func decode(_ png: [UInt8]) {
    let context = spng_ctx_new(0)
    defer { spng_ctx_free(context) }
    png.withUnsafeBytes { bytes in
      spng_set_png_buffer(context, bytes.baseAddress, bytes.count)
      var size = 0
      spng_decoded_image_size(context, Int32(SPNG_FMT_PNG.rawValue), &size)
      let samples = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      defer { samples.deallocate() }
      precondition(spng_decode_image(context, samples, size, Int32(SPNG_FMT_PNG.rawValue), 0) == 0)
    }
  }
}
