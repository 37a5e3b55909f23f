import CFFmpeg
import Testing
@testable import PoseVideo

struct UnreferencedPicturesTests {
  /// A packet's units, each by its first bytes.
  struct Packet: Sendable {
    var what: String
    var units: [[UInt8]]
    var isUnreferenced: Bool
  }

  /// Units with lengths of so many bytes before them.
  private static func bytes(_ units: [[UInt8]], lengthSize: Int) -> [UInt8] {
    units.flatMap { unit in
      [UInt8](repeating: 0, count: lengthSize - 1) + [UInt8(unit.count)] + unit
    }
  }

  private static func contains(
    _ codec: AVCodecID, _ configuration: [UInt8], _ bytes: [UInt8]
  ) -> Bool? {
    let pictures = configuration.withUnsafeBufferPointer {
      UnreferencedPictures(codec, configuration: $0)
    }
    return bytes.withUnsafeBufferPointer { pictures?.contains($0) }
  }

  @Test(
    arguments: [
      Packet(what: "a slice", units: [[0x01, 9, 9]], isUnreferenced: true),
      Packet(what: "two slices", units: [[0x01, 9], [0x01, 9]], isUnreferenced: true),
      Packet(
        what: "with its remarks", units: [[0x09, 1], [0x06, 5], [0x01, 9]], isUnreferenced: true),
      Packet(what: "referenced", units: [[0x21, 9]], isUnreferenced: false),
      Packet(what: "a referenced slice", units: [[0x01, 9], [0x41, 9]], isUnreferenced: false),
      Packet(what: "a key image", units: [[0x65, 9]], isUnreferenced: false),
      Packet(what: "parameters with it", units: [[0x67, 9], [0x01, 9]], isUnreferenced: false),
      Packet(what: "remarks alone", units: [[0x06, 5]], isUnreferenced: false),
      Packet(what: "nothing", units: [], isUnreferenced: false),
    ], 1...4)
  func `pictures of H.264`(packet: Packet, lengthSize: Int) {
    let configuration: [UInt8] = [1, 100, 0, 30, 0xFC | UInt8(lengthSize - 1), 0xE1, 0]
    #expect(
      Self.contains(
        AV_CODEC_ID_H264, configuration, Self.bytes(packet.units, lengthSize: lengthSize))
        == packet.isUnreferenced, "\(packet.what)")
  }

  @Test(
    arguments: [
      // Type 0 is a picture to which its own layer doesn't refer, 1 one to which it does.
      (layers: 1, unit: [0x00, 1], isUnreferenced: true),
      (layers: 1, unit: [0x02, 1], isUnreferenced: false),
      // RASL and RADL pictures of either kind.
      (layers: 1, unit: [0x10, 1], isUnreferenced: true),
      (layers: 1, unit: [0x12, 1], isUnreferenced: false),
      (layers: 1, unit: [0x0C, 1], isUnreferenced: true),
      // Of two temporal layers the higher one may refer to the lower.
      (layers: 2, unit: [0x00, 1], isUnreferenced: false),
      (layers: 2, unit: [0x00, 2], isUnreferenced: true),
      // A key picture, parameters, and a picture of another layer (a second view).
      (layers: 1, unit: [0x26, 1], isUnreferenced: false),
      (layers: 1, unit: [0x40, 1], isUnreferenced: false),
      (layers: 1, unit: [0x00, 9], isUnreferenced: false),
    ] as [(layers: Int, unit: [UInt8], isUnreferenced: Bool)])
  func `pictures of HEVC`(layers: Int, unit: [UInt8], isUnreferenced: Bool) {
    var configuration = [UInt8](repeating: 0, count: 23)
    (configuration[0], configuration[21]) = (1, UInt8(layers) << 3 | 3)
    let bytes = Self.bytes([[0x4E, 1, 5], unit + [9, 9]], lengthSize: 4)
    #expect(Self.contains(.hevc, configuration, bytes) == isUnreferenced)
  }

  @Test(
    arguments: [
      [0, 0, 0, 4, 0x01, 9, 9], [0, 0, 0, 0], [0, 0, 0, 2, 0x01, 9, 0],
      [0xFF, 0xFF, 0xFF, 0xFF, 1],
    ] as [[UInt8]])
  func `lengths that don't fit make nothing unreferenced`(bytes: [UInt8]) {
    #expect(Self.contains(AV_CODEC_ID_H264, [1, 100, 0, 30, 0xFF, 0xE1, 0], bytes) == false)
  }

  @Test func `other codecs and other configurations are not judged`() {
    let unit: [UInt8] = [0, 0, 0, 2, 0x01, 9]
    #expect(Self.contains(AV_CODEC_ID_MPEG4, [1, 100, 0, 30, 0xFF, 0xE1, 0], unit) == nil)
    // Units after start codes have parameters, not `avcC`, as their configuration.
    #expect(Self.contains(AV_CODEC_ID_H264, [0, 0, 0, 1, 0x67, 0x64, 0], unit) == nil)
    #expect(Self.contains(AV_CODEC_ID_H264, [], unit) == nil)
    // An unknown number of temporal layers.
    #expect(Self.contains(.hevc, [1] + [UInt8](repeating: 0, count: 22), unit) == nil)
  }
}
