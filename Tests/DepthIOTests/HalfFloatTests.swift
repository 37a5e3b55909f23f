// Intel Macs have no Float16 to compare with.
#if !(os(macOS) && arch(x86_64))
import Testing

@testable import DepthIO

struct HalfFloatTests {
  @Test func `every half-precision number has the value that Float16 gives it`() {
    let wrong = (0...UInt16.max).filter { bits in
      let (found, expected) = (Float(halfBits: bits), Float(Float16(bitPattern: bits)))
      return found.isNaN ? !expected.isNaN : found.bitPattern != expected.bitPattern
    }
    #expect(wrong == [])
  }
}
#endif
