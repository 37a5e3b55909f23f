import Foundation

/// What libFuzzer calls with every input. `POSE3D_FUZZ` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["POSE3D_FUZZ"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("POSE3D_FUZZ=\(name) is none of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
