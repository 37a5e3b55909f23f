import Analysis
import CPose3D
import Documents
import Foundation
import Kinematics
import PoseFiles

// The functions of pose3d.h, which says what they do. A handle is an object that is retained.

private func handle(_ object: AnyObject) -> OpaquePointer {
  OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

private func object<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) -> Object {
  guard let handle else { preconditionFailure("pose3d was given no handle") }
  return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

private func release<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
  if let handle { Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// Text that is valid for ever.
private func lasting(_ text: String) -> UnsafePointer<CChar>? {
  strdup(text).map { UnsafePointer($0) }
}

nonisolated(unsafe) private let version = lasting(Installation.version)
nonisolated(unsafe) private let jointNames = Joint.allCases.map { lasting($0.name) }

@_cdecl("p3_abi_version")
package func abiVersion() -> Int32 { P3_ABI_VERSION }

@_cdecl("p3_version")
package func programVersion() -> UnsafePointer<CChar>? { version }

@_cdecl("p3_joint_name")
package func jointName(_ index: Int) -> UnsafePointer<CChar>? {
  jointNames.indices.contains(index) ? jointNames[index] : nil
}

// MARK: Estimators

@_cdecl("p3_estimator_open")
package func openEstimator(
  _ options: UnsafePointer<CChar>?, _ estimator: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  estimator.pointee = nil
  return Refusal.status { estimator.pointee = handle(try Estimator(options)) }
}

@_cdecl("p3_estimator_close")
package func closeEstimator(_ estimator: OpaquePointer?) {
  // In a forked child it stays: its threads, which are not there, would be waited for.
  guard (try? Estimator.refuseInForkedChild()) != nil else { return }
  release(estimator, Estimator.self)
}

@_cdecl("p3_analyze")
package func analyze(
  _ estimator: OpaquePointer?, _ image: UnsafeRawPointer, _ depth: UnsafeRawPointer?,
  _ options: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  result.pointee = nil
  let estimator = object(estimator, Estimator.self)
  let image = image.load(as: p3_image.self)
  let depth = depth?.load(as: p3_depth.self)
  return Refusal.status {
    result.pointee = handle(try estimator.analyze(image, depth: depth, options: options))
  }
}

@_cdecl("p3_analyze_file")
package func analyzeFile(
  _ estimator: OpaquePointer?, _ path: UnsafePointer<CChar>, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  result.pointee = nil
  let (estimator, path) = (object(estimator, Estimator.self), String(cString: path))
  return Refusal.status {
    result.pointee = handle(try estimator.analyze(file: path, options: options))
  }
}

@_cdecl("p3_video_file")
package func video(
  _ estimator: OpaquePointer?, _ path: UnsafePointer<CChar>, _ options: UnsafePointer<CChar>?,
  _ progress: (@convention(c) (UnsafeMutableRawPointer?, Int64) -> Int32)?,
  _ context: UnsafeMutableRawPointer?, _ result: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  result.pointee = nil
  let (estimator, path) = (object(estimator, Estimator.self), String(cString: path))
  return Refusal.status {
    let found = try estimator.video(file: path, options: options) { frames in
      progress?(context, Int64(frames)) ?? 0 == 0
    }
    result.pointee = handle(found)
  }
}

@_cdecl("p3_video_frames")
package func videoFrames(
  _ estimator: OpaquePointer?,
  _ next: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Int32,
  _ options: UnsafePointer<CChar>?,
  _ progress: (@convention(c) (UnsafeMutableRawPointer?, Int64) -> Int32)?,
  _ context: UnsafeMutableRawPointer?, _ result: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  result.pointee = nil
  let estimator = object(estimator, Estimator.self)
  nonisolated(unsafe) let context = context
  return Refusal.status {
    let found = try estimator.video(
      next: { frame in
        withUnsafeMutablePointer(to: &frame) { next(context, UnsafeMutableRawPointer($0)) }
      }, options: options
    ) { frames in
      progress?(context, Int64(frames)) ?? 0 == 0
    }
    result.pointee = handle(found)
  }
}

@_cdecl("p3_angles_file")
package func angles(
  _ path: UnsafePointer<CChar>, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  result.pointee = nil
  let path = String(cString: path)
  return Refusal.status {
    try Refusal.checkLinearAlgebra()
    let options = try CallOptions(
      options, names: ["dialect", "layout", "units", "up", "sigma"])
    let dialect = try options.word("dialect", as: AngleDialect.self) ?? .clinical
    let file = try SkeletonFile.read(
      contentsOf: path,
      options: SkeletonFile.Options(
        layout: options.word("layout", as: SkeletonLayout.self),
        unit: options.word("units", as: LengthUnit.self),
        up: options.word("up", as: SkeletonFile.Axis.self),
        sigma: options.number("sigma", in: 1e-9...1, "metres, up to 1,")))
    func document(_ wording: (Notice) -> String) -> AnglesDocument {
      AnglesDocument(
        version: Installation.version, path: path, file: file, dialect: dialect,
        definitions: dialect.angles, wording: wording)
    }
    result.pointee = handle(
      Outcome(
        document(\.commandLineWords), warnings: document(\.interfaceWords).warnings))
  }
}

// MARK: Results

@_cdecl("p3_result_free")
package func freeResult(_ result: OpaquePointer?) { release(result, Outcome.self) }

@_cdecl("p3_result_text")
package func resultText(
  _ result: OpaquePointer?, _ format: Int32, _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  guard let format = Outcome.Format(rawValue: format),
    let text = object(result, Outcome.self).text(format)
  else { return nil }
  length?.pointee = text.length
  return text.start
}

@_cdecl("p3_result_warning")
package func resultWarning(_ result: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  let warnings = object(result, Outcome.self).warnings
  return warnings.indices.contains(index) ? warnings[index].start : nil
}

@_cdecl("p3_result_rows")
package func resultRows(_ result: OpaquePointer?) -> Int {
  object(result, Outcome.self).rows.count
}

@_cdecl("p3_result_numbers")
package func resultNumbers(
  _ result: OpaquePointer?, _ quantity: Int32, _ numbers: UnsafeMutablePointer<Double>?,
  _ capacity: Int
) -> Int32 {
  let result = object(result, Outcome.self)
  return Refusal.status {
    guard let quantity = Quantity(rawValue: quantity) else {
      throw Refusal(option: "there is no quantity \(quantity)")
    }
    let count = result.rows.count * result.width(of: quantity)
    guard capacity >= count, numbers != nil || count == 0 else {
      throw Refusal(option: "there is room for \(capacity) numbers, and there are \(count)")
    }
    result.write(quantity, to: UnsafeMutableBufferPointer(start: numbers, count: count))
  }
}

@_cdecl("p3_result_angles")
package func resultAngles(_ result: OpaquePointer?) -> Int {
  object(result, Outcome.self).definitions.count
}

@_cdecl("p3_result_angle")
package func resultAngle(_ result: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  let names = object(result, Outcome.self).angleNames
  return names.indices.contains(index) ? names[index].start : nil
}

@_cdecl("p3_result_overlay")
package func resultOverlay(
  _ result: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
  _ count: UnsafeMutablePointer<Int>
) -> Int32 {
  (bytes.pointee, count.pointee) = (nil, 0)
  let result = object(result, Outcome.self)
  return Refusal.status {
    let png = try result.overlay()
    guard let copy = malloc(png.count) else {
      throw Refusal(.unavailable, "outOfMemory", "there is no memory left for the drawing")
    }
    copy.copyMemory(from: png, byteCount: png.count)
    (bytes.pointee, count.pointee) = (copy.assumingMemoryBound(to: UInt8.self), png.count)
  }
}

@_cdecl("p3_free")
package func freeBytes(_ bytes: UnsafeMutableRawPointer?) { free(bytes) }
