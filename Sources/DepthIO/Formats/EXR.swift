internal import CEXR
internal import PoseDocuments

/// OpenEXR by OpenEXRCore: strips and tiles (their first level), several parts, every compression
/// that the library undoes. The stored pixels are put where the picture (the display window) has
/// them.
enum EXR {
  /// The samples of the channel that the caller names, or of the one with a usual name: `Z`,
  /// `depth.Z`, `Depth`, `depth`, a channel `Z` of any one layer; failing these `Y`, and the only
  /// channel of a part. NaN where no pixel is stored and where a renderer hit nothing.
  ///
  /// Throws `unsuitable` when there is no such channel or there are several, and for deep data.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    let parts = try EXRPart.all(in: file)
    let (part, channel) = try depthChannel(
      of: parts.filter { !$0.isDeep } + parts.filter(\.isDeep), in: file)
    guard !part.isDeep else {
      throw file.error(
        .unsuitable,
        "deep data, several samples a pixel, where one depth a pixel was expected: flatten it first"
      )
    }
    guard channel.isFull else {
      throw file.error(
        .unsuitable,
        "the channel \(channel.name) doesn't have a sample for every pixel, as a depth map does")
    }
    // A note names the channel that was taken if it isn't the usual one.
    var notes =
      ["Z", "depth.Z"].contains(channel.name) ? [] : ["depth is the channel \(channel.name)"]
    if channel.type == EXR_PIXEL_HALF && part.changesHalfFloats {
      notes.append("its compression, B44, changes numbers: depths may be off by a few percent")
    }
    let samples: StoredDepth.Samples
    let encoding: String
    switch channel.type {
    case EXR_PIXEL_UINT:
      encoding = "32-bit integers"
      samples = .steps32(try part.integers(channel.name, of: file))
    default:
      encoding = "\(channel.type == EXR_PIXEL_HALF ? 16 : 32)-bit floating-point numbers"
      var distances = try part.floats(channel.name, of: file)
      let farthest = channel.type == EXR_PIXEL_HALF ? largestHalf : nothingHit
      for index in distances.indices where distances[index] >= farthest {
        distances[index] = .nan
      }
      samples = .distances(distances)
    }
    var depth = StoredDepth(
      width: part.displayWindow.width, height: part.displayWindow.height, samples: samples,
      details: DepthDetails(format: "OpenEXR", encoding: encoding))
    depth.details.notes = notes
    return depth
  }

  /// Renderers write a huge number where a ray hits nothing: Blender 1e10, Arnold 1e12, V-Ray and
  /// others 1e30. No unit makes a distance of 1e9.
  private static let nothingHit: Float = 1e9
  /// The value of such numbers in half precision, when not infinity.
  private static let largestHalf: Float = 65504

  // MARK: Which channel

  private static let usualNames = ["Z", "depth.Z", "Depth", "depth"]

  private static func depthChannel(
    of parts: [EXRPart], in file: InputFile
  ) throws(FileError) -> (EXRPart, EXRPart.Channel) {
    func first(_ name: String) -> (EXRPart, EXRPart.Channel)? {
      for part in parts {
        if let channel = part.channels.first(where: { $0.name == name }) { return (part, channel) }
      }
      return nil
    }
    let names = list(parts.flatMap { $0.channels.map(\.name) })
    if let wanted = file.options.channel {
      guard let found = first(wanted) else {
        throw file.error(.unsuitable, "there is no channel \(wanted); there are \(names)")
      }
      return found
    }
    for part in parts {
      for name in usualNames {
        if let channel = part.channels.first(where: { $0.name == name }) { return (part, channel) }
      }
      let layers = part.channels.filter { $0.name.hasSuffix(".Z") }
      guard layers.count <= 1 else {
        let names = list(layers.map(\.name))
        throw file.error(
          .unsuitable,
          "several channels may hold the depth: \(names)", remedy: .nameDepthChannel)
      }
      if let channel = layers.first { return (part, channel) }
    }
    if let luminance = first("Y") { return luminance }
    for part in parts where part.channels.count == 1 { return (part, part.channels[0]) }
    throw file.error(
      .unsuitable,
      "none of its channels has a usual name of depth (Z, depth.Z, Depth): there are \(names)",
      remedy: .nameDepthChannel)
  }

  /// Names for a sentence: a dozen of them, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let most = 12
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return names.prefix(most).joined(separator: ", ") + rest
  }
}
