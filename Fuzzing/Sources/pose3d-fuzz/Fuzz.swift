@testable import DepthIO

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var options = ReadingOptions()
  options.pixelLimit = 4_000_000
  options.unitOfIntegers = .metres
  _ = try? DepthFile(bytes: bytes, name: "fuzz", options: options)
  _ = try? ColorFile(bytes: bytes, name: "fuzz", options: options)
  return 0
}
