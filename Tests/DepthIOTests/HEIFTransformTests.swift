@testable import DepthIO
import PoseImaging
import Testing

/// The turns and crops of HEIF items, read from boxes that are made here.
struct HEIFTransformTests {
  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = 8 + content.count
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + type.utf8 + content
  }

  /// A file whose item 1 has the properties of these numbers.
  private static func file(_ properties: [[UInt8]], count: [UInt8], _ numbers: [UInt8]) -> [UInt8] {
    let item: [UInt8] = [0, 1, UInt8(numbers.count)] + numbers
    let list = box("ipma", [0, 0, 0, 0] + count + item)
    let all = box("iprp", box("ipco", properties.flatMap { $0 }) + list)
    return box("meta", [0, 0, 0, 0] + all)
  }

  @Test func `an item is turned as its properties state`() {
    let turn = Self.box("irot", [1])
    let file = Self.file([turn], count: [0, 0, 0, 1], [1])
    #expect(HEIFTransform(item: 1, in: file).orientation == .left)
    #expect(HEIFTransform(item: 2, in: file).orientation == .up)
  }

  @Test(arguments: [[], [HEIFTransformTests.box("irot", [1])]])
  func `properties that aren't there change nothing`(properties: [[UInt8]]) {
    for numbers: [UInt8] in [[0], [2], [0x7F]] {
      let file = Self.file(properties, count: [0, 0, 0, 1], numbers)
      #expect(HEIFTransform(item: 1, in: file).orientation == .up)
    }
  }

  @Test func `a list that claims more items than it holds ends with its box`() {
    let file = Self.file([], count: [0xFF, 0xFF, 0xFF, 0xFF], [1])
    #expect(HEIFTransform(item: 7, in: file) == HEIFTransform(item: 7, in: []))
  }
}
