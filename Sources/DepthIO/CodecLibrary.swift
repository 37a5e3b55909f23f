internal import CSpng

/// A library that decodes pictures, for diagnosis.
public struct CodecLibrary: Sendable {
  /// The library's name.
  public let name: String
  /// Its version as the library tells it at run time; `nil` when it has no way to.
  public let version: String?

  /// The libraries that are linked.
  public static var all: [CodecLibrary] {
    [
      CodecLibrary(name: "libspng", version: spng_version_string().map { String(cString: $0) }),
      CodecLibrary(name: "libturbojpeg", version: nil),
    ]
  }
}
