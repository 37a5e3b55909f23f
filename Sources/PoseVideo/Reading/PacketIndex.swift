internal import CFFmpeg
import PoseDocuments

/// The positions of a stream's frames, for seeking: the times of all its packets, and those from
/// which decoding can begin.
final class PacketIndex: Sendable {
  /// A packet from which decoding can begin.
  struct Key: Sendable {
    /// The number of its picture in the order in which pictures are shown.
    let number: Int
    /// The time at which its picture is shown, in the stream's units.
    let ticks: Int64
    /// The time of decoding, in the stream's units; that of showing if the file has none.
    let decodingTicks: Int64
  }

  /// The times at which pictures are shown, in the stream's units, ascending.
  let ticks: [Int64]
  /// The places from which decoding can begin, ascending; the first picture's among them.
  let keys: [Key]

  /// The state of the file that was searched.
  let version: FileVersion

  /// Codecs of which every packet of a file gives one picture: the number of packets that are shown
  /// before one is its picture's number.
  private static var onePicturePerPacket: [AVCodecID] {
    [AV_CODEC_ID_H264, .hevc, .vp9, .av1, AV_CODEC_ID_MPEG4]
  }

  /// Reads all packets of a stream, and decodes none. `nil` if seeking is impossible: in a
  /// transport stream and the like, which have no positions; if packets have no times, or two the
  /// same; and with a codec some of whose packets show nothing.
  ///
  /// Throws `FileError` when the file can't be opened any more.
  init?(of path: String, stream index: Int32) throws(FileError) {
    let container = try Container(path)
    version = container.version
    guard container.canBeSought,
      let stream = container.streams.first(where: { $0.index == index })
    else { return nil }
    let codec = stream.parameters[.codec]
    let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
    let isIntraOnly = properties & AV_CODEC_PROP_INTRA_ONLY != 0
    guard Self.onePicturePerPacket.contains(codec) || isIntraOnly,
      let packet = av_packet_alloc()
    else { return nil }
    defer {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
    container.select(stream)
    var ticks: [Int64] = []
    var keys: [(ticks: Int64, decodingTicks: Int64)] = []
    while true {
      let code = av_read_frame(container.context, packet)
      if code == pose3d_averror(EAGAIN) { continue }
      guard code >= 0 else { break }
      defer { av_packet_unref(packet) }
      let (shown, decoded) = (packet.pointee.pts, packet.pointee.dts)
      guard packet.pointee.stream_index == index,
        packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0
      else { continue }
      guard shown != pose3d_no_pts(), packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0 else {
        return nil
      }
      // Pictures that don't hang on each other have no reason to be out of order.
      if isIntraOnly, let last = ticks.last, last >= shown { return nil }
      ticks.append(shown)
      if packet.pointee.flags & AV_PKT_FLAG_KEY != 0 {
        keys.append((shown, decoded == pose3d_no_pts() ? shown : decoded))
      }
    }
    ticks.sort()
    guard zip(ticks, ticks.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    self.ticks = ticks
    let places = keys.sorted { $0.ticks < $1.ticks }.map { key in
      Key(
        number: ticks.partitioningIndex { $0 >= key.ticks }, ticks: key.ticks,
        decodingTicks: key.decodingTicks)
    }
    guard places.first?.number == 0 else { return nil }
    self.keys = places
  }

  /// The number of the picture that is shown at a time; `nil` when none is.
  func number(of time: Int64) -> Int? {
    let place = ticks.partitioningIndex { $0 >= time }
    return place < ticks.count && ticks[place] == time ? place : nil
  }
}

extension Array {
  /// The place of the first element that fulfils a condition which all after it fulfil, too.
  func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
