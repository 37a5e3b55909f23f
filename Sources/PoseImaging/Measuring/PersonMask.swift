/// The pixels of a depth map that show one person.
public struct PersonMask: Sendable, Equatable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// The number of pixels that show the person.
  public let count: Int
  /// Row by row from the top, 1 for the person.
  let members: [UInt8]

  init(width: Int, height: Int, members: [UInt8]) {
    self.width = width
    self.height = height
    self.members = members
    count = members.reduce(0) { $0 + Int($1) }
  }

  /// Whether a pixel shows the person.
  public subscript(column: Int, row: Int) -> Bool { members[row * width + column] != 0 }

  /// The person's share of the pixels, 0…1.
  public var share: Double { Double(count) / Double(width * height) }
}
