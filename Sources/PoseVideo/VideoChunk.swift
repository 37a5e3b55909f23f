/// A part of a video that can be worked on by itself, beside others: its own frames, and some before
/// them that are the last of the part before.
public struct VideoChunk: Sendable, Equatable {
  /// The place of its first frame: frames before it in the file, whatever is left out of them.
  public let first: Int
  /// The place of the first frame that is its own.
  public let own: Int
  /// The place after its last one; that of the next chunk's first own frame.
  public let end: Int
  /// Whether reading can begin there without anything before it.
  public let beginsAnew: Bool

  /// A whole video as one chunk, for one without seeking.
  public static let whole = VideoChunk(first: 0, own: 0, end: .max, beginsAnew: true)

  /// The number of a chunk's own frames, and of those before them if it isn't the first.
  public struct Length: Sendable, Equatable {
    /// At least so many, and at most twice as many.
    public var own: Int
    /// So many more.
    public var lead: Int

    /// A length.
    public init(own: Int, lead: Int) {
      precondition(own > 2 * lead && lead > 0, "chunks of \(own) frames with \(lead) before them")
      (self.own, self.lead) = (own, lead)
    }
  }
}

extension VideoChunk {
  /// The chunks of some frames of a video: a function of the video and of what is read of it alone. A
  /// chunk begins where reading can begin, if there is such a place early enough.
  ///
  /// - Parameters:
  ///   - places: those of the frames that are read, ascending.
  static func chunks(
    of places: [Int], in timeline: FrameTimeline, length: Length
  ) -> [VideoChunk] {
    guard let first = places.first, let last = places.last else { return [] }
    var cuts: [(place: Int, isKey: Bool)] = [(0, true)]
    while let before = cuts.last?.place, before + length.own + length.own / 2 < places.count {
      let latest = min(before + 2 * length.own, places.count - length.own / 2)
      let key = (before + length.own..<latest).first { number in
        timeline.hasKey(in: places[number - 1] + 1...places[number])
      }
      guard let next = key ?? (latest < before + 2 * length.own ? nil : latest) else { break }
      cuts.append((next, key != nil))
    }
    return cuts.indices.map { number in
      let own = { (cut: Int) in places[cut == 0 ? 0 : cuts[cut].place + length.lead] }
      return VideoChunk(
        first: number == 0 ? first : places[cuts[number].place], own: own(number),
        end: number + 1 < cuts.count ? own(number + 1) : last + 1,
        beginsAnew: cuts[number].isKey)
    }
  }
}
