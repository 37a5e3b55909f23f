/// A FlatBuffer (flatbuffers.dev, "Internals") in memory, read without generated code. Every number
/// in it is a claim: nothing is read outside the bytes, and what points there is reported.
///
/// All numbers are little-endian. An offset counts from the place where it is stored. A table
/// begins with the distance back to its vtable, which holds the places of the fields, counted from
/// the start of the table, 0 for one that is absent. A vector is its length, then its elements.
struct FlatBuffer {
  /// A place that can't hold its declared content; the sentence names it.
  struct Damage: Error, Equatable {
    let description: String
  }

  /// The place of a table.
  struct Table: Equatable {
    fileprivate let place: Int
  }

  /// The whole file.
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The table that the file is about.
  func root() throws(Damage) -> Table {
    Table(place: try follow(0))
  }

  /// The table that a field of a table refers to; `nil` when it is absent.
  func table(_ field: Int, of table: Table) throws(Damage) -> Table? {
    guard let place = try place(of: field, in: table) else { return nil }
    return Table(place: try follow(place))
  }

  /// The tables in a vector of a table; empty when it is absent.
  func tables(_ field: Int, of table: Table) throws(Damage) -> [Table] {
    var tables: [Table] = []
    for place in try words(of: field, in: table) {
      tables.append(Table(place: try follow(place)))
    }
    return tables
  }

  /// The 32-bit integers in a vector of a table; empty when it is absent.
  func integers(_ field: Int, of table: Table) throws(Damage) -> [Int] {
    var integers: [Int] = []
    for place in try words(of: field, in: table) {
      integers.append(Int(Int32(bitPattern: try word(at: place))))
    }
    return integers
  }

  /// The number of elements in a vector of a table; 0 when it is absent.
  ///
  /// - Parameter width: bytes of an element.
  func count(_ field: Int, of table: Table, width: Int = 4) throws(Damage) -> Int {
    try vector(field, of: table, width: width).count / width
  }

  /// The unsigned number of 1, 2 or 4 bytes in a field of a table; 0 when it is absent.
  func number(_ field: Int, of table: Table, width: Int = 4) throws(Damage) -> Int {
    guard let place = try place(of: field, in: table) else { return 0 }
    guard place >= 0, place + width <= bytes.count else {
      throw Damage(description: "place \(place) is outside its \(bytes.count) bytes")
    }
    return (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// Whether a table has a field.
  func has(_ field: Int, of table: Table) throws(Damage) -> Bool {
    try place(of: field, in: table) != nil
  }

  /// The text in a field of a table; empty when it is absent.
  func text(_ field: Int, of table: Table) throws(Damage) -> String {
    String(decoding: bytes[try vector(field, of: table, width: 1)], as: UTF8.self)
  }

  /// The places of the bytes in a vector of a table; empty when it is absent.
  func data(_ field: Int, of table: Table) throws(Damage) -> Range<Int> {
    try vector(field, of: table, width: 1)
  }

  /// Shortens a vector of 32-bit integers to these, which are at most as many as it has.
  mutating func shorten(_ field: Int, of table: Table, to integers: [Int]) throws(Damage) {
    let places = try vector(field, of: table, width: 4)
    let count = places.count / 4
    precondition(integers.count <= count, "a vector can't grow where it lies")
    guard count > 0 else { return }
    write(UInt32(integers.count), at: places.lowerBound - 4)
    for index in 0..<count {
      // What is left over belongs to nothing any more.
      let integer = index < integers.count ? Int32(integers[index]) : 0
      write(UInt32(bitPattern: integer), at: places.lowerBound + 4 * index)
    }
  }
}

extension FlatBuffer {
  /// The places of the elements, of four bytes each, of the vector that a field refers to.
  private func words(of field: Int, in table: Table) throws(Damage) -> StrideTo<Int> {
    let places = try vector(field, of: table, width: 4)
    return stride(from: places.lowerBound, to: places.upperBound, by: 4)
  }

  /// The place of the vector that a field refers to, without its length; empty when it is absent.
  private func vector(_ field: Int, of table: Table, width: Int) throws(Damage) -> Range<Int> {
    guard let place = try place(of: field, in: table) else { return 0..<0 }
    let vector = try follow(place)
    let count = Int(try word(at: vector))
    let first = vector + 4
    guard count <= (bytes.count - first) / width else {
      throw Damage(
        description: "a list of \(count) elements is longer than its \(bytes.count) bytes")
    }
    return first..<(first + count * width)
  }

  /// The position of a table's field; `nil` if the table doesn't have it.
  private func place(of field: Int, in table: Table) throws(Damage) -> Int? {
    let vtable = table.place - Int(Int32(bitPattern: try word(at: table.place)))
    let entry = 4 + 2 * field
    guard entry + 2 <= Int(try halfWord(at: vtable)) else { return nil }
    let distance = Int(try halfWord(at: vtable + entry))
    return distance == 0 ? nil : table.place + distance
  }

  private func follow(_ place: Int) throws(Damage) -> Int {
    place + Int(try word(at: place))
  }

  private func word(at place: Int) throws(Damage) -> UInt32 {
    UInt32(try halfWord(at: place)) | UInt32(try halfWord(at: place + 2)) << 16
  }

  private func halfWord(at place: Int) throws(Damage) -> UInt16 {
    guard place >= 0, place + 2 <= bytes.count else {
      throw Damage(description: "place \(place) is outside its \(bytes.count) bytes")
    }
    return UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
  }

  private mutating func write(_ word: UInt32, at place: Int) {
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
  }
}
