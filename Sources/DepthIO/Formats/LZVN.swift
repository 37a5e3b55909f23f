/// LZVN, the plain Lempel–Ziv code of LZFSE's short blocks: every instruction copies some literals
/// and repeats a match (opcodes as in the reference implementation's `lzvn_decode_base.c`).
enum LZVN {
  /// Unpacks a block to its end mark, which has to be the end of the bytes.
  static func decode(
    _ bytes: ArraySlice<UInt8>, into output: inout LZOutput
  ) throws(LZFSE.Problem) {
    var input = LZInput(bytes)
    var distance = 0
    while true {
      let opcode = Int(try input.integer(bytes: 1))
      var literalCount = 0
      var matchCount = 0
      switch opcode {
      case 0x06:  // the end, padded to eight bytes
        guard try input.take(7).allSatisfy({ $0 == 0 }), input.rest.isEmpty else {
          throw .contradictory
        }
        return
      case 0x0E, 0x16:  // nothing
        continue
      case 0x1E, 0x26, 0x2E, 0x36, 0x3E, 0x70...0x7F, 0xD0...0xDF:
        throw .contradictory
      case 0xA0...0xBF:
        let word = Int(try input.integer(bytes: 2))
        literalCount = opcode >> 3 & 3
        matchCount = (opcode & 7) << 2 + word & 3 + 3
        distance = word >> 2
      case 0xE0:
        literalCount = Int(try input.integer(bytes: 1)) + 16
      case 0xE1...0xEF:
        literalCount = opcode & 15
      case 0xF0:
        matchCount = Int(try input.integer(bytes: 1)) + 16
      case 0xF1...0xFF:
        matchCount = opcode & 15
      default:
        literalCount = opcode >> 6
        matchCount = opcode >> 3 & 7 + 3
        switch opcode & 7 {
        case 6: break  // the distance before
        case 7: distance = Int(try input.integer(bytes: 2))
        default: distance = (opcode & 7) << 8 | Int(try input.integer(bytes: 1))
        }
      }
      try output.append(try input.take(literalCount))
      try output.copy(matchCount, distance: distance)
    }
  }
}
