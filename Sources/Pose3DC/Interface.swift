import PoseAnalysis
import CPose3D
import PoseDocuments
import Foundation
import Kinematics
import PoseFiles

// The functions of pose3d.h, which documents them. A handle is an object that is retained.

private func handle(_ object: AnyObject) -> OpaquePointer {
  OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

private func object<Object: AnyObject>(_ handle: OpaquePointer, _ type: Object.Type) -> Object {
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// The object of a handle; throws for NULL.
private func object<Object: AnyObject>(
  _ handle: OpaquePointer?, _ type: Object.Type, _ argument: String
) throws(Refusal) -> Object {
  object(try given(handle, argument), type)
}

/// The result of a handle; `nil` for NULL.
private func outcome(_ handle: OpaquePointer?) -> Outcome? {
  handle.map { object($0, Outcome.self) }
}

/// An argument of the caller's; throws for NULL.
private func given<Value>(_ value: Value?, _ argument: String) throws(Refusal) -> Value {
  guard let value else { throw Refusal(null: argument) }
  return value
}

/// The name of a file, whose bytes may be any.
private func name(_ path: UnsafePointer<CChar>?) throws(Refusal) -> String {
  String(fileSystemText: try given(path, "path"))
}

/// The names of some files.
private func names(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int32
) throws(Refusal) -> [String] {
  let list = try given(paths, "paths")
  var names: [String] = []
  for index in 0..<Int(count) {
    names.append(String(fileSystemText: try given(list[index], "a path")))
  }
  return names
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

/// Puts an outcome into the caller's pointer.
private func outcome(
  into result: UnsafeMutablePointer<OpaquePointer?>?, _ measure: () throws -> Outcome
) -> Int32 {
  result?.pointee = nil
  return Refusal.status {
    let target = try given(result, "result")
    target.pointee = handle(try measure())
  }
}

// MARK: Estimators

@_cdecl("p3_estimator_open")
package func openEstimator(
  _ options: UnsafePointer<CChar>?, _ estimator: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  estimator?.pointee = nil
  return Refusal.status {
    let target = try given(estimator, "estimator")
    target.pointee = handle(try Estimator(options))
  }
}

@_cdecl("p3_estimator_close")
package func closeEstimator(_ estimator: OpaquePointer?) {
  // In a forked child it stays: its threads, which are not there, would be waited for.
  guard (try? Estimator.refuseInForkedChild()) != nil else { return }
  release(estimator, Estimator.self)
}

@_cdecl("p3_analyze")
package func analyze(
  _ estimator: OpaquePointer?, _ image: UnsafeRawPointer?, _ depth: UnsafeRawPointer?,
  _ options: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    let estimator = try object(estimator, Estimator.self, "estimator")
    let image = try given(image, "image").load(as: p3_image.self)
    return try estimator.analyze(image, depth: depth?.load(as: p3_depth.self), options: options)
  }
}

@_cdecl("p3_analyze_file")
package func analyzeFile(
  _ estimator: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    try object(estimator, Estimator.self, "estimator").analyze(file: name(path), options: options)
  }
}

@_cdecl("p3_video_file")
package func video(
  _ estimator: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ progress: (@convention(c) (UnsafeMutableRawPointer?, Int64) -> Int32)?,
  _ context: UnsafeMutableRawPointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    let estimator = try object(estimator, Estimator.self, "estimator")
    return try estimator.video(file: try name(path), options: options) { frames in
      progress?(context, Int64(frames)) ?? 0 == 0
    }
  }
}

@_cdecl("p3_video_frames")
package func videoFrames(
  _ estimator: OpaquePointer?,
  _ next: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Int32)?,
  _ options: UnsafePointer<CChar>?,
  _ progress: (@convention(c) (UnsafeMutableRawPointer?, Int64) -> Int32)?,
  _ context: UnsafeMutableRawPointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  nonisolated(unsafe) let context = context
  return outcome(into: result) {
    let estimator = try object(estimator, Estimator.self, "estimator")
    let next = try given(next, "next")
    return try estimator.video(
      next: { frame in
        withUnsafeMutablePointer(to: &frame) { next(context, UnsafeMutableRawPointer($0)) }
      }, options: options
    ) { frames in
      progress?(context, Int64(frames)) ?? 0 == 0
    }
  }
}

@_cdecl("p3_angles_file")
package func angles(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    let path = try name(path)
    try Refusal.checkLinearAlgebra()
    let options = try CallOptions(options, names: ["dialect"] + CallOptions.skeletonNames)
    let dialect = try options.word("dialect", as: AngleDialect.self) ?? .clinical
    let file = try SkeletonFile.read(contentsOf: path, options: options.skeletons())
    func document(_ wording: (Diagnostic) -> String) -> AnglesDocument {
      AnglesDocument(
        version: Installation.version, path: path, file: file, dialect: dialect,
        definitions: dialect.angles, wording: wording)
    }
    return Outcome(
      document(\.commandLineWords), warnings: document(\.interfaceWords).warnings)
  }
}

// MARK: Sessions

@_cdecl("p3_gait_file")
package func gait(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) { try Sessions.gait(of: name(path), options: options) }
}

@_cdecl("p3_test_file")
package func functionalTest(
  _ path: UnsafePointer<CChar>?, _ test: UnsafePointer<CChar>?,
  _ options: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    try Sessions.functionalTest(
      String(cString: given(test, "test")), of: name(path), options: options)
  }
}

@_cdecl("p3_ergonomics_file")
package func ergonomics(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) { try Sessions.ergonomics(of: name(path), options: options) }
}

@_cdecl("p3_exercise_file")
package func exercise(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) { try Sessions.exercise(of: name(path), options: options) }
}

@_cdecl("p3_report_files")
package func report(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int32,
  _ options: UnsafePointer<CChar>?,
  _ progress: (@convention(c) (UnsafeMutableRawPointer?, Int64) -> Int32)?,
  _ context: UnsafeMutableRawPointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    guard count > 0 else {
      throw Refusal(.usage, "noRecording", "\(count) recordings: a report is of one or more")
    }
    return try Sessions.report(of: names(paths, count), options: options) { frames in
      progress?(context, Int64(frames)) ?? 0 == 0
    }
  }
}

@_cdecl("p3_compare_files")
package func compare(
  _ before: UnsafePointer<CChar>?, _ after: UnsafePointer<CChar>?,
  _ options: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    try Sessions.comparison(
      of: String(fileSystemText: given(before, "before")),
      with: after.map { String(fileSystemText: $0) }, options: options)
  }
}

@_cdecl("p3_compare_series")
package func compareSeries(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int32,
  _ options: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outcome(into: result) {
    guard count > 2 else {
      throw Refusal(.usage, "tooFewSessions", "\(count) sessions: a series has three or more")
    }
    return try Sessions.series(of: names(paths, count), options: options)
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
    let text = outcome(result)?.text(format)
  else { return nil }
  length?.pointee = text.length
  return text.start
}

@_cdecl("p3_result_warning")
package func resultWarning(_ result: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  guard let warnings = outcome(result)?.warnings, warnings.indices.contains(index) else {
    return nil
  }
  return warnings[index].start
}

@_cdecl("p3_result_rows")
package func resultRows(_ result: OpaquePointer?) -> Int {
  outcome(result)?.rows.count ?? 0
}

@_cdecl("p3_result_numbers")
package func resultNumbers(
  _ result: OpaquePointer?, _ quantity: Int32, _ numbers: UnsafeMutablePointer<Double>?,
  _ capacity: Int
) -> Int32 {
  Refusal.status {
    let result = try object(result, Outcome.self, "result")
    guard let quantity = Quantity(rawValue: quantity) else {
      throw Refusal(option: "there is no quantity \(quantity)")
    }
    let count = result.rows.count * result.width(of: quantity)
    guard capacity >= count else {
      throw Refusal(option: "there is room for \(capacity) numbers, and there are \(count)")
    }
    guard count > 0 else { return }
    let target = try given(numbers, "numbers")
    result.write(quantity, to: UnsafeMutableBufferPointer(start: target, count: count))
  }
}

@_cdecl("p3_result_angles")
package func resultAngles(_ result: OpaquePointer?) -> Int {
  outcome(result)?.definitions.count ?? 0
}

@_cdecl("p3_result_angle")
package func resultAngle(_ result: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  guard let names = outcome(result)?.angleNames, names.indices.contains(index) else { return nil }
  return names[index].start
}

@_cdecl("p3_result_overlay")
package func resultOverlay(
  _ result: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  bytes?.pointee = nil
  count?.pointee = 0
  return Refusal.status {
    let (target, length) = (try given(bytes, "bytes"), try given(count, "count"))
    let png = try object(result, Outcome.self, "result").overlay()
    guard let copy = malloc(png.count) else {
      throw Refusal(.unavailable, "outOfMemory", "there is no memory left for the drawing")
    }
    copy.copyMemory(from: png, byteCount: png.count)
    (target.pointee, length.pointee) = (copy.assumingMemoryBound(to: UInt8.self), png.count)
  }
}

@_cdecl("p3_free")
package func freeBytes(_ bytes: UnsafeMutableRawPointer?) { free(bytes) }
