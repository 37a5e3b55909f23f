internal import CFFmpeg
import PoseDocuments

/// The decoded frames of one stream, in the order in which they are shown, each with its number and
/// its time.
final class TrackDecoder {
  private(set) var container: Container
  private(set) var stream: Stream
  /// The frame that `advance` went to; its picture is the decoder's and stays until the next call.
  private(set) var frame: UnsafeMutablePointer<AVFrame>
  /// The frame's number in the stream, counting those that could not be decoded.
  private(set) var number = -1
  /// The frame's time, in the stream's own seconds.
  private(set) var time = 0.0
  /// The time of the first frame, in the stream's own seconds.
  private(set) var start = 0.0

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// Whether every picture is coded by itself.
  private let isIntraOnly: Bool
  /// Whether every packet gives a picture: what doesn't come back was damaged.
  private let givesOnePicturePerPacket: Bool
  private var isDrained = false
  /// The positions of the frames, for a stream with seeking.
  private let index: PacketIndex?
  /// The frames that are wanted are those whose number this divides.
  private let every: Int
  /// The pictures that needn't be decoded where they aren't wanted.
  private let unreferenced: UnreferencedPictures?
  /// The next frame was decoded by a seek.
  private var isPending = false
  /// After going to a place: when its picture is shown. What is shown before it hangs on what is missing.
  private var firstTicks: Int64?
  /// Times of what was sent and has not come back, in ascending order.
  private var sent: [Int64] = []
  /// Packets that could not be decoded and have no number yet.
  private var lost = 0
  private var hasDurations = true
  private var lastTicks: Int64?
  /// The end of the last packet's frame; `nil` where packets have no times.
  private var endTicks: Int64?

  /// If frames depend on each other, one thread decodes, whatever `threads` is. With several,
  /// FFmpeg conceals damage with what the others have just decoded, and hands out frames before it
  /// detects their damage. Then neither frames nor counts would be the same twice.
  ///
  /// Where the frames' numbers are known beforehand, those that `every` doesn't divide may be left out:
  /// they are where no other frame is made from them, and their damage is not reported.
  ///
  /// Throws `unsupported` when there is no decoder.
  init(
    _ stream: Stream, of container: Container, index: PacketIndex? = nil, every: Int = 1,
    threads: Int, pixelLimit: Int
  ) throws(FileError) {
    (self.index, self.every) = (index, every)
    let parameters = stream.parameters
    let name = FFmpegWords.name(of: parameters[.codec])
    guard let codec = avcodec_find_decoder(parameters[.codec]) else {
      throw FileError(
        .unsupported, path: container.path,
        "the video is coded as \(name), for which the FFmpeg here has no decoder: convert it to "
          + "H.264")
    }
    guard let context = avcodec_alloc_context3(codec), let packet = av_packet_alloc(),
      let frame = av_frame_alloc()
    else {
      throw FileError(.damaged, path: container.path, "there is no memory left to read the video")
    }
    (self.context, self.packet, self.frame) = (context, packet, frame)
    (self.container, self.stream) = (container, stream)
    let properties = avcodec_descriptor_get(parameters[.codec])?.pointee.props ?? 0
    isIntraOnly = properties & AV_CODEC_PROP_INTRA_ONLY != 0
    givesOnePicturePerPacket =
      [AV_CODEC_ID_H264, .hevc].contains(parameters[.codec])
    unreferenced = UnreferencedPictures(
      parameters[.codec],
      configuration: UnsafeBufferPointer(
        start: parameters[.extraData], count: Int(max(0, parameters[.extraDataSize]))))
    container.select(stream)
    avcodec_parameters_to_context(context, stream.parameters)
    context[.packetTimeBase] = stream.timeBase
    context[.threadCount] = isIntraOnly ? Int32(threads) : 1
    context[.threadType] = FF_THREAD_FRAME | FF_THREAD_SLICE
    // An independent frame that is damaged is left out; in the others damage is concealed and
    // reported.
    if isIntraOnly { context[.errorRecognition] = AV_EF_CRCCHECK | AV_EF_EXPLODE }
    context[.maximumPixels] = Int64(pixelLimit)
    let code = avcodec_open2(context, codec, nil)
    guard code >= 0 else {
      throw FileError(
        .damaged, path: container.path,
        "the decoder of \(name) refuses this video (FFmpeg: \(FFmpegWords.reason(code)))")
    }
  }

  deinit {
    var (context, packet): (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVPacket>?)
    (context, packet) = (self.context, self.packet)
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  /// Goes to the next frame; `false` at the end. Frames that came out damaged are left out.
  func advance(_ report: inout VideoReport) -> Bool {
    if isPending {
      isPending = false
      return true
    }
    while true {
      let code = avcodec_receive_frame(context, frame)
      if code == pose3d_averror(EAGAIN) {
        send(&report)
      } else if code == pose3d_averror_eof() {
        if givesOnePicturePerPacket, number >= 0 {
          report.corruptPackets += max(0, sent.count - lost)
        }
        sent = []
        return false
      } else if code < 0 {
        fail(&report)
      } else {
        if let firstTicks, shownTicks < firstTicks { continue }
        place(&report)
        guard frame.isDamaged else { return true }
        report.corruptPackets += 1
      }
    }
  }

  /// Swaps the frame that was advanced to for another, which is then the caller's to keep.
  func swap(with other: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame> {
    defer { frame = other }
    return frame
  }
}

// MARK: Going to a frame

extension TrackDecoder {
  /// Goes to the frame of a number, or the first after it that can be decoded; the next `advance` returns
  /// that. Only for a stream with an index.
  ///
  /// - Throws: `FileError` when the file can't be opened any more.
  func seek(to target: Int) throws(FileError) {
    guard let index else { preconditionFailure("nothing is known of where images are") }
    let last = max(0, index.keys.partitioningIndex { $0.number > target } - 1)
    // Where pictures are refreshed part by part, only the first one can be begun with.
    for place in last > 1 ? [last, last - 1, 0] : Array((0...last).reversed()) {
      let key = index.keys[place]
      try go(to: key)
      // What is damaged before the frame is another's concern.
      var ignored = VideoReport()
      guard advance(&ignored) else { continue }
      guard place == 0 || (number == key.number && isWhole) else { continue }
      while number < target { guard advance(&ignored) else { return } }
      isPending = true
      return
    }
  }

  /// Whether the picture was decoded from nothing else.
  private var isWhole: Bool { frame[.pictureType] == AV_PICTURE_TYPE_I }

  /// Restarts at a packet from which decoding can begin.
  private func go(to key: PacketIndex.Key) throws(FileError) {
    if av_seek_frame(container.context, stream.index, key.decodingTicks, AVSEEK_FLAG_BACKWARD) < 0
      || !skip(to: key)
    {
      // From the beginning, where the index has found it.
      let again: Container
      do { again = try Container(container.path) } catch {
        throw FileVersion(of: container.path) == index?.version ? error : changed
      }
      container = again
      guard let same = again.streams.first(where: { $0.index == stream.index }) else {
        throw lost(key)
      }
      stream = same
      container.select(stream)
      guard skip(to: key) else { throw lost(key) }
    }
  }

  private var changed: FileError {
    FileError(
      .damaged, path: container.path,
      "the file has changed while it was read: run this again when it is complete")
  }

  /// The error for a packet that was in the file before.
  private func lost(_ key: PacketIndex.Key) -> FileError {
    // What has been written since may have changed neither the size nor the kind of the file.
    guard FileVersion(of: container.path) == index?.version else { return changed }
    let seconds = (100 * (stream.seconds(key.ticks) - start)).rounded() / 100
    return FileError(
      .damaged, path: container.path,
      "the video is damaged: the frame at \(seconds) s was found once and can't be found "
        + "again; copy the video with FFmpeg (-c copy), or convert it to H.264 in MP4")
  }

  /// Leaves out the packets before one, and sends it.
  private func skip(to key: PacketIndex.Key) -> Bool {
    avcodec_flush_buffers(context)
    (isDrained, isPending, lost, sent, lastTicks) = (false, false, 0, [], nil)
    firstTicks = key.ticks
    while true {
      let code = av_read_frame(container.context, packet)
      if code == pose3d_averror(EAGAIN) { continue }
      guard code >= 0 else { return false }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.index, packet.pointee.pts == key.ticks,
        packet.pointee.flags & AV_PKT_FLAG_KEY != 0
      else { continue }
      note(packet)
      if avcodec_send_packet(context, packet) < 0 { lost += 1 }
      return true
    }
  }
}

extension TrackDecoder {
  private func fail(_ report: inout VideoReport) {
    report.corruptPackets += 1
    lost += 1
  }

  /// Sends the stream's next packet, or at the file's end that there is none.
  private func send(_ report: inout VideoReport) {
    while true {
      let code = av_read_frame(container.context, packet)
      guard code >= 0 else {
        // Some demuxers want to be asked again.
        if code == pose3d_averror(EAGAIN) { continue }
        report.isTruncated = report.isTruncated || endsEarly(code)
        drain()
        return
      }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.index else { continue }
      guard isNeeded(packet) else {
        noteEnd(of: packet)
        continue
      }
      note(packet)
      if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
        if isIntraOnly { return fail(&report) }
        // In a transport stream that was put together of several, nothing need be wrong.
        report.interruptions += 1
      }
      if avcodec_send_packet(context, packet) < 0 { fail(&report) }
      return
    }
  }

  private func drain() {
    guard !isDrained else { return }
    isDrained = true
    avcodec_send_packet(context, nil)
  }

  /// Whether a packet's picture is wanted, or others that may be wanted are made from it.
  private func isNeeded(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let index, let unreferenced, let number = index.number(of: packet.pointee.pts) else {
      return true
    }
    // The same after a seek as in reading from the beginning: with others left out, damage is concealed in another way.
    return number % every == 0
      || !unreferenced.contains(
        UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }

  /// Takes the end of a packet's frame; its time, or `nil` where it has none.
  @discardableResult private func noteEnd(of packet: UnsafeMutablePointer<AVPacket>) -> Int64? {
    let packet = packet.pointee
    let ticks = packet.pts == pose3d_no_pts() ? packet.dts : packet.pts
    guard ticks != pose3d_no_pts() else { return nil }
    if packet.duration <= 0 { hasDurations = false }
    endTicks = max(endTicks ?? .min, ticks.addingReportingOverflow(packet.duration).partialValue)
    return ticks
  }

  private func note(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let ticks = noteEnd(of: packet), packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 else {
      return
    }
    let place = sent.lastIndex { $0 <= ticks }.map { $0 + 1 } ?? 0
    sent.insert(ticks, at: place)
    // Frames that are never shown leave their times behind.
    if sent.count > 1024 { sent.removeFirst() }
  }

  /// Gives the frame its number and its time. What was lost before it has numbers, too: as many as
  /// there are packets of earlier times that never came back, or all where packets have no times.
  ///
  /// Frames that vanished in the decoder without an error are counted here. Before the first frame
  /// this isn't damage: a video may begin with frames that depend on others before it.
  private func place(_ report: inout VideoReport) {
    let ticks = shownTicks
    if let firstTicks {
      // Dependence on frames before the sought position is not damage.
      sent.removeAll { $0 < firstTicks }
      self.firstTicks = nil
    }
    let earlier = sent.prefix { $0 < ticks }.count
    let refused = endTicks == nil ? lost : min(lost, earlier)
    let vanished = givesOnePicturePerPacket && number >= 0 ? max(0, earlier - refused) : 0
    report.corruptPackets += vanished
    let skipped = refused + vanished
    if number < 0 {
      start = stream.seconds(skipped > 0 ? sent.first ?? ticks : ticks)
    }
    lost -= refused
    sent.removeAll { $0 <= ticks }
    number = index?.number(of: ticks) ?? number + 1 + skipped
    lastTicks = ticks
    time = stream.seconds(ticks)
  }

  private var shownTicks: Int64 {
    let shown = frame[.bestEffortTimestamp]
    return shown == pose3d_no_pts() ? expectedTicks : shown
  }

  /// The expected time of a frame without a time: the last one's time and duration.
  private var expectedTicks: Int64 {
    guard let lastTicks else { return 0 }
    let stated = frame.duration
    if stated > 0 { return lastTicks.addingReportingOverflow(stated).partialValue }
    let ticksASecond = Double(stream.timeBase.den) / Double(max(1, stream.timeBase.num))
    let ticks = (ticksASecond / (stream.frameRate ?? 30)).rounded()
    return lastTicks &+ Int64(max(1, min(ticks, 1e15)))
  }

  /// Whether the file ends before it should: by its demuxer, by the index at its beginning, or in
  /// Matroska by the length that it states.
  private func endsEarly(_ code: Int32) -> Bool {
    guard code == pose3d_averror_eof() else { return true }
    if let io = container.context[.bytes], io[.error] < 0, io[.error] != pose3d_averror_eof() {
      return true
    }
    if container.isMatroska {
      guard let stated = stream.statedDuration(in: container), let endTicks else { return false }
      // Some programs count a track's length from 0, others from its first frame, which comes later
      // where frames are reordered.
      let first = stream.pointer[.startTime]
      let seconds =
        stream.seconds(endTicks) - (first == pose3d_no_pts() ? 0 : min(stream.seconds(first), 0))
      // Lengths are rounded to milliseconds, and not every block states how long it is shown.
      let frames = hasDurations ? 0.75 : 1.75
      return seconds < stated - frames / (stream.frameRate ?? 30)
    }
    return container.indexedEnd(of: stream) > container.size
  }
}
