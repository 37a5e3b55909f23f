extension Float {
  /// The value of a half-precision number, every one of which a `Float` can hold (IEEE 754-2008
  /// §3.6, binary16). `Float16` would do, but Intel Macs don't have it.
  init(halfBits bits: UInt16) {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = UInt32(bits & 0x3FF)
    let magnitude: Float
    switch exponent {
    case 0: magnitude = Float(fraction) * 0x1p-24
    case 0x1F: magnitude = fraction == 0 ? .infinity : .nan
    default: magnitude = Float(bitPattern: UInt32(exponent + 112) << 23 | fraction << 13)
    }
    self = bits >> 15 == 0 ? magnitude : -magnitude
  }
}
