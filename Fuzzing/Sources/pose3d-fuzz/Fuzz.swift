import Foundation

/// What libFuzzer calls with every input. `POSE3D_FUZZ` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let began = clock()
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  // libFuzzer's own limit counts what other programs take of a busy machine, too.
  let seconds = Double(clock() - began) / Double(CLOCKS_PER_SEC)
  guard seconds < 2 else { fatalError("\(seconds) s of processor time for one input") }
  return 0
}

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["POSE3D_FUZZ"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("POSE3D_FUZZ=\(name) is none of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()

/// What libFuzzer calls before anything else: with `POSE3D_FUZZ_JOURNAL`, which names a file of skeletons,
/// the program only writes what a video's journal would say of these people.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let path = ProcessInfo.processInfo.environment["POSE3D_FUZZ_JOURNAL"] else { return 0 }
  let file = FileManager.default.contents(atPath: path) ?? Data()
  print(FuzzTarget.journal(of: Array(file)), terminator: "")
  exit(0)
}
