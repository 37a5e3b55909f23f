import CPose3D
import Foundation

/// The library's error about a call that failed.
struct CallFailure: Error, Equatable {
  let status: p3_status
  let code: String
  let message: String

  fileprivate init(_ status: p3_status) {
    self.status = status
    code = String(cString: p3_last_error_code())
    message = String(cString: p3_last_error())
  }
}

/// A result that is given back.
final class FoundResult {
  let handle: OpaquePointer

  init(_ make: (UnsafeMutablePointer<OpaquePointer?>) -> p3_status) throws {
    var handle: OpaquePointer?
    let status = make(&handle)
    guard status == 0, let handle else { throw CallFailure(status) }
    self.handle = handle
  }

  deinit { p3_result_free(handle) }

  var rows: Int { p3_result_rows(handle) }

  func text(_ format: Int) -> String? {
    var length = 0
    guard let start = p3_result_text(handle, p3_format(format), &length) else { return nil }
    let text = String(cString: start)
    return text.utf8.count == length ? text : nil
  }

  var json: String? { text(P3_JSON) }

  var warnings: [String] {
    (0...).lazy.map { p3_result_warning(self.handle, $0) }.prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }
  }

  var angleNames: [String] {
    (0..<p3_result_angles(handle)).compactMap { p3_result_angle(handle, $0) }
      .map { String(cString: $0) }
  }

  func numbers(_ quantity: Int, count: Int) throws -> [Double] {
    var numbers = [Double](repeating: -1, count: count)
    let status = p3_result_numbers(handle, p3_quantity(quantity), &numbers, count)
    guard status == 0 else { throw CallFailure(status) }
    return numbers
  }

  func overlay() throws -> [UInt8] {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let status = p3_result_overlay(handle, &bytes, &count)
    guard status == 0 else { throw CallFailure(status) }
    defer { p3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// An estimator that is closed.
final class OpenEstimator: @unchecked Sendable {
  let handle: OpaquePointer

  init(_ options: String? = nil) throws {
    var handle: OpaquePointer?
    let status = p3_estimator_open(options, &handle)
    guard status == 0, let handle else { throw CallFailure(status) }
    self.handle = handle
  }

  deinit { p3_estimator_close(handle) }

  func analyze(_ path: String, _ options: String? = nil) throws -> FoundResult {
    try FoundResult { p3_analyze_file(handle, path, options, $0) }
  }

  func analyze(
    _ image: p3_image, depth: p3_depth? = nil, _ options: String? = nil
  ) throws -> FoundResult {
    try withUnsafePointer(to: image) { image in
      guard var depth else {
        return try FoundResult { p3_analyze(handle, image, nil, options, $0) }
      }
      return try FoundResult { p3_analyze(handle, image, &depth, options, $0) }
    }
  }
}
