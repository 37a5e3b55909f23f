internal import CEXR
internal import CHEIF
internal import CSpng
internal import CTIFF
internal import CWebP
internal import CZip

/// A library that decodes pictures, for diagnosis.
package struct CodecLibrary: Sendable {
  /// The library's name.
  package let name: String
  /// Its version as the library tells it at run time; `nil` when it has no way to.
  package let version: String?

  /// The libraries that are linked.
  package static var all: [CodecLibrary] {
    [
      CodecLibrary(name: "libspng", version: spng_version_string().map { String(cString: $0) }),
      CodecLibrary(name: "libturbojpeg", version: nil),
      CodecLibrary(name: "libtiff", version: tiffVersion),
      CodecLibrary(name: "OpenEXR", version: exrVersion),
      CodecLibrary(name: "libheif", version: String(cString: heif_get_version())),
      CodecLibrary(name: "libwebp", version: webPVersion),
      CodecLibrary(name: "libzip", version: String(cString: zip_libzip_version())),
    ]
  }

  /// Three bytes, the highest the major version.
  private static var webPVersion: String {
    let version = WebPGetDecoderVersion()
    return "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }

  /// The last word of "LIBTIFF, Version 4.5.0", the first of several lines.
  private static var tiffVersion: String? {
    TIFFGetVersion().map { String(cString: $0) }?
      .split(separator: "\n").first?.split(separator: " ").last.map(String.init)
  }

  private static var exrVersion: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    exr_get_library_version(&major, &minor, &patch, nil)
    return "\(major).\(minor).\(patch)"
  }
}
