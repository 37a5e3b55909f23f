/// A dictionary of NumPy's arrays as `pickle.dump` of Python writes it (protocol 3).
enum NumPyPickle {
  /// The bytes of a dictionary: names, shapes and numbers row by row.
  ///
  /// - Precondition: a shape has sides below 256, and as many places as there are numbers.
  static func bytes(of arrays: [(name: String, shape: [Int], numbers: [Double])]) -> [UInt8] {
    // PROTO 3, EMPTY_DICT, MARK; SETITEMS and STOP at the end.
    var bytes: [UInt8] = [0x80, 3] + Array("}(".utf8)
    for (name, shape, numbers) in arrays {
      precondition(shape.reduce(1, *) == numbers.count, "a number for each place")
      bytes += text(name) + array(shape, numbers)
    }
    return bytes + Array("u.".utf8)
  }

  /// `_reconstruct(ndarray, (0,), b"b")`, then the state: version, shape, type, order of Fortran, data.
  private static func array(_ shape: [Int], _ numbers: [Double]) -> [UInt8] {
    let data = numbers.flatMap { number in
      withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
    }
    return global("numpy.core.multiarray", "_reconstruct") + global("numpy", "ndarray")
      + tuple([0]) + [0x43, 1] + Array("b".utf8) + [0x87, 0x52]
      + Array("(".utf8) + integer(1) + tuple(shape) + doubles + [0x89]
      + Array("B".utf8) + count(data.count) + data + Array("tb".utf8)
  }

  /// `dtype("f8", False, True)`, little-endian.
  private static let doubles: [UInt8] =
    global("numpy", "dtype") + text("f8") + [0x89, 0x88, 0x87, 0x52]
    + Array("(".utf8) + integer(3) + text("<") + Array("NNN".utf8)
    + minusOne + minusOne + integer(0) + Array("tb".utf8)

  private static func global(_ module: String, _ name: String) -> [UInt8] {
    Array("c\(module)\n\(name)\n".utf8)
  }

  private static func text(_ text: String) -> [UInt8] {
    Array("X".utf8) + count(text.utf8.count) + Array(text.utf8)
  }

  private static func tuple(_ numbers: [Int]) -> [UInt8] {
    Array("(".utf8) + numbers.flatMap(integer) + Array("t".utf8)
  }

  private static func integer(_ number: Int) -> [UInt8] { Array("K".utf8) + [UInt8(number)] }

  private static let minusOne: [UInt8] = Array("J".utf8) + [255, 255, 255, 255]

  private static func count(_ count: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) }
  }
}
