internal import CFFmpeg

/// Tells by their first bytes which packets of H.264 and HEVC hold pictures that no other picture is predicted from:
/// leaving them out changes nothing about the others.
///
/// The syntax is that of ITU-T H.264 (7.3.1, `nal_ref_idc`) and H.265 (7.4.2.2, sub-layer non-reference pictures), in
/// packets as ISO/IEC 14496-15 stores them, each unit after its length.
struct UnreferencedPictures {
  private let isHEVC: Bool
  /// The bytes of a unit's length.
  private let lengthSize: Int
  /// The highest temporal layer of HEVC. Pictures of a lower one that their own layer doesn't refer to may be referred to
  /// by higher ones.
  private let highestLayer: Int

  /// - Parameter configuration: the stream's, `avcC` or `hvcC`.
  /// - Returns: `nil` for other codecs, and where the configuration is of another kind.
  init?(_ codec: AVCodecID, configuration: UnsafeBufferPointer<UInt8>) {
    let isHEVC = codec == .hevc
    guard isHEVC || codec == AV_CODEC_ID_H264, configuration.count > (isHEVC ? 22 : 6),
      configuration[0] == 1
    else { return nil }
    self.isHEVC = isHEVC
    lengthSize = Int(configuration[isHEVC ? 21 : 4] & 3) + 1
    // 0: unknown.
    let layers = isHEVC ? Int(configuration[21] >> 3 & 7) : 1
    guard layers > 0 else { return nil }
    highestLayer = layers - 1
  }

  /// Whether a packet holds such a picture and nothing that later ones need.
  func contains(_ packet: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    var hasPicture = false
    while place < packet.count {
      guard place + lengthSize < packet.count else { return false }
      let length = packet[place..<place + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      place += lengthSize
      guard length >= (isHEVC ? 2 : 1), length <= packet.count - place else { return false }
      switch kind(packet[place], isHEVC ? packet[place + 1] : 0) {
      case .unreferenced: hasPicture = true
      case .remark: break
      case .needed: return false
      }
      place += length
    }
    return hasPicture
  }

  private enum Kind {
    /// A part of a picture that no other is predicted from.
    case unreferenced
    /// Supplementary information, a delimiter, or filler data.
    case remark
    case needed
  }

  /// The kind of a unit by its header.
  private func kind(_ first: UInt8, _ second: UInt8) -> Kind {
    if isHEVC {
      let (type, layer) = (first >> 1 & 63, (first & 1) << 5 | second >> 3)
      switch type {
      // Below 16 the even types are those that their own temporal layer doesn't refer to.
      case 0..<16 where type % 2 == 0 && layer == 0 && Int(second & 7) - 1 == highestLayer:
        return .unreferenced
      case 35, 38...40: return .remark
      default: return .needed
      }
    }
    switch first & 31 {
    case 1...4 where first >> 5 & 3 == 0: return .unreferenced
    case 6, 9, 12: return .remark
    default: return .needed
    }
  }
}
